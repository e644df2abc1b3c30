"""The rows of a long document are written in short transactions, between which others write, and count all at once."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import pytest
from django.db import connection, transaction
from django.db.backends.base.base import BaseDatabaseWrapper

from finance.models import Account
from reconciliation.models import StagedLine, StatementImport, StatementLine
from reconciliation.queue.claims import Claim, ClaimLost, take
from reconciliation.reconcile import evidence, reconcile_accounts
from reconciliation.reconcile.evidence import Staged, printed_of, stage_rows
from reconciliation.reconcile.reconcile_accounts import settle_printed, trial
from reconciliation.tasks import discard_leftovers
from reconciliation.verification import verify
from tests.factories import AccountFactory, StatementImportFactory
from tests.read_statements import paper
from tests.world import booked

pytestmark = pytest.mark.django_db
BATCH, ROWS = 5, 23
PAPER = paper([(1 + row, f"-{row + 1}.00", f"Shop {row}") for row in range(ROWS)])


@pytest.fixture(autouse=True)
def short_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evidence, "BATCH", BATCH)


@pytest.fixture
def account() -> Account:
    return AccountFactory.create(opening="2000.00")


@pytest.fixture
def claim(account: Account) -> Claim:
    waiting = StatementImportFactory.create(organization=account.organization, status=StatementImport.Status.PENDING)
    return take(waiting.pk)


def staged(claim: Claim) -> Staged:
    found = stage_rows(claim.statement_import, [PAPER], claim.token, claim.fenced)
    assert found
    return found


def lines(statement_import: StatementImport) -> int:
    return StatementLine.objects.of(statement_import.organization).filter(statement__statement_import=statement_import).count()


@pytest.fixture
def other() -> Iterator[BaseDatabaseWrapper]:
    """A second connection, as of another program, which fails at once where it would have to wait."""
    opened = connection.copy()
    if opened.vendor == "sqlite":
        opened.settings_dict["OPTIONS"] = opened.settings_dict["OPTIONS"] | {"timeout": 0}
    else:
        with opened.cursor() as cursor:
            cursor.execute("SET lock_timeout = 1")
    yield opened
    opened.close()


@pytest.mark.django_db(transaction=True)
def test_another_program_writes_after_each_batch_and_sees_no_row_of_it(claim: Claim, other: BaseDatabaseWrapper) -> None:
    rows = []

    @contextmanager
    def fenced() -> Iterator[None]:
        with claim.fenced():
            yield
        with other.cursor() as cursor:
            cursor.execute("UPDATE finance_organization SET name = name || '.'")
            cursor.execute("SELECT COUNT(*) FROM reconciliation_statementline")
            rows.append(cursor.fetchone()[0])

    assert stage_rows(claim.statement_import, [PAPER], claim.token, fenced)
    assert rows == [0] * (1 + -(-ROWS // BATCH))


def test_staged_rows_count_all_at_once_and_are_those_that_were_read(claim: Claim) -> None:
    found = staged(claim)
    before = lines(claim.statement_import)

    with transaction.atomic():
        settle_printed(claim.statement_import, [PAPER], before=claim.renew, staged=found)

    [stored] = printed_of(claim.statement_import)
    assert (before, lines(claim.statement_import)) == (0, ROWS)
    assert stored.lines == PAPER.lines
    assert not StagedLine.objects.of(claim.statement_import.organization).exists()


def test_rows_of_a_worker_that_died_are_no_part_of_the_next_attempt(claim: Claim) -> None:
    staged(claim)
    StatementImport.queue.filter(pk=claim.statement_import.pk).update(claimed_until=None)
    following = take(claim.statement_import.pk)

    with transaction.atomic():
        settle_printed(following.statement_import, [PAPER], before=following.renew, staged=staged(following))

    assert lines(claim.statement_import) == ROWS


def test_a_worker_that_lost_its_import_stops_writing_rows(claim: Claim) -> None:
    StatementImport.queue.filter(pk=claim.statement_import.pk).update(claimed_until=None)
    take(claim.statement_import.pk)

    with pytest.raises(ClaimLost):
        staged(claim)
    assert not StagedLine.objects.of(claim.statement_import.organization).exists()


@pytest.mark.parametrize(("status", "left"), [("processing", ROWS), ("cancelled", 0), ("failed", 0)])
def test_rows_of_an_import_that_is_not_processed_are_removed(claim: Claim, status: str, left: int) -> None:
    staged(claim)
    StatementImport.queue.filter(pk=claim.statement_import.pk).update(status=status)

    discard_leftovers()

    assert StagedLine.objects.of(claim.statement_import.organization).count() == left


@pytest.mark.parametrize("is_moved", [True, False])
def test_a_verdict_that_was_worked_out_before_holds_only_for_the_same_books(
    account: Account, claim: Claim, monkeypatch: pytest.MonkeyPatch, *, is_moved: bool
) -> None:
    for row in PAPER.lines[1:]:
        assert row.date
        booked(account, row.date.day, str(row.amount), row.description)
    found = staged(claim)
    read = [replace(PAPER, source=claim.statement_import.sha256)]
    known = trial(claim.statement_import, read).verified
    if is_moved:
        booked(account, 1, "-1.00", "Shop 0")
    worked_out = []

    def counted(*args: Any, **more: Any) -> Any:
        worked_out.append(1)
        return verify(*args, **more)

    monkeypatch.setattr(reconcile_accounts, "verify", counted)

    with transaction.atomic():
        [settled] = settle_printed(claim.statement_import, [PAPER], before=claim.renew, staged=found, known=known).of(
            claim.statement_import
        )

    assert (settled.answer["verdict"], len(worked_out)) == (("matched", 1) if is_moved else ("mismatched", 0))


def test_a_short_document_is_stored_in_one_transaction(account: Account, claim: Claim) -> None:
    short = paper([(1, "-1.00", "Shop")])

    assert stage_rows(claim.statement_import, [short], claim.token, claim.fenced) is None
