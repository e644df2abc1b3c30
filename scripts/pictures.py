"""A picture of every page and state: wide, on a phone, in the dark, and in German. `python -m scripts.pictures [FOLDER] [--only NAME]`

The pages are found as a person finds them, by following links from the front page, in books of their own that go away afterwards.
At the end it says which named pages no link led to, and which pages are wider than the screen. `--docs` takes only the pictures that the
docs show, into docs/images. `--languages de fr` takes each page in these languages, wide and on a phone, with `--dark` in both schemes,
with `--narrow` on a phone alone.
"""

import argparse
import io
import os
import re
import secrets
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from itertools import chain, count
from pathlib import Path
from typing import Literal
from urllib.parse import urljoin, urlsplit

import django
from django.template.loader import render_to_string
from django.test import RequestFactory
from django.urls import Resolver404, get_resolver, resolve
from django.utils import translation
from PIL import Image
from playwright.sync_api import Browser, Error, Page, Route
from pypdfium2 import PdfDocument

from people.addresses import organization_in
from scripts.chromium import START_MILLISECONDS, chromium
from scripts.serving import PROJECT, manage, served

MOST = {"import_detail": 20, "ledger_import": 8, "statement_report": 12}
ELSE_MOST = 3
"""Most pages of one kind that are taken."""
EMPTY = {
    "empty-statements": "",
    "empty-overview": "overview/",
    "empty-accounts": "accounts/",
    "empty-upload": "upload/",
    "empty-questions": "enquiries/",
    "empty-connections": "connections/",
    "empty-api": "programs/",
    "empty-models": "models/",
    "empty-search": "search/?q=nothing",
    "empty-report": "reconciliations/2026",
}
"""Addresses after that of the list, which names the organization."""
DOWNLOADS = re.compile("Download is starting|ERR_ABORTED")
"""The browser's errors for an address that gives out a file."""
SIGNED_OUT = {"sign-in": "/sign-in/"}
REFUSALS = {
    "error-400": "400.html",
    "error-403-form": "403_csrf.html",
    "error-429": "finance/turned_away.html",
    "error-500": "500.html",
    "error-503": "disk_full.html",
}
"""Templates of the pages that no link leads to. Each is rendered in place of an address of its own."""
UNLINKED = {
    "not-found": "/not-there/",
    "not-allowed": "/c/fennel/settings/",
    "admin": "/admin/",
    "admin-imports": "/admin/reconciliation/statementimport/",
}
OPENED = {
    "examination": ("import-detail", "#tab-examination:has(.examined) > summary"),
    "match": ("import-detail", ".more:has(.find-match) > summary"),
    "edit": ("import-detail", ".edit-row > summary"),
    "reasoning": ("elsewhere", ".reasoning:not([hidden]) > summary"),
    "palette": ("convert", "[data-palette]"),
}
"""Parts of pages that a click opens: the start of the names of the pages that have the part, and the selector of the element to click. One
picture is taken of each part in each shape."""
IMAGES_LOADED = "() => Promise.all([...document.images].map(image => { image.loading = 'eager'; return image.decode() }))"
STATES = "from scripts.picture_states import make_states; make_states('demo')"
MODEL = {"PROVIDER": "mistral", "PROVIDER_MODEL": "small", "PROVIDER_API_KEY": "none", "PROVIDER_PRICE": "1/1/1", "TOOL_SERVERS": "true"}
"""Configured once the demonstration was read without one; nothing is asked of it."""
PACK_OF, PAGES_OF_PACK = 2026, 3
OF_PAPER = 1.25
"""Pixels for a point of paper."""
OF_A_PAGE, OF_A_PHONE = 1280, 844
"""Pixels from its top that the docs show."""
OF_THE_DOCS = re.compile(r"\bimages/([\w-]+)\.png")
OVERHANG = "() => document.documentElement.scrollWidth - innerWidth"
SAMPLES = ("checking-2026-01", "checking-2026-02", "card-2026-01", "savings-2026-q1")


@dataclass(frozen=True, slots=True)
class Shape:
    width: int
    scheme: Literal["light", "dark"]
    language: str


