"""Answers about a document: each is recorded, verified again at once, bound to the document, and withdrawn like any other decision."""

import datetime as dt
from decimal import Decimal
from typing import Any

import pytest

from finance.models import Transaction
from people.models import Organization
from people.roles import Role
from reconciliation.decisions.deciding import withdraw_decision
from reconciliation.decisions.reading import add_row, answer_mark, confirm_reading, correct_statement, decided_statement
from reconciliation.decisions.refused import DecisionRefused
from reconciliation.decisions.rows import correct_line
from reconciliation.models import Decision, Statement, StatementImport
from reconciliation.posting import ReadingIncomplete
from reconciliation.posting.publishing import publish
from reconciliation.presentation.statement_page.sheet import sheets_of
from reconciliation.printed.digest import digest_of_statement
from reconciliation.proof.check import check_proof
from reconciliation.proof.write import proof_of
from reconciliation.signoff.services import NotNow, lock, prepare, review, sign_off
from reconciliation.uploads.services import start_account_from_statement
from tests.decisions.cases import answer, standing, statement_of
from tests.decisions.papers import BARE, MARKED
from tests.factories import MembershipFactory
from tests.pipeline.papers import JANUARY, books_of, load
from tests.pipeline.uploads import processed, worked_on

pytestmark = pytest.mark.django_db


def bare(organization: Organization, *, entries: int = 3) -> StatementImport:
    """A statement without balances, beside books with this many of its three rows."""
    books = books_of(BARE)
    load(organization, books | {"transactions": books["transactions"][:entries]})
    return processed(organization, BARE.pdf())


def confirm(done: StatementImport, **more: Any) -> Decision:
    statement = statement_of(done)
    return confirm_reading(**{"statement": statement, "actor": None, "digest": digest_of_statement(decided_statement(statement))} | more)


class TestConfirmation:
    def test_a_confirmed_reading_ties_and_names_who_confirmed_it(self, ours: Organization) -> None:
        anna = MembershipFactory.create(organization=ours, role=Role.PREPARER).user
        done = bare(ours)
        assert answer(done)["reasons"] == ["no_balance", "integrity_unproved"]

        decision = confirm(done, actor=anna)

        found = answer(done)
        assert (found["verdict"], found["reasons"]) == ("partial", ["reading_confirmed"])
        assert found["reading_confirmed"] == {
            "decision": str(decision.pk),
            "by": anna.get_username(),
            "at": decision.made_at.isoformat(),
        }
        assert (decision.after["document"], decision.after["rows"]) == (done.sha256, 3)

    def test_withdrawing_a_reading_restores_the_previous_one(self, ours: Organization) -> None:
        done = bare(ours)
        before = answer(done)

        withdraw_decision(decision=confirm(done), actor=None)

        assert answer(done) == before

    def test_rows_that_were_changed_since_are_not_confirmed(self, ours: Organization) -> None:
        done = bare(ours)
        confirm(done)

        correct_line(statement=statement_of(done), line=1, amount=Decimal("-41.31"), actor=None)

        assert "reading_confirmed" not in answer(done)["reasons"]
        assert "reading_changed" in [each["why_not"] for each in answer(done)["decisions"]]

    def test_a_mark_whose_answer_is_withdrawn_ends_the_confirmation(self, ours: Organization) -> None:
        load(ours, books_of(MARKED) | {"opening_balance": "1000.01"})
        done = processed(ours, MARKED.pdf())
        mark = answer_mark(statement=statement_of(done), mark=0, says="nothing", actor=None)
        correct_statement(statement=statement_of(done), last=dt.date(2026, 2, 1), actor=None)
        confirm(done)
        assert "reading_confirmed" in answer(done)["reasons"]

        withdraw_decision(decision=mark, actor=None)

        assert "reading_confirmed" not in answer(done)["reasons"]
        assert "marks_unanswered" in [each["why_not"] for each in answer(done)["decisions"]]

    def test_another_page_than_the_current_one_is_not_confirmed(self, ours: Organization) -> None:
        done = bare(ours)

        with pytest.raises(DecisionRefused, match="reading_changed"):
            confirm(done, digest="0" * 64)
        assert standing(ours) == []

    def test_a_proved_reading_is_not_confirmed(self, ours: Organization) -> None:
        load(ours, books_of(JANUARY))
        done = processed(ours, JANUARY.pdf())

        with pytest.raises(DecisionRefused, match="proved_already"):
            confirm(done)

    def test_a_document_that_is_read_again_keeps_the_confirmation(self, ours: Organization) -> None:
        done = bare(ours)
        confirm(done)

        StatementImport.queue.filter(pk=done.pk).update(status=StatementImport.Status.PENDING)
        worked_on(done)

        assert answer(done)["reasons"] == ["reading_confirmed"]


