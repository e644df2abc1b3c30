"""Prepared, reviewed, locked, reopened: permissions, order, and effects on the books."""

import datetime as dt
from contextlib import AbstractContextManager
from decimal import Decimal

import pytest
from django.contrib.auth.models import User

from finance import entries
from finance.locks import LedgerLocked
from finance.models import Account
from people.access import NotYours
from people.roles import ALLOWED, Role
from reconciliation.decisions.refused import DecisionRefused
from reconciliation.decisions.waivers import excuse
from reconciliation.models import Conclusion, StatementImport
from reconciliation.posting import LaterWork, SignedOff
from reconciliation.posting.publishing import publish
from reconciliation.posting.undoing import undo
from reconciliation.reconcile.conclusions import Status, finished_on, standing_of
from reconciliation.signoff.rules import resting_on
from reconciliation.signoff.services import NotNow, lock, note, prepare, reopen, review, sign_off
from tests.factories import MembershipFactory
from tests.read_statements import answer, only, paper, paper_of_unnamed_ends, read_anew, read_in, verdict
from tests.world import MATCHED_ROWS, booked

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("matched_books")]


@pytest.fixture
def bookkeeper(account: Account) -> User:
    return MembershipFactory.create(organization=account.organization, role=Role.PREPARER).user


@pytest.fixture
def partner(account: Account) -> User:
    return MembershipFactory.create(organization=account.organization, role=Role.REVIEWER).user


def status(statement_import: StatementImport) -> Status:
    statement = only(statement_import)
    return standing_of(statement).status


def held(account: Account) -> list[str]:
    return [entry.locked_by for entry in account.transactions.all()]


def refused(code: str) -> AbstractContextManager[object]:
    return pytest.raises(NotNow, match=f"^{code}$")


def test_each_step_is_a_record_and_the_answer_shows_the_last(january: StatementImport, bookkeeper: User, partner: User) -> None:
    assert (status(january), answer(january)["status"]) == (Status.OPEN, "open")

    prepare(statement=only(january), actor=bookkeeper)
    review(statement=only(january), actor=partner)
    lock(statement=only(january), actor=partner)

    steps = Conclusion.objects.of(january.organization)
    assert [(step.number, step.kind, step.by, step.verdict) for step in steps] == [
        (1, "prepared", bookkeeper, "matched"),
        (2, "reviewed", partner, "matched"),
        (3, "locked", partner, "matched"),
    ]
    assert (status(january), answer(january)["status"], verdict(january)) == (Status.LOCKED, "locked", "matched")


def test_a_locked_statement_locks_only_the_entries_that_it_cleared(account: Account, january: StatementImport, partner: User) -> None:
    other = booked(account, 3, "-1.00", "Parking", month=2)
    sign_off(statement=only(january), actor=partner)
    assert held(account) == ["", "", ""]

    lock(statement=only(january), actor=partner)

    assert held(account) == ["2026-01-01..2026-01-31", "2026-01-01..2026-01-31", ""]
    rent = account.transactions.get(description="Rent")
    with pytest.raises(LedgerLocked):
        entries.edit(entry=rent, by=partner, amount=Decimal("-262.30"))
    entries.edit(entry=account.transactions.get(pk=rent.pk), by=partner, description="Rent of January")
    entries.edit(entry=other, by=partner, amount=Decimal("-2.00"))


def test_reopening_frees_everything_as_it_was(account: Account, january: StatementImport, partner: User) -> None:
    before = [entry.__dict__ | {"_state": None} for entry in account.transactions.all()]
    sign_off(statement=only(january), actor=partner)
    lock(statement=only(january), actor=partner)

    step = reopen(statement=only(january), actor=partner, reason="The rent was 262.30")

    assert (step.kind, step.reason) == ("reopened", "The rent was 262.30")
    assert [entry.__dict__ | {"_state": None} for entry in account.transactions.all()] == before
    assert (status(january), answer(january)["status"]) == (Status.REOPENED, "reopened")


def test_a_reopened_statement_can_be_signed_off_again(january: StatementImport, partner: User) -> None:
    sign_off(statement=only(january), actor=partner)
    reopen(statement=only(january), actor=partner, reason="Once more")

    sign_off(statement=only(january), actor=partner)

    kinds = [step.kind for step in Conclusion.objects.of(january.organization)]
    assert kinds == ["prepared", "reviewed", "reopened", "prepared", "reviewed"]


def test_reopening_wants_a_reason(january: StatementImport, partner: User) -> None:
    sign_off(statement=only(january), actor=partner)

    with refused("no_reason"):
        reopen(statement=only(january), actor=partner, reason="  ")


