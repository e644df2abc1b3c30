"""A row that is ignored or accepted is settled on its page, and is ignored or accepted once."""

from decimal import Decimal

import pytest

from people.models import Organization
from reconciliation.decisions.deciding import withdraw_decision
from reconciliation.decisions.refused import DecisionRefused
from reconciliation.decisions.waivers import excuse
from reconciliation.models import StatementImport
from reconciliation.presentation.statement_page.rows import RowSection
from reconciliation.presentation.statement_page.sheet import Sheet, sheets_of
from tests.addresses import inside
from tests.decisions.cases import entries, standing, statement_of
from tests.pipeline.papers import JANUARY, books_of, load
from tests.pipeline.uploads import processed
from tests.web.browsing import browser, page

pytestmark = pytest.mark.django_db


def _two_rows_to_record(organization: Organization) -> StatementImport:
    """The statement has two rows that the books lack, and the books an entry that no statement shows."""
    books = books_of(JANUARY)
    books["transactions"] = [
        books["transactions"][0],
        {"id": "stray", "date": "2026-01-08", "amount": "-9.00", "description": "Interest charged"},
    ]
    load(organization, books)
    return processed(organization, JANUARY.pdf())


def _sheet(done: StatementImport) -> Sheet:
    done.refresh_from_db()
    return sheets_of(StatementImport.objects.of(done.organization).get(pk=done.pk))[0]


def _section(sheet: Sheet, anchor: str) -> RowSection | None:
    return next((section for section in sheet.sections if section.anchor == anchor), None)


def _texts(section: RowSection | None) -> list[str]:
    return [row.description for item in section.items for row in (*item.bank, *item.books)] if section else []


@pytest.mark.parametrize("kind", ["ignored", "difference", "bank_error"])
def test_an_accepted_row_leaves_the_rows_to_record_and_is_shown_with_its_reason(kind: str, ours: Organization) -> None:
    done = _two_rows_to_record(ours)
    before = _sheet(done)
    assert _texts(_section(before, "new")) == ["Grocer Wheatsheaf", "Salary Larkspur Ltd"]
    assert "2 rows missing from your books" in before.headline.sentence

    excuse(statement=statement_of(done), kind=kind, lines=[1], actor=None, reason="Agreed with the bank")

    after = _sheet(done)
    assert _texts(_section(after, "new")) == ["Salary Larkspur Ltd"]
    new, accepted = _section(after, "new"), _section(after, "accepted")
    assert new is not None
    assert new.amount == Decimal("600.00")
    assert accepted is not None
    assert _texts(accepted) == ["Grocer Wheatsheaf"]
    assert "Agreed with the bank" in accepted.items[0].why
    assert accepted.items[0].line is None
    assert "1 row missing from your books" in after.headline.sentence
    assert after.by_hand is not None
    assert [row.description for row in after.by_hand.lines] == ["Salary Larkspur Ltd"]


def test_the_page_has_no_tick_for_an_accepted_row_and_undoes_it_in_place(ours: Organization) -> None:
    done = _two_rows_to_record(ours)
    decision = excuse(statement=statement_of(done), kind="ignored", lines=[1], actor=None, reason="Agreed with the bank")
    client = browser(ours)

    shown = page(client, done)
    assert 'name="lines" value="1" checked' not in shown
    assert 'name="only" value="2"' in shown
    assert "Ignored or accepted" in shown

    client.post(inside(f"/statements/{done.pk}/decisions/{decision.pk}/withdraw/"))

    assert 'name="lines" value="1" checked' in page(client, done)
    assert _section(_sheet(done), "accepted") is None


def test_an_accepted_entry_leaves_the_entries_to_investigate(ours: Organization) -> None:
    done = _two_rows_to_record(ours)
    account = statement_of(done).account
    assert account is not None
    assert _texts(_section(_sheet(done), "investigate")) == ["Interest charged"]

    excuse(statement=statement_of(done), kind="difference", entries=entries(account, "stray"), actor=None, reason="Written back in March")

    assert _section(_sheet(done), "investigate") is None
    assert _texts(_section(_sheet(done), "accepted")) == ["Interest charged"]


@pytest.mark.parametrize(("first", "second"), [("ignored", "difference"), ("difference", "ignored"), ("ignored", "bank_error")])
def test_a_row_is_not_ignored_and_accepted_at_once(first: str, second: str, ours: Organization) -> None:
    done = _two_rows_to_record(ours)
    kept = excuse(statement=statement_of(done), kind=first, lines=[1], actor=None, reason="Agreed with the bank")

    with pytest.raises(DecisionRefused, match="accepted_already"):
        excuse(statement=statement_of(done), kind=second, lines=[1, 2], actor=None, reason="Agreed as well")
    assert standing(ours) == [kept]

    excuse(statement=statement_of(done), kind=second, lines=[2], actor=None, reason="Another row")
    withdraw_decision(decision=kept, actor=None)
    excuse(statement=statement_of(done), kind=second, lines=[1], actor=None, reason="Agreed as well")
    assert [decision.kind for decision in standing(ours)] == [second, second]
