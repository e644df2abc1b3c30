"""The combined verdict of the statements in one file."""

import pytest

from reconciliation.verification.verdict import BalanceComparison, StatementVerdict, Verdict, file_reasons, file_verdict

NOTHING = BalanceComparison(statement=None, ledger=None, books=None)


def said(*verdicts: str) -> list[StatementVerdict]:
    return [
        StatementVerdict(verdict=Verdict(verdict), reasons=(verdict[:3],), opening_balance=NOTHING, closing_balance=NOTHING)
        for verdict in verdicts
    ]


@pytest.mark.parametrize(
    ("statements", "file"),
    [
        ([], "unverifiable"),
        (["matched"], "matched"),
        (["matched", "matched"], "matched"),
        (["matched", "mismatched"], "mismatched"),
        (["mismatched", "partial"], "partial"),
        (["matched", "partial"], "partial"),
        (["matched", "unverifiable"], "partial"),
        (["mismatched", "unverifiable"], "partial"),
        (["unverifiable", "unverifiable"], "unverifiable"),
    ],
)
def test_a_file_is_matched_only_if_each_of_its_statements_is(statements: list[str], file: str) -> None:
    assert file_verdict(said(*statements)) == file


def test_a_files_reasons_are_all_of_its_statements_once() -> None:
    assert file_reasons(said("matched", "partial", "matched")) == ("mat", "par")
    assert file_reasons([]) == ("not_a_statement",)
