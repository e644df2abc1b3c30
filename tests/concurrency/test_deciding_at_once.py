"""Two people decide on one statement at the same moment: one succeeds, the other gets the reason, the ledger is right."""

from decimal import Decimal
from typing import Any
from uuid import UUID

import pytest
from django.contrib.auth.models import User

from finance import entries, ledger_writer
from finance.locks import LedgerLocked
from finance.models import Account, Transaction
from people.roles import Role
from reconciliation.decisions import deciding
from reconciliation.decisions.refused import DecisionRefused
from reconciliation.decisions.rows import pair
from reconciliation.decisions.waivers import excuse
from reconciliation.models import Conclusion, Decision, Statement, StatementImport
from reconciliation.posting import publishing
from reconciliation.posting.publishing import Published, publish
from reconciliation.presentation.labels.acts import left_rows, refusal, why_not_signed_off
from reconciliation.signoff import services as signing
from reconciliation.signoff.services import NotNow, lock, prepare, sign_off
from tests.concurrency.racing import race, vendor
from tests.factories import AccountFactory, MembershipFactory
from tests.read_statements import contents, only, paper, read_in
from tests.world import booked

pytestmark = pytest.mark.postgres
FEE = (31, "-12.00", "FEE")


@pytest.fixture
def account(address: str) -> Account:
    assert vendor() == "postgresql"
    return AccountFactory.create()


def the(key: UUID) -> Statement:
    """As another connection sees it."""
    return Statement.objects.across_organizations("a test's own").select_related("statement_import__organization").get(pk=key)


def made_dearer(entry: Transaction, by: User) -> Transaction:
    found = Transaction.objects.of(entry.account.organization).select_related("account__organization").get(pk=entry.pk)
    return entries.edit(entry=found, by=by, amount=Decimal("-12.30"))


def amounts(account: Account) -> list[Decimal]:
    return [amount for _, amount, _, _ in contents(account)]


def said(published: Published) -> list[str]:
    return list(left_rows(published.left))


