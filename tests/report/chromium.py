"""The browser of the tests that open pages: a headless Chromium.

    cls.browser = chromium.launch(cls.addClassCleanup)
    window = chromium.patient(context.new_page())

No wait has a limit: a busy machine takes its time, and ctest ends what hangs.
"""

import shutil

from playwright.sync_api import sync_playwright

# Containers have no user namespaces for the sandbox; and the pages are our own.
FLAGS = ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--disable-background-networking"]

# Elements that stick out of the window and are not inside a box that scrolls by itself.
STICKING_OUT = """() => [...document.querySelectorAll('body *')].filter(e => {
  if (e.closest('.scroll, pre, .skip, svg')) return false;
  const box = e.getBoundingClientRect();
  return box.width > 0 && (box.right > document.documentElement.clientWidth + 0.5 || box.left < -0.5);
}).map(e => e.outerHTML.slice(0, 120))"""


def launch(add_cleanup):
    playwright = sync_playwright().start()
    add_cleanup(playwright.stop)
    browser = playwright.chromium.launch(executable_path=shutil.which("chromium") or "/usr/bin/chromium", args=FLAGS,
                                         timeout=0)
    add_cleanup(browser.close)
    return browser


def patient(window):
    window.set_default_timeout(0)
    return window
