"""The printed part of a proof: rows, running balances, days, texts and the facts of the reading are compared with each other."""

import datetime as dt
import hashlib
import json
import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Any

from reconciliation.proof.checks.finding import ZERO, Finding, Proof, amount, amount_text, known, total
from reconciliation.proof.checks.sums import is_set_aside, opening_of

DAYS_BEFORE = dt.timedelta(days=12)
"""A row may be dated this much before the printed period, never after it."""


def day(text: Any) -> dt.date | None:
    """Return a day that may be unknown (None). Raises ValueError for anything else than an ISO 8601 date."""
    return None if text is None else dt.date.fromisoformat(text)


def was_compared(proof: Proof) -> bool:
    """True if the statement has an account and days and is not set aside, so that the rules of the verdict apply to its reading."""
    known_place = proof["account"] is not None and proof["statement"]["last_day"] is not None
    return proof["answer"]["verdict"] != "unverifiable" and known_place and not is_set_aside(proof)


def is_read_whole(proof: Proof) -> bool:
    """True if the printed figures prove the rows, or all rows but the names of the first and the last balance."""
    adds_up = proof["statement"]["adds_up"]
    return bool(adds_up.get("holds") or adds_up.get("rows_follow"))


def rows_digest(proof: Proof) -> Iterator[Finding]:
    """Check the digest of rows and balances, which conclusions and decisions name."""
    statement = proof["statement"]
    rows = [[row["date"], row["amount"], row["balance"], row["description"]] for row in proof["rows"]]
    ends = [statement["period_start"], statement["period_end"], statement["printed_currency"]]
    facts = [*ends, statement["opening_balance"], statement["closing_balance"], rows]
    right = hashlib.sha256(json.dumps(facts, ensure_ascii=False, separators=(",", ":")).encode()).hexdigest()
    if statement["digest"] != right:
        yield Finding("rows_digest_differs", "statement.digest", right, str(statement["digest"]))


def source(proof: Proof) -> Iterator[Finding]:
    """Check that the statement is of the document that the proof names, and in the currency that it prints, unless a person chose an
    account in another one."""
    statement, document, account = proof["statement"], proof["document"], proof["account"]
    if document is not None and document["sha256"] != statement["source"]:
        yield Finding("source_differs", "statement.source", str(document["sha256"]), str(statement["source"]))
    chosen = any(decision["kind"] == "account" for decision in proof["decisions"])
    if statement["printed_currency"] not in {None, statement["currency"]} and not chosen:
        yield Finding("currency_differs", "statement.currency", str(statement["printed_currency"]), str(statement["currency"]))
    if account is not None and "currency_conflict" not in proof["answer"]["reasons"] and account["currency"] != statement["currency"]:
        yield Finding("currency_differs", "account.currency", str(statement["currency"]), str(account["currency"]))


def days_of_statement(proof: Proof) -> Iterator[Finding]:
    """Check that first and last day are the printed period, else those of the rows as read."""
    statement = proof["statement"]
    start, end = day(statement["period_start"]), day(statement["period_end"])
    if not (start and end and start <= end):
        dates = [known_day for row in proof["rows"] if (known_day := day((row["as_read"] or row)["date"])) is not None]
        start, end = start or min(dates, default=None), end or max(dates, default=None)
        start = end if start is None else start
    expected = (None, None) if start is None or end is None or start > end else (start, end)
    for name, value in zip(("first_day", "last_day"), expected, strict=True):
        if day(statement[name]) != value:
            yield Finding("days_differ", f"statement.{name}", str(value), str(statement[name]))