class TestSignOff:
    def test_a_confirmed_reading_is_signed_off_and_locked(self, ours: Organization) -> None:
        anna = MembershipFactory.create(organization=ours, role=Role.ADMIN).user
        done = bare(ours)
        with pytest.raises(NotNow, match="not_read"):
            sign_off(statement=statement_of(done), actor=anna)
        confirm(done, actor=anna)

        sign_off(statement=statement_of(done), actor=anna)

        assert lock(statement=statement_of(done), actor=anna).verdict == "partial"
        with pytest.raises(DecisionRefused, match="signed_off"):
            withdraw_decision(decision=standing(ours)[0], actor=anna)

    def test_another_person_reviews(self, ours: Organization) -> None:
        anna = MembershipFactory.create(organization=ours, role=Role.ADMIN).user
        ben = MembershipFactory.create(organization=ours, role=Role.ADMIN).user
        Organization.objects.filter(pk=ours.pk).update(two_persons=True)
        done = bare(ours)
        confirm(done, actor=anna)
        prepare(statement=statement_of(done), actor=ben)

        for maker in (anna, ben):
            with pytest.raises(NotNow, match="same_person"):
                review(statement=statement_of(done), actor=maker)
        carla = MembershipFactory.create(organization=ours, role=Role.ADMIN).user
        assert review(statement=statement_of(done), actor=carla).same_person is False


class TestBooks:
    def test_rows_of_an_incomplete_reading_are_not_added_to_the_books(self, ours: Organization) -> None:
        done = bare(ours, entries=1)

        with pytest.raises(ReadingIncomplete):
            publish(statement=statement_of(done), actor=None)
        assert Transaction.objects.of(ours).count() == 1

    def test_rows_of_a_confirmed_reading_are(self, ours: Organization) -> None:
        done = bare(ours, entries=1)
        confirm(done)
        assert answer(done)["verdict"] == "mismatched"

        published = publish(statement=statement_of(done), actor=None)

        assert len(published.postings) == 2
        assert answer(done)["reasons"] == ["reading_confirmed"]

    def test_an_account_is_started_with_the_rows_as_they_were_corrected(self, ours: Organization) -> None:
        done = processed(ours, BARE.pdf())
        correct_line(statement=statement_of(done), line=1, amount=Decimal("-41.03"), actor=None)
        add_row(statement=statement_of(done), date=dt.date(2026, 1, 21), description="Kiosk", amount=Decimal(-5), actor=None)

        account = start_account_from_statement(statement=statement_of(done), name="Everyday", actor=None)

        assert sorted(entry.amount for entry in account.transactions.all()) == [-250, Decimal("-41.03"), -5, 600]


