"""A row that was read where none is printed is set aside by one answer: the gate judges the other rows again."""

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
from reconciliation.decisions.reading import add_row
from reconciliation.decisions.refused import DecisionRefused
from reconciliation.decisions.rows import correct_line, set_row_aside
from reconciliation.models import StatementImport
from reconciliation.printed.statement import Integrity, PrintedStatement
from reconciliation.proof.check import check_proof
from tests.addresses import reverse
from tests.decisions.cases import answer
from tests.factories import MembershipFactory
from tests.proof.making import changed, check_schema_of, printed, proofs_of
from tests.read_statements import only, paper, read_in, verdict
from tests.world import browser_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("matched_books")]
SURPLUS = 1
READ_AS_ONE = "Subtotal of payments"


@pytest.fixture
def anna(account: Account) -> User:
    return MembershipFactory.create(organization=account.organization, role=Role.OWNER).user


def with_surplus(place: int = SURPLUS) -> PrintedStatement:
    """A month of two rows with running balances, and a line that was read as a row."""
    whole = printed(paper([(5, "-250.00", "Rent"), (20, "600.00", "Client A")], opening="1000.00"))
    lines = [replace(line, box=(10.0, 20.0 * number, 500.0, 20.0 * number + 8)) for number, line in enumerate(whole.lines)]
    box = (10.0, 20.0 * place - 10, 500.0, 20.0 * place - 2)
    line = replace(lines[0], description=READ_AS_ONE, balance=None, text=f"{READ_AS_ONE} 250.00", box=box)
    return replace(
        whole, lines=(*lines[:place], line, *lines[place:]), integrity=Integrity(holds=False, difference=Decimal("250.00"), first_break=2)
    )


@pytest.fixture
def january(account: Account) -> StatementImport:
    done = read_in(account.organization, with_surplus())
    assert "integrity_failed" in answer(done)["reasons"]
    return done


def shown(done: StatementImport, user: User) -> str:
    return browser_of(user.memberships.get()).get(reverse("import_detail", args=[done.pk])).content.decode()


def press(done: StatementImport, user: User, **values: Any) -> None:
    browser_of(user.memberships.get()).post(reverse("correct_line", args=[done.pk, only(done).pk]), values)


def test_one_click_sets_it_aside_and_the_other_rows_prove_the_statement(january: StatementImport, anna: User) -> None:
    assert f"Not a row: {READ_AS_ONE}" in shown(january, anna)

    press(january, anna, line=SURPLUS, no_row="on")

    assert verdict(january) == "matched"
    [decision] = january.decisions.all()
    assert (answer(january)["zero_lines"], answer(january)["relied_on"]) == ([SURPLUS], [str(decision.pk)])
    assert (decision.kind, decision.made_by, decision.document) == ("correction", anna, january.sha256)
    page = shown(january, anna)
    assert f"Marked as not a row by {anna}. Read as {MINUS}250.00." in page
    assert f"Not a row: {READ_AS_ONE}" in page


def test_it_is_withdrawn_and_corrected_like_any_other(january: StatementImport, anna: User) -> None:
    before = answer(january)
    decision = set_row_aside(statement=only(january), line=SURPLUS, actor=anna)
    with pytest.raises(DecisionRefused, match="nothing_changed"):
        set_row_aside(statement=only(january), line=SURPLUS, actor=anna)
    withdraw_decision(decision=decision, actor=anna)
    assert answer(january) == before

    set_row_aside(statement=only(january), line=SURPLUS, actor=anna)
    corrected = correct_line(statement=only(january), line=SURPLUS, actor=anna, description="Another row")
    assert corrected.after == {"description": "Another row"}
    assert "integrity_failed" in answer(january)["reasons"]


def test_a_row_that_is_printed_leaves_a_gap(january: StatementImport, anna: User) -> None:
    set_row_aside(statement=only(january), line=SURPLUS, actor=anna)
    set_row_aside(statement=only(january), line=0, actor=anna)

    assert "integrity_failed" in answer(january)["reasons"]
    assert verdict(january) == "partial"


@pytest.mark.parametrize("place", [0, 2])
def test_beside_an_end_only_the_adjoining_statement_proves_it(account: Account, anna: User, place: int) -> None:
    done = read_in(account.organization, with_surplus(place))

    set_row_aside(statement=only(done), line=place, actor=anna)

    assert (verdict(done), answer(done)["reasons"]) == ("partial", ["ends_unconfirmed"])


def test_a_row_that_a_person_added_is_withdrawn_instead(january: StatementImport, anna: User) -> None:
    add_row(statement=only(january), actor=anna, amount=Decimal(-1), date=dt.date(2026, 1, 5), description="Kiosk")

    with pytest.raises(DecisionRefused, match="row_added"):
        set_row_aside(statement=only(january), line=3, actor=anna)


def test_the_proof_lists_a_row_set_aside_and_its_check_finds_a_false_one(january: StatementImport, anna: User) -> None:
    set_row_aside(statement=only(january), line=SURPLUS, actor=anna)

    [proof] = proofs_of(january)

    check_schema_of(proof)
    assert [row["no_row"] for row in proof["rows"]] == [False, True, False]
    assert check_proof(proof) == []
    for change in (
        lambda other: other["rows"][SURPLUS].update(no_row=False),
        lambda other: other["rows"][0].update(no_row=True),
        lambda other: other["rows"][SURPLUS].update(amount="-250.00"),
        lambda other: other["rows"][SURPLUS].update(as_read=None),
        lambda other: other["decisions"].clear(),
    ):
        assert "correction_differs" in {finding.code for finding in check_proof(changed(proof, change))}


def test_date_and_text_are_corrected_beside_the_place_on_the_page(january: StatementImport, anna: User) -> None:
    set_row_aside(statement=only(january), line=0, actor=anna)  # it stays unproved
    press(january, anna, line=2, date="2026-01-21", description="Client Alder", amount="")

    decision = january.decisions.latest("made_at")
    assert decision.after == {"date": "2026-01-21", "description": "Client Alder"}
