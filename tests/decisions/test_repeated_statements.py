"""The same month again, and a document that contradicts it: the stored, counted and shown rows."""

import datetime as dt
from dataclasses import replace
from typing import Any

import pytest

from finance.models import Account
from people.models import Membership
from people.roles import Role
from reconciliation.decisions.deciding import withdraw_decision
from reconciliation.decisions.reading import replace_statement
from reconciliation.decisions.refused import DecisionRefused
from reconciliation.models import Decision, StatementImport
from reconciliation.presentation.account_page import calendar_of, statements_on
from reconciliation.presentation.import_list import summary_of
from reconciliation.presentation.overview.charts import charts_of
from reconciliation.presentation.overview.matrix import matrix_of
from reconciliation.presentation.overview.worklist import worklist_of
from reconciliation.presentation.statement_page.document_acts import next_step
from reconciliation.presentation.statement_page.sheet import sheets_of
from reconciliation.printed.statement import Integrity, PrintedStatement
from reconciliation.proof.check import check_proof
from reconciliation.proof.write import proof_of
from reconciliation.signoff.services import prepare, reopen
from reconciliation.uploads.services import cancel
from tests.addresses import reverse
from tests.factories import MembershipFactory
from tests.read_statements import answer, only, paper, read_anew, read_in, verdict
from tests.world import MATCHED_ROWS, booked, browser_of

pytestmark = pytest.mark.django_db
LAST = dt.date(2026, 2, 1)
COMPLETE, REVIEW = StatementImport.Status.COMPLETE, StatementImport.Status.REVIEW


def month(rows: list[Any] = MATCHED_ROWS, **more: Any) -> PrintedStatement:
    return replace(paper(rows, opening="1000.00"), **more)


def scan() -> PrintedStatement:
    """The same month in other words, read without proof."""
    return month([(day, amount, text.upper()[:4]) for day, amount, text in MATCHED_ROWS], integrity=Integrity(holds=None))


def contradictions(statement_import: StatementImport) -> list[dict[str, Any]]:
    found: Any = answer(statement_import)["contradicts"]
    return list(found)


def place(statement_import: StatementImport) -> dict[str, object]:
    return {"import": str(statement_import.pk), "statement": 0}


@pytest.fixture
def member(account: Account) -> Membership:
    return MembershipFactory.create(organization=account.organization, role=Role.OWNER)


def cell(member: Membership) -> str:
    ((_key, _name, [row]),) = matrix_of([member], last=LAST).clients
    return row.cells[-2].says


def test_a_copy_needs_no_person_and_is_counted_nowhere(account: Account, january: StatementImport, member: Membership) -> None:
    before = [chart.totals for chart in charts_of([member], [dt.date(2026, 1, 1)])]
    copy = read_in(account.organization, scan())
    january.refresh_from_db()

    assert (verdict(january), answer(january)["copies"], january.status) == ("matched", [place(copy)], COMPLETE)
    assert (verdict(copy), answer(copy)["reasons"], answer(copy)["same_as"]) == ("partial", ["overlaps"], place(january))
    assert (copy.status, copy.urgency, copy.to_settle_hundredths, copy.extracted_data) == (COMPLETE, 0, None, None)
    assert only(copy).set_aside == "copy"
    assert cell(member) == "proved"
    assert worklist_of([member]).count == 0
    assert [chart.totals for chart in charts_of([member], [dt.date(2026, 1, 1)])] == before
    assert [statement.statement_import_id for statement, _ in statements_on(account)] == [january.pk]
    calendar = calendar_of(account)
    assert calendar is not None
    assert calendar.breaks == []
    assert summary_of(copy).headline.tone == "calm"


def test_both_pages_name_the_other(account: Account, january: StatementImport, member: Membership) -> None:
    copy = read_in(account.organization, scan())
    browser = browser_of(member)

    assert copy.filename in browser.get(reverse("import_detail", args=[january.pk])).content.decode()
    page = browser.get(reverse("import_detail", args=[copy.pk])).content.decode()
    assert january.filename in page
    assert "Copy of a statement" in page


def test_a_copy_shows_no_conclusion_of_the_first(account: Account, january: StatementImport, member: Membership) -> None:
    prepare(statement=only(january), actor=member.user)
    copy = read_in(account.organization, scan())

    (first,), (second,) = sheets_of(january), sheets_of(copy)

    assert first.signing is not None
    assert first.signing.status == "prepared"
    assert (second.signing, answer(copy)["status"]) == (None, "open")


@pytest.mark.parametrize("gone", ["cancelled", "read with other rows"])
def test_a_copy_is_compared_again_once_the_first_is_gone(account: Account, matched_books: None, gone: str) -> None:
    first = read_in(account.organization, month(integrity=Integrity(holds=None)))
    copy = read_in(account.organization, month())
    assert answer(copy)["same_as"] == place(first)

    if gone == "cancelled":
        cancel(statement_import=first, actor=None)
        assert (verdict(copy), answer(copy)["same_as"]) == ("matched", None)
    else:
        read_anew(first, month(MATCHED_ROWS[:1]))
        (against,) = contradictions(copy)
        assert (answer(copy)["same_as"], against["import"], against["only_here"]) == (None, str(first.pk), [1])
    copy.refresh_from_db()
    assert only(copy).set_aside == ("" if gone == "cancelled" else "contradicts")


