"""Binds functions of the C and C++ libraries that have an older version of the same meaning to that one, so that a binary
that was linked on Debian 12 runs wherever manylinux_2_34 does.

    python3 packaging/rebind.py FILE...

A linker binds to the newest version of a symbol that it finds, also where nothing has changed for us:

    hypot                              GLIBC_2.35      no longer calls the error handler of System V, which nobody sets
    std::condition_variable::wait      GLIBCXX_3.4.30  differs from 3.4.11 in how it is unwound when a thread is cancelled,
                                                       and we cancel none

What a file needs beyond manylinux_2_34 and is not in this table is an error: it is never guessed. The entry of the newer
version in .gnu.version_r gets name and hash of the older one, which the file must need for something else already; no
section changes its size."""

import struct
import sys

from elftools.elf.elffile import ELFFile

OLDER = {("hypot", "GLIBC_2.35"): "GLIBC_2.2.5",
         ("_ZNSt18condition_variable4waitERSt11unique_lockISt5mutexE", "GLIBCXX_3.4.30"): "GLIBCXX_3.4.11"}
NEWEST = {"GLIBC": (2, 34), "GLIBCXX": (3, 4, 29), "CXXABI": (1, 3, 13)}
AUX = struct.Struct("<IHHII")  # hash, flags, index, name, next


def too_new(version):
    name, _, number = version.partition("_")
    if name not in NEWEST or not number.replace(".", "").isdigit():
        return False
    return tuple(map(int, number.split("."))) > NEWEST[name]


def entries(section):
    """(offset in the file, version, [hash, flags, index, name, next]) of every version that is needed."""
    raw, strings, base = section.data(), section.stringtable, section["sh_offset"]
    need = 0
    while True:
        _, count, _, aux, following = struct.unpack_from("<HHIII", raw, need)
        at = need + aux
        for _ in range(count):
            fields = list(AUX.unpack_from(raw, at))
            yield base + at, strings.get_string(fields[3]), fields
            at += fields[4]
        if not following:
            return
        need += following


def changes(elf):
    """[(offset, bytes)] that bind what is too new to what is older."""
    needed, versions, symbols = map(elf.get_section_by_name, (".gnu.version_r", ".gnu.version", ".dynsym"))
    if needed is None:
        return []
    found = list(entries(needed))
    older = {version: fields for _, version, fields in found}
    users = {}
    for number, symbol in enumerate(symbols.iter_symbols()):
        index = versions.get_symbol(number)["ndx"]
        users.setdefault(index if isinstance(index, int) else -1, []).append(symbol.name)
    result = []
    for offset, version, fields in found:
        if not too_new(version):
            continue
        names = users.get(fields[2] & 0x7FFF, [])
        unknown = [name for name in names if (name, version) not in OLDER]
        if unknown or not names:
            raise ValueError(f"needs {version} for {unknown or 'nothing'}: there is no older version that is known to do")
        [goal] = {OLDER[name, version] for name in names}
        if goal not in older:
            raise ValueError(f"needs {version} for {names}, and nothing of {goal}")
        result.append((offset, AUX.pack(older[goal][0], fields[1], fields[2], older[goal][3], fields[4])))
    return result


def rebind(path):
    with open(path, "r+b") as file:
        try:
            for offset, new in changes(ELFFile(file)):
                file.seek(offset)
                file.write(new)
        except ValueError as error:
            sys.exit(f"{path}: {error}")


if __name__ == "__main__":
    for argument in sys.argv[1:]:
        rebind(argument)
