"""Facts of a verdict that nothing removes are acknowledged by a person: the statement is then signed off with them as exceptions."""

import datetime as dt
from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest
from django.contrib.auth.models import User

from finance.models import Account
from finance.templatetags.money import MINUS
from people.roles import Role
from reconciliation.decisions.deciding import withdraw_decision
from reconciliation.decisions.reading import correct_statement
from reconciliation.decisions.refused import DecisionRefused
from reconciliation.decisions.rows import correct_line
from reconciliation.decisions.waivers import acknowledge, excuse
from reconciliation.models import Conclusion, StatementImport
from reconciliation.presentation.statement_page.sheet import sheets_of
from reconciliation.proof.check import check_proof
from reconciliation.reconcile.conclusions import Status, standing_of
from reconciliation.reports.registers import decisions_and_exceptions
from reconciliation.signoff.services import NotNow, reopen, sign_off
from reconciliation.uploads.services import start_account_from_statement
from tests.addresses import reverse
from tests.decisions.cases import answer
from tests.factories import MembershipFactory
from tests.proof.making import Json, changed, check_schema_of, proofs_of
from tests.read_statements import only, paper, read_in, verdict
from tests.world import booked, browser_of

pytestmark = pytest.mark.django_db
BREAKS, OVERLAPS, CARRIED, OWN = "chain_breaks", "overlaps", "carried_over", "ledger_from_this_statement"


@pytest.fixture
def partner(account: Account) -> User:
    return MembershipFactory.create(organization=account.organization, role=Role.OWNER).user


def exceptions_of(done: StatementImport) -> list[dict[str, Any]]:
    prepared = standing_of(only(done)).prepared
    assert prepared is not None
    return list(prepared.exceptions)


def signed(done: StatementImport, fact: str, partner: User) -> None:
    """Acknowledge the fact, without which it cannot be signed off, and sign it off."""
    with pytest.raises(NotNow, match="unacknowledged"):
        sign_off(statement=only(done), actor=partner)
    acknowledge(statement=only(done), fact=fact, actor=partner, reason="The bank was asked")
    sign_off(statement=only(done), actor=partner)
    assert answer(done)["status"] == Status.REVIEWED
    assert verdict(done) != "matched"


@pytest.fixture
def january(account: Account) -> StatementImport:
    booked(account, 5, "-250.00", "Rent")
    return read_in(account.organization, paper([(5, "-250.00", "Rent")], opening="1000.00"))


@pytest.fixture
def february(account: Account, january: StatementImport) -> StatementImport:
    """It begins with 760.00, and January ended with 750.00."""
    booked(account, 3, "-10.00", "Fee", month=2)
    return read_in(account.organization, paper([(3, "-10.00", "Fee")], month=2, opening="760.00"))


def test_books_that_were_started_from_the_statement(account: Account, partner: User) -> None:
    done = read_in(account.organization, paper([(5, "-250.00", "Rent")], opening="1000.00", number="9876"))
    start_account_from_statement(statement=only(done), name="New", actor=partner)
    done.refresh_from_db()
    assert answer(done)["reasons"] == [OWN]

    signed(done, OWN, partner)

    [exception] = exceptions_of(done)
    assert (exception["fact"], exception["kind"], exception["amount"]) == (OWN, "acknowledged", "0")
    assert exception["reason"] == "The bank was asked"


def test_a_break_of_the_chain_is_acknowledged_with_both_balances(
    february: StatementImport, january: StatementImport, partner: User
) -> None:
    broken = answer(february)["chain_break"]
    assert broken == {"import": str(january.pk), "statement": 0, "closing_balance": "750.00"}

    signed(february, BREAKS, partner)

    [exception] = exceptions_of(february)
    assert (exception["fact"], exception["amount"]) == (BREAKS, "10.00")
    [decision] = february.decisions.all()
    assert (decision.after["figures"], decision.amount) == (["760.00", "750.00"], Decimal("10.00"))
    assert (decision.document, decision.digest) == (february.sha256, decision.digest) != ("", "")


def test_it_does_not_cover_another_difference_of_the_opening(account: Account, february: StatementImport, partner: User) -> None:
    account.opening_balance = Decimal("1003.00")
    account.save()
    acknowledge(statement=only(february), fact=BREAKS, actor=partner, reason="The bank was asked")

    with pytest.raises(NotNow, match="differences"):
        sign_off(statement=only(february), actor=partner)
    excuse(statement=only(february), kind="difference", actor=partner, reason="An old error")
    sign_off(statement=only(february), actor=partner)

    assert sorted((each["amount"], each.get("fact", "")) for each in exceptions_of(february)) == [("0", BREAKS), ("7.00", "")]


