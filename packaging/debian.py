"""Files of the Debian packages that are made from the program: man pages, completions, changelog, licences.

    python3 packaging/debian.py OVERT FOLDER MAINTAINER

cmake/Package.cmake takes them from FOLDER. Nothing in them depends on when or where this is run: dates are those of
SOURCE_DATE_EPOCH."""

import gzip
import os
import subprocess
import sys
from email.utils import formatdate
from pathlib import Path

sys.dont_write_bytecode = True
HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "scripts")]
import man  # noqa: E402
import notices  # noqa: E402
import sbom  # noqa: E402
from help_text import Program  # noqa: E402

COMPLETIONS = {"bash": "bash-completion/completions/overt", "zsh": "zsh/vendor-completions/_overt",
               "fish": "fish/vendor_completions.d/overt.fish"}


def compressed(text):
    return gzip.compress(text if isinstance(text, bytes) else text.encode(), compresslevel=9, mtime=0)


def changelog(version, maintainer):
    date = formatdate(int(os.environ["SOURCE_DATE_EPOCH"]))
    return (f"overt ({version}-1) stable; urgency=medium\n\n"
            f"  * Version {version}; changelog.gz beside this file says what is new.\n"
            f"\n -- {maintainer}  {date}\n")


def arrow_license():
    import pyarrow
    [found] = [path for path in Path(pyarrow.__file__).parent.parent.glob("pyarrow-*.dist-info/**/LICENSE.txt")]
    return found.read_bytes()


def main(overt, folder, maintainer):
    program, folder = Program(overt), Path(folder)
    pages = folder / "man"
    pages.mkdir(parents=True, exist_ok=True)
    for page in pages.iterdir():
        page.unlink()
    man.main(overt, pages)
    for page in sorted(pages.glob("*.1")):
        (pages / f"{page.name}.gz").write_bytes(compressed(page.read_bytes()))
        page.unlink()
    for shell, place in COMPLETIONS.items():
        (folder / "share" / place).parent.mkdir(parents=True, exist_ok=True)
        (folder / "share" / place).write_text(program.run("completion", shell))
    (folder / "changelog.Debian.gz").write_bytes(compressed(changelog(program.version, maintainer)))
    (folder / "changelog.gz").write_bytes(compressed((HERE.parent / "CHANGELOG.md").read_bytes()))
    (folder / "arrow-license.txt.gz").write_bytes(compressed(arrow_license()))
    subprocess.run([sys.executable, "-B", HERE / "sbom.py", folder / "sbom.cdx.json", program.path], check=True)
    notices.main(folder / "sbom.cdx.json", folder / "licenses.txt", "only", *sbom.COMPILED_IN)
    (folder / "licenses.txt.gz").write_bytes(compressed((folder / "licenses.txt").read_bytes()))


if __name__ == "__main__":
    main(*sys.argv[1:])
