"""A conclusion applies to the document, rows and balances that were shown, and to nothing else."""

from contextlib import AbstractContextManager
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from finance.models import Account
from people.models import Membership
from people.roles import Role
from reconciliation.decisions.waivers import excuse
from reconciliation.models import Conclusion, Decision, StatementImport
from reconciliation.posting import SignedOff
from reconciliation.posting.publishing import publish
from reconciliation.presentation.statement_page.sheet import Sheet, sheets_of
from reconciliation.presentation.statement_page.signing import Signing
from reconciliation.printed.statement import PrintedStatement
from reconciliation.proof.write import proof_of
from reconciliation.reconcile.conclusions import Status, standing_of
from reconciliation.reconcile.decisions import digest_as_decided
from reconciliation.reconcile.persist import verify_again
from reconciliation.reconcile.recheck_proof import faults_of
from reconciliation.signoff.drift import moved_since
from reconciliation.signoff.services import NotNow, lock, note, prepare, reopen, review, sign_off
from tests.factories import MembershipFactory
from tests.read_statements import answer, only, paper, read_anew, read_in
from tests.world import MATCHED_ROWS

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("matched_books")]
FORGED_ROWS = [(5, "-250.00", "Rent"), (20, "900.00", "Client A")]


@pytest.fixture
def partner(account: Account) -> User:
    return MembershipFactory.create(organization=account.organization, role=Role.REVIEWER).user


@pytest.fixture
def locked(january: StatementImport, partner: User) -> StatementImport:
    sign_off(statement=only(january), actor=partner)
    lock(statement=only(january), actor=partner)
    return january


@pytest.fixture
def forged(account: Account, locked: StatementImport) -> StatementImport:
    """Another document of the account and days of a locked statement, with one row changed."""
    return read_in(account.organization, paper(FORGED_ROWS, opening="1000.00"))


def sheet(statement_import: StatementImport, actor: User | None = None) -> Sheet:
    statement_import.refresh_from_db()
    member = Membership.objects.of(statement_import.organization).get(user=actor) if actor else None
    [found] = sheets_of(statement_import, member)
    return found


def signing(statement_import: StatementImport) -> Signing:
    found = sheet(statement_import).signing
    assert found is not None
    return found


def refused(code: str) -> AbstractContextManager[object]:
    return pytest.raises(NotNow, match=f"^{code}$")


def test_each_step_names_the_document_and_the_digest_of_rows_and_balances(locked: StatementImport) -> None:
    steps = Conclusion.objects.of(locked.organization)

    assert {(step.document, step.digest, step.statement_number) for step in steps} == {(locked.sha256, digest_as_decided(only(locked)), 0)}
    assert (locked.reconciliation or {})["proof"]["statements"][0]["digest"] == steps[0].digest


def test_another_document_of_the_days_shows_nothing_of_the_sign_off(forged: StatementImport, partner: User) -> None:
    shown = sheet(forged, partner)

    assert (shown.signing, shown.steps) == (None, [])
    found: Any = answer(forged)
    assert ([each["counts"] for each in found["contradicts"]], found["status"]) == ([False], "open")
    conclusions = proof_of(shown)["conclusions"]
    assert (conclusions["status"], conclusions["steps"]) == ("open", [])


def test_no_act_on_another_document_touches_the_sign_off(forged: StatementImport, locked: StatementImport, partner: User) -> None:
    for act in (prepare, sign_off):
        with refused("signed_beside"):
            act(statement=only(forged), actor=partner)
    for step in (review, lock):
        with refused("not_after_open"):
            step(statement=only(forged), actor=partner)
    with refused("not_after_open"):
        reopen(statement=only(forged), actor=partner, reason="To change it")
    with pytest.raises(SignedOff):
        publish(statement=only(forged), actor=partner)

    assert standing_of(only(locked)).status is Status.LOCKED


def test_another_document_can_be_closed_as_not_reconciled_and_the_first_one_stays_signed_off(
    forged: StatementImport, locked: StatementImport, partner: User
) -> None:
    note(statement=only(forged), actor=partner, reason="It contradicts the bank's own statement")

    assert (standing_of(only(forged)).status, standing_of(only(locked)).status) == (Status.NOTED, Status.LOCKED)
    steps = Conclusion.objects.of(locked.organization).order_by("number")
    assert [(step.number, step.statement_import_id) for step in steps] == [*((each, locked.pk) for each in (1, 2, 3)), (4, forged.pk)]


