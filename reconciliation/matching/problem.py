"""The row matcher alone, from JSON to JSON (`manage.py match`)."""

import datetime as dt
import time
from collections.abc import Mapping
from decimal import Decimal, Inexact, InvalidOperation, localcontext
from typing import Any

from reconciliation.matching import Doubt, MatchRow, Pair, Support, Undecided, Weighing, make_row, weigh
from reconciliation.matching.guess import worth

Json = dict[str, Any]
DIGITS = 100


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
    return {
        "pairs": [*map(_exact, weighing.pairs), *_groups(weighing), *_differing(weighing)],
        "ambiguous": [_undecided(group) for group in weighing.undecided],
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


def _exact(pair: Pair) -> Json:
    return {
        "lines": [pair.line.key],
        "transactions": [pair.entry.key],
        "kind": "exact",
        "confident": confident(pair),
        "weight": 1.0 * pair.support,
        "margin": float(pair.rivals == 0),
    }


def confident(pair: Pair) -> bool:
    """True if this very pair is promised to be right."""
    return not pair.interchangeable and (pair.support >= Support.PAYEE or pair.rivals == 0)


def _groups(weighing: Weighing) -> list[Json]:
    return [
        _pair([row.key for row in group.lines], [row.key for row in group.entries], "group", confident=True) for group in weighing.groups
    ]


def _differing(weighing: Weighing) -> list[Json]:
    kinds = {"amount": "amount_differs", "sign": "sign_differs", "date": "exact"}
    return [_pair([pair.line.key], [pair.entry.key], kinds[pair.kind], confident=False) for pair in weighing.differing]


def _pair(lines: list[Any], transactions: list[Any], kind: str, *, confident: bool) -> Json:
    return {"lines": lines, "transactions": transactions, "kind": kind, "confident": confident, "weight": 0.0, "margin": 0.0}


def _undecided(group: Undecided) -> Json:
    return {
        "lines": [line.key for line in group.lines],
        "transactions": [entry.key for entry in group.entries],
        "pairs": _guess(group),
    }


def _guess(group: Undecided) -> list[list[Any]]:
    """Return the guessed pairing; all pairs of a proposed sum."""
    if group.doubt is Doubt.GROUP:
        return [[line.key, entry.key] for line in group.lines for entry in group.entries]
    return [[link.line.key, link.entry.key] for link in group.guess if worth(link) > 0]
