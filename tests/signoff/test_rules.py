"""Rules of signing off, by the verdict and by accepted exceptions."""

from decimal import Decimal
from typing import Any

import pytest

from reconciliation.signoff.rules import Excuse, sign_off_of
from reconciliation.verification.verdict import FACTS

Json = dict[str, Any]
NO_GAP = {"opening": "0.00", "unexplained": "0.00"}


def an_answer(verdict: str, *reasons: str, **changes: Any) -> Json:
    lists: Json = {"new": [], "missing": [], "differing": [], "ambiguous": []}
    return {"verdict": verdict, "reasons": list(reasons), "bridge": NO_GAP, **lists, **changes}


def missing(transaction: str, amount: str, kind: str = "outstanding", proof: str | None = None) -> Json:
    return {"transaction": transaction, "amount": amount, "kind": kind, "proof": proof}


def excuse(amount: str, *, reason: str = "raised with the bank 2 Feb", kind: str = "bank_error", **rows: Any) -> Excuse:
    return Excuse(decision="d1", kind=kind, reason=reason, amount=Decimal(amount), **rows)


BANK_ERROR = an_answer("mismatched", "new_rows", new=[{"line": 0, "amount": "-90.00"}])


def test_a_proved_statement_may_be_signed_off() -> None:
    found = sign_off_of(an_answer("matched"))

    assert (found.why_not, found.to_confirm, found.exceptions) == ("", (), ())


def test_each_outstanding_item_is_confirmed_first() -> None:
    items = [missing("t2", "-250.00"), missing("t3", "900.00"), missing("t4", "-1.00", proof="cleared_later")]
    answer = an_answer("partial", "outstanding_unproved", missing=items)

    assert sign_off_of(answer).to_confirm == ("t2", "t3")
    accepted = excuse("-250.00", kind="outstanding", reason="cheque 101, not presented", entries=("t2",))
    assert sign_off_of(answer, [accepted]).to_confirm == ("t3",)


def test_case_29_may_be_signed_off_with_its_cut_off() -> None:
    assert sign_off_of(an_answer("partial", "cut_off")).why_not == ""


@pytest.mark.parametrize(
    "reason",
    [
        "integrity_failed", "integrity_unproved", "page_unread", "figures_unaccounted", "no_opening", "opening_unknown",
        "account_unconfirmed", "totals_only",
    ],
)  # fmt: skip
def test_an_incomplete_comparison_is_never_signed_off(reason: str) -> None:
    assert sign_off_of(an_answer("partial", reason)).why_not == "not_read"
    assert sign_off_of(an_answer("partial", "outstanding_unproved", reason)).why_not == "not_read"
    facts = [Excuse(decision=fact, kind="acknowledged", reason="known", amount=None, fact=fact) for fact in FACTS]
    assert sign_off_of(an_answer("partial", *FACTS, reason), facts).why_not == "not_read"


@pytest.mark.parametrize("fact", FACTS)
def test_a_fact_is_acknowledged_first_and_printed_as_an_exception(fact: str) -> None:
    answer = an_answer("partial", "outstanding_unproved", fact)
    assert (sign_off_of(answer).why_not, sign_off_of(answer).to_acknowledge) == ("unacknowledged", (fact,))
    others = [Excuse(decision=other, kind="acknowledged", reason="known", amount=None, fact=other) for other in FACTS if other != fact]
    assert sign_off_of(answer, others).why_not == "unacknowledged"

    found = sign_off_of(answer, [*others, Excuse(decision="d1", kind="acknowledged", reason="known", amount=None, fact=fact)])

    assert (found.why_not, [each.as_json()["fact"] for each in found.exceptions]) == ("", [fact])


def test_a_gap_that_earlier_entries_could_explain_is_no_matter_of_time() -> None:
    assert sign_off_of(an_answer("partial", "chain_gap", bridge=NO_GAP | {"opening": "40.00"})).why_not == "not_read"


