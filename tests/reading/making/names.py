"""Where a made document prints the names of its rows."""

from tests.reading.making.ink import Text
from tests.reading.making.maker import Document


def rows_on(document: Document, texts: list[Text]) -> list[tuple[int, Text]]:
    """Return the first line of each row's text on a page, with its place among the page's texts."""
    names = tuple({movement.text for account in document.made.accounts for movement in account.movements})
    return [(place, text) for place, text in enumerate(texts) if text.printed and text.text.startswith(names)]
