"""The studio in a real browser: the whole way by clicks and keys, every page at three widths, light and dark, without a
message on the console and without a serious defect that axe-core knows. With OVERT_SHOTS=1 (`make test-all`)
screenshots are left in SHOTS_FOLDER, to be looked at.

    python3 browser_test.py BIN_FOLDER SHOTS_FOLDER
"""

import io
import json
import os
import shutil
import subprocess
import sys
import unittest
import zipfile
from importlib.util import find_spec
from pathlib import Path

from studio_process import Studio, command, work_folder

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "report"))
from chromium import STICKING_OUT, launch, patient  # noqa: E402

WIDTHS = [400, 1000, 1600]
AXE = Path(find_spec("axe_playwright_python").submodule_search_locations[0]) / "axe.min.js"
SERIOUS = """async () => (await axe.run(document, {resultTypes: ['violations']})).violations
  .filter(v => v.impact === 'serious' || v.impact === 'critical')
  .map(v => v.id + ': ' + v.nodes.map(n => n.target + ' ' + n.failureSummary).slice(0, 3).join(' | '))"""

ODD = ('"<script>alert(1)</script>",an_extraordinarily_long_name_of_a_column_that_does_not_fit_anywhere,"a & ""b""",c\n' +
       "".join(f"name{i},value_number_{i % 5}_that_is_rather_long_for_a_cell,{i % 3},{'xyz'[i % 3]}\n" for i in range(30)))


