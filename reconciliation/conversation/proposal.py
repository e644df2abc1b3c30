"""The proposal of a model: a shape that is parsed once, and the differences to the verdict by code. They never change the verdict."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

Json = dict[str, Any]
SHOWN = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class ProposedMatch:
    """One printed row and the ledger rows that are the same payment."""

    line: Annotated[int, "the number of the printed row in `lines`"]
    transactions: Annotated[tuple[str, ...], "ids that get_transactions gave, such as t17"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ProposedStatement:
    """The proposal for one statement of the document."""

    statement: Annotated[int, "the statement's number in the message"]
    account: Annotated[str | None, "an id that get_accounts gave, or null where none fits"]
    matched: tuple[ProposedMatch, ...]
    new: Annotated[tuple[int, ...], "printed rows that the ledger lacks"]
    missing: Annotated[tuple[str, ...], "ledger rows of the period that the statement lacks"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """A proposed reconciliation. Every printed row is listed once, in `matched` or in `new`."""

    statements: tuple[ProposedStatement, ...]
    summary: Annotated[str, "two sentences: what the document is, and what a person should look at first"]


@dataclass(frozen=True, slots=True, kw_only=True)
class PairedStatement:
    """The account of one statement, and for each line the names of the entries that code has paired with it."""

    account: str | None
    lines: Mapping[int, Sequence[str]]


def disagreements(proposal: Json | None, answers: Sequence[Json], line_counts: Sequence[int]) -> list[Json]:
    """Return the claims of a resolved proposal that code did not find, and its omissions; the first 200."""
    if not proposal:
        return []
    differences: list[Json] = []
    counts = Counter(proposed["statement"] for proposed in proposal["statements"])
    for number in sorted(counts):
        if not 0 <= number < len(answers):
            differences.append({"code": "unknown_statement", "proposed": number})
        elif counts[number] > 1:
            differences.append({"code": "statement_twice", "statement": number})
    by_number = {proposed["statement"]: proposed for proposed in proposal["statements"]}
    for number, (answer, lines) in enumerate(zip(answers, line_counts, strict=True)):
        if number in by_number:
            differences += [difference | {"statement": number} for difference in _in_statement(by_number[number], answer, lines)]
        else:
            differences.append({"code": "statement_left_out", "statement": number})
    return differences[:SHOWN]


def _in_statement(proposed: Json, answer: Json, lines: int) -> Iterator[Json]:
    yield from proposed["unknown"]
    if proposed["account"] != answer["account"]:
        yield {"code": "account_differs", "proposed": proposed["account"], "decided": answer["account"]}
    # Each row is exactly once in `matched` or `new`.
    matched, new = proposed["matched"], proposed["new"]
    counts = Counter([*(match["line"] for match in matched), *new])
    for line in sorted({*counts, *range(lines)}):
        if not 0 <= line < lines:
            yield {"code": "unknown_line", "proposed": line}
        elif counts[line] != 1:
            yield {"code": "line_twice" if counts[line] else "line_left_out", "line": line}
    decided = {match["line"]: match for match in answer["matched"]}
    for line, entries in [*((match["line"], match["transactions"]) for match in matched), *((line, []) for line in new)]:
        match = decided.get(line, {"transactions": []})
        either_is_right = entries and match.get("interchangeable")
        if sorted(entries) != sorted(match["transactions"]) and not either_is_right:
            yield {"code": "pair_differs", "line": line, "proposed": entries, "decided": match["transactions"]}
    # A proposal need not know entries that are outstanding since before or reversed, and has no other word for an entry that differs
    # or is undecided.
    first, missing = answer["period_start"] or "", set(proposed["missing"])
    required = {item["transaction"] for item in answer["missing"] if item["date"] >= first and item["proof"] != "reversal"}
    unpaired = {item["transaction"] for item in (*answer["missing"], *answer["differing"])}
    unpaired |= {entry for group in answer["ambiguous"] for entry in group["transactions"]}
    if required - missing or missing - unpaired:
        yield {"code": "missing_differs", "proposed": sorted(missing - unpaired), "decided": sorted(required - missing)}