def test_a_statement_after_a_break_is_signed_off_after_it(account: Account, february: StatementImport, partner: User) -> None:
    booked(account, 4, "-5.00", "Stamps", month=3)
    march = read_in(account.organization, paper([(4, "-5.00", "Stamps")], month=3, opening="750.00"))
    assert answer(march)["reasons"] == [CARRIED]
    for each in (february, march):
        if each is march:
            signed(march, CARRIED, partner)
        else:
            with pytest.raises(DecisionRefused, match="earlier_open"):
                acknowledge(statement=only(march), fact=CARRIED, actor=partner, reason="The bank was asked")
            sign_off(statement=only(StatementImport.objects.of(account.organization).earliest("uploaded_at")), actor=partner)
            signed(february, BREAKS, partner)

    [exception] = exceptions_of(march)
    assert (exception["fact"], exception["amount"]) == (CARRIED, "10.00")


def overlapping(account: Account, *, first: int, rows: list[tuple[int, str, str]], opening: str) -> StatementImport:
    """A statement from a day of January to the middle of February. Days of February are negative."""
    made = paper([], opening=opening)
    lines = [paper([(abs(day), amount, text)], month=1 if day > 0 else 2).lines[0] for day, amount, text in rows]
    closing = Decimal(opening) + sum(line.amount for line in lines)
    made = replace(made, period_start=dt.date(2026, 1, first), period_end=dt.date(2026, 2, 15))
    return read_in(account.organization, replace(made, lines=tuple(lines), closing_balance=closing))


def test_acknowledged_rows_of_an_earlier_statement_are_no_differences(account: Account, january: StatementImport, partner: User) -> None:
    booked(account, 3, "-10.00", "Fee", month=2)
    later = overlapping(account, first=3, rows=[(5, "-250.00", "Rent"), (-3, "-10.00", "Fee")], opening="1000.00")
    assert OVERLAPS in answer(later)["reasons"]
    assert answer(later)["overlapped"] == [{"import": str(january.pk), "statement": 0}]

    signed(later, OVERLAPS, partner)

    [exception] = exceptions_of(later)
    assert (exception["fact"], exception["amount"]) == (OVERLAPS, "0")
    [decision] = later.decisions.all()
    assert (decision.line_numbers, decision.after["beside"]) == ((0,), answer(later)["overlapped"])


def test_a_row_that_no_books_have_stays_a_difference_of_an_overlapping_statement(
    account: Account, january: StatementImport, partner: User
) -> None:
    later = overlapping(account, first=15, rows=[(-3, "-10.00", "Fee")], opening="750.00")
    acknowledge(statement=only(later), fact=OVERLAPS, actor=partner, reason="The bank was asked")

    with pytest.raises(NotNow, match="differences"):
        sign_off(statement=only(later), actor=partner)


def test_a_sign_off_is_bound_to_the_shown_facts(
    account: Account, january: StatementImport, february: StatementImport, partner: User
) -> None:
    decision = acknowledge(statement=only(february), fact=BREAKS, actor=partner, reason="The bank was asked")

    correct_line(statement=only(february), line=0, actor=partner, description="Fee of the bank")
    february.refresh_from_db()
    assert {"decision": str(decision.pk), "applied": False, "why_not": "reading_changed"} in answer(february)["decisions"]
    with pytest.raises(NotNow, match="unacknowledged"):
        sign_off(statement=only(february), actor=partner)

    correction = february.decisions.get(kind="correction")
    withdraw_decision(decision=correction, actor=partner)
    correct_line(statement=only(january), line=0, actor=partner, description="Rent of January")
    sign_off(statement=only(february), actor=partner)


def test_it_ends_when_the_other_balance_is_another_one(
    account: Account, january: StatementImport, february: StatementImport, partner: User
) -> None:
    decision = acknowledge(statement=only(february), fact=BREAKS, actor=partner, reason="The bank was asked")
    correct_statement(statement=only(january), closing=Decimal("755.00"), actor=partner)

    february.refresh_from_db()
    assert {"decision": str(decision.pk), "applied": False, "why_not": "fact_changed"} in answer(february)["decisions"]