SHAPES = {
    "": Shape(1440, "light", "en"),
    "-narrow": Shape(390, "light", "en"),
    "-dark": Shape(1440, "dark", "en"),
    "-narrow-dark": Shape(390, "dark", "en"),
    "-german": Shape(1440, "light", "de"),
}


def shapes_in(languages: list[str], *, dark: bool, narrow: bool) -> dict[str, Shape]:
    """Return the shapes in which each page is taken in these languages; with `narrow` only those of a phone."""
    shapes = {}
    for language in languages:
        for scheme in ("light", "dark") if dark else ("light",):
            for width, suffix in ((390, "-narrow"),) if narrow else ((1440, ""), (390, "-narrow")):
                shapes[f"{suffix}{'-dark' if scheme == 'dark' else ''}-{language}"] = Shape(width, scheme, language)
    return shapes


@dataclass
class Pictures:
    """The pictures of one run. `taken` are their names, `wider` those whose page is wider than the screen."""

    folder: Path
    wanted: re.Pattern[str]
    shapes: Mapping[str, Shape]
    taken: set[str] = field(default_factory=set)
    wider: list[str] = field(default_factory=list)

    def take(self, page: Page, url: str, name: str, suffix: str) -> None:
        """Take the page at this address, and each part of it that a click opens."""
        parts = {f"part-{part}{suffix}": where for part, (start, where) in OPENED.items() if name.startswith(start)}
        missing = [stem for stem in (f"{name}{suffix}", *parts) if stem not in self.taken and self.wanted.search(stem)]
        for stem in missing:
            page.goto(url)
            page.evaluate(IMAGES_LOADED)
            if stem not in parts:
                self._shoot(page, stem)
            elif (summary := page.locator(parts[stem])).count():
                summary.first.click()
                page.wait_for_load_state("networkidle")
                self._shoot(page, stem)

    def _shoot(self, page: Page, stem: str) -> None:
        self.taken.add(stem)
        if (overhang := page.evaluate(OVERHANG)) > 0:
            self.wider.append(f"{stem}: {overhang} px")
        page.evaluate("scrollTo(0, 0)")
        shoot(page, self.folder / f"{stem}.png")


def sign_in(page: Page, address: str, password: str, username: str = "demo") -> None:
    page.goto(f"{address}/sign-in/")
    page.locator("input[name=username]").fill(username)
    page.locator("input[name=password]").fill(password)
    page.locator("main button[type=submit]").click()
    page.wait_for_url(lambda url: "sign-in" not in url)


def opened(browser: Browser, shape: Shape) -> Page:
    context = browser.new_context(
        viewport={"width": shape.width, "height": 900 if shape.width > 600 else 844}, locale=shape.language, color_scheme=shape.scheme
    )
    context.set_default_timeout(START_MILLISECONDS)
    return context.new_page()


def pages_of(page: Page, address: str) -> dict[str, str]:
    """Yield each picture's name and its page, in the order of the links."""
    return dict(walk(page, address))


def walk(page: Page, address: str) -> Iterator[tuple[str, str]]:
    """Open each page in the order of the links. Yield its picture's name and its path while it is open."""
    named: dict[str, str] = {}
    elsewhere: list[str] = []
    counted: Counter[str] = Counter()
    page.goto(f"{address}/")
    first = urlsplit(page.url).path
    home, waiting, visited = organization_in(first), [first], {first}
    while waiting:
        path = waiting.pop(0)
        route = route_of(path)
        if organization_in(path) not in {home, None}:
            elsewhere.append(path)
            continue
        if counted[route] >= MOST.get(route, ELSE_MOST) or not opens(page, f"{address}{path}"):
            continue
        counted[route] += 1
        name = name_for(route, page.title(), named)
        named[name] = path
        for link in links(page, address):
            if link not in visited:
                visited.add(link)
                waiting.append(link)
        yield name, path
    for path in elsewhere:  # the links of another organization's pages are not followed
        page.goto(f"{address}{path}")
        name = name_for("elsewhere", page.title(), named)
        named[name] = path
        yield name, path


def opens(page: Page, url: str) -> bool:
    """Open a page, and return True if the address has one: files and addresses that only take posts are none."""
    try:
        answer = page.goto(url)
    except Error as error:
        if DOWNLOADS.search(error.message):
            return False
        raise
    return answer is not None and answer.ok and answer.headers.get("content-type", "").startswith("text/html")


