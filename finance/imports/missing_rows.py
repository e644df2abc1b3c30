"""Entries that an earlier file of the same kind added and that this one, of the same days, has no more.

A file without ids cannot say which row was corrected: it has another row instead. An export of part of the entries lacks the others
too, so that this is a question, and nothing is done about it.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from finance.imports.judging import Judged
from finance.models import LedgerImport, Transaction

SHOWN = 50
TOLD = 10


@dataclass(frozen=True, slots=True)
class Absent:
    """How many there are, and the first of them by day."""

    count: int = 0
    first: tuple[Transaction, ...] = ()

    def as_json(self) -> list[dict[str, str]]:
        """As many as a terminal shows."""
        return [
            {"date": entry.booked_on.isoformat(), "amount": str(entry.amount), "description": entry.description}
            for entry in self.first[:TOLD]
        ]


def told(count: int, entries: Sequence[Mapping[str, str]]) -> Iterator[str]:
    """`Absent` for a terminal, from its count and its JSON; nothing where there is none."""
    if not count:
        return
    yield ngettext(
        "%(count)d entry was added by an earlier file and is not in this one. Corrected or deleted there? Then delete it here.",
        "%(count)d entries were added by an earlier file and are not in this one. Corrected or deleted there? Then delete them here.",
        count,
    ) % {"count": count}
    yield from (f"  {entry['date']}  {entry['amount']:>12}  {entry['description']}" for entry in entries)
    if count > len(entries):
        yield _("... and %(count)d more.") % {"count": count - len(entries)}


def absent_from(ledger_import: LedgerImport, judged: Sequence[Judged]) -> Absent:
    """Of the days of the file, and only where it repeats something that an earlier one added: one that begins where the last ended
    lacks nothing."""
    days = [row.entry.booked_on for row in judged if row.entry]
    earlier = _earlier(ledger_import)
    twins = {row.twin.pk for row in judged if row.twin and row.twin.origin in earlier}
    if not days or not twins:
        return Absent()
    entries = ledger_import.account.transactions.exclude(status=Transaction.Status.VOID).filter(is_excluded=False)
    there = entries.booked_between(min(days), max(days)).order_by("booked_on", "pk").values_list("pk", "origin")
    lacking = [key for key, origin in there.iterator() if origin in earlier and key not in twins]
    return Absent(count=len(lacking), first=_entries(ledger_import, lacking[:SHOWN]))


def _earlier(ledger_import: LedgerImport) -> set[str]:
    """The origins of what files of the same kind added to the account."""
    files = LedgerImport.objects.of(ledger_import.account.organization).filter(
        account=ledger_import.account_id, way=ledger_import.way, status=LedgerImport.Status.CONFIRMED
    )
    return {file.origin for file in files.exclude(pk=ledger_import.pk).only("pk")}


def _entries(ledger_import: LedgerImport, keys: Iterable[UUID]) -> tuple[Transaction, ...]:
    return tuple(ledger_import.account.transactions.filter(pk__in=keys).order_by("booked_on", "pk").select_related("account"))
