"""Entries closed by a matched statement are not reconciled again; all answers equal a full reconciliation."""

import datetime as dt
import random
from decimal import Decimal
from typing import Any

import pytest
from django.db import transaction
from pytest_django import DjangoCaptureOnCommitCallbacks

from bench import window
from bench.reading_rows import asked
from finance.ledger_writer import write_entries
from finance.models import Account, Transaction
from reconciliation.models import Statement, StatementImport
from reconciliation.printed.statement import Integrity, PrintedLine, PrintedStatement
from reconciliation.reconcile import checkpoints
from reconciliation.reconcile.persist import withdraw
from reconciliation.reconcile.reconcile_accounts import settle_stored
from tests.factories import AccountFactory
from tests.read_statements import read_in

pytestmark = pytest.mark.django_db

MONTHS = [(dt.date(2026 + number // 12, number % 12 + 1, 1)) for number in range(14)]
Answers = dict[str, dict[str, Any]]


class World:
    """An account and its bank, which prints one month after another; the bank shows most entries a few days later."""

    def __init__(self, seed: int, *, faults: float) -> None:
        self.chance, self.faults = random.Random(seed), faults  # noqa: S311
        self.account = AccountFactory.create(opening="1000.00")
        self.balance = Decimal(1000)
        self.coming: list[tuple[dt.date, Decimal, str, str]] = []
        self.imports: list[StatementImport] = []

    def month(self, first: dt.date) -> StatementImport:
        for _ in range(6):
            self.book(first + dt.timedelta(days=self.chance.randint(0, 27)))
        self.imports.append(read_in(self.account.organization, self.paper(first)))
        return self.imports[-1]

    def book(self, day: dt.date) -> None:
        amount = Decimal(self.chance.choice([-1, 1]) * self.chance.randint(100, 9000)) / 100
        payee = self.chance.choice(["Alder", "Birch", "Cedar", "Elm"])
        number = str(self.chance.randint(100, 10**6)) if amount < 0 and self.chance.random() < 0.15 else ""
        lag = self.chance.choice([5, 60, 120]) if number else self.chance.randint(0, 3)
        if self.chance.random() > self.faults:
            self.entry(day, amount, payee, number)
        if self.chance.random() > self.faults:
            self.coming.append((day + dt.timedelta(days=lag), amount, f"{payee} {number}".strip(), number))
        if self.chance.random() < 0.03:
            undone = self.entry(day, Decimal(77), "Mistake")
            self.entry(day + dt.timedelta(days=self.chance.choice([1, 90])), Decimal(-77), "Undone", reversal_of=undone)

    def entry(self, day: dt.date, amount: Decimal, text: str, number: str = "", **more: Any) -> Transaction:
        return self.account.transactions.create(booked_on=day, amount_minor=int(amount * 100), description=text, number=number, **more)

    def paper(self, first: dt.date) -> PrintedStatement:
        last = (first + dt.timedelta(days=32)).replace(day=1) - dt.timedelta(days=1)
        due = sorted(row for row in self.coming if row[0] <= last)
        self.coming = [row for row in self.coming if row[0] > last]
        lines = tuple(
            PrintedLine(date=max(day, first), amount=amount, description=text, reference=number) for day, amount, text, number in due
        )
        opening, self.balance = self.balance, self.balance + sum((line.amount for line in lines), Decimal(0))
        return PrintedStatement(
            account_hint="1234", currency="EUR", period_start=first, period_end=last, opening_balance=opening,
            closing_balance=self.balance, integrity=Integrity(holds=True, difference=Decimal(0)), lines=lines,
        )  # fmt: skip


@pytest.fixture
def all_weighed(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The answers as they are where every statement is weighed."""

    def answers(statement_import: StatementImport) -> Answers:
        with monkeypatch.context() as patched:
            patched.setattr(checkpoints, "LOOKED_AT", 0)
            return weighed(statement_import)

    return answers


def weighed(statement_import: StatementImport) -> Answers:
    """Return the answers of a reconciliation of this import, by the import."""
    with transaction.atomic():
        settlement = settle_stored(statement_import, before=lambda: None)
    return {str(key): settled[0].answer for key, settled in settlement.by_import.items()}


def kept(account: Account) -> Answers:
    """Return the stored answer of each import."""
    found = Statement.objects.of(account.organization).select_related("statement_import")
    return {str(each.statement_import_id): (each.statement_import.reconciliation or {})["statements"][0] for each in found}


def same(one: Answers, other: Answers) -> None:
    shown = ("verdict", "reasons", "opening_balance", "closing_balance", "matched", "new", "missing", "differing", "ambiguous", "bridge")
    assert {key: {name: one[key][name] for name in shown} for key in one} == {
        key: {name: other[key][name] for name in shown} for key in one
    }


@pytest.mark.parametrize(("seed", "faults"), [(seed, faults) for seed in range(4) for faults in (0.0, 0.01, 0.05)])
def test_every_month_is_answered_as_if_all_were_weighed(seed: int, faults: float, all_weighed: Any) -> None:
    world = World(seed, faults=faults)
    for first in MONTHS:
        world.month(first)

    stored, everything = kept(world.account), all_weighed(world.imports[-1])

    assert everything.keys() == stored.keys()
    same(stored, everything)
    same(weighed(world.imports[-1]), everything)


def test_a_year_of_matched_months_is_closed() -> None:
    world = World(4, faults=0.0)
    for first in MONTHS:
        world.month(first)

    assert len(weighed(world.imports[-1])) < 6
    assert len(weighed(world.imports[3])) == len(MONTHS)


@pytest.mark.parametrize("seed", range(2))
def test_an_entry_of_any_age_that_changes_reaches_every_month_that_it_concerns(
    seed: int, all_weighed: Any, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    world = World(seed, faults=0.0)
    for first in MONTHS:
        world.month(first)
    entries = list(world.account.transactions.order_by("booked_on", "id"))

    for entry in world.chance.sample(entries, 3):
        with django_capture_on_commit_callbacks(execute=True):
            entry.amount_minor += 100
            write_entries(by=None, changed=[entry])
        same(kept(world.account), all_weighed(world.imports[-1]))


def test_a_long_history_of_matched_statements_costs_as_many_queries_as_a_short_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(window, "analyse", lambda: None)
    short, long = window.a_ledger(960, printed=True), window.a_ledger(9600, printed=True)

    with asked() as little:
        weighed(short)
    with asked() as much:
        weighed(long)

    assert (much.rows, much.queries) == (little.rows, little.queries)


def test_a_change_by_raw_sql_reopens_closed_months(all_weighed: Any) -> None:
    world = World(2, faults=0.0)
    for first in MONTHS:
        world.month(first)
    first_entry = world.account.transactions.order_by("booked_on")[0]

    world.account.transactions.filter(pk=first_entry.pk).update(amount_minor=1)

    assert weighed(world.imports[-1]) == all_weighed(world.imports[-1])
    assert len(weighed(world.imports[-1])) == len(MONTHS)


def test_a_month_that_is_taken_away_is_missed_by_those_after_it(all_weighed: Any) -> None:
    world = World(3, faults=0.0)
    for first in MONTHS:
        world.month(first)

    withdraw(world.imports[4], before=lambda: None)

    same(kept(world.account), all_weighed(world.imports[-1]))
