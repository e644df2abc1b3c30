"""The row matcher alone, from JSON to JSON (`manage.py match`)."""

import datetime as dt
import time
from collections.abc import Iterable, Mapping
from decimal import Decimal, Inexact, InvalidOperation, localcontext
from itertools import product
from typing import Any

from reconciliation.matching import Doubt, MatchRow, Pair, Support, make_row, weigh
from reconciliation.matching.exact import worth

Json = dict[str, Any]
DIGITS = 100
KINDS = {"amount": "amount_differs", "sign": "sign_differs", "date": "exact"}


class UnreadableProblem(ValueError):
    """Raised if the JSON is no matching problem; the message names the row."""


def solve(problem: object) -> Json:
    """Return the answer to one problem: every line and every transaction is named once. Raises UnreadableProblem.

    `seconds` are the processor's, from the parsed JSON to the answer: other work of the machine is no cost of the matching.
    """
    if not isinstance(problem, Mapping):
        raise UnreadableProblem("an object with lines and transactions is wanted")
    started = time.process_time()
    with localcontext(prec=DIGITS) as context:
        context.traps[Inexact] = True
        weighing = weigh(_rows(problem, "lines"), _rows(problem, "transactions"))
    exact = [
        _pair([pair.line], [pair.entry], "exact", sure=confident(pair), weight=1.0 * pair.support, margin=float(pair.rivals == 0))
        for pair in weighing.pairs
    ]
    groups = [_pair(group.lines, group.entries, "group", sure=True) for group in weighing.groups]
    differing = [_pair([pair.line], [pair.entry], KINDS[pair.kind], sure=False) for pair in weighing.differing]
    ambiguous = []
    for group in weighing.undecided:  # of a proposed sum all pairs are guessed
        likely = ((link.line, link.entry) for link in group.guess if worth(link) > 0)
        guess = product(group.lines, group.entries) if group.doubt is Doubt.GROUP else likely
        lines, transactions = [line.key for line in group.lines], [entry.key for entry in group.entries]
        ambiguous.append({"lines": lines, "transactions": transactions, "pairs": [[line.key, entry.key] for line, entry in guess]})
    return {
        "pairs": [*exact, *groups, *differing],
        "ambiguous": ambiguous,
        "new": [line.key for line in weighing.lines],
        "missing": [entry.key for entry in weighing.entries],
        "seconds": round(time.process_time() - started, 6),
    }


def _rows(problem: Mapping[str, Any], side: str) -> list[MatchRow]:
    items = problem.get(side)
    if not isinstance(items, list):
        raise UnreadableProblem(f"{side}: a list is wanted")
    rows = []
    for place, item in enumerate(items):
        try:
            rows.append(_row(item))
        except (KeyError, TypeError, ValueError, InvalidOperation) as error:
            raise UnreadableProblem(f"{side}[{place}]: id, date, amount and description are wanted as texts ({error})") from error
    if len({row.key for row in rows}) != len(rows):
        raise UnreadableProblem(f"{side}: an id is there twice")
    return rows


def _row(item: object) -> MatchRow:
    if not isinstance(item, dict):
        raise TypeError("no object")
    key, day, amount = item["id"], item["date"], item["amount"]
    if not (isinstance(key, str) and isinstance(day, str) and isinstance(amount, str)):
        raise TypeError("no text")
    money = Decimal(amount)
    if not money.is_finite():
        raise ValueError("amount is not a number")
    return make_row(
        key=key,
        days=(dt.date.fromisoformat(day),),
        amount=money,
        text=str(item.get("description") or ""),
        reference=str(item.get("reference") or ""),
        number=str(item.get("number") or ""),
    )


def confident(pair: Pair) -> bool:
    """True if this very pair is promised to be right."""
    return pair.bond is None and (pair.support >= Support.PAYEE or pair.rivals == 0)


def _pair(
    lines: Iterable[MatchRow], entries: Iterable[MatchRow], kind: str, *, sure: bool, weight: float = 0.0, margin: float = 0.0
) -> Json:
    return {
        "lines": [line.key for line in lines],
        "transactions": [entry.key for entry in entries],
        "kind": kind,
        "confident": sure,
        "weight": weight,
        "margin": margin,
    }