def rows_in_period(proof: Proof) -> Iterator[Finding]:
    """Check that rows whose figures prove the reading are dated in the printed period."""
    start, end = day(proof["statement"]["period_start"]), day(proof["statement"]["period_end"])
    pages = proof["document"]["pages"] if proof["document"] else None
    for row in proof["rows"]:
        where, date = f"rows[{row['line']}]", day(row["date"])
        for name in ("transaction_date", "value_date"):
            day(row[name])
        outside = date is not None and ((start and date < start - DAYS_BEFORE) or (end and date > end))
        if outside and is_read_whole(proof) and row["as_read"] is None:
            yield Finding("row_outside_period", f"{where}.date", f"{start} to {end}", str(date))
        if not isinstance(row["page"], int) or row["page"] < 1 or (pages is not None and row["page"] > pages):
            yield Finding("page_unknown", f"{where}.page", f"1 to {pages or 'the last page'}", str(row["page"]))


def rows_say_what_is_printed(proof: Proof) -> Iterator[Finding]:
    """Check that text, amount and balance of a row are in its printed text, if the proof has that text."""
    for row in proof["rows"]:
        if not row["text"] or row["added"]:
            continue
        read: Mapping[str, Any] = row["as_read"] or row
        printed, where = _letters(row["text"]), f"rows[{row['line']}]"
        if not all(_letters(word) in printed for word in read["description"].split()):
            yield Finding("text_not_printed", f"{where}.description", row["text"][:200], str(read["description"])[:200])
        figures = re.sub(r"\D", "", unicodedata.normalize("NFKC", row["text"]))
        for name, value in (("amount", amount(read["amount"])), ("balance", known(read["balance"]))):
            if value is not None and re.sub(r"\D", "", format(abs(value), "f")).lstrip("0") not in figures:
                yield Finding("figure_not_printed", f"{where}.{name}", row["text"][:200], amount_text(value))


def _letters(text: str) -> str:
    return re.sub(r"[\W_]+", "", unicodedata.normalize("NFKC", text)).casefold()


def running_balances(proof: Proof) -> Iterator[Finding]:
    """Check that each printed balance follows from the rows, if the printed figures prove the reading."""
    if not is_read_whole(proof) or all(row["balance"] is None for row in proof["rows"]):
        return
    forwards = list(range(len(proof["rows"])))
    by_day = [sorted(order, key=lambda number: proof["rows"][number]["date"] or "") for order in (forwards, forwards[::-1])]
    breaks = min((_breaks(proof, order) for order in (forwards, forwards[::-1], *by_day)), key=len)
    for where, expected, actual in breaks:
        yield Finding("balance_does_not_follow", where, amount_text(expected), amount_text(actual))


def _breaks(proof: Proof, order: Sequence[int]) -> list[tuple[str, Decimal, Decimal]]:
    """Return the balances that do not follow from the rows in this order: place, expected and found."""
    reached, moved, breaks = known(proof["statement"]["opening_balance"]), ZERO, []
    for number in order:
        row = proof["rows"][number]
        moved, balance = moved + amount(row["amount"]), known(row["balance"])
        if balance is None:
            continue
        if reached is not None and reached + moved != balance:
            breaks.append((f"rows[{row['line']}].balance", reached + moved, balance))
        reached, moved = balance, ZERO
    closing = known(proof["statement"]["closing_balance"])
    if reached is not None and closing is not None and reached + moved != closing:
        breaks.append(("statement.closing_balance", reached + moved, closing))
    return breaks


PAGE_FLAGS = {
    "page_missing": "page_unread",
    "page_unread": "page_unread",
    "figures_unaccounted": "figures_unaccounted",
    "not_a_statement": "not_a_statement",
    "unreadable": "unreadable",
}
UNPROVED, CONFIRMED = "integrity_unproved", "reading_confirmed"
OF_THE_READING = frozenset({"page_unread", "figures_unaccounted", "no_balance", "no_opening", "integrity_failed", UNPROVED, CONFIRMED})