class TestMarks:
    def marked(self, organization: Organization) -> StatementImport:
        load(organization, books_of(MARKED))
        return processed(organization, MARKED.pdf())

    def test_a_printer_s_mark_is_nothing_and_the_statement_is_proved(self, ours: Organization) -> None:
        done = self.marked(ours)
        assert "figures_unaccounted" in answer(done)["reasons"]
        with pytest.raises(DecisionRefused, match="marks_unanswered"):
            confirm(done)

        decision = answer_mark(statement=statement_of(done), mark=0, says="nothing", actor=None)

        assert (answer(done)["verdict"], answer(done)["relied_on"]) == ("matched", [str(decision.pk)])
        withdraw_decision(decision=decision, actor=None)
        assert "figures_unaccounted" in answer(done)["reasons"]

    def test_a_mark_has_one_answer(self, ours: Organization) -> None:
        done = self.marked(ours)
        answer_mark(statement=statement_of(done), mark=0, says="nothing", actor=None)
        with pytest.raises(DecisionRefused, match="nothing_changed"):
            answer_mark(statement=statement_of(done), mark=0, says="nothing", actor=None)

        second = answer_mark(statement=statement_of(done), mark=0, says="note", actor=None)

        assert standing(ours) == [second]

    def test_a_mark_that_is_not_there_has_no_answer(self, ours: Organization) -> None:
        done = self.marked(ours)

        with pytest.raises(DecisionRefused, match="mark_changed"):
            answer_mark(statement=statement_of(done), mark=1, says="nothing", actor=None)

    def test_a_row_is_added_with_its_number_and_taken_away_again(self, ours: Organization) -> None:
        done = self.marked(ours)
        values: dict[str, Any] = {"amount": Decimal("-5.00"), "date": dt.date(2026, 1, 21), "description": "Kiosk"}

        decision = add_row(statement=statement_of(done), mark=0, actor=None, **values)

        lines = list(statement_of(done).lines.values_list("number", "description", "added"))
        assert lines[3:] == [(3, "Kiosk", True)]
        assert "integrity_failed" in answer(done)["reasons"]
        withdraw_decision(decision=decision, actor=None)
        assert statement_of(done).lines.count() == 3

    def test_a_row_that_was_added_is_corrected_more_than_once(self, ours: Organization) -> None:
        done = self.marked(ours)
        values: dict[str, Any] = {"amount": Decimal("-5.00"), "date": dt.date(2026, 1, 21), "description": "Kiosk"}
        add_row(statement=statement_of(done), mark=0, actor=None, **values)

        correct_line(statement=statement_of(done), line=3, amount=Decimal("-5.10"), actor=None)
        correct_line(statement=statement_of(done), line=3, description="Kiosk Marlow", actor=None)

        corrected = decided_statement(statement_of(done)).lines[3]
        assert (corrected.amount, corrected.description) == (Decimal("-5.10"), "Kiosk Marlow")
        assert [each["why_not"] for each in answer(done)["decisions"]] == [None, None]
        assert check_proof(proof_of(sheets_of(done)[0])) == []

    def test_a_row_outside_the_statement_s_days_is_refused(self, ours: Organization) -> None:
        done = self.marked(ours)

        with pytest.raises(DecisionRefused, match="rows_outside_days"):
            add_row(statement=statement_of(done), mark=0, amount=Decimal(-5), date=dt.date(2026, 2, 1), description="Kiosk", actor=None)


class TestStatement:
    def test_balances_that_were_not_read_are_entered_and_the_read_ones_stay(self, ours: Organization) -> None:
        done = bare(ours)

        decision = correct_statement(statement=statement_of(done), opening=Decimal(1000), closing=Decimal("1308.70"), actor=None)

        statement = statement_of(done)
        assert (statement.opening_balance, statement.closing_balance) == (Decimal("1000.00"), Decimal("1308.70"))
        assert statement.read_as == {"opening_balance": None, "closing_balance": None}
        assert answer(done)["reasons"] == ["integrity_unproved"]
        assert decision.before == {"opening": None, "closing": None}
        withdraw_decision(decision=decision, actor=None)
        assert (statement_of(done).opening_balance, statement_of(done).read_as) == (None, {})

    def test_a_second_correction_keeps_the_first(self, ours: Organization) -> None:
        done = bare(ours)
        correct_statement(statement=statement_of(done), opening=Decimal("1000.00"), actor=None)

        second = correct_statement(statement=statement_of(done), closing=Decimal("1308.70"), actor=None)

        assert standing(ours) == [second]
        assert {name: second.after[name] for name in ("opening", "closing")} == {"opening": "1000.00", "closing": "1308.70"}

    def test_corrected_days_move_the_statement(self, ours: Organization) -> None:
        load(ours, books_of(JANUARY))
        done = processed(ours, JANUARY.pdf())

        correct_statement(statement=statement_of(done), last=dt.date(2026, 2, 1), actor=None)

        assert (answer(done)["reasons"], answer(done)["period_end"]) == (["ends_unconfirmed"], "2026-02-01")
        assert Statement.objects.of(ours).get().period_end == dt.date(2026, 2, 1)

    def test_days_that_leave_out_a_row_are_refused_and_nothing_is_stored(self, ours: Organization) -> None:
        load(ours, books_of(JANUARY))
        done = processed(ours, JANUARY.pdf())

        with pytest.raises(DecisionRefused, match="rows_outside_days"):
            correct_statement(statement=statement_of(done), last=dt.date(2026, 1, 15), actor=None)
        assert (standing(ours), answer(done)["verdict"]) == ([], "matched")

    def test_a_correction_that_changes_nothing_is_refused(self, ours: Organization) -> None:
        load(ours, books_of(JANUARY))
        done = processed(ours, JANUARY.pdf())

        with pytest.raises(DecisionRefused, match="nothing_changed"):
            correct_statement(statement=statement_of(done), opening=Decimal("1000.00"), actor=None)

    def test_more_decimals_than_the_statement_prints_are_refused(self, ours: Organization) -> None:
        done = bare(ours)

        with pytest.raises(DecisionRefused, match="figure_out_of_range"):
            correct_statement(statement=statement_of(done), opening=Decimal("1000.005"), actor=None)
