"""The rendering of foreign texts on a page: words between tags, and nothing else."""

from collections.abc import Iterator
from html.parser import HTMLParser

MARK = "qzxmark"
ESCAPE = "\x1b[31m\x1b]8;;http://evil.example/qzxmark\x07\x9b31m"
SAID = (
    f"<script>{MARK}()</script><img src=x onerror='{MARK}()'><svg onload={MARK}()><a href='javascript:{MARK}()'>{MARK}</a>"
    f"[{MARK}](javascript:{MARK}) ![{MARK}](http://evil.example/{MARK}.png) http://evil.example/{MARK} {{{{ {MARK} }}}} {{% {MARK} %}}"
    f"\"'><{MARK}>&lt;{MARK}&gt;{ESCAPE}\N{RIGHT-TO-LEFT OVERRIDE}{MARK}\x00 </textarea></title></pre>--><b>{MARK}</b>"
)
SHOWN_IN = {"value", "title", "aria-label", "alt", "content", "placeholder", "data-confirm"}
"""Attributes whose value is only ever shown."""


class _Page(HTMLParser):
    """Collects every wrong place of the mark."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.wrong: list[str] = []
        self.seen = 0
        self._inside = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._inside = tag if tag in ("script", "style") else ""
        self.wrong += [f"<{tag}> is of the text"] if MARK in tag else []
        for name, value in attrs:
            if MARK in name or (MARK in (value or "") and name not in SHOWN_IN):
                self.wrong.append(f"<{tag} {name}={value!r}>")

    def handle_endtag(self, tag: str) -> None:
        self._inside = ""

    def handle_data(self, data: str) -> None:
        self.seen += MARK in data
        if MARK in data and self._inside:
            self.wrong.append(f"<{self._inside}> holds {data!r}")

    def handle_comment(self, data: str) -> None:
        self.wrong += [f"a comment holds {data!r}"] if MARK in data else []


def wrong_on(page: str) -> list[str]:
    parsed = _parsed(page)
    return [*parsed.wrong, *_unescaped(page)]


def says_it(page: str) -> bool:
    return _parsed(page).seen > 0


def _unescaped(page: str) -> Iterator[str]:
    yield from (f"{piece} stands as it is" for piece in (f"<script>{MARK}", f"<svg onload={MARK}", f"<{MARK}>") if piece in page)


def _parsed(page: str) -> _Page:
    parsed = _Page()
    parsed.feed(page)
    parsed.close()
    return parsed
