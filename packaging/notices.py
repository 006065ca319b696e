"""The licences of what a package brings along, as their packages have them: what the licences themselves ask of whoever
hands on a binary.

    python3 packaging/notices.py SBOM FILE only|without PACKAGE...

SBOM is a list by packaging/sbom.py, all of whose packages are there on the machine that built."""

import importlib.metadata
import json
import sys
from pathlib import Path


def debian(name):
    return Path("/usr/share/doc", name, "copyright").read_text()


def pypi(name):
    """All that the package calls a licence."""
    found = sorted(path for path in importlib.metadata.files(name) or []
                   if ".dist-info/" in str(path) and path.name.upper().startswith(("LICENSE", "COPYING", "NOTICE")))
    if not found:
        raise RuntimeError(f"{name}: of which licence?")
    return "\n".join(path.locate().read_text() for path in found)


def notices(parts):
    for part in parts:
        text = (debian if part["purl"].startswith("pkg:deb/") else pypi)(part["name"])
        yield f"{'=' * 100}\n{part['name']} {part['version']}\n{'=' * 100}\n\n{text.strip()}\n"


def main(listed, file, which, *names):
    parts = json.loads(Path(listed).read_text())["components"]
    strange = set(names) - {part["name"] for part in parts}
    if strange or which not in ("only", "without"):
        sys.exit(f"{listed}: {which} {strange or names}?")
    chosen = [part for part in parts if (part["name"] in names) == (which == "only")]
    Path(file).write_text("\n".join(notices(chosen)))


if __name__ == "__main__":
    main(*sys.argv[1:])
