"""Differences between a proposal and the verdict by code: listed, stored and shown. They never change the verdict."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

Json = dict[str, Any]
SHOWN = 200


def disagreements(proposal: Json | None, answers: Sequence[Json], line_counts: Sequence[int]) -> list[Json]:
    """Return the claims of a resolved proposal that code did not find, and its omissions; the first 200."""
    return list(_all(proposal, answers, line_counts))[:SHOWN] if proposal else []


def _all(proposal: Json, answers: Sequence[Json], line_counts: Sequence[int]) -> Iterator[Json]:
    counted = Counter(each["statement"] for each in proposal["statements"])
    for number in sorted(counted):
        if not 0 <= number < len(answers):
            yield {"code": "unknown_statement", "proposed": number}
        elif counted[number] > 1:
            yield {"code": "statement_twice", "statement": number}
    proposed_of = {each["statement"]: each for each in proposal["statements"]}
    for number, (answer, lines) in enumerate(zip(answers, line_counts, strict=True)):
        differences = _of_one(proposed_of[number], answer, lines) if number in proposed_of else [{"code": "statement_left_out"}]
        yield from (each | {"statement": number} for each in differences)


def _of_one(proposed: Json, answer: Json, lines: int) -> Iterator[Json]:
    yield from proposed["unknown"]
    if proposed["account"] != answer["account"]:
        yield {"code": "account_differs", "proposed": proposed["account"], "decided": answer["account"]}
    yield from _rows_once(proposed, lines)
    yield from _pairs(proposed, {each["line"]: each for each in answer["matched"]})
    yield from _missing(set(proposed["missing"]), answer)


def _missing(proposed: set[str], answer: Json) -> Iterator[Json]:
    """Yield a difference in the missing entries. A proposal need not know what is outstanding since before, or reversed in the books, and
    has no other word for an entry that differs or is undecided."""
    first = answer["period_start"] or ""
    wanted = {each["transaction"] for each in answer["missing"] if each["date"] >= first and each["proof"] != "reversal"}
    unpaired = {each["transaction"] for each in (*answer["missing"], *answer["differing"])}
    unpaired |= {entry for group in answer["ambiguous"] for entry in group["transactions"]}
    if wanted - proposed or proposed - unpaired:
        yield {"code": "missing_differs", "proposed": sorted(proposed - unpaired), "decided": sorted(wanted - proposed)}


def _rows_once(statement: Json, lines: int) -> Iterator[Json]:
    """Yield rows that are not exactly once in `matched` or `new`."""
    named = Counter([*(match["line"] for match in statement["matched"]), *statement["new"]])
    for line in sorted({*named, *range(lines)}):
        if not 0 <= line < lines:
            yield {"code": "unknown_line", "proposed": line}
        elif named[line] != 1:
            yield {"code": "line_twice" if named[line] else "line_left_out", "line": line}


def _pairs(statement: Json, decided: Mapping[int, Json]) -> Iterator[Json]:
    proposed = [(match["line"], match["transactions"]) for match in statement["matched"]] + [(line, []) for line in statement["new"]]
    for line, transactions in proposed:
        match = decided.get(line, {"transactions": []})
        either_is_right = transactions and match.get("interchangeable")
        if sorted(transactions) != sorted(match["transactions"]) and not either_is_right:
            yield {"code": "pair_differs", "line": line, "proposed": transactions, "decided": match["transactions"]}
