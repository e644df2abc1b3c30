"""Add to books: new rows are posted once, and their match proves nothing."""

import datetime as dt
from dataclasses import replace
from decimal import Decimal

import pytest

from finance.locks import LedgerLocked
from finance.models import Account
from finance.models.ledger import snapshot
from people.access import NotYours
from people.roles import ALLOWED, Role
from reconciliation.models import Cause, Posting, StatementImport
from reconciliation.posting import AccountNotCertain, NotPosted
from reconciliation.posting.publishing import publish
from reconciliation.posting.undoing import undo
from reconciliation.printed.statement import PrintedLine
from reconciliation.reconcile.reconcile_accounts import ReadAgain
from tests.factories import AccountFactory, MembershipFactory
from tests.read_statements import answer, contents, only, paper, read_anew, read_in, standing, verdict
from tests.world import UNBOOKED_ROWS, booked

pytestmark = pytest.mark.django_db


def test_case_5_is_matched_after_posting_both(account: Account, january: StatementImport) -> None:
    assert verdict(january) == "mismatched"

    published = publish(statement=only(january), actor=None)

    assert [(posting.line_number, posting.reason) for posting in published.postings] == [(1, "fee"), (2, "interest")]
    assert contents(account) == [
        (dt.date(2026, 1, 14), Decimal("-300.00"), "Acme", "posted"),
        (dt.date(2026, 1, 31), Decimal("-12.00"), "ACCOUNT FEE", "posted"),
        (dt.date(2026, 1, 31), Decimal("3.10"), "CREDIT INTEREST", "posted"),
    ]
    assert verdict(january) == "matched"


def test_case_6_waits_for_its_cheque_after_posting_the_fee() -> None:
    account = AccountFactory.create()
    booked(account, 29, "-75.00", "Cheque 102")
    january = read_in(account.organization, paper([(31, "-12.00", "ACCOUNT FEE")]))
    assert (verdict(january), answer(january)["reasons"]) == ("mismatched", ["new_rows", "outstanding_unproved"])

    publish(statement=only(january), actor=None)

    assert (verdict(january), answer(january)["reasons"]) == ("partial", ["outstanding_unproved"])


def test_rows_that_came_from_this_file_are_marked(january: StatementImport) -> None:
    publish(statement=only(january), actor=None)

    assert answer(january)["added_from_it"] == [1, 2]
    assert "ledger_from_this_statement" not in answer(january)["reasons"]  # type: ignore[operator]


def test_a_posting_knows_its_row_and_who_made_it(account: Account, january: StatementImport) -> None:
    bookkeeper = MembershipFactory.create(organization=account.organization, role=Role.PREPARER).user

    [posting] = publish(statement=only(january), actor=bookkeeper, lines=[1]).postings

    entry = posting.transaction
    assert entry is not None
    assert (posting.posted_by, entry.entered_by) == (bookkeeper, bookkeeper)
    assert posting.line == {"date": "2026-01-31", "amount": "-12.00", "description": "ACCOUNT FEE", "reference": "", "page": 1}
    assert (posting.account, posting.period_start, posting.period_end) == (account, dt.date(2026, 1, 1), dt.date(2026, 1, 31))
    assert posting.said == snapshot(entry)


def test_the_run_says_why_it_was_verified_again(january: StatementImport) -> None:
    publish(statement=only(january), actor=None)

    assert january.runs.order_by("-number")[0].cause == Cause.POSTED


def test_posting_twice_posts_once(account: Account, january: StatementImport) -> None:
    publish(statement=only(january), actor=None)
    before = contents(account)

    again = publish(statement=only(january), actor=None, lines=[1, 2])

    assert again.postings == ()
    assert again.left == (NotPosted(1, "in_the_books"), NotPosted(2, "in_the_books"))
    assert contents(account) == before


def test_a_row_that_arrived_meanwhile_is_skipped_and_reported(account: Account, january: StatementImport) -> None:
    booked(account, 31, "-12.00", "Account fee", origin="csv")  # after the page was shown

    published = publish(statement=only(january), actor=None, lines=[1, 2])

    assert [posting.line_number for posting in published.postings] == [2]
    assert published.left == (NotPosted(1, "in_the_books"),)
    assert len(contents(account)) == 3
    assert verdict(january) == "matched"


def test_only_the_rows_that_were_chosen_are_posted(account: Account, january: StatementImport) -> None:
    publish(statement=only(january), actor=None, lines=[2])

    assert [amount for _, amount, _, _ in contents(account)] == [Decimal("-300.00"), Decimal("3.10")]


