"""The places where a generated document prints the names of its rows."""

from tests.reading.making.ink import BOLD, Text
from tests.reading.making.maker import Document

FEWEST = 10  # rows of an account: the names of fewer may be all that tells its sides


def rows_on(document: Document, texts: list[Text], *, fewest: int = 1) -> list[tuple[int, Text]]:
    """Return the first line of each row's text on a page, with its place among the page's texts, of accounts of so many rows.

    Where each row begins with its day, the same words at the left edge are the name of a section."""
    accounts = [account for account in document.made.accounts if len(account.movements) >= fewest]
    names = {movement.text for account in accounts for movement in account.movements}
    edge = min((text.x for text in texts if text.printed), default=0.0) if document.habits["date_on"] in {"row", "month"} else None
    printed = ((place, text) for place, text in enumerate(texts) if text.printed and text.x != edge)
    return [(place, text) for place, text in printed if any(_begins(text, name) for name in names)]


def dispensable_names(document: Document, texts: list[Text]) -> list[tuple[int, Text]]:
    """Return the names that a row can lose: it prints its own day, and something else tells its side."""
    return rows_on(document, texts, fewest=FEWEST) if document.habits["date_on"] in {"row", "month"} else []


def _begins(text: Text, name: str) -> bool:
    """True if it is the name, with nothing but details behind it. The name of a section goes on in small letters, or is bold."""
    behind = text.text.removeprefix(name).lstrip()
    return text.font != BOLD and text.text.startswith(name) and (not behind or behind[0].isdigit() or behind[0].isupper())