def links(page: Page, address: str) -> Iterator[str]:
    for href in page.evaluate("[...document.querySelectorAll('a[href]')].map(a => a.getAttribute('href'))"):
        parts = urlsplit(urljoin(page.url, href))
        if f"{parts.scheme}://{parts.netloc}" == address and not parts.path.startswith(("/admin/", "/api/", "/static/")):
            yield parts.path + (f"?{parts.query}" if parts.query else "")


def route_of(path: str) -> str:
    """Return the name of its address, without filters."""
    try:
        name = resolve(urlsplit(path).path).url_name or "page"
    except Resolver404:
        name = "not-found"
    return f"{name}-filtered" if "?" in path else name


def name_for(route: str, title: str, taken: Mapping[str, str]) -> str:
    words = re.sub(r"[^a-z0-9]+", "-", title.removesuffix("Tieout").lower()).strip("-")
    base = f"{route.replace('_', '-')}-{words}"[:70].strip("-")
    return next(name for name in chain([base], (f"{base}-{number}" for number in count(2))) if name not in taken)


def unvisited(named: Mapping[str, str]) -> list[str]:
    visited = {route_of(path).removesuffix("-filtered") for path in named.values()}
    return sorted(name for name in get_resolver().reverse_dict if isinstance(name, str) and name not in visited)


def shoot(page: Page, path: Path) -> None:
    """Take the whole page, in the few colours that it has: a third of the bytes."""
    picture = Image.open(io.BytesIO(page.screenshot(full_page=True)))
    picture.convert("RGB").quantize(192, dither=Image.Dither.NONE).save(path, optimize=True)


def take_first_run(browser: Browser, address: str, pictures: Pictures) -> None:
    """Take the welcome page before the first sign-in, and then the first owner's empty books."""
    password = secrets.token_urlsafe(9)
    for suffix, shape in pictures.shapes.items():
        pictures.take(opened(browser, shape), f"{address}/welcome/", "welcome", suffix)
    page = opened(browser, SHAPES[""])
    page.goto(f"{address}/welcome/")
    for name, value in {"organization": "Thistle Joinery", "username": "rowe", "password": password}.items():
        page.locator(f"input[name={name}]").fill(value)
    page.locator("main button[type=submit]").first.click()
    for suffix, shape in pictures.shapes.items():
        page = opened(browser, shape)
        sign_in(page, address, password, "rowe")
        home = page.url
        for name, path in EMPTY.items():
            pictures.take(page, f"{home}{path}", name, suffix)
        page.context.close()


def take_refusals(browser: Browser, address: str, pictures: Pictures) -> None:
    from django.contrib.auth.models import AnonymousUser  # only once the settings are known

    visitor = RequestFactory().get("/")
    visitor.user = AnonymousUser()
    for suffix, shape in pictures.shapes.items():
        page = opened(browser, shape)
        for name, template in REFUSALS.items():
            with translation.override(shape.language):
                body = render_to_string(template, {"minutes": 5, "can_write": True}, request=visitor)
            page.route(f"{address}/{name}/", partial(Route.fulfill, body=body, content_type="text/html"))
            pictures.take(page, f"{address}/{name}/", name, suffix)
        page.context.close()


def take_demonstration(browser: Browser, address: str, password: str, pictures: Pictures) -> None:
    """Take the sample statements as the demonstration leaves them, before any other state is made."""
    for suffix, shape in pictures.shapes.items():
        page = opened(browser, shape)
        sign_in(page, address, password)
        page.goto(address)
        rows = {name: page.locator("tr", has_text=f"{name}.pdf").locator("a").first.get_attribute("href") for name in SAMPLES}
        for name, path in rows.items():
            pictures.take(page, f"{address}{path}", f"demo-{name}", suffix)
        page.context.close()