def test_it_needs_a_reason_a_fact_that_is_there_and_no_second_one(february: StatementImport, partner: User) -> None:
    for fact, reason, why in [(BREAKS, " ", "no_reason"), (OVERLAPS, "x", "not_listed"), ("opening_differs", "x", "not_listed")]:
        with pytest.raises(DecisionRefused, match=why):
            acknowledge(statement=only(february), fact=fact, actor=partner, reason=reason)
    acknowledge(statement=only(february), fact=BREAKS, actor=partner, reason="The bank was asked")
    with pytest.raises(DecisionRefused, match="accepted_already"):
        acknowledge(statement=only(february), fact=BREAKS, actor=partner, reason="Again")


def test_it_is_withdrawn_after_the_statement_was_reopened(february: StatementImport, partner: User) -> None:
    signed(february, BREAKS, partner)
    [decision] = february.decisions.all()
    with pytest.raises(DecisionRefused, match="signed_off"):
        withdraw_decision(decision=decision, actor=partner)

    reopen(statement=only(february), actor=partner, reason="Once more")
    withdraw_decision(decision=decision, actor=partner)
    with pytest.raises(NotNow, match="unacknowledged"):
        sign_off(statement=only(february), actor=partner)
    assert Conclusion.objects.of(february.organization).count() == 3


def shown(done: StatementImport, partner: User) -> str:
    member = partner.memberships.get()
    return browser_of(member).get(reverse("import_detail", args=[done.pk])).content.decode().replace(MINUS, "-")


def test_the_page_shows_both_balances_leads_to_the_other_statement_and_acknowledges(
    february: StatementImport, january: StatementImport, partner: User
) -> None:
    page = shown(february, partner)
    assert "This one begins with 760.00; the one before it ends with 750.00." in page
    there = reverse("import_detail", args=[january.pk])
    assert f'<a class="button primary" href="{there}">Open the previous statement</a>' in page

    sent = {"kind": "acknowledged", "fact": BREAKS, "reason": "Looked at"}
    browser_of(partner.memberships.get()).post(reverse("decide_rows", args=[february.pk, only(february).pk]), sent)

    page = shown(february, partner)
    assert f"Acknowledged by {partner}." in page
    assert "Exception 10.00: This statement does not begin where the one before it ended. Looked at" in page
    sign_off(statement=only(february), actor=partner)
    assert "with 1 exception." in shown(february, partner)


def test_statements_are_never_acknowledged_together(february: StatementImport, partner: User) -> None:
    act = {"act": "sign_off", "imports": [str(february.pk)]}
    said = browser_of(partner.memberships.get()).post(reverse("imports_bulk"), act).content.decode()

    assert "Acknowledge first what neither the document nor the books can resolve." in said
    assert standing_of(only(february)).status is Status.OPEN
    assert not february.decisions.exists()


def test_the_report_of_exceptions_names_the_fact(february: StatementImport, partner: User) -> None:
    signed(february, BREAKS, partner)

    february.refresh_from_db()
    [sheet] = sheets_of(february)
    _decisions, accepted, _steps = decisions_and_exceptions(sheet)
    assert [row.cells for row in accepted.rows] == [
        ("This statement does not begin where the one before it ended. The bank was asked", Decimal("10.00"))
    ]


def test_its_proof_names_the_fact_and_is_refused_without_it_or_with_another_balance(february: StatementImport, partner: User) -> None:
    signed(february, BREAKS, partner)
    [proof] = proofs_of(february)
    assert check_proof(proof) == []
    check_schema_of(proof)

    def balance_of_the_decision(other: Json) -> None:
        other["decisions"][0]["after"]["figures"][1] = "759.00"

    def balance_of_the_file(other: Json) -> None:
        other["chain_break"]["closing_balance"] = "759.00"

    def without_exception(other: Json) -> None:
        other["conclusions"]["steps"][0]["exceptions"] = []

    def of_another_fact(other: Json) -> None:
        other["decisions"][0]["after"]["fact"] = OWN

    def no_break(other: Json) -> None:
        other["chain_break"] = None

    for change, code in [
        (balance_of_the_decision, "fact_differs"),
        (balance_of_the_file, "fact_differs"),
        (without_exception, "fact_not_acknowledged"),
        (of_another_fact, "fact_not_acknowledged"),
        (no_break, "reason_does_not_follow"),
    ]:
        assert code in {finding.code for finding in check_proof(changed(proof, change))}, change.__name__
