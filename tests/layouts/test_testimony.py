"""A statement that was proved or confirmed teaches its layout. With that testimony the next one is proved by its own figures."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from finance.models import Account
from people.models import Organization
from people.roles import Role
from reconciliation.decisions.deciding import withdraw_decision
from reconciliation.decisions.known_layouts import forget
from reconciliation.decisions.reading import correct_statement
from reconciliation.models import KnownLayout, StatementImport
from reconciliation.presentation.statement_page.examination import examination_of
from reconciliation.presentation.statement_page.sheet import sheets_of
from reconciliation.proof.check import check_proof
from reconciliation.proof.write import proof_of
from reconciliation.uploads.services import discard
from tests.decisions.cases import statement_of
from tests.factories import AccountFactory, MembershipFactory, OrganizationFactory
from tests.layouts.papers import (
    CARD_FIRST,
    CARD_NEXT,
    ORDER_FIRST,
    ORDER_NEXT,
    ORDER_PRINTED,
    SIDE_FIRST,
    SIDE_NEXT,
    PlainPaper,
    codes,
    confirm,
    holds,
    read_paper,
)

pytestmark = pytest.mark.django_db
ORDER_PROVED = replace(ORDER_FIRST, rows=[("03/02/2026", "Rent", "-40.00", "60.00"), ("15/02/2026", "Salary", "30.00", "90.00")])
"""A day above 12 says that the day comes first."""
PAIRS = {"order": (ORDER_FIRST, ORDER_NEXT), "side": (SIDE_FIRST, SIDE_NEXT), "kind": (CARD_FIRST, CARD_NEXT)}


@pytest.fixture(autouse=True)
def account(ours: Organization) -> Account:
    return AccountFactory.create(organization=ours, number="40021234")


def taught(organization: Organization, name: str) -> StatementImport:
    """The first statement of a pair, after a person confirmed it."""
    first = read_paper(organization, PAIRS[name][0])
    if name == "kind":
        correct_statement(statement=statement_of(first), actor=None, turned=True, account_kind="credit_card")
    confirm(first)
    return first


def facts(statement_import: StatementImport) -> set[str]:
    shown = examination_of(statement_import)
    assert shown
    return {fact.code for fact in (*shown.against, *shown.informing)}


@pytest.mark.parametrize("name", PAIRS)
def test_neither_statement_is_proved_without_a_confirmation(ours: Organization, name: str) -> None:
    assert [holds(read_paper(ours, paper)) for paper in PAIRS[name]] == [None, None]
    assert not KnownLayout.objects.of(ours).exists()


@pytest.mark.parametrize(("name", "fact"), [("order", "order_as_confirmed"), ("side", "side_as_confirmed"), ("kind", "side_as_confirmed")])
def test_the_next_statement_is_proved_after_a_confirmation(ours: Organization, name: str, fact: str) -> None:
    taught(ours, name)

    second = read_paper(ours, PAIRS[name][1])

    assert holds(second) is True
    assert fact in codes(second)
    assert check_proof(proof_of(sheets_of(second)[0])) == []


def test_a_card_is_read_with_the_kind_that_was_confirmed(ours: Organization) -> None:
    taught(ours, "kind")

    second = statement_of(read_paper(ours, CARD_NEXT))

    assert second.account_kind == "credit_card"
    assert [str(line.amount) for line in second.lines.all()] == ["-30.00", "25.00"]


def test_a_proof_that_rests_on_testimony_teaches_nothing(ours: Organization) -> None:
    first = taught(ours, "order")
    read_paper(ours, ORDER_NEXT)

    (layout,) = KnownLayout.objects.of(ours)

    assert [teaching.statement.statement_import_id for teaching in layout.teachings.all()] == [first.pk]


def test_a_proved_statement_teaches_the_order_of_its_days(ours: Organization) -> None:
    assert holds(read_paper(ours, ORDER_PROVED)) is True

    assert holds(read_paper(ours, ORDER_NEXT)) is True


def test_a_printed_day_above_12_beats_the_layout(ours: Organization) -> None:
    taught(ours, "order")

    printed = read_paper(ours, ORDER_PRINTED)

    assert [str(line.date) for line in statement_of(printed).lines.all()] == ["2026-03-04", "2026-03-19"]
    assert "order_as_confirmed" not in codes(printed)
    assert "layout_order" in facts(printed)


def test_statements_that_contradict_one_another_testify_nothing_and_end_earlier_proofs(ours: Organization) -> None:
    taught(ours, "order")
    second = read_paper(ours, ORDER_NEXT)

    read_paper(ours, ORDER_PRINTED)

    assert holds(second) is None
    third = replace(ORDER_NEXT, opening="80.00", rows=[("02/04/2026", "Rent", "-40.00", "40.00"), ("07/04/2026", "Pay", "30.00", "70.00")])
    assert holds(read_paper(ours, third)) is None


@pytest.mark.parametrize(
    ("forged", "fact"),
    [
        (replace(ORDER_NEXT, producer="Papyrus"), "layout_producer"),
        (replace(ORDER_NEXT, font="Courier"), "layout_fonts"),
        (replace(ORDER_NEXT, columns=(400, 510)), "layout_columns"),
    ],
)
def test_a_departure_is_named_and_such_a_document_is_not_settled(ours: Organization, forged: PlainPaper, fact: str) -> None:
    taught(ours, "order")

    departing = read_paper(ours, forged)

    assert holds(departing) is None
    assert fact in facts(departing)


def test_a_document_of_the_layout_departs_in_nothing(ours: Organization) -> None:
    taught(ours, "order")

    assert not {code for code in facts(read_paper(ours, ORDER_NEXT)) if code.startswith("layout_")}


def without_balances(paper: PlainPaper) -> PlainPaper:
    return replace(paper, rows=[(*row[:3], "") for row in paper.rows], closing=paper.rows[-1][-1])


def with_wrong_amount(paper: PlainPaper) -> PlainPaper:
    return replace(paper, rows=[(*paper.rows[0][:2], "31.00", paper.rows[0][3]), *paper.rows[1:]])


def without_row(paper: PlainPaper) -> PlainPaper:
    return replace(paper, rows=paper.rows[1:])


def with_other_closing(paper: PlainPaper) -> PlainPaper:
    return replace(paper, closing="1.23")


@pytest.mark.parametrize("mutant", [without_balances, with_wrong_amount, without_row, with_other_closing])
@pytest.mark.parametrize("name", PAIRS)
def test_no_layout_proves_anything_without_the_figures(ours: Organization, name: str, mutant: Callable[[PlainPaper], PlainPaper]) -> None:
    taught(ours, name)

    assert holds(read_paper(ours, mutant(PAIRS[name][1]))) is not True


@pytest.mark.parametrize("name", ["side", "kind"])
def test_the_side_is_settled_only_if_the_earlier_statement_ends_with_the_opening_balance(ours: Organization, name: str) -> None:
    taught(ours, name)
    paper = PAIRS[name][1]
    rows = [(*row[:3], f"{float(row[3].replace(',', '')) + 1:,.2f}") for row in paper.rows]
    moved = replace(paper, opening=f"{float(paper.opening.replace(',', '')) + 1:,.2f}", rows=rows)

    assert holds(read_paper(ours, moved)) is None


@pytest.mark.parametrize("name", ["side", "kind"])
def test_the_side_of_another_account_in_the_same_layout_is_not_settled(ours: Organization, name: str) -> None:
    taught(ours, name)
    paper = PAIRS[name][1]
    other = replace(paper, lines=("Account number 40029999", *paper.lines[1:]))

    assert holds(read_paper(ours, other)) is None


@pytest.mark.parametrize("name", PAIRS)
def test_layouts_of_another_organization_are_not_used(ours: Organization, name: str) -> None:
    theirs = OrganizationFactory.create()
    AccountFactory.create(organization=theirs, number="40021234")
    taught(theirs, name)

    assert holds(read_paper(ours, PAIRS[name][1])) is None


@pytest.mark.parametrize("name", PAIRS)
def test_a_forgotten_layout_testifies_nothing(ours: Organization, name: str) -> None:
    owner = MembershipFactory.create(organization=ours, role=Role.OWNER).user
    taught(ours, name)
    forget(layout=KnownLayout.objects.of(ours).get(), actor=owner)

    assert holds(read_paper(ours, PAIRS[name][1])) is None


@pytest.mark.parametrize("name", PAIRS)
def test_a_proof_ends_with_the_confirmation_that_it_rests_on(ours: Organization, name: str) -> None:
    first = taught(ours, name)
    second = read_paper(ours, PAIRS[name][1])
    confirmation = first.decisions.standing().get(kind="reading_confirmed")

    withdraw_decision(decision=confirmation, actor=None)

    assert holds(second) is None
    assert statement_of(second).testified is None


def test_a_proof_ends_when_the_statement_that_it_rests_on_is_discarded(ours: Organization) -> None:
    first = read_paper(ours, ORDER_PROVED)
    second = read_paper(ours, ORDER_NEXT)
    assert holds(second) is True

    discard(statement_import=first, reason="of another client", actor=None)

    assert holds(second) is None
    assert statement_of(second).testified is None


@pytest.mark.parametrize("name", PAIRS)
def test_a_proof_ends_when_the_layout_is_forgotten(ours: Organization, name: str) -> None:
    owner = MembershipFactory.create(organization=ours, role=Role.OWNER).user
    taught(ours, name)
    second = read_paper(ours, PAIRS[name][1])

    forget(layout=KnownLayout.objects.of(ours).get(), actor=owner)

    assert holds(second) is None
    assert statement_of(second).testified is None
