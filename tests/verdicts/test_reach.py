"""The past of an account is read as a sum, and nothing that could matter is lost in it."""

import datetime as dt
import random
from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest
from django.db import transaction

from bench.reading_rows import Asked, asked
from finance.models import Account, Transaction
from reconciliation.models import Decision, StatementImport
from reconciliation.printed.statement import PrintedStatement
from reconciliation.reconcile import ledger
from reconciliation.reconcile.persist import verify_again
from reconciliation.reconcile.reconcile_accounts import settle_stored
from tests.factories import AccountFactory
from tests.read_statements import answer, only, paper, read_in
from tests.world import booked

pytestmark = pytest.mark.django_db

OLDEST = dt.date(2020, 1, 1)
LONG_AGO = (dt.date(2026, 1, 1) - OLDEST).days - 200
ROWS = [(day, f"{-day}.00", f"Shop {day}") for day in range(2, 27)]
TEXTS = ("Alder Books", "Birch Rent", "Cheque 17", "Invoice 731", "Refund", "")


def an_old_account(entries: int) -> Account:
    """Opened in 2020, with so many entries of 1.00 long before the first statement."""
    account = AccountFactory.create(opening="1000.00")
    account.opening_date = OLDEST
    account.save()
    days = (OLDEST + dt.timedelta(days=number % LONG_AGO) for number in range(entries))
    Transaction.objects.bulk_create(Transaction(account=account, booked_on=day, amount_minor=100, description="Alder") for day in days)
    return account


def january(account: Account, opening: Decimal) -> StatementImport:
    for day, amount, text in ROWS:
        booked(account, day, amount, text)
    return read_in(account.organization, paper(ROWS, opening=str(opening)))


def weighed(statement_import: StatementImport) -> tuple[Asked, list[dict[str, Any]]]:
    """Return the queries of a reconciliation, and its answers."""
    with asked() as found, transaction.atomic():
        settlement = settle_stored(statement_import, before=lambda: None)
    return found, [each.answer for each in settlement.of(statement_import)]


def test_a_statement_reads_no_more_of_a_long_past_than_of_a_short_one() -> None:
    short, long = (january(an_old_account(entries), 1000 + Decimal(entries)) for entries in (1_000, 20_000))

    (small, _), (large, [said]) = weighed(short), weighed(long)

    assert said["verdict"] == "matched"
    assert said["closing_balance"]["books"] == str(21000 + sum(Decimal(amount) for _, amount, _ in ROWS))
    assert (large.rows, large.queries) == (small.rows, small.queries)
    assert large.rows < 5 * len(ROWS)


@pytest.fixture
def all_rows(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The answers as they are where every entry is read."""

    def answers(statement_import: StatementImport) -> list[dict[str, Any]]:
        with monkeypatch.context() as patched:
            patched.setattr(ledger, "FARTHEST", 10**6)
            return weighed(statement_import)[1]

    return answers


@pytest.mark.parametrize("seed", range(40))
def test_answers_are_those_of_all_rows(seed: int, all_rows: Any) -> None:
    """Old entries of every state, cheques, reversals across the years, and statements with gaps between them."""
    chance = random.Random(seed)  # noqa: S311
    account = AccountFactory.create(opening="500.00")
    account.opening_date = chance.choice([OLDEST, dt.date(2025, 3, 1)])
    account.save()
    entries = [an_entry(account, chance) for _ in range(60)]
    for one in chance.sample(entries, 8):
        other = chance.choice(entries)
        if other.pk != one.pk:
            Transaction.objects.of(account.organization).filter(pk=one.pk).update(reversal_of=other, amount_minor=-other.amount_minor)
    imports = [read_in(account.organization, a_paper(chance, month)) for month in chance.sample([1, 2, 3, 5], 2)]

    for each in imports:
        assert weighed(each)[1] == all_rows(each)


def an_entry(account: Account, chance: random.Random) -> Transaction:
    back = chance.random() < 0.1
    start = dt.date(2023, 1, 1) if back or account.opening_date == OLDEST else account.opening_date or OLDEST
    day = start + dt.timedelta(days=chance.randint(0, (dt.date(2026, 5, 28) - start).days))
    return account.transactions.create(
        booked_on=day,
        amount_minor=chance.choice([-500, -1000, 500, 1000, 1500]),
        description=chance.choice(TEXTS),
        number=chance.choice(["", "", "17", "18"]),
        reference=chance.choice(["", "", "731"]),
        status=chance.choice(["posted"] * 8 + ["pending", "void"]),
        is_excluded=chance.random() < 0.05,
        is_brought_forward=back,
    )


def a_paper(chance: random.Random, month: int) -> PrintedStatement:
    amounts = ["-5.00", "-10.00", "5.00", "10.00", "15.00"]
    rows = [(chance.randint(1, 28), chance.choice(amounts), chance.choice(TEXTS)) for _ in range(6)]
    return paper(rows, month=month, opening=chance.choice(["500.00", "520.00", "485.00"]))


def test_an_old_entry_that_a_person_paired_is_read(all_rows: Any) -> None:
    account = an_old_account(3)
    old = account.transactions.create(booked_on=dt.date(2021, 5, 5), amount_minor=-2500, description="Lost for years")
    account.transactions.create(booked_on=dt.date(2021, 5, 6), amount_minor=-900, description="Not asked for")
    statement_import = read_in(account.organization, paper([(5, "-25.00", "Found")], opening="994.00"))
    Decision.objects.create(
        organization=account.organization,
        statement_import=statement_import,
        number=0,
        kind=Decision.Kind.PAIR,
        lines=[{"line": 0, "date": "2026-01-05", "amount": "-25.00", "description": "Found"}],
        entries=[{"transaction": str(old.pk), "name": str(old.pk)}],
    )

    verify_again(statement_import, "decided")

    assert answer(statement_import)["verdict"] == "matched"
    assert weighed(statement_import)[1] == all_rows(statement_import)


def test_a_statement_without_days_is_laid_beside_old_entries_of_its_amounts(all_rows: Any) -> None:
    account = an_old_account(3)
    account.transactions.create(booked_on=dt.date(2021, 5, 5), amount_minor=-2500, description="Rent", external_id="old")
    printed = paper([(5, "-25.00", "Rent")])
    undated = read_in(account.organization, a_paper_without_days(printed))

    assert [item["transactions"] for item in weighed(undated)[1][0]["ambiguous"]] == [["old"]]
    assert weighed(undated)[1] == all_rows(undated)
    assert only(undated).account == account


def a_paper_without_days(printed: PrintedStatement) -> PrintedStatement:
    lines = tuple(replace(line, date=None) for line in printed.lines)
    return replace(printed, period_start=None, period_end=None, lines=lines)
