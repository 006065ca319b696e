"""Lays out the pages of the site: those of the repository, the reference made from the program, and the first page.

    python3 site/assemble.py OVERT FOLDER

OVERT is the command; the Python package of the same build must be importable. mkdocs makes the site of FOLDER
(scripts/site)."""

import shutil
import sys
from pathlib import Path

sys.dont_write_bytecode = True
ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "site"), str(ROOT / "scripts")]
from help_text import Program  # noqa: E402
from pages import converted, sources  # noqa: E402
from picture import picture  # noqa: E402
from reference import reference_pages  # noqa: E402


def assemble(overt, folder):
    import overt as package
    from overt import _overt

    program, folder = Program(overt), Path(folder)
    shutil.rmtree(folder, ignore_errors=True)
    where = sources()
    pages = {to: converted((ROOT / page).read_text(), page, to, where) for page, to in where.items()}
    pages |= reference_pages(ROOT, program, package, _overt.job_keys())
    home = (ROOT / "site/home.md").read_text()
    pages["index.md"] = home.replace("<!-- picture -->", picture(ROOT, program))
    for place, text in pages.items():
        (folder / place).parent.mkdir(parents=True, exist_ok=True)
        (folder / place).write_text(text)
    shutil.copytree(ROOT / "docs/figures", folder / "figures")
    shutil.copytree(ROOT / "site/theme/assets", folder / "assets")


if __name__ == "__main__":
    assemble(*sys.argv[1:])
