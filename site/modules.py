"""The modules beside the package, overt.sql and overt.spark, for the Python reference: read from their sources, since to
import them takes what they are for (Spark)."""

import ast
import re
from pathlib import Path

MODULES = ["sql", "spark"]
WIDE = 88  # columns of a signature on one line


def laid_out(name, arguments, gives):
    """A signature, with an argument to a line where it is long; `gives` is what stands behind the bracket."""
    one = f"{name}({', '.join(arguments)}){gives}"
    return one if len(one) <= WIDE else f"{name}(\n" + "".join(f"    {argument},\n" for argument in arguments) + f"){gives}"


def signature(function, constants):
    """Of a definition; defaults that are constants of its module are said."""
    def shown(argument, default):
        value = constants.get(ast.unparse(default), ast.unparse(default)) if default else None
        return f"{argument.arg}: {ast.unparse(argument.annotation)}" + (f" = {value}" if default else "")

    given = function.args
    defaults = [None] * (len(given.args) - len(given.defaults)) + given.defaults
    arguments = [shown(argument, default) for argument, default in zip(given.args, defaults)]
    arguments += ["*"] * bool(given.kwonlyargs)
    arguments += [shown(argument, default) for argument, default in zip(given.kwonlyargs, given.kw_defaults)]
    arguments += [f"**{shown(given.kwarg, None)}"] if given.kwarg else []
    return laid_out(function.name, arguments, f" -> {ast.unparse(function.returns)}")


def parsed(file):
    """(docstring, {name: definition}, {name: constant}, {name: file of the package it comes from})."""
    tree, defined, constants, elsewhere = ast.parse(file.read_text()), {}, {}, {}
    for node in tree.body:
        if isinstance(node, ast.Assign):
            constants[ast.unparse(node.targets[0])] = ast.unparse(node.value)
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            defined[node.name] = node
        elif isinstance(node, ast.ImportFrom) and node.level == 1:
            elsewhere |= {name.name: file.with_name(f"{node.module}.py") for name in node.names}
    return ast.get_docstring(tree), defined, constants, elsewhere


def module_parts(folder, docstring):
    """Markdown of both modules, of everything in __all__; docstring() makes Markdown of a docstring."""
    for module in MODULES:
        about, defined, constants, elsewhere = parsed(Path(folder) / f"{module}.py")
        yield f"## `overt.{module}`"
        yield re.sub(r"((?:^    .*\n?)+)", lambda code: "```python\n" + re.sub(r"^    ", "", code[0], flags=re.MULTILINE) + "```\n",
                     docstring(about), flags=re.MULTILINE)
        for name in sorted(ast.literal_eval(constants["__all__"])):
            thing = defined[name] if name in defined else parsed(elsewhere[name])[1][name]
            yield f"### `overt.{module}.{name}`"
            if isinstance(thing, ast.FunctionDef):
                yield f"```python\n{signature(thing, constants)}\n```"
            yield docstring(ast.get_docstring(thing) or "")
