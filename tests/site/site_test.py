"""The site as `make site` makes it, in a browser without a network.

Links and anchors lead somewhere; nothing is asked of a network, also by the search; no page is wider than a window of 400
pixels; formulas are MathML, and the first page has its picture. Screenshots are left in SHOTS_FOLDER.

    python3 site_test.py BUILD_FOLDER SHOTS_FOLDER
"""

import posixpath
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "report"))
from chromium import launch, patient  # noqa: E402

ROOT = Path(__file__).resolve().parents[2]
BUILD, SHOTS = Path(sys.argv[1]).resolve(), Path(sys.argv[2])
LOADS = {("script", "src"), ("img", "src"), ("link", "href"), ("iframe", "src"), ("source", "src")}
LOOKED_AT = ["index", "readme", "comparison", "job", "algorithms/local", "reference/flags", "reference/python", "benchmarks"]


class Page(HTMLParser):
    """Ids, links and what is loaded of one page."""

    def __init__(self, text):
        super().__init__()
        self.ids, self.links, self.loads, self.tags = set(), [], [], set()
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.tags.add(tag)
        for name, value in attributes:
            if name in ("id", "name") and value:
                self.ids.add(value)
            if tag == "a" and name == "href" and value:
                self.links.append(value)
            if (tag, name) in LOADS and value and dict(attributes).get("rel") not in ("next", "prev", "canonical"):
                self.loads.append(value)


class Site(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory(prefix="overt-site-")
        cls.addClassCleanup(folder.cleanup)
        cls.site = Path(folder.name) / "site"
        subprocess.run([ROOT / "scripts/site", BUILD, cls.site], check=True, stdin=subprocess.DEVNULL)
        cls.pages = {str(path.relative_to(cls.site)): Page(path.read_text()) for path in sorted(cls.site.rglob("*.html"))
                     if path.name != "404.html"}
        shutil.rmtree(SHOTS, ignore_errors=True)
        SHOTS.mkdir(parents=True)
        cls.browser = launch(cls.addClassCleanup)

    def window(self, **options):
        """A window without a network, what it asks for that is not of the site, and what it says."""
        context = self.browser.new_context(offline=True, **options)
        self.addCleanup(context.close)
        strange, said = [], []
        window = patient(context.new_page())
        window.on("request", lambda request: strange.append(request.url) if not request.url.startswith(
            (self.site.as_uri(), "data:", "about:", "blob:")) else None)
        window.on("console", lambda message: said.append(message.text))
        window.on("pageerror", lambda error: said.append(str(error)))
        return window, strange, said

    def test_links_lead_somewhere(self):
        self.assertGreater(len(self.pages), 40)
        broken = []
        for name, page in self.pages.items():
            for link in page.links:
                if re.match(r"[a-z]+:", link):
                    continue
                path, _, anchor = unquote(link).partition("#")
                goal = posixpath.normpath(posixpath.join(posixpath.dirname(name), path)) if path else name
                if goal in (".", ""):
                    goal = "index.html"
                if not (self.site / goal).exists() or (anchor and goal in self.pages and anchor not in self.pages[goal].ids):
                    broken.append(f"{name}: {link}")
        self.assertEqual(broken, [])

    def test_nothing_is_loaded_from_elsewhere(self):
        self.assertEqual([(name, load) for name, page in self.pages.items() for load in page.loads if re.match(r"[a-z]*:?//", load)], [])

    def test_every_page_fits_a_narrow_window(self):
        for scheme in ["light", "dark"]:
            window, strange, said = self.window(viewport={"width": 400, "height": 800}, color_scheme=scheme)
            for name in self.pages if scheme == "light" else [f"{page}.html" for page in LOOKED_AT]:
                with self.subTest(name):
                    window.goto((self.site / name).as_uri())
                    wide, room = window.evaluate("[document.documentElement.scrollWidth, document.documentElement.clientWidth]")
                    self.assertLessEqual(wide, room, "the page is wider than the window")
                    if name.removesuffix(".html") in LOOKED_AT:
                        window.screenshot(path=SHOTS / f"{name.replace('/', '_')}-400-{scheme}.png")
            self.assertEqual((strange, said), ([], []))

    def test_wide(self):
        window, strange, said = self.window(viewport={"width": 1400, "height": 900})
        for page in LOOKED_AT:
            window.goto((self.site / f"{page}.html").as_uri())
            window.screenshot(path=SHOTS / f"{page.replace('/', '_')}-1400.png")
        self.assertEqual((strange, said), ([], []))

    def test_search_from_disk(self):
        window, strange, said = self.window(viewport={"width": 1400, "height": 900})
        window.goto((self.site / "index.html").as_uri())
        self.assertEqual((strange, said), ([], []), "before anything is searched for")
        window.click("[data-md-component=search-query]")
        window.keyboard.type("certificate")
        window.wait_for_selector(".md-search-result__item")
        self.assertIn("certificate", window.inner_text(".md-search-result__list").lower())
        self.assertEqual((strange, said), ([], []))

    def test_formulas_and_the_picture(self):
        self.assertIn("math", self.pages["algorithms/local.html"].tags)
        text = (self.site / "index.html").read_text()
        for word in ["What is published", "cancer 1", "allowed: 1/2"]:
            self.assertIn(word, text)

    def test_the_reference_has_the_modules_beside_the_package(self):
        text = re.sub(r"<[^>]+>", "", (self.site / "reference/python.html").read_text())
        for word in ["overt.sql.release", "overt.spark.verify", "row_key: str", "most_combinations: int = 20000000"]:
            self.assertIn(word, text)

    def test_the_reference_has_every_flag(self):
        flags = (self.site / "reference/flags.html").read_text()
        completion = subprocess.run([BUILD / "bin/overt", "completion", "fish"], capture_output=True, text=True, check=True).stdout
        named = set(re.findall(r"' -l ([a-z-]+)$", completion, re.MULTILINE)) - {"help"}
        self.assertGreater(len(named), 60)
        self.assertEqual([flag for flag in named if f"--{flag}" not in flags], [])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
