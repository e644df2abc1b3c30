"""The pictures of the docs: every page of the demonstration, wide and on a phone, into docs/images.

It works on a database of its own that goes away afterwards. `python -m scripts.screenshots [FOLDER]`
"""

import io
import os
import re
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page, ViewportSize

from scripts.chromium import chromium

PROJECT = Path(__file__).resolve().parents[1]
SHAPES: dict[str, ViewportSize] = {"": {"width": 1440, "height": 900}, "-narrow": {"width": 390, "height": 844}}
VERDICTS = {"import": "card", "matched": "checking-2026-01", "outstanding": "checking-2026-02", "unverifiable": "savings"}


def manage(*arguments: str, environment: Mapping[str, str]) -> str:
    command = [sys.executable, str(PROJECT / "manage.py"), *arguments]
    done = subprocess.run(command, env=dict(environment), cwd=PROJECT, check=True, capture_output=True, text=True)
    return done.stdout


@contextmanager
def served(environment: Mapping[str, str]) -> Iterator[str]:
    """The address of the web server, while it runs."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, str(PROJECT / "manage.py"), "runserver", "--noreload", f"127.0.0.1:{port}"]
    server = subprocess.Popen(command, env=dict(environment), cwd=PROJECT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        yield wait_for(f"http://127.0.0.1:{port}")
    finally:
        server.terminate()
        server.wait(10)


def wait_for(address: str) -> str:
    deadline = time.monotonic() + 60
    while True:
        try:
            urllib.request.urlopen(f"{address}/sign-in/")  # noqa: S310  our own address
        except urllib.error.URLError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.2)
        else:
            return address


def sign_in(page: Page, address: str, password: str) -> None:
    page.goto(f"{address}/sign-in/")
    page.get_by_label("Username").fill("demo")
    page.get_by_label("Password").fill(password)
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url(f"{address}/")


def pages(page: Page, address: str) -> dict[str, str]:
    """Each picture's name and what it is of."""
    page.goto(address)
    found = {"statements": "/", "upload": "/upload/", "accounts": "/accounts/", "admin": "/admin/reconciliation/statementimport/"}
    for name, file in VERDICTS.items():
        row = page.get_by_role("row").filter(has_text=file)
        found[name] = str(row.get_by_role("link").first.get_attribute("href"))
    page.goto(f"{address}/accounts/")
    found["account"] = str(page.locator("main a[href*='/accounts/']:not([href$='/new/'])").first.get_attribute("href"))
    page.goto(f"{address}{found['admin']}")
    found["admin-import"] = str(page.locator("#result_list tbody th a").first.get_attribute("href"))
    return found


def shoot(page: Page, path: Path) -> None:
    """The whole page, in the few colours that it has: a third of the bytes."""
    picture = Image.open(io.BytesIO(page.screenshot(full_page=True)))
    picture.convert("RGB").quantize(192, dither=Image.Dither.NONE).save(path, optimize=True)


def take(browser: Browser, address: str, password: str, folder: Path) -> None:
    for suffix, size in SHAPES.items():
        context = browser.new_context(viewport=size, locale="en", color_scheme="light")
        page = context.new_page()
        page.goto(f"{address}/sign-in/")
        shoot(page, folder / f"sign-in{suffix}.png")
        sign_in(page, address, password)
        for name, path in pages(page, address).items():
            page.goto(f"{address}{path}")
            shoot(page, folder / f"{name}{suffix}.png")
        context.close()


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="tieout-pictures-") as data:
        environment = {**os.environ, "DATA_DIR": data, "MEDIA_ROOT": f"{data}/media", "ENV_FILE": os.devnull, "LOG_LEVEL": "WARNING"}
        manage("migrate", "--verbosity", "0", environment=environment)
        told = manage("load_demo", environment=environment)
        password = re.findall(r"password (\S+)", told)[-1]
        with served(environment) as address, chromium() as browser:
            take(browser, address, password, folder)


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else PROJECT / "docs" / "images")
