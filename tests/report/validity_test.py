"""Every page is valid HTML, stands on its own, and can be read without seeing it.

A strict parser (html5lib) takes it without one error; and what a parser does not look at is checked here: ids are
unique and what refers to one finds it, headings do not skip a level, every figure has a caption, a drawing with
title and description, and its numbers as a table; nothing is loaded, and nothing runs.

    python3 validity_test.py BIN_FOLDER
"""

import sys
import tempfile
import unittest

import html5lib

from pages import make_pages

HTML = "{http://www.w3.org/1999/xhtml}"
SVG = "{http://www.w3.org/2000/svg}"
# What a page may consist of; everything else is a mistake, or loads or runs something.
ELEMENTS = {HTML + name for name in
            "html head meta title style body a div span header nav main section footer h1 h2 h3 p ul ol li dl dt dd pre "
            "code strong em figure figcaption details summary table caption thead tbody tr th td".split()} | {
            SVG + name for name in "svg title desc rect line circle polyline polygon path text tspan g".split()}
ATTRIBUTES = set("lang charset name content http-equiv class id href role tabindex aria-label aria-labelledby aria-hidden "
                 "scope colspan viewBox x y x1 y1 x2 y2 cx cy r width height points d text-anchor transform open".split())


class Validity(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory(prefix="overt-pages-")
        cls.addClassCleanup(folder.cleanup)
        cls.pages = make_pages(sys.argv[1], folder.name)

    def each_page(self):
        for page in self.pages:
            with self.subTest(page.name):
                text = page.path.read_bytes().decode()  # strict UTF-8
                tree = html5lib.HTMLParser(strict=True, namespaceHTMLElements=True).parse(text)
                yield page, text, tree

    def test_elements_and_attributes(self):
        for _, text, tree in self.each_page():
            self.assertTrue(text.startswith("<!doctype html>\n"))
            self.assertEqual(tree.get("lang"), "en")
            for element in tree.iter():
                self.assertIn(element.tag, ELEMENTS)
                self.assertLessEqual(set(element.attrib), ATTRIBUTES, element.tag)

    def test_nothing_is_loaded(self):
        for _, text, tree in self.each_page():
            for element in tree.iter():
                self.assertTrue(element.get("href", "#").startswith("#"))
            style = "".join(tree.find(f".//{HTML}style").itertext())
            for word in ["url(", "@import", "@font-face", "expression"]:
                self.assertNotIn(word, style)
            self.assertEqual([meta.get("content") for meta in tree.iter(HTML + "meta") if meta.get("http-equiv")],
                             ["default-src 'none'; style-src 'unsafe-inline'"])

    def test_references(self):
        for _, _, tree in self.each_page():
            ids = [element.get("id") for element in tree.iter() if element.get("id") is not None]
            self.assertEqual(len(ids), len(set(ids)), "an id stands twice")
            self.assertNotIn("", ids)
            for element in tree.iter():
                for name in element.get("aria-labelledby", "").split():
                    self.assertIn(name, ids)
                if element.get("href"):
                    self.assertIn(element.get("href")[1:], ids)

    def test_headings_and_landmarks(self):
        for _, _, tree in self.each_page():
            levels = [int(e.tag[-1]) for e in tree.iter() if e.tag in [HTML + f"h{n}" for n in range(1, 7)]]
            self.assertEqual(levels[0], 1)
            self.assertEqual(levels.count(1), 1)
            for before, after in zip(levels, levels[1:]):
                self.assertLessEqual(after, before + 1)
            for landmark in ["header", "nav", "main", "footer"]:
                self.assertEqual(len(list(tree.iter(HTML + landmark))), 1, landmark)

    def test_figures_can_be_read(self):
        for _, _, tree in self.each_page():
            drawings = [svg for svg in tree.iter(SVG + "svg") if svg.get("aria-hidden") != "true"]
            figures = list(tree.iter(HTML + "figure"))
            self.assertEqual(len(drawings), len(figures))
            for figure in figures:
                self.assertEqual(figure[0].tag, HTML + "figcaption")
                self.assertTrue("".join(figure[0].itertext()).strip())
                svg = next(svg for svg in figure.iter(SVG + "svg") if svg.get("role") == "img")
                self.assertEqual([svg[0].tag, svg[1].tag], [SVG + "title", SVG + "desc"])
                self.assertTrue(svg[0].text.strip() and svg[1].text.strip())
                self.assertIsNotNone(figure.find(f"{HTML}details//{HTML}table"), "no numbers behind the drawing")

    def test_tables(self):
        for _, _, tree in self.each_page():
            for table in tree.iter(HTML + "table"):
                self.assertTrue(table.findtext(f"{HTML}caption").strip())
                width = len(table.findall(f"{HTML}thead/{HTML}tr/{HTML}th"))
                for row in table.findall(f"{HTML}tbody/{HTML}tr"):
                    self.assertEqual(len(row), width)

    def test_custodian_pages_say_so(self):
        for page, text, tree in self.each_page():
            running = [e for e in tree.iter(HTML + "div") if e.get("class") == "running"]
            if page.custodian:
                self.assertEqual(["".join(e.itertext()) for e in running], ["custodian only, not for release"])
            else:
                self.assertEqual(running, [])
                self.assertNotIn("custodian only", text)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[2:]])
