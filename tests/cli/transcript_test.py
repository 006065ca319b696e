"""Tests of transcript.py: a right transcript passes, a wrong one is caught."""

import tempfile
import unittest

import transcript


def play(text, name="t.txt"):
    with tempfile.TemporaryDirectory() as folder:
        return transcript.play(name, text, folder)


class Playing(unittest.TestCase):
    def assert_fails(self, expected, text):
        failures = play(text)
        self.assertEqual(len(failures), 1, failures)
        self.assertIn(expected, failures[0])

    def test_right_output(self):
        self.assertEqual(play("# first\n$ echo one; echo two >&2\none\ntwo\n\n$ true\n"), [])

    def test_wrong_output(self):
        self.assert_fails("t.txt:1: $ printf 'a\\nb\\nc\\n'\n  a\n- x\n+ b\n  c", "$ printf 'a\\nb\\nc\\n'\na\nx\nc\n")

    def test_missing_and_extra_output(self):
        self.assert_fails("- a", "$ true\na\n")
        self.assert_fails("+ a", "$ echo a\n")

    def test_exit_code(self):
        self.assertEqual(play("$ echo a; exit 2\na\n[exit 2]\n"), [])
        self.assert_fails("- [exit 2]\n+ [exit 0]", "$ true\n[exit 2]\n")
        self.assert_fails("- [exit 0]\n+ [exit 1]", "$ false\n")

    def test_dots_within_a_line(self):
        self.assertEqual(play("$ echo took 12 ms.\ntook ... ms.\n"), [])
        self.assert_fails("- took ... s", "$ echo took 12 ms\ntook ... s\n")
        self.assert_fails("- a...b", "$ printf 'a\\nb\\n'\na...b\n")

    def test_dots_for_lines(self):
        self.assertEqual(play("$ seq 9\n1\n...\n8\n9\n"), [])
        self.assertEqual(play("$ seq 2\n1\n...\n2\n"), [])
        self.assert_fails("  1\n  2\n  3\n- 7", "$ seq 3\n1\n...\n7\n")

    def test_continued_command(self):
        self.assertEqual(play("$ echo a \\\n    b\na b\n"), [])

    def test_one_folder_for_all_commands(self):
        self.assertEqual(play("$ echo a > f\n$ cat f\na\n"), [])

    def test_file_block(self):
        self.assertEqual(play("```csv in/t.csv\na,b\n```\n$ cat in/t.csv\na,b\n"), [])


class Pages(unittest.TestCase):
    def test_only_console_blocks_are_run(self):
        page = "Text.\n```cpp\nint a;\n```\n```console\n$ echo a\nb\n```\n"
        self.assertEqual(len(play(page, "docs/p.md")), 1)
        self.assertEqual(play(page.replace("\nb\n", "\na\n"), "docs/p.md"), [])

    def test_norun(self):
        block = "```console norun\n$ make demo\nanything\n```\n```console norun\n$ make test\n```\n"
        self.assertEqual(play(block, "README.md"), [])
        for name, text in [("docs/p.md", block), ("README.md", block + block),
                           ("README.md", block.replace("make test", "overt verify"))]:
            with self.assertRaisesRegex(transcript.Malformed, "norun is for"):
                play(text, name)

    def test_command_in_another_block(self):
        with self.assertRaisesRegex(transcript.Malformed, "console"):
            play("```sh\n$ overt verify\n```\n```console\n$ true\n```\n", "docs/p.md")

    def test_nothing_to_run(self):
        with self.assertRaisesRegex(transcript.Malformed, "no command"):
            play("# nothing\n")

    def test_open_block(self):
        with self.assertRaisesRegex(transcript.Malformed, "not closed"):
            play("```console\n$ true\n", "docs/p.md")


if __name__ == "__main__":
    unittest.main()