def take(browser: Browser, address: str, password: str, pictures: Pictures) -> None:
    page = opened(browser, SHAPES[""])
    sign_in(page, address, password)
    page.goto(f"{page.url}members/")
    invited = page.locator("input[readonly]").first.input_value()
    pages = UNLINKED | pages_of(page, address)
    for suffix, shape in pictures.shapes.items():
        page = opened(browser, shape)
        for name, path in SIGNED_OUT.items():
            pictures.take(page, f"{address}{path}", name, suffix)
        pictures.take(page, invited, "invitation", suffix)
        sign_in(page, address, password)
        for name, path in pages.items():
            pictures.take(page, f"{address}{path}", name, suffix)
        page.context.close()
    page = opened(browser, SHAPES[""])
    sign_in(page, address, password)
    take_pack(page, pictures.folder / "year-pack.png", pictures.wanted)
    print(f"{len(pages)} pages in {len(pictures.shapes)} shapes: {pictures.folder}")
    print("no link led to:", ", ".join(unvisited(pages)))


def take_pack(page: Page, file: Path, wanted: re.Pattern[str]) -> None:
    """Take the first pages of the year's pack side by side: the contents, and the page that a partner signs."""
    if not wanted.search(file.stem):
        return
    pdf = page.request.get(f"{page.url}reconciliations/{PACK_OF}/pack.pdf").body()
    sheets = [sheet.render(scale=OF_PAPER).to_pil() for sheet in list(PdfDocument(pdf))[:PAGES_OF_PACK]]
    whole = Image.new("RGB", (sum(sheet.width for sheet in sheets), max(sheet.height for sheet in sheets)), "white")
    for place, sheet in enumerate(sheets):
        whole.paste(sheet, (sum(before.width for before in sheets[:place]), 0))
    whole.save(file, optimize=True)


def shown_by_the_docs() -> set[str]:
    """Return the names of the pictures that README and docs show."""
    texts = [file.read_text() for file in (PROJECT / "README.md", *(PROJECT / "docs").rglob("*.md"))]
    return {name for text in texts for name in OF_THE_DOCS.findall(text)}


def cut(folder: Path) -> None:
    """Cut a picture to the head of its page, which the docs show."""
    for file in folder.glob("*.png"):
        picture = Image.open(file)
        shown = OF_A_PHONE if picture.width == SHAPES["-narrow"].width else OF_A_PAGE
        picture.crop((0, 0, picture.width, min(picture.height, shown))).save(file, optimize=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", type=Path, default=PROJECT / "pictures")
    parser.add_argument("--only", type=re.compile, default=re.compile(""), help="a part of the names of the pictures that are wanted")
    parser.add_argument("--docs", action="store_true")
    parser.add_argument("--languages", nargs="+", default=[], help="instead of the usual shapes, for instance de ja pt-br")
    parser.add_argument("--dark", action="store_true", help="in the dark scheme too, with --languages")
    parser.add_argument("--narrow", action="store_true", help="on a phone alone, with --languages")
    options = parser.parse_args()
    folder, wanted = options.folder, options.only
    if options.docs:
        folder = PROJECT / "docs" / "images"
        wanted = re.compile("^(" + "|".join(map(re.escape, sorted(shown_by_the_docs()))) + ")$")
    pictures = Pictures(folder, wanted, shapes_in(options.languages, dark=options.dark, narrow=options.narrow) or SHAPES)
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="tieout-pictures-") as data:
        own = {"DATA_DIR": data, "MEDIA_ROOT": f"{data}/media", "ENV_FILE": os.devnull, "LOG_LEVEL": "WARNING"}
        os.environ |= own | {"DJANGO_SETTINGS_MODULE": "config.settings"}
        django.setup()
        manage("migrate", "--verbosity", "0")
        with served() as address, chromium() as browser:
            take_first_run(browser, address, pictures)
            take_refusals(browser, address, pictures)
        password = re.findall(r"password (\S+)", manage("load_demo"))[-1]
        with served() as address, chromium() as browser:
            take_demonstration(browser, address, password, pictures)
        manage("shell", "-c", STATES)
        os.environ |= MODEL
        with served() as address, chromium() as browser:
            take(browser, address, password, pictures)
    print("wider than the screen:", ", ".join(pictures.wider) or "none")
    if options.docs:
        cut(folder)
        print("no page has the name of:", ", ".join(sorted(shown_by_the_docs() - pictures.taken - {"year-pack"})) or "none")


if __name__ == "__main__":
    main()
