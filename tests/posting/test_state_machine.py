"""Publish, undo, publish again, edit, delete, a file, sign off, lock, reopen, in every order: the ledger is exactly right after each.

A model of the ledger is updated beside it, row by row and column by column. Amounts are all different and no multiples or sums of each
other, so the model knows the rows that a statement lacks without asking the matcher.
"""

import datetime as dt
from decimal import Decimal
from typing import Any
from uuid import UUID

import pytest
from django.contrib.auth.models import User
from django.db import transaction
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule, run_state_machine_as_test

from finance import entries
from finance.ledger_writer import write_entries
from finance.locks import LedgerLocked
from finance.models import Account, Transaction
from finance.models.ledger import snapshot
from people.roles import Role
from reconciliation.models import StatementImport
from reconciliation.posting import LaterWork, SignedOff
from reconciliation.posting.publishing import publish
from reconciliation.posting.undoing import undo
from reconciliation.reconcile.conclusions import Status, standing_of
from reconciliation.signoff.services import NotNow, lock, reopen, sign_off
from tests.factories import AccountFactory, MembershipFactory
from tests.read_statements import only, paper, read_in, standing
from tests.world import booked

pytestmark = pytest.mark.django_db
Json = dict[str, Any]
JANUARY = [(5, "-250.13", "Hillside Homes"), (12, "-41.37", "Wheatsheaf"), (20, "611.59", "Larkspur"), (28, "-17.71", "Bluebell")]
FEBRUARY = [(4, "-93.07", "Marlow Gas"), (11, "1203.89", "Okoro Pottery"), (19, "-8.53", "Stationer Finch")]
ROWS = {1: JANUARY, 2: FEBRUARY}
PRINTED = {int(Decimal(amount) * 100) for rows in ROWS.values() for _, amount, _ in rows}
PENDING = ("-12.90", "Bluebell")
"""The books announce January's last row with another amount."""
ELSEWHERE = Decimal("777.77")
MONTHS, PLACES = st.sampled_from([1, 2]), st.integers(0, 6)

EXAMPLES = (settings.default or settings()).max_examples // 5


