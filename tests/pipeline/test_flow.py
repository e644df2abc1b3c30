"""From an uploaded PDF to a stored verdict, through every step."""

from dataclasses import replace
from decimal import Decimal

import pytest

from finance.models import Transaction
from reconciliation.documents.opening import open_document
from reconciliation.models import Match, StatementImport, StatementLine
from reconciliation.printed.digest import digest_of_statement
from reconciliation.reading.reader import read
from reconciliation.reconcile.evidence import keep_statements, printed_of
from tests.factories import OrganizationFactory
from tests.pipeline.papers import JANUARY, a_letter, books_of, entry, load
from tests.pipeline.uploads import processed

Status = StatementImport.Status
pytestmark = pytest.mark.django_db


@pytest.mark.path
def test_a_statement_whose_rows_are_all_booked_is_matched_and_complete() -> None:
    ours = OrganizationFactory.create()
    account = load(ours, books_of(JANUARY))

    done = processed(ours, JANUARY.pdf())

    assert (done.status, done.verdict, done.error) == (Status.COMPLETE, "matched", None)
    assert done.reconciliation_matched
    assert done.reconciliation_account == account
    assert done.document_type == "bank_statement"


def test_a_match_extracts_nothing() -> None:
    ours = OrganizationFactory.create()
    load(ours, books_of(JANUARY))

    assert processed(ours, JANUARY.pdf()).extracted_data is None


def test_printed_rows_and_their_matches_are_stored_as_evidence() -> None:
    ours = OrganizationFactory.create()
    account = load(ours, books_of(JANUARY))

    done = processed(ours, JANUARY.pdf())

    statement = done.statements.get()
    assert (statement.account, statement.verdict) == (account, "matched")
    assert [line.amount for line in statement.lines.all()] == [Decimal(amount) for _, _, amount in JANUARY.rows]
    pairs = [(match.lines.get().number, match.transactions.get().external_id) for match in statement.matches.all()]
    assert sorted(pairs) == [(0, "t1"), (1, "t2"), (2, "t3")]
    assert {match.decided_by for match in statement.matches.all()} == {Match.DecidedBy.RULE}


def test_evidence_reads_back_as_it_was_read() -> None:
    ours = OrganizationFactory.create()
    done = processed(ours, JANUARY.pdf())

    reading = read(open_document(JANUARY.pdf()))

    assert printed_of(done) == [replace(each, source=done.sha256) for each in reading.statements]


def test_a_row_that_the_books_lack_waits_for_review_as_a_candidate() -> None:
    ours = OrganizationFactory.create()
    account = load(ours, books_of(JANUARY))
    entry(account, "t2").delete()

    done = processed(ours, JANUARY.pdf())

    assert (done.status, done.verdict) == (Status.REVIEW, "mismatched")
    assert not done.reconciliation_matched
    assert [(each["line"], each["amount"], each["date"], each["account"]) for each in (done.extracted_data or {})["entries"]] == [
        (1, "-41.30", "2026-01-12", "Household")
    ]


def test_a_statement_that_ties_with_an_outstanding_cheque_needs_no_extraction() -> None:
    ours = OrganizationFactory.create()
    account = load(ours, books_of(JANUARY))
    cheque = Transaction(account=account, external_id="cheque", booked_on=JANUARY.last, description="Cheque 101 Smith", number="101")
    cheque.amount = Decimal("-75.00")
    cheque.save()

    done = processed(ours, JANUARY.pdf())

    assert (done.status, done.verdict, (done.reconciliation or {})["reasons"]) == (Status.COMPLETE, "partial", ["outstanding_unproved"])
    assert done.extracted_data is None
    assert not done.reconciliation_matched


def test_a_document_that_is_no_statement_waits_for_a_person() -> None:
    done = processed(OrganizationFactory.create(), a_letter())

    assert (done.status, done.verdict) == (Status.REVIEW, "unverifiable")
    assert (done.reconciliation or {})["reasons"] == ["not_a_statement"]
    assert done.extracted_data is None


