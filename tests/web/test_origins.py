"""The origin of a row that is not in the books: the other side of a transfer, or the payment that a refund belongs to."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from finance.models import Account
from people.roles import Role
from reconciliation.models import StatementImport
from reconciliation.presentation.statement_page.new_rows import origins_of
from reconciliation.presentation.statement_page.sheet import sheets_of
from tests.factories import AccountFactory, MembershipFactory
from tests.read_statements import Row, answer, only, paper, read_in
from tests.world import booked

pytestmark = pytest.mark.django_db


@pytest.fixture
def savings(account: Account) -> Account:
    other = AccountFactory.create(organization=account.organization, name="Rainy days")
    Account.objects.of(account.organization).filter(pk=other.pk).update(number="DE00 9876")
    return other


def january(account: Account, *rows: Row) -> StatementImport:
    return read_in(account.organization, paper(rows, opening="1000.00"))


def why(done: StatementImport, role: Role = Role.PREPARER) -> list[str]:
    """Return the remark beside each row that the books lack, for a member of this role."""
    member = MembershipFactory.create(organization=done.organization, role=role).user
    [sheet] = sheets_of(done, member.memberships.get())
    return [item.why for section in sheet.sections if section.anchor == "new" for item in section.items]


def test_the_other_side_of_a_transfer_is_named_with_its_account(account: Account, savings: Account) -> None:
    booked(savings, 12, "200.00", "From checking")
    done = january(account, (10, "-200.00", "TO SAVINGS"))

    assert why(done) == ["Rainy days has the opposite entry: 12 Jan 2026 From checking"]


def test_a_row_of_the_other_accounts_statement_will_do(account: Account, savings: Account) -> None:
    read_in(account.organization, paper([(12, "200.00", "INCOMING")], number="9876"))
    done = january(account, (10, "-200.00", "TO SAVINGS"))

    assert why(done) == ["A statement of Rainy days prints the opposite row: 12 Jan 2026 INCOMING"]


def test_a_side_that_is_booked_here_already_explains_nothing_else(account: Account, savings: Account) -> None:
    booked(savings, 12, "200.00", "From checking")
    booked(account, 12, "-200.00", "Rainy days")
    done = january(account, (10, "-200.00", "LANDLORD"), (12, "-200.00", "RAINY DAYS"))

    assert why(done) == [""]


@pytest.mark.parametrize("days", [(11, 12), (12, 12)])
def test_a_transfer_with_several_possible_other_sides_names_none(account: Account, savings: Account, days: tuple[int, int]) -> None:
    for day in days:
        booked(savings, day, "200.00", "From checking")
    done = january(account, (10, "-200.00", "TO SAVINGS"))

    assert why(done) == [""]


def test_two_rows_that_one_side_would_explain_are_both_left(account: Account, savings: Account) -> None:
    booked(savings, 12, "200.00", "From checking")
    done = january(account, (10, "-200.00", "CASH A"), (11, "-200.00", "CASH B"))

    assert why(done) == ["", ""]


@pytest.mark.parametrize(("day", "amount"), [(20, "200.00"), (12, "-200.00"), (12, "200.01")])
def test_a_distant_or_different_amount_is_no_other_side(account: Account, savings: Account, day: int, amount: str) -> None:
    booked(savings, day, amount, "From checking")
    done = january(account, (10, "-200.00", "TO SAVINGS"))

    assert why(done) == [""]


def test_an_account_of_another_organization_is_never_looked_into(account: Account) -> None:
    booked(AccountFactory.create(name="Theirs"), 12, "200.00", "From checking")
    done = january(account, (10, "-200.00", "TO SAVINGS"))

    assert why(done) == [""]


def test_a_client_sees_nothing_of_accounts_that_were_not_given_to_them(account: Account, savings: Account) -> None:
    booked(savings, 12, "200.00", "From checking")
    done = january(account, (10, "-200.00", "TO SAVINGS"))

    assert why(done, Role.CLIENT) == [""]


def test_a_refund_names_the_payment_that_it_is_of(account: Account) -> None:
    booked(account, 4, "-60.00", "Ikea Berlin")
    done = january(account, (4, "-60.00", "IKEA BERLIN"), (19, "60.00", "REFUND IKEA"))

    assert why(done) == ["A refund. Pays back what was paid on 4 Jan 2026: Ikea Berlin"]


@pytest.mark.parametrize("text", ["Tesco Stores", "Card payment"])
def test_a_payment_to_another_payee_is_not_the_refunded_one(account: Account, text: str) -> None:
    booked(account, 4, "-60.00", text)
    done = january(account, (4, "-60.00", text.upper()), (19, "60.00", "REFUND IKEA"))

    assert why(done) == ["A refund"]


def test_twenty_rows_are_looked_up_with_as_many_queries_as_one(account: Account, savings: Account) -> None:
    rows = [(day, f"-{200 + day}.00", "TO SAVINGS") for day in range(1, 21)]
    many = read_in(account.organization, paper(rows, opening="1000.00"))
    few = read_in(account.organization, paper(rows[:1], month=3, opening="-3210.00"))

    assert _queries(many) == _queries(few) == 2


def _queries(done: StatementImport) -> int:
    membership = (
        MembershipFactory.create(organization=done.organization, role=Role.PREPARER).user.memberships.select_related("organization").get()
    )
    statement = only(done)
    assert statement.account
    said = answer(done)
    with CaptureQueriesContext(connection) as asked:
        origins_of(statement, said, membership)
    return len(asked)
