"""Rows come into the books with their codes, and go with them."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from finance.categories import codes_of, give_codes
from finance.entries import edit
from finance.models import Account, Transaction
from finance.models.coding import NONE, Codes, Coding
from people.access import NotYours
from people.roles import Role
from reconciliation.models import StatementImport
from reconciliation.posting.publishing import publish
from reconciliation.posting.undoing import undo
from reconciliation.signoff.services import lock, sign_off
from tests.addresses import reverse
from tests.categories.conftest import coded
from tests.factories import UserFactory
from tests.read_statements import only, paper, read_in, verdict
from tests.world import booked

FENWICK = Codes(nominal="6100", tax_code="S")


@pytest.fixture
def march(account: Account, keeper: User) -> StatementImport:
    """Return a statement of a bank that the books cover to the end of January, with a payment that they lack."""
    coded(account, keeper, 3, "Fenwick", "6100", tax_code="S")
    return read_in(account.organization, paper([(3, "-9.00", "FENWICK"), (20, "-12.00", "CARD FENWICK 4411")]))


def new_entry(account: Account) -> Transaction:
    return account.transactions.get(amount_minor=-1200)


def test_a_row_takes_the_codes_of_its_payee(account: Account, march: StatementImport) -> None:
    publish(statement=only(march), actor=None)

    assert codes_of(new_entry(account)) == FENWICK
    assert new_entry(account).coding.given_by == Coding.GivenBy.LEARNED


def test_a_code_given_by_a_person_has_priority(account: Account, keeper: User, march: StatementImport) -> None:
    publish(statement=only(march), actor=keeper, codes={1: Codes(nominal="6200")})

    assert codes_of(new_entry(account)) == Codes(nominal="6200")
    assert new_entry(account).coding.given_by == Coding.GivenBy.PERSON


def test_nothing_is_booked_as_anything_where_a_person_emptied_it(account: Account, keeper: User, march: StatementImport) -> None:
    publish(statement=only(march), actor=keeper, codes={1: NONE})

    assert codes_of(new_entry(account)) == NONE


def test_codes_change_no_verdict(account: Account, keeper: User, march: StatementImport) -> None:
    publish(statement=only(march), actor=keeper)
    assert verdict(march) == "matched"

    give_codes(account=account, by=keeper, codes={new_entry(account): Codes(nominal="6900")})

    assert verdict(march) == "matched"


def test_a_locked_entry_can_get_another_code(account: Account, keeper: User, march: StatementImport) -> None:
    publish(statement=only(march), actor=keeper)
    sign_off(statement=only(march), actor=keeper, confirmed=[])
    lock(statement=only(march), actor=keeper)
    entry = new_entry(account)
    assert entry.locked_by

    edit(entry=entry, by=keeper, codes=Codes(nominal="6900"))

    assert codes_of(new_entry(account)) == Codes(nominal="6900")


def test_taken_out_again_nothing_is_left(account: Account, keeper: User, march: StatementImport) -> None:
    publish(statement=only(march), actor=keeper)
    undo(statement_import=march, actor=keeper)

    assert Coding.objects.of(account.organization).count() == 1


@pytest.mark.parametrize(("before", "after"), [(Codes(nominal="6500"), Codes(nominal="6500")), (NONE, FENWICK)])
def test_a_pending_entry_keeps_the_code_from_the_books(account: Account, keeper: User, before: Codes, after: Codes) -> None:
    coded(account, keeper, 3, "Fenwick", "6100", tax_code="S")
    pending = booked(account, 20, "-12.00", "Fenwick", status="pending")
    if before:
        give_codes(account=account, by=keeper, codes={pending: before})
    january = read_in(account.organization, paper([(3, "-9.00", "FENWICK"), (20, "-12.00", "CARD FENWICK 4411")]))

    publish(statement=only(january), actor=keeper)
    assert codes_of(new_entry(account)) == after
    undo(statement_import=january, actor=keeper)
    assert codes_of(new_entry(account)) == before


def test_a_persons_code_stays_on_a_pending_entry_after_an_undo(account: Account, keeper: User) -> None:
    coded(account, keeper, 3, "Fenwick", "6100")
    pending = booked(account, 20, "-12.00", "Fenwick", status="pending")
    january = read_in(account.organization, paper([(3, "-9.00", "FENWICK"), (20, "-12.00", "CARD FENWICK 4411")]))
    publish(statement=only(january), actor=keeper)

    give_codes(account=account, by=keeper, codes={pending: Codes(nominal="6900")})
    undo(statement_import=january, actor=keeper)

    assert codes_of(new_entry(account)) == Codes(nominal="6900")


def test_a_member_without_the_right_to_post_gives_no_codes(account: Account, keeper: User) -> None:
    entry = booked(account, 3, "-9.00", "Fenwick")
    viewer = UserFactory.create(username="viewer")
    account.organization.memberships.create(user=viewer, role=Role.VIEWER)

    with pytest.raises(NotYours):
        give_codes(account=account, by=viewer, codes={entry: FENWICK})


def test_an_entry_of_other_words_is_found_by_these(account: Account, keeper: User) -> None:
    entry = coded(account, keeper, 3, "Payment", "6100")

    edit(entry=entry, by=keeper, description="Fenwick")

    assert Coding.objects.of(account.organization).get().key == "fnw"


class TestOnThePages:
    @pytest.fixture
    def page(self, client: Client, keeper: User, account: Account) -> Client:
        client.force_login(keeper)
        return client

    def test_a_row_shows_its_proposed_code_and_the_reason(self, page: Client, march: StatementImport) -> None:
        text = page.get(reverse("import_detail", args=[march.pk])).content.decode()

        assert "6100 · S" in text
        assert "as its last entry, of" in text
        assert 'name="nominal-1" form="s1-add" value="6100"' in text

    def test_the_values_of_the_fields_are_booked(self, page: Client, account: Account, march: StatementImport) -> None:
        said = {"lines": "1", "nominal-1": "6200", "tax_code-1": "", "payee-1": "Fenwick", "party-1": ""}

        page.post(reverse("add_to_books", args=[march.pk, only(march).pk]), said)

        assert codes_of(new_entry(account)) == Codes(nominal="6200", payee="Fenwick")

    def test_a_member_without_the_right_to_post_sees_no_codes(self, client: Client, account: Account, march: StatementImport) -> None:
        viewer = UserFactory.create(username="viewer")
        account.organization.memberships.create(user=viewer, role=Role.VIEWER)
        client.force_login(viewer)

        assert "6100" not in client.get(reverse("import_detail", args=[march.pk])).content.decode()

    def test_an_entry_is_given_codes_by_hand(self, page: Client, account: Account) -> None:
        entry = booked(account, 3, "-9.00", "Fenwick")
        address = reverse("entry_edit", args=[account.pk, entry.pk])
        said = {"booked_on": "2026-01-03", "amount": "-9.00", "description": "Fenwick", "status": "posted"}

        page.post(address, said | {"nominal": "6100", "tax_code": "S"})

        assert codes_of(account.transactions.get()) == FENWICK
        assert 'value="6100"' in page.get(address).content.decode()
        assert "6100 · S" in page.get(reverse("account", args=[account.pk])).content.decode()
        page.post(address, said)
        assert codes_of(account.transactions.get()) == NONE
