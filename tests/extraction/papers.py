"""A statement whose text comes last, under odd headings, and an honest model's answer about it."""

import json
from collections.abc import Callable, Sequence
from decimal import Decimal
from typing import Any

from assistant.asking import RetryPolicy
from assistant.contract import Provider, Request, Turn
from assistant.events import each_step
from assistant.loop import ToolLoop
from assistant.scripted import Line, ScriptedProvider, says
from reconciliation.documents.pages import OpenedDocument
from reconciliation.documents.second_opinion import Opinion
from reconciliation.extraction.calls import ExtractionCalls
from reconciliation.extraction.extraction import Extracted, Extraction
from reconciliation.model_access.loop_factory import MakesLoops
from reconciliation.printed.statement import PrintedStatement, Reading
from tests.reading.making.sheet import Sheet

Row = tuple[str, str, str]
"""Day, text, amount."""

Json = dict[str, Any]
ROWS: Sequence[Row] = (
    ("01/05/2026", "Payroll Larkspur", "200.00"),
    ("01/20/2026", "Grocery Wheatsheaf", "-50.00"),
    ("01/22/2026", "Rent", "-75.10"),
)
DAY, AMOUNT, BALANCE, TEXT = 50.0, -200.0, -290.0, 310.0  # a negative place is a right edge
COLUMNS = [
    {"role": "date", "x0": 50, "x1": 100},
    {"role": "amount", "x0": 150, "x1": 200},
    {"role": "balance", "x0": 240, "x1": 290},
]


def paper(*pages: Sequence[Row], closing: str = "", note: str = "", balances: bool = True, opening: str = "1,000.00") -> Sheet:
    """A checking account of January 2026; each further page goes on with the rows."""
    made = Sheet()
    cells(made, (DAY, "First Example Bank"), size=14, step=20)
    for text in ("Checking account statement", "Account number: 1234567890", "Statement period: January 1, 2026 to January 31, 2026", note):
        cells(made, (DAY, text))
    cells(made, (DAY, "Beginning balance"), (BALANCE, opening), step=26)
    reached = Decimal(opening.replace(",", ""))
    for number, rows in enumerate(pages or (ROWS,)):
        if number:
            made.next_page()
        cells(made, (DAY, "Wann"), (AMOUNT, "Wieviel"), (BALANCE, "Danach"), (TEXT, "Wof\u00fcr"))
        for day, text, amount in rows:
            reached += Decimal(amount)
            last = [(BALANCE, f"{reached:,.2f}")] if balances else []
            cells(made, (DAY, day), (AMOUNT, f"{Decimal(amount):,.2f}"), *last, (TEXT, text))
    made.down(20)
    cells(made, (DAY, "Ending balance"), (BALANCE, closing or f"{reached:,.2f}"))
    return made


def cells(made: Sheet, *found: tuple[float, str], size: float = 9, step: float = 13.0) -> None:
    """One row."""
    for x, text in found:
        made.write(abs(x), text, right=x < 0, size=size)
    made.down(step)


def asked_lines(request: Request) -> list[tuple[int, str]]:
    """The lines that a request shows, each with its number."""
    content = json.loads(request.messages[0].text.split("\n")[2])
    return [(number, text) for page in content["pages"] for number, text in page["lines"]]


def told(line: int, text: str) -> Json:
    """The row of a line that reads "day | amount | balance | text" or "day | amount | text"."""
    day, amount, *rest = text.split(" | ")
    balance = rest[0] if len(rest) > 1 else None
    return {"line": line, "date": day, "amount": amount, "direction": "out" if amount.startswith("-") else "in", "balance": balance}


def honest(request: Request) -> Turn:
    """Every row that the request shows, as it is printed."""
    return answer([told(number, text) for number, text in asked_lines(request) if text.startswith("01/")])


def changed(change: Callable[[list[Json]], list[Json]]) -> Callable[[Request], Turn]:
    """An honest answer, but for one thing."""
    return lambda request: answer(change(json.loads(honest(request).text)["rows"]))


def answer(rows: Sequence[Json], balances: Sequence[Json] = ()) -> Turn:
    return says(json.dumps({"rows": rows, "balances": balances}))


def unread(document: OpenedDocument) -> Reading:
    """Return a reading without rows: all rows of the result are then the model's."""
    return Reading(document_type="bank_statement", pages=len(document.pages), statements=(PrintedStatement(),))


def agreeing(document: OpenedDocument) -> Opinion:
    """Return the opinion of a second engine that agrees with the first one on every page."""
    return Opinion(texts=tuple(" ".join(word.text for word in page.words) for page in document.pages))


Look = Callable[[OpenedDocument], Opinion | None]


def an_extraction(document: OpenedDocument, before: Reading | None = None, look: Look = agreeing) -> Extraction:
    return Extraction(document, before or unread(document), source="", look_again=lambda: look(document))


def asking(provider: Provider) -> MakesLoops:
    """Return a maker of loops that belong to no import: nothing is stored, and nothing is tried again."""
    return lambda limits, *, scope, observe: ToolLoop(provider, None, limits, patience=RetryPolicy(tries=1), observer=each_step(observe))


def extracted(made: Sheet, *lines: Line, look: Look = agreeing) -> tuple[Extracted, ScriptedProvider]:
    """Return the extraction of a document when a model plays these lines, and the model with its requests."""
    provider = ScriptedProvider(lines)
    return finished(an_extraction(made.document(), look=look), provider), provider


def finished(extraction: Extraction, provider: Provider) -> Extracted:
    """The result of an extraction whose model answers at once."""
    done = extraction.run(ExtractionCalls(asking(provider), lambda *_: None))
    assert isinstance(done, Extracted)
    return done
