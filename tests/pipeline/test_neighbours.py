"""The statements of an account are weighed together, whichever comes first."""

import datetime as dt
from dataclasses import replace

import pytest

from people.models import Organization
from reconciliation.models import Cause, StatementImport
from reconciliation.uploads import services
from tests.factories import OrganizationFactory
from tests.pipeline.papers import FEBRUARY, JANUARY, Paper, books_of, entry, load
from tests.pipeline.uploads import processed

pytestmark = pytest.mark.django_db


@pytest.fixture
def ours() -> Organization:
    """Books of January and February, where February's first cheque was already booked in January."""
    organization = OrganizationFactory.create()
    account = load(organization, books_of(JANUARY, FEBRUARY))
    cheque = entry(account, "t4")
    cheque.booked_on, cheque.number = JANUARY.last.replace(day=28), "101"
    cheque.save()
    return organization


def verdict(statement_import: StatementImport) -> str:
    statement_import.refresh_from_db()
    return statement_import.verdict


def test_january_becomes_matched_when_february_shows_its_cheque(ours: Organization) -> None:
    january = processed(ours, JANUARY.pdf())
    assert verdict(january) == "partial"

    february = processed(ours, FEBRUARY.pdf())

    assert (verdict(january), verdict(february)) == ("matched", "matched")
    assert january.reconciliation_matched


def test_the_proof_names_the_statement_that_shows_it(ours: Organization) -> None:
    january = processed(ours, JANUARY.pdf())
    february = processed(ours, FEBRUARY.pdf())
    january.refresh_from_db()

    outstanding = (january.reconciliation or {})["statements"][0]["missing"][0]

    assert (outstanding["transaction"], outstanding["proof"]) == ("t4", "cleared_later")
    assert outstanding["cleared_by"] == {"import": str(february.pk), "statement": 0, "line": 0}


def test_the_verdict_before_stays_as_history(ours: Organization) -> None:
    january = processed(ours, JANUARY.pdf())
    processed(ours, FEBRUARY.pdf())

    runs = [(run.number, run.cause, run.verdict) for run in january.runs.order_by("number")]

    assert runs == [(1, Cause.UPLOAD, "partial"), (2, Cause.ADJOINING_STATEMENT, "matched")]


def test_the_order_of_arrival_does_not_matter(ours: Organization) -> None:
    february = processed(ours, FEBRUARY.pdf())
    january = processed(ours, JANUARY.pdf())

    assert (verdict(january), verdict(february)) == ("matched", "matched")


def test_a_neighbour_whose_answer_does_not_change_gets_no_run(ours: Organization) -> None:
    january = processed(ours, JANUARY.pdf())
    february = processed(ours, FEBRUARY.pdf())

    services.process_again(statement_import=february, actor=None)
    processed(ours, FEBRUARY.pdf())

    assert january.runs.count() == 2


def test_a_cancelled_import_no_longer_proves_anything(ours: Organization) -> None:
    january = processed(ours, JANUARY.pdf())
    february = processed(ours, FEBRUARY.pdf())
    StatementImport.queue.filter(pk=february.pk).update(status=StatementImport.Status.REVIEW)

    services.cancel(statement_import=february, actor=None)

    assert verdict(january) == "partial"
    assert february.statements.count() == 0


def test_another_organizations_statements_prove_nothing_here(ours: Organization) -> None:
    january = processed(ours, JANUARY.pdf())
    theirs = OrganizationFactory.create()
    load(theirs, books_of(JANUARY, FEBRUARY))

    processed(theirs, FEBRUARY.pdf())

    assert verdict(january) == "partial"


class FiveWeeks(Paper):
    """A statement that begins with its month and goes on into the next one."""

    @property
    def last(self) -> dt.date:
        return dt.date(2026, self.month + 1, 5)


def test_a_row_that_an_overlapping_statement_prints_already_is_no_candidate() -> None:
    ours = OrganizationFactory.create()
    load(ours, books_of(replace(JANUARY, rows=JANUARY.rows[:1])))
    processed(ours, JANUARY.pdf())

    longer = processed(ours, FiveWeeks(rows=[*JANUARY.rows, (25, "Phone Bluebell", "-40.00")]).pdf())

    [statement] = (longer.reconciliation or {})["statements"]
    assert [row["line"] for row in statement["new"] if row["repeats"]] == [0, 1, 2]
    assert [row["line"] for row in (longer.extracted_data or {})["entries"]] == [3]


def test_a_document_of_the_same_days_with_another_row_offers_nothing_to_record() -> None:
    ours = OrganizationFactory.create()
    load(ours, books_of(JANUARY))
    january = processed(ours, JANUARY.pdf())

    longer = processed(ours, replace(JANUARY, rows=[*JANUARY.rows, (25, "Phone Bluebell", "-40.00")]).pdf())

    [statement] = (longer.reconciliation or {})["statements"]
    [found] = statement["contradicts"]
    assert (found["import"], found["only_here"], found["counts"]) == (str(january.pk), [3], False)
    assert (statement["new"], (longer.extracted_data or {})["entries"], verdict(january)) == ([], [], "matched")
