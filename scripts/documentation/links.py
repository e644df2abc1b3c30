"""`python -m scripts.documentation.links FOLDER` checks a built site: broken links, anchors and pictures, and external resources.

It uses only the standard library, so it runs in the environment that builds the site. It needs no network.
"""

import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

FETCHED = {("img", "src"), ("source", "src"), ("source", "srcset"), ("script", "src"), ("iframe", "src"), ("link", "href")}
"""Resources that a browser fetches automatically; they must be local."""
FOLLOWED = {("a", "href")}
NAMES_ITSELF = {"canonical"}
"""Kinds of <link> that fetch nothing."""
FETCHED_FOR = {"mermaid", "glightbox"}
"""Classes for which the theme's script fetches an external library."""


@dataclass
class Page(HTMLParser):
    """The `anchors` of a page, its `classes`, and its `links` as ((tag, attribute), address)."""

    anchors: set[str] = field(default_factory=set)
    classes: set[str] = field(default_factory=set)
    links: list[tuple[tuple[str, str], str]] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.anchors |= {name for name in (given.get("id"), given.get("name") if tag == "a" else None) if name}
        self.classes |= set((given.get("class") or "").split())
        if tag == "link" and given.get("rel") in NAMES_ITSELF:
            return
        for (of, attribute), address in ((pair, given.get(pair[1])) for pair in FETCHED | FOLLOWED):
            if of == tag and address is not None:
                self.links.append(((of, attribute), address))


def faults(site: Path) -> Iterator[str]:
    """Yield the faults of a built site, one sentence each."""
    pages = {file.resolve(): read(file) for file in sorted(site.rglob("*.html"))}
    if not pages:
        yield f"{site} has no page"
    for file, page in pages.items():
        if file.name != "404.html":  # it is shown under any address, and names its own parts from the root
            yield from (f"{file.relative_to(site.resolve())}: {fault}" for fault in _of_page(file, page, pages))


def read(file: Path) -> Page:
    page = Page()
    page.feed(file.read_text(encoding="utf-8"))
    return page


def _of_page(file: Path, page: Page, pages: dict[Path, Page]) -> Iterator[str]:
    yield from (f"uses {name}, which is fetched from elsewhere" for name in sorted(page.classes & FETCHED_FOR))
    for kind, address in page.links:
        parts = urlsplit(address)
        if parts.scheme == "data" or (kind in FOLLOWED and (parts.scheme or parts.netloc)):
            continue
        if parts.scheme or parts.netloc:
            yield f"fetches {address} from elsewhere"
            continue
        target = (file.parent / unquote(parts.path)).resolve() if parts.path else file
        target = target / "index.html" if target.is_dir() else target
        if not target.is_file():
            yield f"{address} leads nowhere"
        elif parts.fragment and target in pages and unquote(parts.fragment) not in pages[target].anchors:
            yield f"{address}: there is no such place on that page"


def main() -> int:
    broken = list(faults(Path(sys.argv[1])))
    print("\n".join(broken), end="\n" if broken else "")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
