"""No two types of one namespace have the same name: the linker would take one's functions for the
other's without a word, where no source includes both."""

import collections
import re
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TOKEN = re.compile(r'//[^\n]*|"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])*\''
                   r'|namespace(?:\s+(?P<space>[\w:]+))?\s*\{'
                   r'|\b(?:struct|class|enum)\s+(?P<type>\w+)(?:\s+final)?\s*(?::[^;{]*)?\{'
                   r'|[{}]')


def types(text):
    """Types at namespace scope, with their namespace; those without a name are private to a source."""
    scopes = []
    for token in TOKEN.finditer(text):
        word = token.group(0)
        if word[0] in "/\"'":
            continue
        if word == "}":
            if scopes:
                scopes.pop()
        elif word.startswith("namespace"):
            scopes.append(token["space"] or "")
        else:
            if token["type"] and all(scope for scope in scopes):
                yield "::".join([*scopes, token["type"]])
            scopes.append(None)  # nothing inside is at namespace scope


class Names(unittest.TestCase):
    def test_every_type_has_a_name_of_its_own(self):
        places = collections.defaultdict(set)
        for folder in ("src", "app", "python/src"):
            for header in sorted((ROOT / folder).rglob("*.h")):
                for name in types(header.read_text()):
                    places[name].add(str(header.relative_to(ROOT)))
        self.assertGreater(len(places), 100)
        self.assertEqual({name: sorted(files) for name, files in places.items() if len(files) > 1}, {})

    def test_types_are_found(self):
        text = "namespace a {\nstruct B : C { struct D {}; };\nnamespace {\nstruct E {};\n}\nenum class F { g };\n}"
        self.assertEqual(list(types(text.replace("enum class", "enum"))), ["a::B", "a::F"])


if __name__ == "__main__":
    unittest.main()
