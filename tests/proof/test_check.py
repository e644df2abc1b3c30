"""A proof holds as it was written, and every change of it, of its document or of its books is found."""

import copy
import datetime as dt
import hashlib
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from finance.models import Account
from reconciliation.decisions.reading import correct_statement
from reconciliation.decisions.rows import correct_line
from reconciliation.models import StatementImport
from reconciliation.proof.check import check_proof
from reconciliation.proof.form import digest_of
from tests.factories import AccountFactory
from tests.proof.making import Json, a_matched_month, changed, ledger_of, proofs_of
from tests.read_statements import only, paper, read_in
from tests.reports.making import a_household, january_of
from tests.world import booked

pytestmark = pytest.mark.django_db
PDF = b"%PDF-1.7 as it came"


@pytest.fixture
def month() -> tuple[Account, StatementImport]:
    account, january = a_matched_month()
    document = {"sha256": hashlib.sha256(PDF).hexdigest(), "size": len(PDF)}
    StatementImport.objects.of(account.organization).filter(pk=january.pk).update(**document)
    return account, january


@pytest.fixture
def proof(month: tuple[Account, StatementImport]) -> Json:
    [found] = proofs_of(month[1])
    return found


def codes(found: list[Any]) -> set[str]:
    return {finding.code for finding in found}


def test_a_matched_statement_holds_with_its_document_and_its_ledger(month: tuple[Account, StatementImport], proof: Json) -> None:
    assert proof["answer"]["verdict"] == "matched"
    assert check_proof(proof, document=PDF, ledger=ledger_of(month[0])) == []


def test_a_statement_with_something_of_everything_holds_too() -> None:
    account = a_household()
    [proof] = proofs_of(january_of(account))

    assert proof["answer"]["verdict"] == "mismatched"
    assert proof["new"]
    assert proof["missing"]
    assert proof["differing"]
    assert check_proof(proof, ledger=ledger_of(account)) == []


def test_an_entry_that_an_earlier_statement_shows_is_listed_as_such() -> None:
    account = a_household()
    booked(account, 2, "-6.50", "Account fee", month=2, external_id="fee")
    january = read_in(account.organization, paper([(5, "-250.00", "Rent"), (31, "-6.50", "Account fee")], opening="1000.00"))
    february = read_in(account.organization, paper([(3, "-5.00", "Tea")], month=2, opening="743.50"))

    for each in (january, february):
        [proof] = proofs_of(each)
        assert check_proof(proof, ledger=ledger_of(account)) == []
    assert [each["entry"] for each in proof["ledger"]["cleared_elsewhere"]] == ["fee"]


def test_an_entry_that_is_cleared_before_its_own_day_is_listed_on_the_next_statement_too() -> None:
    account = a_household()
    booked(account, 3, "-6.50", "Account fee", month=3, external_id="fee")
    read_in(account.organization, paper([(5, "-250.00", "Rent"), (28, "-6.50", "Account fee")], opening="1000.00"))
    february = read_in(account.organization, paper([(27, "-6.50", "Account fee")], month=2, opening="743.50"))
    march = read_in(account.organization, paper([(5, "-1.00", "Tea")], month=3, opening="737.00"))

    for each in (february, march):
        [proof] = proofs_of(each)
        assert check_proof(proof, ledger=ledger_of(account)) == []


def test_a_later_entry_that_a_statement_of_shared_days_shows_is_listed_on_the_overlapping_one() -> None:
    """Its opening balance counts the entries of every statement that began before it, also of one that ends later."""
    account = a_household()
    booked(account, 9, "-6.50", "Account fee", month=2, external_id="fee")
    read_in(account.organization, paper([(5, "-250.00", "Rent"), (31, "-6.50", "Account fee")], opening="1000.00"))
    middle = replace(
        paper([(31, "-6.50", "Account fee")], opening="750.00"), period_start=dt.date(2026, 1, 15), period_end=dt.date(2026, 2, 5)
    )
    overlapping = read_in(account.organization, middle)

    [proof] = proofs_of(overlapping)
    assert "overlaps" in proof["answer"]["reasons"]
    assert check_proof(proof, ledger=ledger_of(account)) == []
    assert "fee" in [each["entry"] for each in proof["ledger"]["cleared_elsewhere"]]


def test_reversed_signs_with_a_corrected_row_are_decisions_of_the_file() -> None:
    account = AccountFactory.create(opening="1000.00")
    january = read_in(account.organization, paper([(5, "250.00", "Rent"), (20, "-600.00", "Client")], opening="-1000.00"))
    correct_statement(statement=only(january), turned=True, actor=None)
    correct_line(statement=only(january), line=0, date=dt.date(2026, 1, 6), actor=None)

    [reversed_signs] = proofs_of(january)

    assert check_proof(reversed_signs) == []
    for tampered in (
        lambda other: other["rows"][1].update(as_read=None),
        lambda other: other["rows"][0]["as_read"].update(amount="-250.00"),
        lambda other: other["rows"][0]["as_read"].update(date="2026-01-04", description="Kite"),
    ):
        assert "correction_differs" in codes(check_proof(changed(reversed_signs, tampered)))