def test_a_statement_with_an_open_choice_is_not_signed_off() -> None:
    ambiguous = an_answer("partial", "ambiguous_rows", ambiguous=[{"lines": [0], "transactions": ["t1", "t2"]}])

    assert sign_off_of(ambiguous, [excuse("80.00", lines=(0,), entries=("t1", "t2"))]).why_not == "undecided"


@pytest.mark.parametrize("verdict", ["matched", "mismatched", "partial"])
def test_an_unexplained_gap_is_never_signed_off(verdict: str) -> None:
    assert sign_off_of(an_answer(verdict, bridge=NO_GAP | {"unexplained": "0.01"}), [excuse("0.01")]).why_not == "unexplained"


def test_without_balances_nothing_is_signed_off() -> None:
    assert sign_off_of(an_answer("partial", "no_balance", bridge=None)).why_not == "not_read"
    assert sign_off_of(an_answer("unverifiable", "no_account", bridge=None)).why_not == "not_compared"


def test_case_27_is_signed_off_with_its_exception() -> None:
    assert sign_off_of(BANK_ERROR).why_not == "differences"

    found = sign_off_of(BANK_ERROR, [excuse("-90.00", lines=(0,))])

    assert found.why_not == ""
    assert [each.as_json() for each in found.exceptions] == [
        {"amount": "-90.00", "kind": "bank_error", "reason": "raised with the bank 2 Feb", "decision": "d1"}
    ]


@pytest.mark.parametrize(
    "wanting",
    [
        excuse("-90.00", lines=(1,)),
        excuse("-90.00", lines=(0,), reason="  "),
        Excuse(decision="d", kind="ignored", reason="x", amount=None, lines=(0,)),
    ],
)
def test_a_difference_wants_a_decision_on_it_with_reason_and_amount(wanting: Excuse) -> None:
    assert sign_off_of(BANK_ERROR, [wanting]).why_not == "differences"


def test_every_difference_wants_its_own_decision() -> None:
    answer = an_answer(
        "mismatched", "new_rows", "missing_rows", "amount_differs", "opening_differs", "outstanding_unproved",
        new=[{"line": 0, "amount": "-90.00"}],
        missing=[missing("t9", "-80.00", "not_on_statement"), missing("t2", "-250.00")],
        differing=[{"line": 3, "transaction": "t5", "by": "-9.00"}],
        bridge=NO_GAP | {"opening": "40.00"},
    )  # fmt: skip
    given = [
        excuse("-90.00", lines=(0,)),
        excuse("80.00", entries=("t9",), kind="difference"),
        excuse("-9.00", lines=(3,), entries=("t5",), kind="difference"),
        excuse("40.00", kind="difference"),
    ]

    found = sign_off_of(answer, given)

    assert (found.why_not, found.to_confirm) == ("", ("t2",))
    assert [each.amount for each in found.exceptions] == [Decimal(amount) for amount in ("40.00", "-90.00", "-9.00", "80.00")]
    for place in range(len(given)):
        assert sign_off_of(answer, given[:place] + given[place + 1 :]).why_not == "differences"


def test_an_accepted_difference_does_not_cover_an_entry_that_changed_since() -> None:
    accepted = excuse("80.00", entries=("t9",), kind="difference")

    assert sign_off_of(an_answer("mismatched", "missing_rows", missing=[missing("t9", "-80.00", "stale")]), [accepted]).why_not == ""
    assert (
        sign_off_of(an_answer("mismatched", "missing_rows", missing=[missing("t9", "-81.00", "stale")]), [accepted]).why_not
        == "differences"
    )


def test_an_outstanding_item_that_changed_since_wants_another_look() -> None:
    accepted = excuse("-250.00", kind="outstanding", reason="cheque 101", entries=("t2",))
    answer = an_answer("partial", "outstanding_unproved", missing=[missing("t2", "-205.00")])

    assert sign_off_of(answer, [accepted]).to_confirm == ("t2",)