class TestOneRow:
    def test_accepting_a_row_after_it_was_added_says_that_it_is_no_longer_listed(
        self, account: Account, address: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        key = only(read_in(account.organization, paper([FEE]))).pk

        added, excused = race(
            monkeypatch,
            address,
            first=lambda: publish(statement=the(key), actor=None),
            second=lambda: excuse(statement=the(key), kind="ignored", lines=[0], actor=None, reason="ours to argue about"),
            stops_at=(publishing, "write_entries"),
        )

        assert len(added.postings) == 1
        assert refusal(excused) == "The statement no longer lists these rows this way."
        assert amounts(account) == [Decimal("-12.00")]
        assert not Decision.objects.of(account.organization).exists()

    def test_adding_a_row_after_it_was_accepted_says_to_withdraw_that_first(
        self, account: Account, address: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        key = only(read_in(account.organization, paper([FEE]))).pk

        excused, added = race(
            monkeypatch,
            address,
            first=lambda: excuse(statement=the(key), kind="ignored", lines=[0], actor=None, reason="ours to argue about"),
            second=lambda: publish(statement=the(key), actor=None),
            stops_at=(deciding, "record"),
        )

        assert isinstance(excused, Decision)
        assert (added.postings, said(added)) == ((), ["Row 1 was accepted as it is. Undo that decision first."])
        assert amounts(account) == []

    def test_it_is_added_once_and_the_second_person_learns_that_it_is_there(
        self, account: Account, address: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        key = only(read_in(account.organization, paper([FEE]))).pk

        first, second = race(
            monkeypatch,
            address,
            first=lambda: publish(statement=the(key), actor=None, lines=[0]),
            second=lambda: publish(statement=the(key), actor=None, lines=[0]),
            stops_at=(publishing, "write_entries"),
        )

        assert (len(first.postings), len(second.postings)) == (1, 0)
        assert said(second) == ["Row 1 is already in the books."]
        assert amounts(account) == [Decimal("-12.00")]


class TestTwins:
    @pytest.fixture
    def office(self, account: Account) -> tuple[StatementImport, list[Transaction]]:
        """One row of the bank, and two equal entries of which it is one."""
        twins = [booked(account, 10, "-80.00", "Office World") for _ in range(2)]
        return read_in(account.organization, paper([(10, "-80.00", "OFFICE WORLD")])), twins

    def both_pair(
        self, statement_import: StatementImport, one: Transaction, other: Transaction, address: str, monkeypatch: pytest.MonkeyPatch
    ) -> tuple[Any, Any]:
        """Two people pair the row, the first with one entry, the second with the other."""
        key = only(statement_import).pk
        return race(
            monkeypatch,
            address,
            first=lambda: pair(statement=the(key), lines=[0], entries=[one], actor=None),
            second=lambda: pair(statement=the(key), lines=[0], entries=[other], actor=None),
            stops_at=(deciding, "record"),
        )

    def test_the_row_is_one_of_them_and_the_second_choice_learns_that_it_was_made(
        self, office: tuple[StatementImport, list[Transaction]], address: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        statement_import, (one, other) = office

        ours, theirs = self.both_pair(statement_import, one, other, address, monkeypatch)

        assert isinstance(ours, Decision)
        assert refusal(theirs) == "Another decision about these rows says otherwise. Undo it first."
        [match] = only(statement_import).matches.all()
        assert [entry.pk for entry in match.transactions.all()] == [one.pk]

    def test_the_same_choice_made_twice_is_made_once(
        self, office: tuple[StatementImport, list[Transaction]], address: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        statement_import, (one, _) = office

        ours, theirs = self.both_pair(statement_import, one, one, address, monkeypatch)

        assert isinstance(theirs, DecisionRefused)
        assert list(Decision.objects.of(statement_import.organization).standing()) == [ours]


class TestSigningOff:
    @pytest.fixture
    def fee(self, account: Account) -> tuple[UUID, Transaction, User]:
        """A proved statement, its only entry, and who reviews."""
        entry = booked(account, 31, "-12.00", "FEE")
        found = read_in(account.organization, paper([FEE]))
        return only(found).pk, entry, MembershipFactory.create(organization=account.organization, role=Role.REVIEWER).user

    def test_a_sign_off_detects_an_entry_that_changed_first(
        self, fee: tuple[UUID, Transaction, User], address: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        key, entry, reviewer = fee

        edited, signed = race(
            monkeypatch,
            address,
            first=lambda: made_dearer(entry, reviewer),
            second=lambda: sign_off(statement=the(key), actor=reviewer),
            stops_at=(ledger_writer, "locks_on"),
        )

        assert not isinstance(edited, Exception)
        assert isinstance(signed, NotNow)
        assert why_not_signed_off(signed.code) == "Statement and books differ. Resolve each difference, or accept it with a reason."
        assert amounts(entry.account) == [Decimal("-12.30")]
        assert not Conclusion.objects.of(entry.account.organization).exists()

    def test_an_entry_of_a_locked_statement_stays_and_the_change_is_refused(
        self, fee: tuple[UUID, Transaction, User], address: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        key, entry, reviewer = fee
        sign_off(statement=the(key), actor=reviewer)

        locked, edited = race(
            monkeypatch,
            address,
            first=lambda: lock(statement=the(key), actor=reviewer),
            second=lambda: made_dearer(entry, reviewer),
            stops_at=(signing, "hold_entries"),
        )

        assert isinstance(locked, Conclusion)
        assert isinstance(edited, LedgerLocked)
        assert edited.shown()
        assert amounts(entry.account) == [Decimal("-12.00")]

    def test_an_entry_that_changes_while_its_statement_is_prepared_is_shown_as_changed_since(
        self, fee: tuple[UUID, Transaction, User], address: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        key, entry, reviewer = fee

        prepared, edited = race(
            monkeypatch,
            address,
            first=lambda: prepare(statement=the(key), actor=reviewer),
            second=lambda: made_dearer(entry, reviewer),
            stops_at=(signing, "books_of"),
        )

        assert isinstance(prepared, Conclusion)
        assert not isinstance(edited, Exception)
        with pytest.raises(NotNow, match="changed"):
            signing.review(statement=the(key), actor=reviewer)
