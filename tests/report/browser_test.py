"""Every page in a real browser: opened from disk in a headless Chromium, wide and narrow, light and dark, and printed.

Nothing may be requested but the page itself, no message may reach the console, nothing may be wider than the window, and
every printed page of a custodian's report says what it is. PDFs are left in SHOTS_FOLDER, to be
looked at, and with OVERT_SHOTS=1 (`make test-all`) screenshots: they take longer than everything else.

    python3 browser_test.py BIN_FOLDER SHOTS_FOLDER
"""

import os
import re
import shutil
import sys
import tempfile
import unittest
import zlib
from pathlib import Path

from chromium import STICKING_OUT, launch, patient
from pages import make_pages

WIDTHS = [400, 800, 1400]
# Words of a drawing that leave it.
CUT_WORDS = """() => [...document.querySelectorAll('svg.drawing text')].filter(e => {
  const box = e.getBoundingClientRect(), room = e.ownerSVGElement.getBoundingClientRect();
  return box.right > room.right + 1 || box.left < room.left - 1 || box.bottom > room.bottom + 1;
}).map(e => e.textContent)"""


class Browser(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory(prefix="overt-pages-")
        cls.addClassCleanup(folder.cleanup)
        cls.pages = make_pages(sys.argv[1], folder.name)
        cls.shots = Path(sys.argv[2])
        shutil.rmtree(cls.shots, ignore_errors=True)
        cls.shots.mkdir(parents=True)
        cls.browser = launch(cls.addClassCleanup)

    def open(self, page, **options):
        """The page in a fresh window, and what it asked for and said."""
        context = self.browser.new_context(offline=True, **options)
        self.addCleanup(context.close)
        requests, messages = [], []
        window = patient(context.new_page())
        window.on("request", lambda request: requests.append(request.url))
        window.on("console", lambda message: messages.append(message.text))
        window.on("pageerror", lambda error: messages.append(str(error)))
        window.goto(page.path.resolve().as_uri())
        window.wait_for_load_state("load")
        self.assertEqual(requests, [page.path.resolve().as_uri()], "something else was asked for")
        self.assertEqual(messages, [])
        return window

    def test_every_width_light_and_dark(self):
        for page in self.pages:
            window = self.open(page)
            backgrounds = set()
            for scheme in ["light", "dark"]:
                window.emulate_media(color_scheme=scheme)
                backgrounds.add(window.evaluate("getComputedStyle(document.body).backgroundColor"))
                # Colours move nothing: widths are tried in one scheme, in both if pictures are taken.
                for width in WIDTHS if scheme == "light" or os.environ.get("OVERT_SHOTS") else []:
                    with self.subTest(page.name, scheme=scheme, width=width):
                        window.set_viewport_size({"width": width, "height": 900})
                        self.look_at(window)
                        self.shot(window, self.shots / f"{page.name}-{width}-{scheme}.png")
            self.assertEqual(len(backgrounds), 2, "light and dark look the same")
            window.context.close()

    def shot(self, window, path):
        if os.environ.get("OVERT_SHOTS"):
            window.screenshot(path=path, full_page=True)

    def look_at(self, window):
        # All details open: what they hold must fit, too.
        window.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)")
        wide, room = window.evaluate("[document.documentElement.scrollWidth, document.documentElement.clientWidth]")
        self.assertLessEqual(wide, room, "the page is wider than the window")
        self.assertEqual(window.evaluate(STICKING_OUT), [])
        self.assertEqual(window.evaluate(CUT_WORDS), [])
        window.evaluate("document.querySelectorAll('details').forEach(d => d.open = false)")

    def test_print(self):
        for page in self.pages:
            with self.subTest(page.name):
                window = self.open(page, color_scheme="dark")
                window.emulate_media(media="print")
                self.assertEqual(window.evaluate("getComputedStyle(document.body).color"), "rgb(28, 33, 38)",
                                 "paper is not dark")
                tables = window.evaluate("[...document.querySelectorAll('details table')].map(t => t.checkVisibility("
                                         "{contentVisibilityAuto: true}) && t.getBoundingClientRect().height > 0)")
                self.assertTrue(all(tables), "a table stays folded on paper")
                pdf = window.pdf(path=self.shots / f"{page.name}.pdf", prefer_css_page_size=True)
                count = len(re.findall(rb"/Type\s*/Page\b", pdf))
                self.assertGreater(count, 0)
                if page.custodian:
                    self.assertEqual(self.headed(window), count, "a printed page does not say whom it is for")
                window.context.close()

    def headed(self, window):
        """On how many printed pages the running header stands."""
        # The words of a PDF are numbers of glyphs. So the header gets a colour that nothing else has, and the drawing
        # instructions of the pages are searched for it.
        window.add_style_tag(content="@media print { .running { color: #010203 !important } }")
        pdf = window.pdf(prefer_css_page_size=True)
        streams = [self.inflated(raw) for raw in re.findall(rb"stream\r?\n(.*?)endstream", pdf, re.S)]
        return sum(1 for stream in streams if re.search(rb"\.0039\d* \.0078\d* \.011\d* rg", stream))

    @staticmethod
    def inflated(raw):
        try:
            return zlib.decompress(raw)
        except zlib.error:
            return b""


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