def test_a_row_that_waits_for_a_choice_is_not_posted() -> None:
    account = AccountFactory.create(opening="100.00")
    booked(account, 7, "-3.50", "Cafe")
    january = read_in(account.organization, paper([(7, "-3.50", "CAFE"), (7, "-3.50", "CAFE")], opening="100.00"))

    published = publish(statement=only(january), actor=None, lines=[0, 1])

    assert published == type(published)((), (NotPosted(0, "undecided"), NotPosted(1, "undecided")))


def pending_hold() -> tuple[Account, StatementImport]:
    """Case 19: the books know the payment as a hold of another amount."""
    account = AccountFactory.create(opening="0.00")
    booked(account, 17, "-30.00", "Shell Oil", status="pending", external_id="hold-1", origin="csv")
    return account, read_in(account.organization, paper([(18, "-42.10", "SHELL OIL")], opening="0.00"))


def test_case_19_replaces_the_pending_entry() -> None:
    account, january = pending_hold()

    publish(statement=only(january), actor=None)

    [entry] = account.transactions.all()
    assert (entry.amount, entry.status, entry.external_id) == (Decimal("-42.10"), "posted", "hold-1")
    assert verdict(january) == "matched"


def test_an_undone_replacement_leaves_the_pending_entry_as_it_was() -> None:
    account, january = pending_hold()
    [before] = map(snapshot, account.transactions.all())
    publish(statement=only(january), actor=None)

    undo(statement_import=january, actor=None)

    assert [snapshot(entry) for entry in account.transactions.all()] == [before]
    assert verdict(january) == "mismatched"


def test_a_row_is_dated_on_its_day_of_purchase_within_the_statement_only() -> None:
    account = AccountFactory.create(opening="0.00")
    inside = PrintedLine(date=dt.date(2026, 2, 9), transaction_date=dt.date(2026, 2, 7), amount=Decimal(-1), description="Bakery")
    before = PrintedLine(date=dt.date(2026, 2, 2), transaction_date=dt.date(2026, 1, 30), amount=Decimal(-2), description="Trainline")
    month = replace(paper([], month=2, opening="0.00", closing="-3.00"), lines=(inside, before))
    february = read_in(account.organization, month)

    publish(statement=only(february), actor=None)

    assert [day for day, *_ in contents(account)] == [dt.date(2026, 2, 2), dt.date(2026, 2, 7)]


def test_closed_days_take_no_row_and_then_none_is_posted(account: Account, january: StatementImport) -> None:
    account.locked_until = dt.date(2026, 1, 31)
    account.save()

    with pytest.raises(LedgerLocked, match="needs a date after 31 Jan 2026"):
        publish(statement=only(january), actor=None)

    assert len(contents(account)) == 1
    assert standing(january) == []


def test_rows_read_again_meanwhile_are_not_posted_by_old_numbers(january: StatementImport) -> None:
    shown = only(january)
    read_anew(january, paper([(15, "-300.00", "Acme Ltd"), (31, "-8.90", "ACCOUNT FEE")]))

    with pytest.raises(ReadAgain):
        publish(statement=shown, actor=None, lines=[1])


def test_an_unconfirmed_account_takes_no_row(account: Account) -> None:
    AccountFactory.create(organization=account.organization, name="Other")
    january = read_in(account.organization, paper(UNBOOKED_ROWS))

    with pytest.raises(AccountNotCertain):
        publish(statement=only(january), actor=None)


@pytest.mark.parametrize("role", [role for role in Role if "post" not in ALLOWED[role]])
def test_a_role_that_may_not_post_can_neither_post_nor_undo(account: Account, january: StatementImport, role: Role) -> None:
    nobody = MembershipFactory.create(organization=account.organization, role=role).user

    with pytest.raises(NotYours):
        publish(statement=only(january), actor=nobody)
    with pytest.raises(NotYours):
        undo(statement_import=january, actor=nobody)

    assert not Posting.objects.of(account.organization).exists()


def test_the_row_that_another_statement_prints_is_posted_with_that_one(account: Account, january: StatementImport) -> None:
    longer = read_in(account.organization, replace(paper(UNBOOKED_ROWS), period_end=dt.date(2026, 2, 5)))

    published = publish(statement=only(longer), actor=None)

    assert {left.code for left in published.left} == {"repeats"}
    assert published.postings == ()


@pytest.mark.parametrize("rows", [UNBOOKED_ROWS, UNBOOKED_ROWS[:2]], ids=["a copy", "a contradiction"])
def test_no_row_is_posted_from_a_document_that_is_set_aside(
    account: Account, january: StatementImport, rows: list[tuple[int, str, str]]
) -> None:
    again = read_in(account.organization, paper(rows))

    published = publish(statement=only(again), actor=None, lines=[1])

    assert ([left.code for left in published.left], published.postings) == (["undecided"], ())
