"""Undo of a posting: exactly its entries, unless later work depends on them."""

from collections.abc import Collection, Iterator
from uuid import UUID

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from finance.ledger_writer import write_entries
from finance.models import EntryChange
from finance.models.ledger import restore, snapshot
from people.access import require
from people.audit import Act, record
from reconciliation.decisions.deciding import end
from reconciliation.models import Cause, Decision, Posting, StatementImport
from reconciliation.models.actor import actor_of
from reconciliation.posting import LaterWork, Obstacle
from reconciliation.posting.entries import uncode
from reconciliation.reconcile.conclusions import finished_on
from reconciliation.reconcile.decisions import printed_as_decided
from reconciliation.reconcile.persist import verify_again
from reconciliation.reconcile.reconcile_accounts import accounts_at_stake, lock


@transaction.atomic
def undo(*, statement_import: StatementImport, actor: User | None, postings: Collection[UUID] | None = None) -> tuple[Posting, ...]:
    """Undo all or the named postings of an import, and verify again. Postings that were undone before stay unchanged.

    An added entry is deleted, a replaced pending entry is restored. All or nothing: raises NotYours, LaterWork, and `LedgerLocked` if a
    lock holds one of the entries."""
    require(actor, statement_import.organization, "undo")
    standing = Posting.objects.of(statement_import.organization).filter(statement_import=statement_import).standing()
    if postings is not None:
        standing = standing.filter(pk__in=postings)
    at_stake = accounts_at_stake(statement_import, printed_as_decided(statement_import))
    lock(actor_of(statement_import), {*at_stake, *(str(posting.account_id) for posting in standing)})
    undone = list(standing.select_related("transaction__account"))
    obstacles = [obstacle for posting in undone for obstacle in obstacles_of(posting)]
    if obstacles:
        raise LaterWork(obstacles)
    entries = [(posting, posting.transaction) for posting in undone if posting.transaction is not None]
    for posting, entry in entries:
        if posting.replaced is not None:
            restore(entry, posting.replaced)
    write_entries(
        by=actor,
        removed=[entry for posting, entry in entries if posting.replaced is None],
        changed=[entry for posting, entry in entries if posting.replaced is not None],
    )
    uncode(statement_import.organization, entries)
    decisions = Decision.objects.of(statement_import.organization).standing().filter(statement_import=statement_import)
    removed = {posting.entry for posting in undone}
    end([decision for decision in decisions.filter(after__described=True) if removed & {*decision.transaction_ids}], actor=actor)
    for posting in undone:
        posting.undone_by, posting.undone_at = actor, timezone.now()
    Posting.objects.of(statement_import.organization).bulk_update(undone, ["undone_by", "undone_at"])
    verify_again(statement_import, Cause.UNDONE)
    if undone:
        record(statement_import.organization, actor, Act.UNDID, statement_import, entries=[entry.entry for entry in undone])
    return tuple(undone)


def obstacles_of(posting: Posting) -> Iterator[Obstacle]:
    """Yield the later work that undoing this posting would lose, including decisions on other statements that name its entry."""
    entry = posting.transaction
    if entry is None:
        return
    if snapshot(entry) != posting.said:
        last = EntryChange.objects.of(entry.account.organization).filter(entry=entry.pk).select_related("by").last()
        yield Obstacle(code="edited", posting=posting, by=str(last.by) if last and last.by else "")
    for step in finished_on(posting.account):
        if entry.booked_on < step.period_start or str(entry.pk) in (step.books or {})["rows"]:
            yield Obstacle(code="finished", posting=posting, by=step.period)
    decisions = Decision.objects.of(posting.statement_import.organization).standing().select_related("made_by")
    others = decisions.filter(account=posting.account).exclude(statement_import=posting.statement_import, number=posting.statement_number)
    for decision in others:
        if posting.entry in decision.transaction_ids:
            yield Obstacle(code="decided", posting=posting, by=str(decision.made_by or ""))
