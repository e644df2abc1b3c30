"""Where a proposal and the verdict by code differ: listed, stored and shown. The verdict does not move by it."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

Json = dict[str, Any]
SHOWN = 200


def disagreements(proposal: Json | None, answers: Sequence[Json], line_counts: Sequence[int]) -> list[Json]:
    """What a resolved proposal claims that code did not find, and what it leaves out; the first 200."""
    return list(_all(proposal, answers, line_counts))[:SHOWN] if proposal else []


def _all(proposal: Json, answers: Sequence[Json], line_counts: Sequence[int]) -> Iterator[Json]:
    counted = Counter(each["statement"] for each in proposal["statements"])
    for number in sorted(counted):
        if not 0 <= number < len(answers):
            yield {"code": "unknown_statement", "proposed": number}
        elif counted[number] > 1:
            yield {"code": "statement_twice", "statement": number}
    said = {each["statement"]: each for each in proposal["statements"]}
    for number, (answer, lines) in enumerate(zip(answers, line_counts, strict=True)):
        found = _of_one(said[number], answer, lines) if number in said else [{"code": "statement_left_out"}]
        yield from (each | {"statement": number} for each in found)


def _of_one(said: Json, answer: Json, lines: int) -> Iterator[Json]:
    yield from said["unknown"]
    if said["account"] != answer["account"]:
        yield {"code": "account_differs", "proposed": said["account"], "decided": answer["account"]}
    yield from _rows_once(said, lines)
    yield from _pairs(said, {each["line"]: each for each in answer["matched"]})
    yield from _missing(set(said["missing"]), answer)


def _missing(proposed: set[str], answer: Json) -> Iterator[Json]:
    """A proposal names what the period lacks. It need not know what is outstanding since before, or reversed in the books,
    and has no other word for an entry that code holds to differ or to be undecided."""
    first = answer["period_start"] or ""
    wanted = {each["transaction"] for each in answer["missing"] if each["date"] >= first and each["proof"] != "reversal"}
    unpaired = {each["transaction"] for each in (*answer["missing"], *answer["differing"])}
    unpaired |= {entry for group in answer["ambiguous"] for entry in group["transactions"]}
    if wanted - proposed or proposed - unpaired:
        yield {"code": "missing_differs", "proposed": sorted(proposed - unpaired), "decided": sorted(wanted - proposed)}


def _rows_once(said: Json, lines: int) -> Iterator[Json]:
    """Each printed row stands once, in `matched` or in `new`."""
    named = Counter([*(match["line"] for match in said["matched"]), *said["new"]])
    for line in sorted({*named, *range(lines)}):
        if not 0 <= line < lines:
            yield {"code": "unknown_line", "proposed": line}
        elif named[line] != 1:
            yield {"code": "line_twice" if named[line] else "line_left_out", "line": line}


def _pairs(said: Json, decided: Mapping[int, Json]) -> Iterator[Json]:
    proposed = [(match["line"], match["transactions"]) for match in said["matched"]] + [(line, []) for line in said["new"]]
    for line, transactions in proposed:
        found = decided.get(line, {"transactions": []})
        either_is_right = transactions and found.get("interchangeable")
        if sorted(transactions) != sorted(found["transactions"]) and not either_is_right:
            yield {"code": "pair_differs", "line": line, "proposed": transactions, "decided": found["transactions"]}