def test_a_statement_without_an_account_says_so_and_names_no_account_of_others() -> None:
    ours, theirs = OrganizationFactory.create(), OrganizationFactory.create()
    load(theirs, books_of(JANUARY))

    done = processed(ours, JANUARY.pdf())

    assert (done.status, done.verdict, (done.reconciliation or {})["reasons"]) == (Status.REVIEW, "unverifiable", ["no_account"])
    assert done.reconciliation_account is None
    assert (done.reconciliation or {})["statements"][0]["candidates"] == []


def test_a_document_that_cannot_be_read_fails_with_a_code() -> None:
    done = processed(OrganizationFactory.create(), JANUARY.pdf()[:300])

    assert (done.status, done.verdict, done.reconciliation) == (Status.FAILED, "", None)
    assert (done.error or {})["code"] in {"damaged", "blank"}
    assert done.runs.get().error == done.error


def test_a_file_that_is_gone_fails_with_a_code() -> None:
    ours = OrganizationFactory.create()
    done = processed(ours, JANUARY.pdf())
    StatementImport.queue.filter(pk=done.pk).update(status=Status.PENDING, stored_as=f"documents/00/{'0' * 32}.pdf")

    again = processed(ours, JANUARY.pdf())

    assert (again.status, (again.error or {})["code"]) == (Status.FAILED, "document_gone")


def test_amounts_are_stored_soundly_where_no_currency_is_printed() -> None:
    ours = OrganizationFactory.create()
    done = processed(ours, JANUARY.pdf())
    statement = done.statements.get()

    statement.currency, statement.decimals = "", 3
    line = StatementLine(statement=statement, number=9, page=1, box=[0, 0, 0, 0])
    line.amount = Decimal("12.345")

    assert (line.amount_minor, line.amount) == (12345, Decimal("12.345"))


def test_a_sign_of_several_currencies_is_stored_and_read_back() -> None:
    done = processed(OrganizationFactory.create(), JANUARY.pdf())
    (printed,) = printed_of(done)

    keep_statements(done, [replace(printed, currency=None, currency_sign="$")])

    (again,) = printed_of(done)
    assert (printed.currency_sign, again.currency, again.currency_sign) == (None, None, "$")


def test_the_proof_can_be_added_up_by_hand() -> None:
    ours = OrganizationFactory.create()
    load(ours, books_of(JANUARY))

    done = processed(ours, JANUARY.pdf())
    reconciliation = done.reconciliation or {}

    assert reconciliation["version"] == 1
    assert reconciliation["adds_up"] is True
    assert reconciliation["proof"]["statements"] == [
        {
            "lines": 3,
            "lines_sum": "308.70",
            "matched_sum": "308.70",
            "entries": 3,
            "counts": {"matched": 3, "new": 0, "missing": 0, "differing": 0, "ambiguous": 0},
            "digest": digest_of_statement(*printed_of(done)),
        }
    ]


def test_a_statement_that_does_not_add_up_is_never_matched() -> None:
    ours = OrganizationFactory.create()
    load(ours, books_of(JANUARY))

    done = processed(ours, replace(JANUARY, closing="1400.00").pdf())

    assert done.verdict == "partial"
    assert (done.reconciliation or {})["adds_up"] is False
    assert printed_of(done)[0].integrity.holds is False


def test_every_step_is_stored_with_its_seconds() -> None:
    ours = OrganizationFactory.create()
    load(ours, books_of(JANUARY))

    run = processed(ours, JANUARY.pdf()).runs.get()

    stages = [step.name for step in run.steps.all()]
    assert stages == ["open", "read", "analyse", "turn 1", "get_accounts", "turn 2", "get_transactions", "turn 3", "reconcile", "verify"]
    assert all(step.seconds is not None for step in run.steps.all())
    assert run.provider == "builtin"
    assert run.finished_at is not None
