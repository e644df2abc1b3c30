"""The Chromium of this machine, through Playwright: quiet, and without a network of its own."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, sync_playwright

QUIET = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

START_MILLISECONDS = 300_000.0
"""The time that the browser has to start. A busy machine needs more than half a minute."""


@contextmanager
def chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=QUIET, timeout=START_MILLISECONDS)
        try:
            yield browser
        finally:
            browser.close()
