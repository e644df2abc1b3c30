"""The stored `reconciliation` of a whole file: its verdict, its statements' answers, and the figures of the proof."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

from reconciliation.conversation.disagreements import disagreements
from reconciliation.models import StatementImport
from reconciliation.printed.statement import PrintedStatement
from reconciliation.verification.verdict import VERSION, BalanceComparison, StatementVerdict, Verdict, file_reasons, file_verdict

Json = dict[str, Any]
LISTS = ("matched", "new", "missing", "differing", "ambiguous")
UNKNOWN = BalanceComparison(statement=None, ledger=None, books=None)


def compose(
    statement_import: StatementImport, answers: Sequence[Json], printed: Sequence[PrintedStatement], more: Mapping[str, Any]
) -> Json:
    """As INTERFACES.md has it; `more` is what a run knows beyond it: `provider`, `proposal`."""
    said = [_said(answer) for answer in answers]
    return {
        **more,
        "version": VERSION,
        "verdict": str(file_verdict(said)),
        "reasons": list(file_reasons(said)),
        "adds_up": _adds_up(printed),
        "disagreements": disagreements(more.get("proposal"), answers, [len(each.lines) for each in printed]),
        "statements": [answer | {"adds_up": _integrity(each)} for answer, each in zip(answers, printed, strict=True)],
        "proof": {
            "sha256": statement_import.sha256,
            "reconciliation_version": VERSION,
            "statements": [_figures(answer, each) for answer, each in zip(answers, printed, strict=True)],
        },
    }


def _said(answer: Json) -> StatementVerdict:
    return StatementVerdict(
        verdict=Verdict(answer["verdict"]), reasons=tuple(answer["reasons"]), opening_balance=UNKNOWN, closing_balance=UNKNOWN
    )


def _adds_up(printed: Sequence[PrintedStatement]) -> bool | None:
    """True if every statement proves itself whole, False if one does not add up, else None."""
    held = {each.integrity.holds for each in printed}
    if False in held:
        return False
    return True if held == {True} else None


def _integrity(printed: PrintedStatement) -> Json:
    integrity = printed.integrity
    difference = None if integrity.difference is None else format(integrity.difference, "f")
    return {
        "holds": integrity.holds,
        "difference": difference,
        "first_break": integrity.first_break,
        "rows_follow": integrity.rows_follow,
    }


def _figures(answer: Json, printed: PrintedStatement) -> Json:
    """Counts and sums: what a person can add up again by hand."""
    matched = {item["line"] for item in answer["matched"]}
    return {
        "lines": len(printed.lines),
        "lines_sum": _sum(line.amount for line in printed.lines),
        "matched_sum": _sum(line.amount for number, line in enumerate(printed.lines) if number in matched),
        "entries": len({entry for item in answer["matched"] for entry in item["transactions"]}),
        "counts": {name: len(answer[name]) for name in LISTS},
    }


def _sum(amounts: Any) -> str:
    return format(sum(amounts, Decimal(0)), "f")
