"""Man pages, made from the help of the program itself: overt.1, and overt-VERB.1 for every verb.

    python3 packaging/man.py OVERT FOLDER

The date is that of SOURCE_DATE_EPOCH, so that the same program gives the same bytes."""

import os
import sys
from datetime import datetime, timezone
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "scripts"))
from help_text import Program  # noqa: E402


def escaped(text):
    """Text for troff: its own signs, and hyphens that stay hyphens when they are copied."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return "\\&" + text if text.startswith((".", "'")) else text


def entries(part):
    for label, meaning in part.entries:
        yield f".TP\n.B {escaped(label)}\n{escaped(meaning)}\n"


def notes(help):
    """Paragraphs after the flags; an indented line, such as a command of an example, stays a line."""
    for lines in help.notes:
        first = lines[0].rstrip(":")
        if first in ("Example", "Examples"):
            yield ".SH EXAMPLES\n.nf\n" + "".join(escaped(line[2:]) + "\n" for line in lines[1:]) + ".fi\n"
        else:
            yield ".PP\n" + "".join(escaped(line.strip()) + "\n" for line in lines)


def page(program, verb, others):
    help = program.help(*[verb] * bool(verb))
    name = f"overt-{verb}" if verb else "overt"
    day = datetime.fromtimestamp(int(os.environ.get("SOURCE_DATE_EPOCH", "0")), timezone.utc).strftime("%Y-%m-%d")
    about = help.about if verb else "release micro-data safely against an adversary who knows the algorithm"
    text = [f'.TH "{name.upper()}" "1" "{day}" "overt {program.version}" "User Commands"\n',
            f".SH NAME\n{escaped(name)} \\- {escaped(about)}\n", f".SH SYNOPSIS\n{escaped(help.usage)}\n"]
    if not verb:
        text.append(f".SH DESCRIPTION\n{escaped(help.about)}\n")
    for number, part in enumerate(help.parts):
        title = part.title or ("ARGUMENTS" if number == 0 and verb else "OTHER")
        text.append(f".SH {escaped(title.upper())}\n")
        text += entries(part)
    rest = list(notes(help))
    if any(note.startswith(".PP") for note in rest):
        text.append(".SH NOTES\n")
        # What a paragraph says of the exit codes stands where it stood in the help.
        rest = [note for note in rest if note.startswith(".PP")] + [note for note in rest if not note.startswith(".PP")]
    text += rest
    text.append(".SH SEE ALSO\n" + " ,\n".join(f".BR {escaped(other)} (1)" for other in others) + "\n")
    return "".join(text)


def main(overt, folder):
    program = Program(overt)
    Path(folder).mkdir(parents=True, exist_ok=True)
    for verb in ["", *program.verbs]:
        others = [f"overt-{other}" for other in program.verbs] if not verb else ["overt"]
        name = f"overt-{verb}" if verb else "overt"
        (Path(folder) / f"{name}.1").write_text(page(program, verb, others))


if __name__ == "__main__":
    main(*sys.argv[1:])