def test_the_first_document_is_reopened_on_its_own_page_and_its_entries_are_released(
    account: Account, forged: StatementImport, locked: StatementImport, partner: User
) -> None:
    assert all(entry.locked_by for entry in account.transactions.all())

    reopen(statement=only(locked), actor=partner, reason="Refresh")

    assert not any(entry.locked_by for entry in account.transactions.all())
    sign_off(statement=only(locked), actor=partner)


def test_a_document_read_again_with_the_same_rows_keeps_its_conclusions(locked: StatementImport, partner: User) -> None:
    read_anew(locked, paper(MATCHED_ROWS, opening="1000.00"))

    assert (signing(locked).status, bool(signing(locked).drift)) == (Status.LOCKED, False)
    assert moved_since(locked.organization, [locked.pk]) == {}


@pytest.mark.parametrize(
    "again",
    [
        paper(FORGED_ROWS, opening="1000.00"),
        paper([(5, "-250.00", "Rent"), (20, "600.00", "Client B")], opening="1000.00"),
        paper([(6, "-250.00", "Rent"), (20, "600.00", "Client A")], opening="1000.00"),
        paper(MATCHED_ROWS, opening="1000.01"),
        paper(MATCHED_ROWS, opening="1000.00", month=3),
    ],
    ids=["amount", "text", "date", "balance", "days"],
)
def test_a_document_read_again_with_other_rows_or_balances_has_changed_since(
    account: Account, january: StatementImport, partner: User, again: PrintedStatement
) -> None:
    sign_off(statement=only(january), actor=partner)
    assert moved_since(account.organization, [january.pk]) == {}

    read_anew(january, again)

    shown = sheet(january, partner)
    assert shown.signing is not None
    assert [change.kind for change in shown.signing.drift.changes] == ["statement"]
    assert (shown.signing.title, shown.steps) == ("Changed since reconciled", ["reopen"])
    assert january.pk in moved_since(account.organization, [january.pk])
    with refused("changed"):
        lock(statement=only(january), actor=partner)
    reopen(statement=only(january), actor=partner, reason="It was read otherwise")
    assert signing(january).status is Status.REOPENED


def test_a_locked_document_with_changed_days_releases_its_entries_when_reopened(
    account: Account, locked: StatementImport, partner: User
) -> None:
    read_anew(locked, paper(MATCHED_ROWS, opening="1000.00", month=3))

    reopen(statement=only(locked), actor=partner, reason="It is of March")

    assert not any(entry.locked_by for entry in account.transactions.all())
    assert [step.number for step in standing_of(only(locked)).steps] == [1, 2, 3, 4]


def test_a_step_without_digest_says_so_and_can_only_be_reopened(january: StatementImport, partner: User) -> None:
    sign_off(statement=only(january), actor=partner)
    Conclusion.objects.of(january.organization).update(document="", digest="")

    shown = sheet(january, partner)

    assert shown.signing is not None
    assert (shown.signing.is_unbound, shown.steps) == (True, ["reopen"])
    with refused("unbound"):
        lock(statement=only(january), actor=partner)
    reopen(statement=only(january), actor=partner, reason="To bind it")
    sign_off(statement=only(january), actor=partner)
    assert not signing(january).is_unbound


def test_a_proved_statement_is_not_prepared_automatically_beside_a_signed_off_document(
    account: Account, locked: StatementImport, forged: StatementImport
) -> None:
    account.organization.prepares_matched = True
    account.organization.save()

    verify_again(forged, "again")

    assert standing_of(only(forged)).steps == ()


def test_the_check_of_stored_answers_refuses_acts_of_other_documents_and_rows(locked: StatementImport) -> None:
    StatementImport.objects.of(locked.organization).update(document_deleted_at=timezone.now())
    locked.refresh_from_db()
    assert not {fault for fault in faults_of(locked) if fault.startswith(("conclusion", "decision", "rows"))}

    steps = Conclusion.objects.of(locked.organization)
    for changes, fault in (
        ({"digest": "f" * 64}, "conclusion_of_other_rows:0"),
        ({"document": "f" * 64}, "conclusion_of_another_document:0"),
        ({"document": "", "digest": ""}, "conclusion_unbound:0"),
    ):
        steps.update(**changes)
        assert fault in faults_of(locked)


def test_a_decision_names_the_document_and_the_digest_that_was_shown(account: Account, partner: User) -> None:
    statement = only(read_in(account.organization, paper([*MATCHED_ROWS, (31, "-12.00", "ACCOUNT FEE")], opening="1000.00")))
    shown = digest_as_decided(statement)
    excuse(statement=statement, kind="difference", lines=[2], actor=partner, reason="Small")

    decision = Decision.objects.of(account.organization).get()
    assert (decision.document, decision.digest) == (statement.statement_import.sha256, shown)
