"""The pages of the site, without building it: every page of the repository has its place, exactly one; links follow where
pages move; a page that nobody has named is shown all the same."""

import sys
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "site"))
from navigation import SECTIONS, TITLES, navigation, placed  # noqa: E402
from pages import converted, moved, sources  # noqa: E402

WHERE = {"README.md": "readme.md", "docs/a.md": "a.md", "docs/deep/b.md": "deep/b.md"}


class Navigation(unittest.TestCase):
    def test_every_page_of_the_repository_has_one_place(self):
        pages = list(sources().values())
        self.assertGreater(len(pages), 30)
        self.assertEqual(sorted(placed(navigation(pages))), sorted(pages))

    def test_a_new_page_is_not_lost(self):
        nav = navigation(["index.md", "job.md", "new.md", "concepts/new.md"])
        self.assertEqual(nav, [{"Home": "index.md"}, {"Concepts": ["concepts/new.md"]}, {"Reference": ["job.md"]}, {"More": ["new.md"]}])

    def test_a_page_of_an_unknown_folder_is_an_error(self):
        with self.assertRaisesRegex(ValueError, "without a place.*strange/new.md"):
            navigation(["index.md", "strange/new.md"])

    def test_no_page_is_named_twice(self):
        named = [page for _, listed, _ in SECTIONS for page in listed]
        self.assertEqual(len(named), len(set(named)))

    def test_every_page_that_is_named_is_there(self):
        there = {*sources().values(), *(f"reference/{name}.md" for name in ("flags", "keys", "python", "headers"))}
        self.assertEqual({page for _, listed, _ in SECTIONS for page in listed} - there, set())
        self.assertEqual(set(TITLES) - there, set())


class Pages(unittest.TestCase):
    def test_all_can_be_converted(self):
        where = sources()
        for page, to in where.items():
            text = converted((ROOT / page).read_text(), page, to, where)
            self.assertNotIn("\0", text)

    def test_links_follow(self):
        self.assertEqual(moved("../README.md#x", "docs/a.md", "a.md", WHERE), "readme.md#x")
        self.assertEqual(moved("docs/deep/b.md", "README.md", "readme.md", WHERE), "deep/b.md")
        self.assertEqual(moved("../a.md", "docs/deep/b.md", "deep/b.md", WHERE), "../a.md")
        for link in ["#here", "https://example.org/x"]:
            self.assertEqual(moved(link, "docs/a.md", "a.md", WHERE), link)
        with self.assertRaisesRegex(ValueError, "docs/a.md: c.md: the site has no such page"):
            moved("c.md", "docs/a.md", "a.md", WHERE)

    def test_code_is_left_alone_and_fences_get_titles(self):
        text = "See [`a`](docs/a.md), `[x](y.md)`:\n- one\n\n```csv p.csv\n[x](y.md)\n```\n\n```console norun\n$ make\n```\n"
        self.assertEqual(converted(text, "README.md", "readme.md", WHERE),
                         "See [`a`](a.md), `[x](y.md)`:\n\n- one\n\n```csv title=\"p.csv\"\n[x](y.md)\n```\n\n```console\n$ make\n```\n")


if __name__ == "__main__":
    unittest.main()
