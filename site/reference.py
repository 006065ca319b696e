"""Reference pages that are made, not written: the flags of every verb from the help of the program, the keys of jobs from
its table of them, the Python package from its docstrings, the C++ headers from what they say of themselves."""

import inspect
import re
from html import escape
from pathlib import Path

from modules import laid_out, module_parts

HEADERS = r"\\*_<>\[\]|"  # comments write code as Markdown does


def cell(text):
    return re.sub(r"(?<!\\)\|", r"\\|", text)


def code(text):
    return f"`{text}`"


def whole(text):
    """Code on one line: browsers would break a flag behind its hyphens."""
    return f'<code class="whole">{escape(text)}</code>' if text else ""


def path_code(path):
    """Code that may be broken behind a slash."""
    return f"<code>{'/<wbr>'.join(path.parts)}</code>"


def prose(text, signs=r"\\*_<>\[\]`|"):
    """Words of the program inside Markdown: what looks like markup is not."""
    return re.sub(rf"([{signs}])", r"\\\1", text)


def linked(text):
    """Pages that a docstring names, as links."""
    return re.sub(r"\bdocs/([\w/]+\.md)\b", r"[\1](../\1)", text)


def pages_linked(escaped):
    """The same in what prose() gives."""
    return re.sub(r"\bdocs/[\w/\\]+\.md\b", lambda page: linked(page[0].replace("\\", "")), escaped)


def flags_page(program):
    yield "# Flags"
    yield ("What `overt VERB --help` says, for every verb. [The verbs](../verbs.md) and [jobs](../job.md) say more, with "
           "examples.")
    for verb in program.verbs:
        help = program.help(verb)
        yield f"## `overt {verb}`"
        yield f"{prose(help.about)}."
        yield f"```text\n{help.usage}\n```"
        for part in help.parts:
            rows = [entry for entry in part.entries if not entry[0].startswith("-h,")]
            if rows:
                yield "\n".join([f"| {part.title or 'Arguments'} | |", "|---|---|",
                                 *(f"| {cell(whole(label))} | {cell(prose(meaning))} |" for label, meaning in rows)])


def keys_page(program, keys):
    """keys: (key, flag, argument of Python), as the program has them."""
    meanings = {}
    for part in program.help("release").parts:
        for label, meaning in part.entries:
            meanings.setdefault(label.split()[0], meaning)
    yield "# Job keys"
    yield ("Every key of a job file, with the flag of `overt release` and the argument of `overt.release` that set it too. "
           "[The page of jobs](../job.md#flags-and-job-keys) has types and defaults.")
    rows = []
    for key, flag, argument in keys:
        if not flag.startswith("--"):
            flag = flag.upper()  # an argument
        rows.append(f"| {whole(key)} | {whole(flag)} | {whole(argument)} | {cell(prose(meanings.get(flag, '')))} |")
    yield "\n".join(["| key | flag | argument | meaning |", "|---|---|---|---|", *rows])


def docstring(thing):
    """A docstring as Markdown: examples in blocks."""
    text = thing if isinstance(thing, str) else inspect.getdoc(thing) or ""
    parts = []
    for paragraph in re.split(r"\n\s*\n", text):
        lines = paragraph.split("\n")
        start = next((number for number, line in enumerate(lines) if line.startswith(">>>")), None)
        if start is None:
            parts.append(paragraph)
            continue
        if lines[:start]:
            parts.append("\n".join(lines[:start]))
        parts.append("```pycon\n" + "\n".join(lines[start:]) + "\n```")
    return "\n\n".join(part if part.startswith("```") else linked(part.replace("``", "`")) for part in parts)


def signature(name, thing):
    try:
        shown = str(inspect.signature(thing))
    except (TypeError, ValueError):
        return name
    shown = re.sub(r"(: |-> )'([^']*)'", r"\1\2", shown)  # annotations that are kept as texts
    inside, _, gives = shown[1:].rpartition(")")
    arguments, depth, start = [], 0, 0
    for at, sign in enumerate(inside + ","):
        depth += (sign in "([{") - (sign in ")]}")
        if sign == "," and depth == 0:
            arguments.append(inside[start:at].strip())
            start = at + 1
    return laid_out(name, arguments if inside else [], gives)


def python_page(package, folder):
    yield "# Python reference"
    yield "Made from the docstrings of the package. [The guide](../python.md), [a tutorial](../tutorial.md)."
    public = [name for name in package.__all__ if not name.startswith("__")]
    functions = [name for name in public if not inspect.isclass(getattr(package, name))]
    for title, names in [("Functions", functions), ("Classes", [name for name in public if name not in functions])]:
        yield f"## {title}"
        for name in sorted(names):
            thing = getattr(package, name)
            yield f"### `{name}`"
            if not inspect.isclass(thing):
                yield f"```python\n{signature(name, thing)}\n```"
            yield docstring(thing)
            if inspect.isclass(thing):
                yield from members(name, thing)
    yield from module_parts(folder, docstring)


def members(owner, thing):
    rows = []
    for name, member in vars(thing).items():
        function = member.fget if isinstance(member, property) else member
        if name.startswith("_") or not callable(function):
            continue
        said = (inspect.getdoc(function) or "").split("\n\n")[0].split("\n>>>")[0].replace("\n", " ").replace("``", "`")
        shown = name if isinstance(member, property) else name + "()"
        rows.append(f"| {code(f'{owner}.{shown}')} | {cell(linked(said))} |")
    if rows:
        yield "\n".join(["| member | |", "|---|---|", *rows])


def essay(header):
    """The first paragraph of what a header says of itself."""
    lines = []
    for line in header.read_text().splitlines():
        if line.startswith("//"):
            said = line[2:].strip()
            if not said and lines:
                break
            lines += [said] if said else []
        elif lines:
            break
    return " ".join(lines)


def headers_page(root):
    folders = dict(re.findall(r"^  ([\w]+)/ +(.+)$", (root / "docs/architecture.md").read_text(), re.MULTILINE))
    private = re.compile(r'^#include (<(nlohmann|toml\+\+)/|"overt/job/toml_codec.h")', re.MULTILINE)
    yield "# C++ headers"
    yield ("`find_package(overt)` and `overt::overt` give these; `overt/overt.h` includes the public face. Made from what "
           "each header says of itself.")
    for folder in sorted(path for path in (root / "src/overt").iterdir() if path.is_dir()):
        headers = [path for path in sorted(folder.rglob("*.h"))
                   if not path.name.endswith(("_reference.h", "_for_tests.h")) and not private.search(path.read_text())]
        if headers:
            yield f"## `{folder.name}`"
            yield prose(folders.get(folder.name, ""))
            yield "\n".join(["| header | |", "|---|---|",
                             *(f"| {path_code(path.relative_to(root / 'src'))} | {cell(pages_linked(prose(essay(path), HEADERS)))} |"
                               for path in headers)])


def joined(parts):
    return "\n\n".join(part for part in parts if part) + "\n"


def reference_pages(root, program, package, keys):
    """{place in the site: text}."""
    return {"reference/flags.md": joined(flags_page(program)), "reference/keys.md": joined(keys_page(program, keys)),
            "reference/python.md": joined(python_page(package, Path(root) / "python/overt")),
            "reference/headers.md": joined(headers_page(Path(root)))}
