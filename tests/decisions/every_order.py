"""The documents and the books of `test_every_order.py`, and workers that read each document once."""

import hashlib
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

from finance.models import Account
from people.models import Organization
from reconciliation.models import StatementImport
from reconciliation.pipeline.processor import PIPELINE, Context, PdfProcessor, Pipeline, Stage, open_stored, read_statements
from reconciliation.pipeline.results import DocumentOpened, Results, StatementsRead
from reconciliation.pipeline.retries import claim
from reconciliation.queue.claims import NothingToClaim
from tests.decisions.papers import BarePaper, MarkedPaper, UnnamedPaper
from tests.pipeline.papers import Paper, a_letter, books_of, load

JANUARY = Paper(rows=[(5, "Rent Hillside Homes", "-250.13"), (12, "Grocer Wheatsheaf", "-41.37"), (20, "Salary Larkspur Ltd", "611.59")])
AGAIN = replace(JANUARY, note="Duplicate")
FORGED = replace(JANUARY, rows=[*JANUARY.rows[:2], (20, "Salary Larkspur Ltd", "911.59")])
FEBRUARY = MarkedPaper(
    month=2, opening="1320.09", rows=[(4, "Gas Marlow", "-93.07"), (11, "Coffee Corner", "-3.20"), (18, "Coffee Corner", "-3.20")]
)
MARCH = BarePaper(month=3, opening="1220.62", rows=[(3, "Pottery Okoro", "1203.89"), (19, "Stationer Finch", "-8.53")])
APRIL = UnnamedPaper(
    month=4,
    opening="2415.98",
    rows=[(2, "Rent Hillside Homes", "-250.17"), (9, "METRO EPICERIE", "-27.41"), (23, "Bluebell Phone", "-17.71")],
)
PAPERS: Sequence[Paper] = (JANUARY, FEBRUARY, MARCH, APRIL, AGAIN, FORGED)
OF_THE_ACCOUNT: Sequence[Paper] = (JANUARY, FEBRUARY, MARCH, APRIL)
DOCUMENTS: Sequence[bytes] = (*(paper.pdf() for paper in PAPERS), a_letter())
PAPER_OF = {hashlib.sha256(pdf).hexdigest(): paper for pdf, paper in zip(DOCUMENTS, PAPERS, strict=False)}
"""The printed contents by the SHA-256 of the document; a letter has none."""

OTHER_NAMES = {"METRO EPICERIE": "Groceries", "Stationer Finch": "Office"}


def books(organization: Organization, missing: set[int], *, misses_a_cent: bool) -> Account:
    """An account with an entry for each row but the missing ones, some of them under other names, an entry that no statement shows, and
    a second account without entries."""
    ledger = books_of(*OF_THE_ACCOUNT)
    rows = ledger["transactions"]
    for row in rows:
        row["description"] = OTHER_NAMES.get(row["description"], row["description"])
    if misses_a_cent:
        rows[0]["amount"] = str(Decimal(rows[0]["amount"]) - Decimal("0.01"))
    ledger["transactions"] = [row for place, row in enumerate(rows) if place not in missing]
    ledger["transactions"].append({"id": "late", "date": "2026-04-29", "amount": "-66.60", "description": "Cheque 117"})
    other = ledger | {"name": "Savings", "number": "9876", "opening_balance": "0.00", "transactions": []}
    return load(organization, ledger, other)


OPENED: dict[tuple[str, bool], DocumentOpened] = {}
READ: dict[tuple[str, bool], StatementsRead] = {}


def open_once(context: Context, results: Results) -> DocumentOpened:
    """Open a document in a child process once in all examples."""
    document = context.statement_import
    place = document.sha256, document.is_said_to_be_a_statement
    if place not in OPENED:
        OPENED[place] = open_stored(context, results)
    return OPENED[place]


def read_once(context: Context, results: Results) -> StatementsRead:
    document = context.statement_import
    place = document.sha256, document.is_said_to_be_a_statement
    if place not in READ:
        READ[place] = read_statements(context, results)
    return READ[place]


OWN_STAGES: dict[str, Stage] = {"open": open_once, "read": read_once}
ONCE: Pipeline = [(name, OWN_STAGES.get(name, stage)) for name, stage in PIPELINE]


def work_on(statement_import: StatementImport) -> None:
    """Process a waiting import as a worker does."""
    try:
        with claim(str(statement_import.pk)) as claimed:
            PdfProcessor(pipeline=ONCE).process(claimed)
    except NothingToClaim:
        return