class Browser(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.root = work_folder(cls.addClassCleanup)
        cls.shots = Path(sys.argv[2])
        shutil.rmtree(cls.shots, ignore_errors=True)
        cls.shots.mkdir(parents=True)
        cls.browser = launch(cls.addClassCleanup)

    def setUp(self):
        self.folder = self.root / self.id().rsplit(".", 1)[1]
        self.folder.mkdir()
        self.messages = []

    def start(self):
        studio = Studio(self.folder)
        self.addCleanup(studio.end)
        return studio

    def window(self, studio, open=True):
        context = self.browser.new_context(accept_downloads=True)
        self.addCleanup(context.close)
        window = patient(context.new_page())
        window.on("console", lambda message: self.messages.append(message.text))
        window.on("pageerror", lambda error: self.messages.append(str(error)))
        if open:
            window.goto(studio.address)
            window.wait_for_url(f"http://127.0.0.1:{studio.port}/")
        return window

    def census(self):
        subprocess.run([command(), "generate", "--records", "2000", "--seed", "1", "--out", "census.csv"], cwd=self.folder,
                       check=True)

    def shot(self, window, path, full_page=True):
        if os.environ.get("OVERT_SHOTS"):
            window.screenshot(path=path, full_page=full_page)

    def shoot(self, window, name, path=None):
        """Looks at the page as it is, in every width, light and dark; `path` if a click has just led there."""
        if path:
            window.wait_for_url(f"**{path}*")
        window.wait_for_load_state("load")
        window.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)")
        for scheme in ["light", "dark"]:
            window.emulate_media(color_scheme=scheme)
            # Colours move nothing: widths are tried in one scheme, in both if pictures are taken.
            for width in WIDTHS if scheme == "light" or os.environ.get("OVERT_SHOTS") else []:
                with self.subTest(name, scheme=scheme, width=width):
                    window.set_viewport_size({"width": width, "height": 900})
                    wide, room = window.evaluate(
                        "[document.documentElement.scrollWidth, document.documentElement.clientWidth]")
                    self.assertLessEqual(wide, room, "the page is wider than the window")
                    self.assertEqual(window.evaluate(STICKING_OUT), [])
                    self.shot(window, self.shots / f"{name}-{width}-{scheme}.png")
            # The page allows no script of others: it is put in by the debugger.
            window.context.new_cdp_session(window).send("Runtime.evaluate", {"expression": AXE.read_text()})
            with self.subTest(name, scheme=scheme, axe=True):
                self.assertEqual(window.evaluate(SERIOUS), [])
        window.emulate_media(color_scheme="light")
        window.set_viewport_size({"width": 1200, "height": 900})
        window.evaluate("document.querySelectorAll('details').forEach(d => d.open = false)")

    def read(self, window, upload=None):
        if upload:
            window.set_input_files("input[name=table]", upload)
            window.get_by_role("button", name="Read this file").click()
        else:
            window.fill("input[name=path]", "census.csv")
            window.get_by_role("button", name="Read from the folder").click()
        window.get_by_role("link", name="Go on to the roles").wait_for()

    def test_the_whole_way(self):
        self.census()
        studio = self.start()
        window = self.window(studio)
        self.assertNotIn("token", window.url)
        self.shoot(window, "1-table-empty")
        self.read(window, self.folder / "census.csv")
        self.shoot(window, "1-table")
        window.get_by_role("link", name="Go on to the roles").click()
        self.shoot(window, "2-roles-guesses", "/roles")
        window.get_by_role("button", name="Take the guesses").click()
        window.wait_for_load_state()
        for group in window.get_by_role("group").all():
            if not group.locator("input:checked").count():
                group.get_by_label("insensitive", exact=True).check()
        window.get_by_role("button", name="Use these roles").click()
        window.get_by_role("link", name="Go on to the promise").wait_for()
        self.shoot(window, "2-roles")
        window.get_by_role("link", name="Make or upload").first.click()
        self.shoot(window, "2-hierarchy", "/hierarchy")
        window.get_by_role("button", name="Make intervals").click()
        window.get_by_role("heading", name="The hierarchy").wait_for()
        self.shoot(window, "2-hierarchy-made")
        window.goto(f"http://127.0.0.1:{studio.port}/promise")
        window.get_by_text("Other caps: some values only").click()
        window.get_by_role("link", name="Make or upload a hierarchy").first.click()
        window.get_by_text("Name a group for each value").click()
        for row, field in enumerate(window.locator("td input[type=text]").all()):
            field.fill(["office", "crafts"][row % 2])
        window.get_by_role("button", name="Make these groups").click()
        window.get_by_role("heading", name="The hierarchy").wait_for()
        window.get_by_role("link", name="Back to the promise").click()
        self.shoot(window, "3-promise-categories", "/promise")
        window.get_by_label("more than 1 in 4").check()
        window.get_by_role("button", name="Use this promise").click()
        window.get_by_role("link", name="Compare methods on a twin").wait_for()
        self.shoot(window, "3-promise")
        window.get_by_role("link", name="Compare methods on a twin").click()
        window.fill("input[name=promises]", "2, 4")
        window.get_by_role("button", name="Compare", exact=True).click()
        window.get_by_role("heading", name="Choose a point").wait_for()
        self.shoot(window, "4-compare")
        window.set_viewport_size({"width": 1200, "height": 760})
        self.shot(window, self.shots / "picture.png", full_page=False)  # docs/figures/studio.png is one of these
        window.get_by_role("button", name="Choose rda with 1/4").click()
        window.get_by_text("chosen", exact=True).wait_for()
        window.get_by_role("link", name="Go on to the release").click()
        self.shoot(window, "5-release-before", "/release")
        window.get_by_label("One job, one run, one publication").check()
        window.get_by_role("button", name="Release", exact=True).dblclick()
        window.get_by_role("heading", name="Verified").wait_for()
        self.shoot(window, "5-release-done")
        self.assertEqual(window.get_by_role("button", name="Release", exact=True).count(), 0)
        with window.expect_download() as waiting:
            window.get_by_role("link", name="Download as a zip file").click()
        with zipfile.ZipFile(io.BytesIO(Path(waiting.value.path()).read_bytes())) as archive:
            archive.extractall(self.folder / "elsewhere")
        verified = subprocess.run([command(), "verify", "elsewhere/release"], cwd=self.folder, capture_output=True, text=True)
        self.assertEqual(verified.returncode, 0, verified.stdout)
        certificate = json.loads((self.folder / "elsewhere/release/certificate.json").read_text())
        self.assertEqual((certificate["method"], certificate["job"]["l"]), ("rda", 4))
        window.get_by_role("button", name="Measure and attack").click()
        window.get_by_role("link", name="Read the custodian's report").wait_for()
        self.shoot(window, "5-custodian")
        # Back, reload and another tab show the same.
        window.go_back()
        window.reload()
        tab = patient(window.context.new_page())
        tab.goto(f"http://127.0.0.1:{studio.port}/release")
        tab.get_by_role("heading", name="This table has been run").wait_for()
        for path in ["after", "verify", "explain", "job", "nowhere"]:
            tab.goto(f"http://127.0.0.1:{studio.port}/{path}")
            self.shoot(tab, f"6-{path}")
        tab.goto(f"http://127.0.0.1:{studio.port}/verify")
        tab.set_input_files("input[name=release]", waiting.value.path())
        tab.get_by_role("button", name="Verify this file").click()
        tab.get_by_role("heading", name="Verified").wait_for()
        self.shoot(tab, "6-verify-done")
        self.assertEqual([text for text in self.messages if "404" not in text], [])

    def test_words_of_others_do_not_run(self):
        (self.folder / "odd.csv").write_text(ODD)
        studio = self.start()
        window = self.window(studio)
        self.read(window, self.folder / "odd.csv")
        self.shoot(window, "odd-table")
        window.get_by_role("link", name="Go on to the roles").click()
        self.shoot(window, "odd-roles", "/roles")
        self.assertEqual(self.messages, [])

    def test_a_table_that_could_not_be_read(self):
        (self.folder / "census.csv").write_text("age,x\n" + "".join(f"{i},{'ab'[i % 2]}\n" for i in range(300)) + "none,a\n")
        window = self.window(self.start())
        window.fill("input[name=path]", "census.csv")
        window.get_by_role("button", name="Read from the folder").click()
        window.get_by_role("link", name="Go back").click()
        window.get_by_role("heading", name="Read census.csv in another way").wait_for()
        self.shoot(window, "1-table-otherwise")
        window.get_by_label("Columns to be read as text").fill("age")
        window.get_by_role("button", name="Read it this way").click()
        window.get_by_role("link", name="Go on to the roles").wait_for()
        self.assertEqual(self.messages, [])

    def test_by_keyboard(self):
        self.census()
        window = self.window(self.start())
        self.read(window)
        window.keyboard.press("Tab")
        self.assertEqual(window.evaluate("document.activeElement.textContent"), "Skip to the content")
        reached = set()
        for _ in range(200):
            window.keyboard.press("Tab")
            reached.add(window.evaluate("document.activeElement.outerHTML.slice(0, 200)"))
        for wanted in ['href="/roles"', 'name="type.0"', "Read again with these types", 'name="table"', "End the studio"]:
            self.assertTrue(any(wanted in one for one in reached), wanted)

    def test_a_second_browser_without_the_token(self):
        studio = self.start()
        window = self.window(studio, open=False)
        window.goto(f"http://127.0.0.1:{studio.port}/")
        window.get_by_text("open it again in this browser").wait_for()

    def test_a_lost_server_is_noticed(self):
        os.mkfifo(self.folder / "slow.csv")  # a table that takes as long as we like
        studio = self.start()
        window = self.window(studio)
        window.fill("input[name=path]", "slow.csv")
        window.get_by_role("button", name="Read from the folder").click()
        with open(self.folder / "slow.csv", "w") as table:
            table.write("name,age\n")
            table.flush()
            window.locator("#task").wait_for()
            self.shoot(window, "7-progress")
            studio.process.kill()
            studio.process.wait()
        window.get_by_text("The studio has ended").wait_for()


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