class Books(RuleBasedStateMachine):
    @initialize(known=st.sets(st.sampled_from([(1, 0), (1, 1), (2, 0)])), announced=st.booleans())
    def books(self, known: set[tuple[int, int]], announced: bool) -> None:
        self.account: Account = AccountFactory.create(opening="2000.00")
        self.partner: User = MembershipFactory.create(organization=self.account.organization, role=Role.OWNER).user
        for month, place in sorted(known):
            day, amount, text = ROWS[month][place]
            booked(self.account, day, amount, text, month=month)
        if announced:
            booked(self.account, 27, PENDING[0], PENDING[1], status="pending", external_id="hold")
        self.imports: dict[int, StatementImport] = {
            1: read_in(self.account.organization, paper(JANUARY)),
            2: read_in(self.account.organization, paper(FEBRUARY, month=2, opening="2302.38")),
        }
        self.model = self.ledger()
        self.posted: dict[UUID, tuple[int, Json, Json | None]] = {}

    # State ---------------------------------------------------------------------------------------

    def ledger(self) -> dict[UUID, Json]:
        return {row.pk: snapshot(row) for row in self.account.transactions.all()}

    def has(self, month: int, place: int) -> bool:
        """True if the books have this row: amounts are all different."""
        units = int(Decimal(ROWS[month][place][1]) * 100)
        return any(row["amount_minor"] == units and row["status"] == "posted" for row in self.model.values())

    def status(self, month: int) -> Status:
        statement = only(self.imports[month])
        return standing_of(statement).status

    def pick(self, place: int) -> Transaction:
        """Sooner one that was posted from a statement."""
        rows = sorted(self.account.transactions.all(), key=lambda row: (row.pk not in self.posted, row.booked_on, row.amount_minor))
        return rows[place % len(rows)]

    def pending(self) -> UUID | None:
        return next((key for key, row in self.model.items() if row["status"] == "pending"), None)

    # Acts of people ------------------------------------------------------------------------------

    @rule(month=MONTHS)
    def add_all(self, month: int) -> None:
        self._add(month, set(range(len(ROWS[month]))))

    @rule(month=MONTHS, chosen=st.sets(st.integers(0, 3), min_size=1))
    def add_some(self, month: int, chosen: set[int]) -> None:
        self._add(month, {place for place in chosen if place < len(ROWS[month])})

    def _add(self, month: int, chosen: set[int]) -> None:
        expected = {place for place in chosen if not self.has(month, place)}
        try:
            published = publish(statement=only(self.imports[month]), actor=self.partner, lines=chosen)
        except SignedOff:
            assert self.status(month).finished
            return
        assert not self.status(month).finished
        assert {posting.line_number for posting in published.postings} == expected
        assert {left.line for left in published.left} == chosen - expected
        for posting in published.postings:
            self._posted(month, posting.line_number, posting.entry)

    def _posted(self, month: int, place: int, key: UUID) -> None:
        day, amount, text = ROWS[month][place]
        waiting = self.pending() if (month, place) == (1, 3) else None
        assert (key == waiting) == (waiting is not None)
        before = self.model[waiting] if waiting else None
        sha256 = self.imports[month].sha256
        blank = snapshot(Transaction(account=self.account, booked_on=dt.date(2026, month, day)))
        written = {
            "booked_on": f"2026-{month:02}-{day:02}", "amount_minor": int(Decimal(amount) * 100), "status": "posted",
            "description": before["description"] if before else text, "origin": f"posted:{sha256}",
        }  # fmt: skip
        self.model[key] = {**(before or blank), **written}
        self.posted[key] = (month, self.model[key], before)

    @precondition(lambda self: self.posted)
    @rule(place=PLACES)
    def take_out(self, place: int) -> None:
        months = sorted({month for month, _, _ in self.posted.values()})
        month = months[place % len(months)]
        ours = {key: said for key, said in self.posted.items() if said[0] == month and key in self.model}
        edited = any(self.model[key] != said for key, (_, said, _) in ours.items())
        finished = any(self.status(each).finished for each in ROWS)
        try:
            undone = undo(statement_import=self.imports[month], actor=self.partner)
        except (LaterWork, LedgerLocked):
            assert edited or finished
            return
        assert not edited
        assert {posting.entry for posting in undone} == set(ours)
        for key, (_, _, before) in ours.items():
            del self.posted[key], self.model[key]
            if before is not None:
                self.model[key] = before

    @precondition(lambda self: self.model)
    @rule(place=PLACES, change=st.sampled_from(["reference", "amount", "status"]))
    def edit(self, place: int, change: str) -> None:
        entry = self.pick(place)
        changes: dict[str, Json] = {
            "amount": {"amount": entry.amount - ELSEWHERE},
            "reference": {"reference": "checked"},
            "status": {"status": "void"},
        }
        wanted = changes[change]
        was, held = self.model[entry.pk], bool(entry.locked_by)
        try:
            entries.edit(entry=entry, by=self.partner, **wanted)
        except LedgerLocked:
            assert held
            assert change != "reference"
            return
        assert not held or change == "reference" or wanted.get("status") == was["status"]
        name, value = next(iter(wanted.items()))
        self.model[entry.pk] = was | ({"amount_minor": was["amount_minor"] - 77777} if name == "amount" else {name: value})

    @precondition(lambda self: self.model)
    @rule(place=PLACES)
    def delete(self, place: int) -> None:
        entry = self.pick(place)
        try:
            entries.delete(entry=entry, by=self.partner)
        except LedgerLocked:
            assert entry.locked_by
            return
        assert not entry.locked_by
        del self.model[entry.pk]
        self.posted.pop(entry.pk, None)

    @rule(month=MONTHS, place=st.integers(0, 2))
    def a_file_brings_it(self, month: int, place: int) -> None:
        if self.has(month, place):
            return
        day, amount, text = ROWS[month][place]
        brought = Transaction(
            account=self.account,
            booked_on=dt.date(2026, month, day),
            amount_minor=int(Decimal(amount) * 100),
            description=text,
            origin="csv",
        )
        write_entries(by=None, added=[brought])
        self.model[brought.pk] = snapshot(brought)

    @rule(month=MONTHS)
    def finish(self, month: int) -> None:
        self._add(month, set(range(len(ROWS[month]))))
        complete = all(self.has(month, place) for place in range(len(ROWS[month])))
        try:
            sign_off(statement=only(self.imports[month]), actor=self.partner)
        except NotNow:
            return
        assert complete

    @precondition(lambda self: Status.REVIEWED in map(self.status, ROWS))
    @rule(month=MONTHS)
    def lock(self, month: int) -> None:
        try:
            lock(statement=only(self.imports[month]), actor=self.partner)
        except NotNow:
            return
        held = {row["amount_minor"] for row in self.model.values()} & {int(Decimal(amount) * 100) for _, amount, _ in ROWS[month]}
        assert {row.amount_minor for row in self.account.transactions.held() if row.booked_on.month == month} == held

    @precondition(lambda self: any(self.status(month).finished for month in ROWS))
    @rule(month=MONTHS)
    def reopen(self, month: int) -> None:
        try:
            reopen(statement=only(self.imports[month]), actor=self.partner, reason="Once more")
        except NotNow:
            assert not self.status(month).finished
            return
        assert not self.account.transactions.filter(locked_by__startswith=f"2026-{month:02}").exists()

    # Invariants ----------------------------------------------------------------------------------

    @invariant()
    def the_ledger_is_the_model(self) -> None:
        if hasattr(self, "model"):
            assert self.ledger() == self.model

    @invariant()
    def no_row_is_there_twice(self) -> None:
        if hasattr(self, "model"):
            posted = [row["amount_minor"] for row in self.model.values() if row["status"] == "posted"]
            units = [each for each in posted if each in PRINTED]  # two rows that a person changed alike may be the same
            assert len(units) == len(set(units))

    @invariant()
    def each_posting_that_stands_has_its_entry(self) -> None:
        if hasattr(self, "model"):
            found = {posting.entry for each in self.imports.values() for posting in standing(each)}
            assert found == set(self.posted)


class Undisturbed(Books):
    """Examples follow one another in the same transaction of the test: each rolls back its changes."""

    def __init__(self) -> None:
        super().__init__()
        self._atomic = transaction.atomic()
        self._atomic.__enter__()

    def teardown(self) -> None:
        transaction.set_rollback(True)
        self._atomic.__exit__(None, None, None)


@pytest.mark.slow
def test_the_ledger_is_exactly_right_after_each_step() -> None:
    run_state_machine_as_test(Undisturbed, settings=settings(max_examples=EXAMPLES, stateful_step_count=20))
