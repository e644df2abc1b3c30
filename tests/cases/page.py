"""Generator of docs/cases.md: statement and books of each case, with the product's answer.

python -m tests.cases.page      generate the page
"""

import json
import os
from collections.abc import Iterator, Mapping
from decimal import Decimal
from pathlib import Path
from typing import Any

import django
from django.utils import translation

Json = Mapping[str, Any]
HERE = Path(__file__).resolve().parent
PAGE = HERE.parents[1] / "docs" / "cases.md"
INTRODUCTION = """\
# Thirty-six cases

Each case has books, a statement and Tieout's answer. Positive amounts are money in, or a reduction of debt. The texts in the boxes are
the product's own; a test runs every case and compares the answers with this page (`python -m tests.cases.page` generates it).
"""
CHANGES = """\
## Planted errors

A test plants these errors, one at a time, in the books of real statements or in the statements (`tests/verdicts/test_planted.py`).
Tieout must find each, report nothing else, and explain the rest of the balance.

| error | change | result |
|---|---|---|
"""


def page() -> str:
    """The whole page, in English."""
    from tests.verdicts.planting.table import KINDS

    cases = json.loads((HERE / "cases.json").read_text(encoding="utf-8"))
    with translation.override("en"):
        sections = "\n".join(line for case in cases for line in _case(case))
    rows = "".join(f"| {kind.name} | {kind.what} | {kind.found} |\n" for kind in KINDS)
    return f"{INTRODUCTION}\n{sections}\n{CHANGES}{rows}"


def _case(case: Json) -> Iterator[str]:
    yield f"## {case['number']}. {case['title']}"
    yield ""
    yield case["story"]
    yield ""
    for place, variant in enumerate(case["variants"]):
        yield from ["*Variant:*", ""] if place else []
        yield from _variant(variant)


def _variant(variant: Json) -> Iterator[str]:
    answers = answers_of(variant)
    for account in variant["accounts"]:
        yield f"**Books**, {account['name']} in {account['currency']}, {_balance(account['opening_balance'])} on {account['opening_date']}"
        yield ""
        yield from _table(account["transactions"], "no entries")
    yield from (f"**Decided**: {decision['says']}\n" for decision in variant.get("decisions", ()))
    for statement, answer in zip(variant["statements"], answers, strict=True):
        ends = f"{_balance(statement['opening_balance'])} to {_balance(statement['closing_balance'])}"
        period = f"{statement.get('period_start', 'first day not printed')} to {statement.get('period_end', 'last day not printed')}"
        yield f"**Statement** in {statement.get('currency', 'an unnamed currency')}, {period}, {ends}"
        yield ""
        yield from _table(statement["lines"], "no rows")
        yield from (f"> {line}".rstrip() for line in _said(answer, statement, variant))
        yield ""


def answers_of(variant: Json) -> list[Json]:
    """The verifier's answer to each statement of a variant."""
    from reconciliation.verification.case import answer_case

    books = {"organizations": [{"slug": "books", "accounts": variant["accounts"]}]}
    for account in variant["accounts"]:
        for entry in account["transactions"]:
            entry.setdefault("status", "posted")
    answer = answer_case(json.dumps({"id": "case", "books": books, "statements": variant["statements"], **_decided(variant)}))
    found: list[Json] = answer["statements"]
    return found


def _decided(variant: Json) -> Json:
    return {"decisions": variant["decisions"]} if "decisions" in variant else {}


def _table(rows: list[Json], nothing: str) -> Iterator[str]:
    if not rows:
        yield f"({nothing})"
        yield ""
        return
    more = any(map(_more, rows))
    yield "| date | text | amount |" + (" |" if more else "")
    yield "|---|---|---:|" + ("---|" if more else "")
    for row in rows:
        yield f"| {row['date']} | {row['description']} | {_money(row['amount'])} |" + (f" {_more(row)} |" if more else "")
    yield ""


def _more(row: Json) -> str:
    """Return status, number, reference and other marks of a row."""
    told = [str(row["status"])] if row.get("status", "posted") != "posted" else []
    told += ["brought forward"] if row.get("brought_forward") else []
    told += [f"{name} {row[name]}" for name in ("number", "reference") if row.get(name)]
    return ", ".join([*told, *(["reversal"] if row.get("reversal_of") else [])])


def _said(answer: Json, statement: Json, variant: Json) -> Iterator[str]:
    from reconciliation.presentation.labels.verdicts import headline_of_statement

    headline = headline_of_statement(answer)
    again = headline.sentence.removeprefix(f"{headline.tag}.").strip()
    yield f"**{headline.tag}.** {again}".rstrip()
    named = list(_named(answer, statement, variant))
    if named:
        yield ""
        yield from (f"- {line}" for line in named)
    summed = _sum(answer)
    if summed:
        yield ""
        yield summed


def _named(answer: Json, statement: Json, variant: Json) -> Iterator[str]:
    """Yield every row that is not simply matched, with its kind."""
    books = {entry["id"]: entry for account in variant["accounts"] for entry in account["transactions"]}
    lines = statement["lines"]
    for item in answer["ambiguous"]:
        rows = [*(_row(lines[line]) for line in item["lines"]), *(_row(books[entry]) for entry in item["transactions"])]
        yield f"to choose: {'; '.join(rows)}"
    for item in answer["differing"]:
        yield f"{item['kind']} differs: {_row(lines[item['line']])}; {_row(books[item['transaction']])}"
    for item in answer["new"]:
        told = "the bank's error, or its correction" if item["undone_by"] else "not in the books"
        yield f"{told}: {_row(lines[item['line']])}"
    for item in answer["missing"]:
        kind = item["proof"] or item["kind"]
        yield f"{kind.replace('_', ' ')}: {_row(books[item['transaction']])}"


def _row(row: Json) -> str:
    return f"{row['date']} {row['description']} {_money(row['amount'])}"


def _sum(answer: Json) -> str:
    """The bank reconciliation in one line."""
    from reconciliation.presentation.statement_page.bank_reconciliation import bank_reconciliation

    found = bank_reconciliation(answer)
    if found is None:
        return "No bank reconciliation: a balance is not known."
    terms = [f"{line.label} {_signed(line.amount)}" for line in (*found.timing, *found.to_enter) if line.amount]
    told = ", ".join([f"Balance per bank {_money(found.bank)}", *terms, f"balance per books {_money(found.books)}"])
    return f"{told}; unreconciled difference {_money(found.difference)}."


def _money(amount: str | Decimal) -> str:
    return f"{Decimal(amount):,.2f}"


def _signed(amount: Decimal) -> str:
    return f"{amount:+,.2f}"


def _balance(amount: str | None) -> str:
    return "balance not known" if amount is None else _money(amount)


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    PAGE.write_text(page(), encoding="utf-8")
