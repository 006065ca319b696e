"""What mkdocs does not do by itself: the navigation, anchors as a forge makes them of headings, and formulas as MathML,
which browsers draw without a script."""

import re
import sys
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent))
from latex2mathml.converter import convert  # noqa: E402
from navigation import navigation  # noqa: E402


def slug(text, separator):
    """As tests/structure/pages_test.py knows them: links in the pages are written for a forge."""
    return re.sub(r"[^\w\- ]", "", text.lower()).replace(" ", separator)


def formula(source, language, css_class, options, md, **kwargs):
    """A fence ```math, one formula to a line."""
    lines = [line for line in source.splitlines() if line.strip()]
    return "".join(f'<div class="formula">{convert(line, display="block")}</div>' for line in lines)


def on_config(config):
    pages = Path(config["docs_dir"])
    config["nav"] = navigation([str(page.relative_to(pages)) for page in pages.rglob("*.md")])
    config["mdx_configs"]["toc"]["slugify"] = slug
    fences = config["mdx_configs"].setdefault("pymdownx.superfences", {})
    fences["custom_fences"] = [{"name": "math", "class": "math", "format": formula}]
    return config


def with_our_worker(output, here):
    """Search works in a page that is opened from disk by a script that the theme would fetch; ours lies beside it."""
    return output.replace("https://unpkg.com/iframe-worker/shim", f"{here}assets/worker.js")


def on_post_page(output, page, config):
    return with_our_worker(output, "../" * page.url.count("/"))


def on_post_template(output_content, template_name, config):
    return with_our_worker(output_content, "")
