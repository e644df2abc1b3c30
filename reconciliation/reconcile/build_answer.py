"""The stored `reconciliation` of a whole file: its verdict, its statements' answers, and the figures of the proof."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from reconciliation.conversation.proposal import disagreements
from reconciliation.models import Decision, Statement, StatementImport
from reconciliation.printed.digest import digest_of_statement
from reconciliation.printed.statement import PrintedStatement
from reconciliation.reconcile.evidence import integrity_to_json
from reconciliation.verification.verdict import VERSION, BalanceComparison, StatementVerdict, Verdict, file_reasons, file_verdict

Json = dict[str, Any]
LISTS = ("matched", "new", "missing", "differing", "ambiguous")
UNKNOWN = BalanceComparison(statement=None, ledger=None, books=None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Settled:
    """One statement with its verdict; `answer` is the stored form, `about_reading` are the ids of the decisions about the reading of its
    import, which `printed` follows from. `prepares_itself` if it is proved, has no steps yet, and its
    organization wants such statements prepared."""

    statement: Statement
    printed: PrintedStatement
    verdict: StatementVerdict
    answer: dict[str, Any]
    about_reading: Sequence[str] = ()
    prepares_itself: bool = False


def compose(
    statement_import: StatementImport, answers: Sequence[Json], printed: Sequence[PrintedStatement], more: Mapping[str, Any]
) -> Json:
    """Return the answer as `docs/reference/verdict.md` describes it; `more` holds what only a run knows: `provider`, `proposal`.

    The file adds up if every statement proves itself whole, and does not if one does not add up; else it is unknown.
    """
    verdicts = [
        StatementVerdict(
            verdict=Verdict(answer["verdict"]), reasons=tuple(answer["reasons"]), opening_balance=UNKNOWN, closing_balance=UNKNOWN
        )
        for answer in answers
    ]
    held = {statement.integrity.holds for statement in printed}
    figures = []  # counts and sums that a person can add up by hand
    for answer, statement in zip(answers, printed, strict=True):
        matched = {item["line"] for item in answer["matched"]}
        of_statement = {
            "lines": len(statement.lines),
            "lines_sum": _sum(line.amount for line in statement.lines),
            "matched_sum": _sum(line.amount for number, line in enumerate(statement.lines) if number in matched),
            "entries": len({entry for item in answer["matched"] for entry in item["transactions"]}),
            "counts": {name: len(answer[name]) for name in LISTS},
            "digest": digest_of_statement(statement),
        }
        figures.append(of_statement)
    return {
        **more,
        "version": VERSION,
        "verdict": str(file_verdict(verdicts)),
        "reasons": list(file_reasons(verdicts, is_statement=not answers and statement_import.is_said_to_be_a_statement)),
        "adds_up": False if False in held else held == {True} or None,
        "disagreements": disagreements(more.get("proposal"), answers, [len(statement.lines) for statement in printed]),
        "statements": [
            answer | {"adds_up": integrity_to_json(statement.integrity)} for answer, statement in zip(answers, printed, strict=True)
        ],
        "proof": {
            "sha256": statement_import.sha256,
            "reconciliation_version": VERSION,
            "statements": figures,
        },
    }


def _sum(amounts: Any) -> str:
    return format(sum(amounts, Decimal(0)), "f")


Place = tuple[str, int]
"""(id of the import, number of the statement in it)."""


def with_places(answer: Json, places: Sequence[Place]) -> Json:
    """Return the answer with `cleared_by`, `repeats`, `undone_by`, `opposites`, `outstanding_since`, `chain_break`, `overlapped`,
    `same_as`, `copies`, `contradicts`, `replaced_by` and the statements of `opening_parts` as {"import", "statement"} and, for a row,
    "line"."""
    return answer | {
        "chain_break": answer["chain_break"] and {**answer["chain_break"], **_named(places[answer["chain_break"]["statement"]])},
        "overlapped": [_named(places[index]) for index in answer["overlapped"]],
        "same_as": _statement(answer["same_as"], places),
        "copies": [_named(places[index]) for index in answer["copies"]],
        "contradicts": [document | _named(places[document["statement"]]) for document in answer["contradicts"]],
        "replaced_by": _statement(answer["replaced_by"], places),
        "missing": [
            item | {"cleared_by": _line(item["cleared_by"], places), "outstanding_since": _statement(item["outstanding_since"], places)}
            for item in answer["missing"]
        ],
        "opening_parts": [part | {"statement": _statement(part["statement"], places)} for part in answer["opening_parts"]],
        "new": [
            item
            | {
                "repeats": _line(item["repeats"], places),
                "undone_by": item["undone_by"] and {**item["undone_by"], **_named(places[item["undone_by"]["statement"]])},
                "opposites": [opposite | _named(places[opposite["statement"]]) for opposite in item["opposites"]],
            }
            for item in answer["new"]
        ],
    }


def with_author(answer: Json, confirmations: Mapping[str, Decision]) -> Json:
    """Return the answer with the person who confirmed its reading, and when."""
    confirmed = answer["reading_confirmed"]
    if confirmed is None:
        return answer
    decision = confirmations[confirmed["decision"]]
    by = decision.made_by.get_username() if decision.made_by else None
    return answer | {"reading_confirmed": {**confirmed, "by": by, "at": decision.made_at.isoformat()}}


def _line(reference: Json | None, places: Sequence[Place]) -> Json | None:
    return None if reference is None else {**_named(places[reference["statement"]]), "line": reference["line"]}


def _statement(index: int | None, places: Sequence[Place]) -> Json | None:
    return None if index is None else _named(places[index])


def _named(place: Place) -> Json:
    return {"import": place[0], "statement": place[1]}