def opening_source(proof: Proof) -> Iterator[Finding]:
    """Check whether the opening balance is printed or that of the previous statement."""
    source, printed = proof["statement"]["opening_source"], proof["statement"]["opening_balance"] is not None
    expected: set[str | None] = {"printed"} if printed else {None, "previous_statement"}
    if source not in (expected if was_compared(proof) else {None}):
        yield Finding("opening_source_differs", "statement.opening_source", " or ".join(sorted(map(str, expected))), str(source))


def sums_of_reading(proof: Proof) -> Iterator[Finding]:
    """Check the difference between the closing balance and opening balance and rows, and that a reading that holds has none."""
    statement, adds_up = proof["statement"], proof["statement"]["adds_up"]
    opening, closing = known(statement["opening_balance"]), known(statement["closing_balance"])
    difference = known(adds_up.get("difference"))
    if opening is not None and closing is not None and difference is not None:
        right = closing - opening - total(amount(row["amount"]) for row in proof["rows"])
        if difference != right:
            yield Finding("adds_up_differs", "statement.adds_up.difference", amount_text(right), amount_text(difference))
    if adds_up.get("holds") and (difference or adds_up.get("first_break") is not None or adds_up.get("rows_follow")):
        yield Finding("adds_up_differs", "statement.adds_up.holds", "not true", "true")
    if adds_up.get("rows_follow", False) not in (True, False):
        yield Finding("adds_up_differs", "statement.adds_up.rows_follow", "true or false", str(adds_up["rows_follow"])[:200])
    if statement["rows_not_read"] < 0:
        yield Finding("adds_up_differs", "statement.rows_not_read", "0 or more", str(statement["rows_not_read"]))


def reading_has_its_reasons(proof: Proof) -> Iterator[Finding]:
    """Check that each doubt about the reading (flags, unread rows, missing balances, figures that do not add up) is a reason of the
    answer, and that each such reason has its doubt."""
    if not was_compared(proof):
        return
    confirmed, doubts = proof["answer"]["reading_confirmed"] is not None, set(_doubts(proof))
    reasons, expected = set(proof["answer"]["reasons"]), {CONFIRMED} if confirmed else doubts
    if confirmed and (proof["statement"]["rows_not_read"] or not (doubts or proof["statement"]["adds_up"].get("rows_follow"))):
        actual = f"{proof['statement']['rows_not_read']} not read, {sorted(doubts)}"
        yield Finding(
            "reason_does_not_follow", "answer.reading_confirmed", "a reading that print does not prove, without open marks", actual
        )
    for reason in sorted(OF_THE_READING | expected):
        if (reason in reasons) != (reason in expected):
            yield Finding("reason_does_not_follow", "answer.reasons", f"{reason}: {reason in expected}", f"{reason}: {reason in reasons}")
    adds_up = proof["statement"]["adds_up"]
    if "ends_unconfirmed" in reasons and (not adds_up.get("rows_follow") or "integrity_failed" in expected):
        yield Finding("reason_does_not_follow", "answer.reasons", "ends_unconfirmed: False", "ends_unconfirmed: True")


def _doubts(proof: Proof) -> Iterator[str]:
    statement, adds_up = proof["statement"], proof["statement"]["adds_up"]
    yield from (PAGE_FLAGS.get(flag, UNPROVED) for flag in statement["flags"])
    if statement["rows_not_read"]:
        yield "figures_unaccounted"
    from_before = statement["opening_source"] == "previous_statement"
    opening = opening_of(proof) if from_before else known(statement["opening_balance"])
    closing = known(statement["closing_balance"])
    if closing is None:
        yield "no_balance"
    elif opening is None and not from_before:
        yield "no_opening"
    rows = total(amount(row["amount"]) for row in proof["rows"])
    contradicted = adds_up.get("holds") is False or adds_up.get("first_break") is not None or bool(known(adds_up.get("difference")))
    if contradicted or (opening is not None and closing is not None and opening + rows != closing):
        yield "integrity_failed"
    elif not adds_up.get("rows_follow") and adds_up.get("holds") is None and not (from_before and closing is not None):
        yield UNPROVED
