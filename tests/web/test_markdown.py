"""A model's Markdown becomes paragraphs, lists, tables and code; nothing of it becomes a link, a picture, markup or an attribute."""

from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reconciliation.presentation.statement_page.chat import formatted
from tests.hostile.markup import SAID, says_it, wrong_on

TAGS = {
    "p", "br", "strong", "em", "ul", "ol", "li", "table", "thead", "tbody", "tr", "th", "td", "pre", "code", "blockquote", "hr",
}  # fmt: skip


class Drawn(HTMLParser):
    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: list[str] = []
        self.depth = self.deepest = 0
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes += [name for name, _value in attrs]
        self.depth += tag not in ("br", "hr")
        self.deepest = max(self.deepest, self.depth)

    def handle_endtag(self, tag: str) -> None:
        self.depth -= 1


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("A row\nis missing.", "<p>A row<br />\nis missing.</p>\n"),
        ("**Rent** is *late*", "<p><strong>Rent</strong> is <em>late</em></p>\n"),
        ("- one\n- two", "<ul>\n<li>one</li>\n<li>two</li>\n</ul>\n"),
        ("# Rows", "<p>Rows</p>\n"),
        ("Rows\n====", "<p>Rows</p>\n"),
        ("3 < 4 & 5", "<p>3 &lt; 4 &amp; 5</p>\n"),
    ],
)
def test_markdown_is_drawn(text: str, html: str) -> None:
    assert formatted(text) == html


def test_a_table_is_drawn() -> None:
    assert Drawn(formatted("| day | amount |\n|---|--:|\n| 5 | 1.00 |")).tags == {"table", "thead", "tbody", "tr", "th", "td"}


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>",
        "<div>\n<img src=x onerror=alert(1)>\n</div>",
        "[here](javascript:alert(1))",
        "[here](https://evil.example/)",
        "![picture](https://evil.example/pixel.png)",
        "[here]\n\n[here]: javascript:alert(1)",
        "<https://evil.example/>",
        "https://evil.example/",
        '```js" onload="alert(1)\ncode\n```',
        "| a |\n|:-:|\n| <svg onload=alert(1)> |",
        "&lt;script&gt;alert(1)&lt;/script&gt;",
        "&#60;script&#62;",
        SAID,
    ],
)
def test_hostile_text_stays_text(text: str) -> None:
    html = formatted(text)

    assert Drawn(html).tags <= TAGS
    assert Drawn(html).attributes == []
    assert wrong_on(html) == []


def test_hostile_text_is_shown() -> None:
    assert says_it(formatted(SAID))


@given(st.text(alphabet="<>[]()!*_`#|-:\"'= \n\\&;aj1.~\t\0", max_size=200))
def test_any_text_gives_known_tags_without_attributes(text: str) -> None:
    drawn = Drawn(formatted(text))

    assert drawn.tags <= TAGS
    assert drawn.attributes == []


@pytest.mark.parametrize("piece", ["> ", "- ", "1. ", "*a **a ", "[", "![", "`` ` ", "|a", "\\", "_a_ ", "***", "<!--", "&amp;"])
def test_nesting_has_an_end(piece: str) -> None:
    html = formatted((piece * 20_000)[:20_000])

    assert Drawn(html).deepest <= 45


def test_nested_marks_lose_no_text() -> None:
    assert "the end" in formatted("> " * 12 + "the end")