@pytest.fixture
def forged(account: Account, january: StatementImport) -> StatementImport:
    return read_in(account.organization, month([(5, "-250.00", "Rent"), (20, "600.01", "Client A")]))


def test_both_statements_show_a_contradiction_row_by_row(
    account: Account, january: StatementImport, forged: StatementImport, member: Membership
) -> None:
    (here,), (there,) = contradictions(january), contradictions(forged)

    assert (here["import"], here["counts"], here["only_here"], here["only_there"]) == (str(forged.pk), True, [1], [1])
    assert (there["import"], there["counts"]) == (str(january.pk), False)
    assert here["closing_balance"] == {"here": "1350.00", "there": "1350.01"}
    assert (verdict(january), verdict(forged), forged.status, forged.urgency) == ("matched", "partial", REVIEW, 2)
    assert cell(member) == "proved"
    for shown in (january, forged):
        page = browser_of(member).get(reverse("import_detail", args=[shown.pk])).content.decode()
        assert "Another document of this period differs" in page
        assert "600.00" in page
        assert "600.01" in page
        sheets = sheets_of(shown, member)
        assert next_step(shown, sheets).anchor == "contradicts"
    assert {section.anchor for section in sheets_of(forged, member)[0].sections} == {"printed"}


def test_a_person_says_which_one_counts_and_may_withdraw_it(january: StatementImport, forged: StatementImport, member: Membership) -> None:
    address = reverse("replace_statement", args=[forged.pk, only(forged).pk, only(january).pk])
    response = browser_of(member).post(address)
    decision = Decision.objects.of(member.organization).standing().get()

    assert response.status_code == 302
    january.refresh_from_db()
    assert (only(january).set_aside, answer(january)["replaced_by"], january.status) == ("replaced", place(forged), COMPLETE)
    assert (only(forged).set_aside, verdict(forged), contradictions(forged)) == ("", "mismatched", [])

    withdraw_decision(decision=decision, actor=member.user)

    assert (verdict(january), verdict(forged), only(forged).set_aside) == ("matched", "partial", "contradicts")


def test_the_first_may_be_confirmed_as_the_one_that_counts(january: StatementImport, forged: StatementImport) -> None:
    replace_statement(statement=only(january), replaced=only(forged), actor=None)

    forged.refresh_from_db()
    assert (verdict(january), contradictions(january)) == ("matched", [])
    assert (answer(forged)["replaced_by"], forged.status) == (place(january), COMPLETE)


def test_a_signed_off_statement_is_not_replaced(account: Account, january: StatementImport, member: Membership) -> None:
    prepare(statement=only(january), actor=member.user)
    forged = read_in(account.organization, month(MATCHED_ROWS[:1]))

    with pytest.raises(DecisionRefused, match="signed_off"):
        replace_statement(statement=only(forged), replaced=only(january), actor=None)


def test_a_file_with_a_copy_and_a_new_month_is_described_by_the_new_month(account: Account, january: StatementImport) -> None:
    booked(account, 3, "-9.00", "Cafe", month=2)
    both = read_in(account.organization, scan(), paper([(3, "-9.00", "Cafe")], month=2, opening="1350.00"))

    assert [each["verdict"] for each in (both.reconciliation or {})["statements"]] == ["partial", "matched"]
    assert (both.verdict, both.status, both.urgency) == ("partial", COMPLETE, 0)
    assert summary_of(both).headline.tone == "good"


@pytest.mark.parametrize("what", ["copy", "contradiction", "zero row"])
def test_the_proof_file_of_each_holds(account: Account, january: StatementImport, what: str) -> None:
    papers = {"copy": scan(), "contradiction": month(MATCHED_ROWS[:1]), "zero row": month([*MATCHED_ROWS, (31, "0.00", "Waived")])}
    if what == "zero row":
        read_anew(january, papers[what])
        shown = january
        assert (verdict(shown), answer(shown)["zero_lines"]) == ("matched", [2])
    else:
        shown = read_in(account.organization, papers[what])
    (sheet,) = sheets_of(shown)
    proof = proof_of(sheet)

    assert check_proof(proof) == []
    if what == "zero row":
        proof["rows"][2]["amount"] = proof["rows"][2]["as_read"] = "1.00"
    else:
        proof["answer"]["verdict"] = "matched"
    assert check_proof(proof) != []


def test_the_page_names_who_signed_the_other_document_off_and_leads_to_its_reopening(
    january: StatementImport, forged: StatementImport, member: Membership
) -> None:
    def page() -> str:
        return browser_of(member).get(reverse("import_detail", args=[forged.pk])).content.decode()

    button = "This document counts</button>"
    assert button in page()
    prepare(statement=only(january), actor=member.user)

    assert button not in page()
    assert f"is signed off or closed with the other document: {member.user}" in page()
    assert f'href="{reverse("import_detail", args=[january.pk])}#s1-sign-off"' in page()

    reopen(statement=only(january), actor=member.user, reason="Another document came")
    assert button in page()
    browser_of(member).post(reverse("replace_statement", args=[forged.pk, only(forged).pk, only(january).pk]))
    assert only(january).set_aside == "replaced"
