"""The pages of the site: those of the repository, with links and fences as mkdocs wants them.

The Markdown in docs/ is written for whoever reads it on a forge or in an editor, and stays the only source. Here it is
laid out anew: README.md, CONTRIBUTING.md and the like come into the tree of docs/, links follow, `csv patients.csv`
behind a fence becomes a title, and lists get the empty line before them that Python-Markdown needs."""

import posixpath
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]

# Pages outside docs/, and where they stand in the site.
TOP = {"README.md": "readme.md", "CONTRIBUTING.md": "contributing.md", "SECURITY.md": "security.md",
       "CHANGELOG.md": "changelog.md", "examples/README.md": "examples.md"}

FENCE = re.compile(r"^( *)(```+) *(\S*) *(\S*) *$")
LINK = re.compile(r"(\[(?:[^][]|\[[^][]*\])*\]\()([^()\s]+)(\))")
CODE = re.compile(r"(`+)(?!`).*?(?<!`)\1(?!`)", re.DOTALL)
ITEM = re.compile(r"^ *([-*]|\d+\.) ")


def sources(root=ROOT):
    """{page of the repository: page of the site}."""
    found = {str(page.relative_to(root)): str(page.relative_to(root / "docs"))
             for page in sorted((root / "docs").rglob("*.md"))}
    return found | {page: to for page, to in TOP.items() if (root / page).exists()}


def moved(link, page, to, where, root=ROOT):
    """A link of `page`, which stands at `to` in the site."""
    path, _, anchor = link.partition("#")
    if not path or re.match(r"[a-z]+:", link):
        return link
    goal = posixpath.normpath(posixpath.join(posixpath.dirname(page), path))
    if goal in where:
        goal = where[goal]
    elif goal.startswith("docs/") and (root / goal).is_file():  # a picture
        goal = goal.removeprefix("docs/")
    else:
        raise ValueError(f"{page}: {link}: the site has no such page")
    return posixpath.relpath(goal, posixpath.dirname(to) or ".") + (f"#{anchor}" if anchor else "")


def with_links(text, page, to, where, root):
    """Links outside of code; a link may hold code, and stays one."""
    kept = []

    def hide(match):
        kept.append(match[0])
        return f"\0{len(kept) - 1}\0"

    hidden = CODE.sub(hide, text)
    linked = LINK.sub(lambda match: match[1] + moved(match[2], page, to, where, root) + match[3], hidden)
    return re.sub(r"\0(\d+)\0", lambda match: kept[int(match[1])], linked)


def converted(text, page, to, where, root=ROOT):
    """The text of one page, as mkdocs reads it."""
    result, prose, fenced = [], [], False

    def flush():
        if prose:
            result.append(with_links("\n".join(prose), page, to, where, root))
            prose.clear()

    for line in text.splitlines():
        fence = FENCE.match(line)
        if fence:
            flush()
            fenced = not fenced
            indent, ticks, language, word = fence.groups()
            title = f' title="{word}"' if word and word != "norun" else ""
            result.append(f"{indent}{ticks}{language}{title}" if fenced else f"{indent}{ticks}")
        elif fenced:
            result.append(line)
        else:
            last = prose[-1] if prose else ""
            if ITEM.match(line) and last.strip() and not ITEM.match(last) and not last.startswith(" "):
                prose.append("")
            prose.append(line)
    flush()
    return "\n".join(result) + "\n"


def title_of(text):
    heading = re.search(r"^# +(.+?) *$", text, re.MULTILINE)
    return heading[1].replace("`", "") if heading else ""
