"""Entries that an earlier file of the same kind added and that this one no longer has for the same days.

A file without ids cannot show which row was corrected: it has another row instead. An export of some entries lacks the others too,
so this is only reported.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from finance.imports.judging import Judged
from finance.models import LedgerImport, Transaction

SHOWN = 50
TOLD = 10


@dataclass(frozen=True, slots=True)
class Absent:
    """The number of missing entries, and the first of them by day."""

    count: int = 0
    first: tuple[Transaction, ...] = ()

    def as_json(self) -> list[dict[str, str]]:
        """Return as many as a terminal shows."""
        return [
            {"date": entry.booked_on.isoformat(), "amount": str(entry.amount), "description": entry.description}
            for entry in self.first[:TOLD]
        ]


def lines_for_terminal(count: int, entries: Sequence[Mapping[str, str]]) -> Iterator[str]:
    """Yield lines for a terminal, from the count and the JSON of `Absent`; nothing for a count of 0."""
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
    """Return the missing entries within the days of the file.

    Only a file that repeats an entry of an earlier one can lack others: a file that begins where the last ended lacks nothing.
    """
    days = [row.entry.booked_on for row in judged if row.entry]
    earlier = _earlier(ledger_import)
    twins = {row.twin.pk for row in judged if row.twin and row.twin.origin in earlier}
    if not days or not twins:
        return Absent()
    entries = ledger_import.account.transactions.exclude(status=Transaction.Status.VOID).filter(is_excluded=False)
    there = entries.booked_between(min(days), max(days)).order_by("booked_on", "pk").values_list("pk", "origin")
    lacking = [key for key, origin in there.iterator() if origin in earlier and key not in twins]
    first = ledger_import.account.transactions.filter(pk__in=lacking[:SHOWN]).order_by("booked_on", "pk").select_related("account")
    return Absent(count=len(lacking), first=tuple(first))


def _earlier(ledger_import: LedgerImport) -> set[str]:
    """Return the origins of earlier files of the same kind."""
    files = LedgerImport.objects.of(ledger_import.account.organization).filter(
        account=ledger_import.account_id, way=ledger_import.way, status=LedgerImport.Status.CONFIRMED
    )
    return {file.origin for file in files.exclude(pk=ledger_import.pk).only("pk")}
