"""A list of what is in a package, as CycloneDX: the libraries that its binaries are linked with, and those whose headers or
archives they were compiled from, each with its version and where it came from.

    python3 packaging/sbom.py FILE COMMAND [BINARY | deb:PACKAGE | pypi:PACKAGE]...

COMMAND is the binary that says the version. The same binaries on the same machine give the same bytes: the serial number
is a hash of the list."""

import importlib.metadata
import json
import os
import re
import subprocess
import sys
import uuid
from datetime import datetime, timezone
from pathlib import Path

# What leaves no trace in the dynamic section: headers, and archives that are linked in.
COMPILED_IN = ["nlohmann-json3-dev", "libtomlplusplus-dev", "libcli11-dev", "libcpp-httplib-dev", "libfmt-dev"]
SYSTEM = re.compile(r"^(linux-vdso|ld-linux|libc\.|libm\.|libdl\.|librt\.|libpthread\.)")


def output(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def debian(package):
    name, version, architecture = output("dpkg-query", "-W", "-f", "${Package} ${Version} ${Architecture}", package).split()
    return {"type": "library", "name": name, "version": version,
            "purl": f"pkg:deb/debian/{name}@{version}?arch={architecture}"}


def pinned(name):
    version = importlib.metadata.version(name)
    return {"type": "library", "name": name, "version": version, "purl": f"pkg:pypi/{name}@{version}"}


def owner(path):
    """The Debian package of a file, also where /lib is a link to /usr/lib."""
    for candidate in (path, os.path.realpath(path), re.sub(r"^/usr/lib", "/lib", path)):
        done = subprocess.run(["dpkg-query", "-S", candidate], capture_output=True, text=True)
        if done.returncode == 0:
            return done.stdout.split(": ")[0]
    raise RuntimeError(f"{path}: of which package?")


def linked(binary):
    for name, path in re.findall(r"^\s*(\S+) => (\S+)", output("ldd", binary), re.MULTILINE):
        if not SYSTEM.match(name):
            yield pinned("pyarrow") if re.match(r"lib(arrow|parquet)\.", name) else debian(owner(path))


def components(sources):
    """Of binaries, and of packages by name (deb:libarchive-dev)."""
    found = {}
    for source in [*sources, *(f"deb:{package}" for package in COMPILED_IN)]:
        kind, _, package = source.partition(":")
        listed = {"deb": debian, "pypi": pinned}[kind](package) if package else None
        for one in [listed] if listed else linked(source):
            found[one["name"]] = one
    return [found[name] | {"bom-ref": found[name]["purl"]} for name in sorted(found)]


def document(command, *sources):
    version = re.match(r"overt (\S+)", output(command, "--version"))[1]
    parts = components([command, *sources])
    made = datetime.fromtimestamp(int(os.environ.get("SOURCE_DATE_EPOCH", "0")), timezone.utc)
    name = f"pkg:generic/overt@{version}"
    serial = uuid.uuid5(uuid.NAMESPACE_URL, name + json.dumps(parts, sort_keys=True))
    return {"bomFormat": "CycloneDX", "specVersion": "1.5", "serialNumber": f"urn:uuid:{serial}", "version": 1,
            "metadata": {"timestamp": made.strftime("%Y-%m-%dT%H:%M:%SZ"),
                         "component": {"type": "application", "name": "overt", "version": version, "bom-ref": name, "purl": name,
                                       "licenses": [{"license": {"id": "Apache-2.0"}}]}},
            "components": parts,
            "dependencies": [{"ref": name, "dependsOn": [part["bom-ref"] for part in parts]}]}


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(json.dumps(document(*sys.argv[2:]), indent=2) + "\n")