def test_steps_are_taken_in_their_order(january: StatementImport, partner: User) -> None:
    with refused("not_after_open"):
        review(statement=only(january), actor=partner)
    with refused("not_after_open"):
        lock(statement=only(january), actor=partner)
    with refused("not_after_open"):
        reopen(statement=only(january), actor=partner, reason="Why not")

    prepare(statement=only(january), actor=partner)
    with refused("not_after_prepared"):
        lock(statement=only(january), actor=partner)


def test_two_people_at_once_make_one_step(january: StatementImport, bookkeeper: User, partner: User) -> None:
    prepare(statement=only(january), actor=bookkeeper)

    with refused("not_after_prepared"):
        prepare(statement=only(january), actor=partner)

    assert Conclusion.objects.of(january.organization).count() == 1


@pytest.mark.parametrize("role", list(Role))
def test_each_role_signs_off_and_reopens_only_as_permitted(account: Account, january: StatementImport, role: Role, partner: User) -> None:
    person = MembershipFactory.create(organization=account.organization, role=role).user
    may = {action: action in ALLOWED[role] for action in ("decide", "sign_off", "reopen")}

    def tries(act: object, **more: object) -> bool:
        try:
            act(statement=only(january), actor=person, **more)  # type: ignore[operator]
        except NotYours:
            return False
        return True

    assert tries(prepare) == may["decide"]
    if not may["decide"]:
        prepare(statement=only(january), actor=partner)
    assert tries(review) == may["sign_off"]
    assert tries(reopen, reason="Again") == may["reopen"]


def test_preparers_cannot_review_their_own_work_if_two_persons_are_required(
    account: Account, january: StatementImport, partner: User
) -> None:
    account.organization.two_persons = True
    account.organization.save()
    prepare(statement=only(january), actor=partner)

    with refused("same_person"):
        review(statement=only(january), actor=partner)

    review(statement=only(january), actor=MembershipFactory.create(organization=account.organization, role=Role.REVIEWER).user)
    assert status(january) == Status.REVIEWED


def test_the_person_who_posted_the_rows_of_a_statement_cannot_review_it(partner: User, account: Account) -> None:
    account.organization.two_persons = True
    account.organization.save()
    january = read_in(account.organization, paper([*MATCHED_ROWS, (31, "-12.00", "FEE")], opening="1000.00"))
    publish(statement=only(january), actor=partner)
    prepare(statement=only(january), actor=MembershipFactory.create(organization=account.organization, role=Role.PREPARER).user)

    with refused("same_person"):
        review(statement=only(january), actor=partner)


def test_a_firm_of_one_signs_off_and_says_so(january: StatementImport, partner: User) -> None:
    assert sign_off(statement=only(january), actor=partner).same_person


def test_two_different_signers_are_not_reported_as_one(january: StatementImport, bookkeeper: User, partner: User) -> None:
    prepare(statement=only(january), actor=bookkeeper)

    assert not review(statement=only(january), actor=partner).same_person


def test_outstanding_items_are_confirmed_one_by_one(account: Account, partner: User) -> None:
    cheque = booked(account, 28, "-75.00", "Cheque 101")
    january = read_in(account.organization, paper(MATCHED_ROWS, opening="1000.00"))
    assert answer(january)["reasons"] == ["outstanding_unproved"]

    with refused("unconfirmed"):
        sign_off(statement=only(january), actor=partner)
    sign_off(statement=only(january), actor=partner, confirmed=[str(cheque.pk)])

    first = Conclusion.objects.of(account.organization)[0]
    assert (first.confirmed, status(january), verdict(january)) == ([str(cheque.pk)], Status.REVIEWED, "partial")


def test_rows_of_unnamed_ends_are_signed_off_once_a_person_looked_for_rows_before_and_after(account: Account, partner: User) -> None:
    january = read_in(account.organization, paper_of_unnamed_ends(MATCHED_ROWS, opening="1000.00"))
    assert (verdict(january), answer(january)["reasons"]) == ("partial", ["ends_unconfirmed"])

    with refused("ends_unchecked"):
        sign_off(statement=only(january), actor=partner)
    sign_off(statement=only(january), actor=partner, ends_checked=True)

    assert (status(january), verdict(january)) == (Status.REVIEWED, "partial")


