"""Changes after a reconciliation are detected for any cause and any actor."""

import datetime as dt
from decimal import Decimal

import pytest
from django.contrib.auth.models import User
from django.db import connection

from finance import entries
from finance.models import Account
from people.roles import Role
from reconciliation.models import Conclusion, StatementImport
from reconciliation.presentation.labels.acts import change_in_words
from reconciliation.reconcile.conclusions import standing_of
from reconciliation.signoff.drift import Drift, drift_since
from reconciliation.signoff.services import NotNow, lock, prepare, reopen, review, sign_off
from tests.factories import MembershipFactory
from tests.read_statements import only, paper, read_in
from tests.world import booked

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("matched_books")]


@pytest.fixture
def partner(account: Account) -> User:
    return MembershipFactory.create(organization=account.organization, role=Role.REVIEWER).user


@pytest.fixture
def january(january: StatementImport, partner: User) -> StatementImport:
    """Signed off at 1,350.00."""
    sign_off(statement=only(january), actor=partner)
    return january


def drift(statement_import: StatementImport) -> Drift:
    statement = only(statement_import)
    prepared = standing_of(statement).prepared
    assert prepared is not None
    return drift_since(prepared)


def raw(sql: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(sql)


def test_nothing_changed_says_nothing(january: StatementImport) -> None:
    assert not drift(january)


def test_case_36_names_the_changed_entry_the_person_the_time_and_the_difference(account: Account, january: StatementImport) -> None:
    somebody = MembershipFactory.create(organization=account.organization, role=Role.PREPARER).user

    entries.edit(entry=account.transactions.get(external_id="t1"), by=somebody, amount=Decimal("-262.30"))

    [change] = drift(january).changes
    assert (change.kind, change.description, change.moves, change.by) == ("changed", "Rent", Decimal("-12.30"), str(somebody))
    assert change.at is not None
    assert drift(january).moves == Decimal("-12.30")


def test_case_36_leaves_the_earlier_verdict_in_the_history(account: Account, january: StatementImport, partner: User) -> None:
    entries.edit(entry=account.transactions.get(external_id="t1"), by=partner, amount=Decimal("-262.30"))

    assert next(run.verdict for run in january.runs.order_by("number")) == "matched"


def test_changes_before_the_statement_show_although_they_cancel_each_other(account: Account, partner: User) -> None:
    february = a_february(account, partner)

    raw("UPDATE finance_transaction SET amount_minor = amount_minor + 100 WHERE external_id = 't1'")
    raw("UPDATE finance_transaction SET amount_minor = amount_minor - 100 WHERE external_id = 't2'")

    [change] = drift(february).changes
    assert (change.kind, change.moves) == ("earlier", Decimal(0))
    assert change_in_words(change, account) == "Entries before this statement changed; their total is the same."


def test_a_state_without_a_mark_is_compared_by_count_and_sum(account: Account, partner: User) -> None:
    february = a_february(account, partner)
    steps = Conclusion.objects.of(account.organization).filter(statement_import=february, kind="prepared")
    kept = steps.get().books or {}
    steps.update(books=kept | {"earlier": kept["earlier"][:2]})

    assert not drift(february)
    raw("UPDATE finance_transaction SET amount_minor = amount_minor - 100 WHERE external_id = 't2'")
    assert [change.moves for change in drift(february).changes] == [Decimal(-1)]


def a_february(account: Account, partner: User) -> StatementImport:
    """Signed off after a January that is in the books."""
    read_in(account.organization, paper([(5, "-250.00", "Rent"), (20, "600.00", "Client A")], opening="1000.00"))
    booked(account, 9, "-5.00", "Stamps", month=2)
    february = read_in(account.organization, paper([(9, "-5.00", "Stamps")], month=2, opening="1350.00"))
    sign_off(statement=only(february), actor=partner)
    return february


def test_raw_sql_shows_as_well_without_a_person(account: Account, january: StatementImport) -> None:
    raw("UPDATE finance_transaction SET amount_minor = -26230 WHERE external_id = 't1'")

    [change] = drift(january).changes
    assert (change.kind, change.moves, change.by) == ("changed", Decimal("-12.30"), "")


def test_a_deleted_entry_is_shown_by_its_values(account: Account, january: StatementImport, partner: User) -> None:
    entries.delete(entry=account.transactions.get(external_id="t1"), by=partner)

    [change] = drift(january).changes
    assert (change.kind, change.description, change.moves, change.by) == ("removed", "Rent", Decimal("250.00"), str(partner))


def test_an_inserted_entry_is_shown_with_its_author(account: Account, january: StatementImport, partner: User) -> None:
    entries.enter(account=account, by=partner, booked_on=dt.date(2026, 1, 9), amount=Decimal("-5.00"), description="Stamps")

    [change] = drift(january).changes
    assert (change.kind, change.description, change.moves, change.by) == ("inserted", "Stamps", Decimal("-5.00"), str(partner))


def test_entries_of_other_days_change_nothing(account: Account, january: StatementImport) -> None:
    booked(account, 1, "-5.00", "Stamps", month=2)
    booked(account, 9, "-5.00", "Hold", status="pending")

    assert not drift(january)


@pytest.mark.parametrize(
    ("change", "moved"),
    [
        ("status = 'void'", "250.00"),
        ("is_excluded = true", "250.00"),
        ("booked_on = '2026-02-02'", "250.00"),
        ("booked_on = '2026-01-06'", "0.00"),
    ],
)
def test_whatever_takes_an_entry_out_of_its_place_shows(january: StatementImport, change: str, moved: str) -> None:
    raw(f"UPDATE finance_transaction SET {change} WHERE external_id = 't1'")  # noqa: S608  our own words

    assert len(drift(january).changes) == 1
    assert drift(january).moves == Decimal(moved)


def test_other_words_for_an_entry_are_no_change(account: Account, january: StatementImport) -> None:
    raw("UPDATE finance_transaction SET description = 'Rent of January', reference = 'R1' WHERE external_id = 't1'")

    assert not drift(january)


def test_two_changes_that_cancel_are_two_changes(account: Account, january: StatementImport) -> None:
    raw("UPDATE finance_transaction SET amount_minor = amount_minor - 100 WHERE external_id = 't1'")
    raw("UPDATE finance_transaction SET amount_minor = amount_minor + 100 WHERE external_id = 't2'")

    assert drift(january).moves == 0
    assert len(drift(january).changes) == 2


def test_another_opening_balance_shows(account: Account, january: StatementImport) -> None:
    raw("UPDATE finance_account SET opening_balance_minor = 99000")

    [change] = drift(january).changes
    assert (change.kind, change.moves) == ("opening", Decimal("-10.00"))


def test_a_later_statement_reports_a_change_of_earlier_entries(account: Account, january: StatementImport, partner: User) -> None:
    booked(account, 3, "-40.00", "Phone", month=2)
    february = read_in(account.organization, paper([(3, "-40.00", "Phone")], month=2, opening="1350.00"))
    sign_off(statement=only(february), actor=partner)

    raw("UPDATE finance_transaction SET amount_minor = -26230 WHERE external_id = 't1'")

    [change] = drift(february).changes
    assert (change.kind, change.moves) == ("earlier", Decimal("-12.30"))


def test_an_entry_cleared_outside_the_days_of_the_statement_is_watched_too(account: Account, partner: User) -> None:
    """Case 29: the bank's 31 January is booked on 2 February."""
    booked(account, 2, "-35.00", "Insurance", month=2, external_id="late")
    rows = [(5, "-250.00", "Rent"), (20, "600.00", "Client A"), (31, "-35.00", "INSURANCE DD")]
    january = read_in(account.organization, paper(rows, opening="1000.00"))
    sign_off(statement=only(january), actor=partner)
    assert not drift(january)

    raw("UPDATE finance_transaction SET amount_minor = -3600 WHERE external_id = 'late'")

    [change] = drift(january).changes
    assert (change.kind, change.moves) == ("changed", Decimal("0.00"))


def test_a_changed_statement_is_neither_reviewed_nor_locked(account: Account, partner: User) -> None:
    january = read_in(account.organization, paper([(5, "-250.00", "Rent"), (20, "600.00", "Client A")], opening="1000.00"))
    prepare(statement=only(january), actor=partner)
    raw("UPDATE finance_transaction SET booked_on = '2026-01-06' WHERE external_id = 't1'")

    with pytest.raises(NotNow, match="changed"):
        review(statement=only(january), actor=partner)
    raw("UPDATE finance_transaction SET booked_on = '2026-01-04' WHERE external_id = 't1'")
    review(statement=only(january), actor=partner)
    raw("UPDATE finance_transaction SET booked_on = '2026-01-06' WHERE external_id = 't1'")
    with pytest.raises(NotNow, match="changed"):
        lock(statement=only(january), actor=partner)


def test_after_a_new_sign_off_the_changed_values_hold(account: Account, january: StatementImport, partner: User) -> None:
    raw("UPDATE finance_transaction SET booked_on = '2026-01-06' WHERE external_id = 't1'")
    reopen(statement=only(january), actor=partner, reason="Redated")

    sign_off(statement=only(january), actor=partner)

    assert not drift(january)