def test_the_same_facts_make_the_same_proof(month: tuple[Account, StatementImport], proof: Json) -> None:
    assert proofs_of(month[1]) == [proof]


def a_cent(proof: Json) -> None:
    proof["rows"][1]["amount"] = "-45.01"


def a_cent_in_the_books(proof: Json) -> None:
    proof["ledger"]["entries"][0]["amount"] = "-250.01"


def a_dropped_row(proof: Json) -> None:
    del proof["rows"][2]


def a_dropped_entry(proof: Json) -> None:
    del proof["ledger"]["entries"][1]


def an_entry_made_void(proof: Json) -> None:
    proof["ledger"]["entries"][0]["status"] = "void"


def a_swapped_pair(proof: Json) -> None:
    one, other = proof["pairs"][0], proof["pairs"][1]
    one["entries"], other["entries"] = other["entries"], one["entries"]


def an_entry_paired_twice(proof: Json) -> None:
    proof["pairs"][1]["entries"] = proof["pairs"][0]["entries"]


def a_row_paired_twice(proof: Json) -> None:
    proof["pairs"][1]["lines"] = proof["pairs"][0]["lines"]


def a_closing(proof: Json) -> None:
    proof["balances"]["closing"]["printed"] = proof["statement"]["closing_balance"] = "825.01"


def a_cleared_balance(proof: Json) -> None:
    proof["balances"]["opening"]["cleared"] = "999.99"


def a_term_of_the_bridge(proof: Json) -> None:
    proof["bridge"]["timing"], proof["bridge"]["unexplained"] = "1.00", "-1.00"


def a_reason(proof: Json) -> None:
    proof["answer"]["reasons"] = ["new_rows"]


def another_verdict(proof: Json) -> None:
    proof["answer"]["verdict"] = "mismatched"


def a_number_for_an_amount(proof: Json) -> None:
    proof["rows"][0]["amount"] = -250.0


def a_part_taken_out(proof: Json) -> None:
    del proof["balances"]


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (a_cent, "pair_differs"),
        (a_cent_in_the_books, "pair_differs"),
        (a_dropped_row, "row_unknown"),
        (a_dropped_entry, "entry_without_row"),
        (an_entry_made_void, "entry_does_not_count"),
        (a_swapped_pair, "pair_differs"),
        (an_entry_paired_twice, "entry_not_told_once"),
        (a_row_paired_twice, "row_not_told_once"),
        (a_closing, "rows_do_not_make_closing"),
        (a_cleared_balance, "cleared_balance_differs"),
        (a_term_of_the_bridge, "bridge_term_differs"),
        (a_reason, "verdict_does_not_follow"),
        (another_verdict, "verdict_does_not_follow"),
        (a_number_for_an_amount, "malformed"),
        (a_part_taken_out, "malformed"),
    ],
)
def test_a_change_in_a_proof_is_found_though_its_hashes_were_computed_again(proof: Json, change: Callable[[Json], None], code: str) -> None:
    assert code in codes(check_proof(changed(proof, change)))


@pytest.mark.parametrize("part", ["organization", "account", "document", "statement", "rows", "ledger", "pairs", "answer", "conclusions"])
def test_any_change_breaks_the_digest(proof: Json, part: str) -> None:
    other = copy.deepcopy(proof)
    other[part] = {"changed": other[part]}

    assert "digest_differs" in codes(check_proof(other))


def test_a_replaced_pdf_is_detected(proof: Json) -> None:
    assert codes(check_proof(proof, document=PDF + b" ")) == {"document_differs", "document_size_differs"}


def test_a_replaced_ledger_is_detected(month: tuple[Account, StatementImport], proof: Json) -> None:
    ledger = ledger_of(month[0])

    assert codes(check_proof(proof, ledger=ledger.replace(b"-45.00", b"-45.01"))) == {"entry_differs", "ledger_balance_differs"}
    assert "entry_not_in_ledger" in codes(check_proof(proof, ledger=ledger.replace(b"kite", b"kiwi")))
    assert codes(check_proof(proof, ledger=b"Tag,Betrag\n")) <= {"entry_not_in_ledger", "ledger_balance_differs"}
    assert codes(check_proof(proof, ledger=b"\xff\xfe")) == {"ledger_unreadable"}


def test_an_entry_of_the_days_that_the_proof_is_silent_about_is_found(month: tuple[Account, StatementImport], proof: Json) -> None:
    booked(month[0], 15, "-9.99", "Nobody asked the bank", external_id="late")
    booked(month[0], 16, "-9.98", "Nor about this")

    found = check_proof(proof, ledger=ledger_of(month[0]))
    assert [each.code for each in found] == ["entry_not_in_proof", "entry_not_in_proof", "ledger_balance_differs"]


def test_a_signature_is_of_the_digest_and_of_the_installations_key(proof: Json) -> None:
    key = proof["signature"]["public_key"]
    assert check_proof(proof, public_key=key) == []
    assert codes(check_proof(proof, public_key="another")) == {"signed_by_another"}

    other = copy.deepcopy(proof)
    other["organization"]["name"] = "Another"
    other["digest"]["value"] = digest_of(other)
    assert codes(check_proof(other)) == {"signature_wrong"}
    assert codes(check_proof(other | {"signature": None}, public_key=key)) == {"signature_missing"}