def test_rows_of_unnamed_ends_are_matched_once_the_statements_before_and_after_are_there(account: Account) -> None:
    february = read_in(account.organization, paper_of_unnamed_ends([], month=2, opening="1350.00"))
    read_in(account.organization, paper(MATCHED_ROWS, opening="1000.00"))
    assert answer(february)["reasons"] == ["ends_unconfirmed"]

    read_in(account.organization, paper([], month=3, opening="1350.00"))

    assert (verdict(february), answer(february)["reasons"]) == ("matched", [])


def test_a_statement_with_differences_is_not_signed_off_and_can_be_noted(account: Account, partner: User) -> None:
    january = read_in(account.organization, paper([*MATCHED_ROWS, (27, "-90.00", "DD NOT OURS")], opening="1000.00"))

    with refused("differences"):
        prepare(statement=only(january), actor=partner)
    note(statement=only(january), actor=partner, reason="The bank does not answer")

    assert (status(january), verdict(january)) == (Status.NOTED, "mismatched")


def test_a_statement_that_was_filed_as_not_reconciled_is_changed_after_its_reopening(account: Account, partner: User) -> None:
    january = read_in(account.organization, paper([*MATCHED_ROWS, (27, "-90.00", "DD NOT OURS")], opening="1000.00"))
    note(statement=only(january), actor=partner, reason="The bank does not answer")

    with pytest.raises(DecisionRefused) as decision:
        excuse(statement=only(january), kind="ignored", lines=[2], entries=[], reason="Not ours", actor=partner)
    with pytest.raises(SignedOff):
        publish(statement=only(january), actor=partner, lines=[2])

    assert decision.value.code == "signed_off"
    reopen(statement=only(january), actor=partner, reason="It answered")
    publish(statement=only(january), actor=partner, lines=[2])
    assert (status(january), verdict(january)) == (Status.REOPENED, "matched")


def test_a_statement_of_no_account_is_not_concluded(partner: User, account: Account) -> None:
    nobodys = read_in(account.organization, paper(MATCHED_ROWS, opening="1000.00", number="9999"))

    with refused("no_account"):
        note(statement=only(nobodys), actor=partner, reason="Not ours")


def test_the_status_stays_when_the_file_is_read_again(january: StatementImport, partner: User) -> None:
    sign_off(statement=only(january), actor=partner)

    read_anew(january, paper(MATCHED_ROWS, opening="1000.00"))

    assert (status(january), answer(january)["status"]) == (Status.REVIEWED, "reviewed")


def test_later_statements_that_rest_on_it_are_named(account: Account, january: StatementImport, partner: User) -> None:
    booked(account, 3, "-40.00", "Phone", month=2)
    february = read_in(account.organization, paper([(3, "-40.00", "Phone")], month=2, opening="1350.00"))
    for each in (january, february):
        sign_off(statement=only(each), actor=partner)

    resting = resting_on(finished_on(account), (dt.date(2026, 1, 1), dt.date(2026, 1, 31)))

    assert [step.period for step in resting] == ["2026-02-01..2026-02-28"]
    assert resting_on(finished_on(account), (dt.date(2026, 2, 1), dt.date(2026, 2, 28))) == []


def test_a_signed_off_statement_takes_no_row_and_gives_none(account: Account, partner: User) -> None:
    january = read_in(account.organization, paper([*MATCHED_ROWS, (31, "-12.00", "FEE")], opening="1000.00"))
    publish(statement=only(january), actor=partner)
    sign_off(statement=only(january), actor=partner)

    with pytest.raises(SignedOff):
        publish(statement=only(january), actor=partner)
    with pytest.raises(LaterWork) as later:
        undo(statement_import=january, actor=partner)
    [obstacle] = later.value.obstacles
    assert (obstacle.code, obstacle.by) == ("finished", "2026-01-01..2026-01-31")

    reopen(statement=only(january), actor=partner, reason="The fee was ours")
    undo(statement_import=january, actor=partner)
    assert account.transactions.count() == 2


def test_a_posted_row_stays_once_a_later_statement_is_signed_off_on_it(account: Account, partner: User) -> None:
    """The fee of 31 January was posted from January, and February's books are brought forward with it."""
    january = read_in(account.organization, paper([*MATCHED_ROWS, (31, "-12.00", "FEE")], opening="1000.00"))
    publish(statement=only(january), actor=partner)
    february = read_in(account.organization, paper([], month=2, opening="1338.00"))
    sign_off(statement=only(february), actor=partner)

    with pytest.raises(LaterWork) as later:
        undo(statement_import=january, actor=partner)

    assert [obstacle.by for obstacle in later.value.obstacles] == ["2026-02-01..2026-02-28"]
