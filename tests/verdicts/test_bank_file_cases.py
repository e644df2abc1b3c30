"""Shared cases of the verifier: a payout that is several orders less a fee, and a creditor reference in the bank's text."""

import json
from typing import Any

import pytest

from reconciliation.matching import weigh
from reconciliation.matching.rows import creditor_references
from reconciliation.verification.case import answer_case
from tests.bank_files import BANK_FILES
from tests.verdicts.weighing import pairs, row

REFERENCE = "RF18539007547034"
SHARED_CASES = [pytest.mark.shared, pytest.mark.skipif(not BANK_FILES.is_dir(), reason="the files of banks are not beside the project")]


def case_of(name: str) -> dict[str, Any]:
    case: dict[str, Any] = json.loads((BANK_FILES / name / "case.jsonl").read_text())
    return case


def answered(case: dict[str, Any]) -> dict[str, Any]:
    (answer,) = answer_case(json.dumps(case))["statements"]
    return dict(answer)


class TestSharedCases:
    pytestmark = SHARED_CASES

    def test_two_orders_less_the_fee_are_proposed_as_the_payout(self) -> None:
        answer = answered(case_of("32-payout-less-fee"))

        assert (answer["verdict"], answer["reasons"], answer["new"], answer["missing"]) == ("partial", ["group_to_confirm"], [], [])
        (group,) = answer["ambiguous"]
        assert (group["lines"], sorted(group["transactions"])) == ([0], ["a", "b", "f"])

    def test_orders_of_other_names_are_no_payout(self) -> None:
        case = case_of("32-payout-less-fee")
        for name, entry in zip(("Rent", "Fenwick", "Alder"), case["books"]["organizations"][0]["accounts"][0]["transactions"], strict=True):
            entry["description"] = name

        assert answered(case)["reasons"] == ["new_rows", "missing_rows"]

    def test_a_creditor_reference_in_the_printed_text_outweighs_an_edited_payee(self) -> None:
        answer = answered(case_of("34-reference-beats-words"))

        assert (answer["verdict"], answer["reasons"]) == ("matched", [])

    def test_another_reference_is_no_evidence(self) -> None:
        case = case_of("34-reference-beats-words")
        case["books"]["organizations"][0]["accounts"][0]["transactions"][0]["reference"] = "RF712348231"

        assert answered(case)["verdict"] == "partial"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("sepa rf18539007547034 buchladen", {"rf18539007547034"}),
        ("sepa rf18 5390 0754 7034", {"rf18539007547034"}),
        ("rf19539007547034", set()),  # wrong check digits
        ("xrf18539007547034", set()),
        ("surf shop 18539007547034", set()),
    ],
)
def test_only_right_check_digits_make_a_creditor_reference(text: str, found: set[str]) -> None:
    assert creditor_references(text) == found


def test_each_of_two_equal_amounts_goes_to_its_reference() -> None:
    lines = [row("one", 6, "-20", f"SEPA {REFERENCE} BOOKS"), row("two", 6, "-20", "SEPA RF712348231 BOOKS")]
    entries = [row("b", 5, "-20", "Present", reference="RF712348231"), row("a", 5, "-20", "Gift", reference=REFERENCE)]

    assert pairs(weigh(lines, entries)) == {("one", "a"), ("two", "b")}


def test_the_amount_still_has_to_be_equal() -> None:
    assert pairs(weigh([row("one", 6, "-20", REFERENCE)], [row("a", 5, "-21", "Present", reference=REFERENCE)])) == set()
