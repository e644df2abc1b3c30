"""The preview of an import: each row judged, the resulting balance beside the file's, and the entries that the file lacks.

Missing entries are those of an earlier file of the same kind on the same days. A file without ids cannot show which row was corrected:
it has another row instead. An export of some entries lacks the others too, so this is only reported, unless a person says that the file
is the whole of a period (`mirror.py`).
"""

import datetime as dt
import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from finance.balances import book_balance
from finance.imports.corrections import shown_by_lack, shown_by_rows
from finance.imports.judging import Judged, Outcome, brings_codes, judge
from finance.imports.mirror import Mirror, mirror, period_of
from finance.imports.proof import Break, breaks_of, in_words
from finance.imports.reading import chosen_account, read_file
from finance.imports.rows import FileAccount, ParsedFile, StatedBalance
from finance.models import Account, LedgerImport, Transaction
from finance.models.ledger_import import Target
from finance.templatetags.money import money

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
        "%(count)d entry from an earlier file is not in this one. If it was corrected or deleted there, delete it here.",
        "%(count)d entries from an earlier file are not in this one. If they were corrected or deleted there, delete them here.",
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
    files = LedgerImport.objects.of(ledger_import.account.organization).filter(
        account=ledger_import.account_id, way=ledger_import.way, status=LedgerImport.Status.CONFIRMED
    )
    earlier = {file.origin for file in files.exclude(pk=ledger_import.pk).only("pk")}
    twins = {row.twin.pk for row in judged if row.twin and row.twin.origin in earlier}
    if not days or not twins:
        return Absent()
    entries = ledger_import.account.transactions.exclude(status=Transaction.Status.VOID).filter(is_excluded=False)
    there = entries.booked_between(min(days), max(days)).order_by("booked_on", "pk").values_list("pk", "origin")
    lacking = [key for key, origin in there.iterator() if origin in earlier and key not in twins]
    first = ledger_import.account.transactions.filter(pk__in=lacking[:SHOWN]).order_by("booked_on", "pk").select_related("account")
    return Absent(count=len(lacking), first=tuple(first))


OWED = {Account.Kind.CREDIT_CARD, Account.Kind.LOAN}


@dataclass(frozen=True)
class Preview:
    """`part` is the account's part of the file; None until a person has chosen one of several.

    `mirror` are the changes if the file is the whole of a period and leaves no question open, else None.
    """

    ledger_import: LedgerImport
    parsed: ParsedFile
    part: FileAccount | None
    judged: tuple[Judged, ...]
    mirror: Mirror | None = None

    @property
    def account(self) -> Account:
        return self.ledger_import.account

    @cached_property
    def questions(self) -> tuple[str, ...]:
        return self.parsed.questions if self.part else ("account", *self.parsed.questions)

    @property
    def may_confirm(self) -> bool:
        adds = any(judged.entry and judged.outcome in {"new", "updated", "probable"} for judged in self.judged)
        voids = bool(self.mirror and self.mirror.voided)
        return not self.questions and (adds or voids or brings_codes(self.account, self.judged) or bool(self.shows))

    @cached_property
    def shows(self) -> int:
        """Return how many entries that were corrected here the file newly shows as they are in the program that it comes from."""
        lack = shown_by_lack(self.account, self.judged, self.mirror.period) if self.mirror else []
        return len(shown_by_rows(self.account, self.judged)) + len(lack)

    def of(self, outcome: Outcome) -> list[Judged]:
        return [judged for judged in self.judged if judged.outcome == outcome]

    @cached_property
    def absent(self) -> Absent:
        """Return the entries of earlier files that this one no longer has; none in a mirror, and while questions are open."""
        return Absent() if self.questions or self.mirror else absent_from(self.ledger_import, self.judged)

    @cached_property
    def shown(self) -> str:
        """Return a hash of everything shown, so that exactly this is confirmed or nothing."""
        lines = [
            (row.place, judged.outcome, row.status, row.booked_on, row.amount, row.description, row.external_id, str(row.codes))
            for judged in self.judged
            for row in (judged.row,)
        ]
        choices = json.dumps(self.ledger_import.choices, sort_keys=True)  # a database may give the keys in an order of its own
        changes = self.mirror.fingerprint() if self.mirror else []
        return hashlib.sha256(repr((choices, self.questions, self.breaks, lines, changes)).encode()).hexdigest()

    @property
    def said(self) -> StatedBalance | None:
        return self.part.closing if self.part else None

    def leads_to(self, *, with_probable: bool = False) -> Decimal | None:
        """Return the book balance after the import on the day of the file's balance, or of all days; None if unknown."""
        balance = self._balance_before()
        if balance is None:
            return None
        day = self.said.as_of if self.said else None
        for judged in self.judged:
            entry = judged.entry
            is_added = judged.outcome in {"new", "updated"} or (with_probable and judged.outcome == "probable")
            if entry and is_added and _counts(entry, day):
                balance += entry.amount
            if judged.outcome == "updated" and judged.twin and _counts(judged.twin, day):
                balance -= judged.twin.amount
        voided = self.mirror.voided if self.mirror else []
        return balance - sum((change.before.amount for change in voided if _counts(change.before, day)), Decimal(0))

    def _balance_before(self) -> Decimal | None:
        return book_balance(self.account, self.said.as_of if self.said else None)

    @property
    def difference(self) -> Decimal | None:
        """Return the file's balance less the resulting one. A card's or loan's file may print a debt as positive: that is equal."""
        led, stated = self.leads_to(), self.said
        if led is None or stated is None:
            return None
        return Decimal(0) if self.account.kind in OWED and stated.amount == -led else stated.amount - led

    @property
    def agrees_with_probable(self) -> bool:
        """True if the balances agree only once the probable rows are added too."""
        led, stated = self.leads_to(with_probable=True), self.said
        return bool(self.difference) and stated is not None and stated.amount == led

    @property
    def agrees_turned(self) -> bool:
        """True if the balances would agree with every sign of the rows reversed."""
        led, before, stated = self.leads_to(), self._balance_before(), self.said
        if not self.difference or led is None or before is None or stated is None:
            return False
        return before - (led - before) in {stated.amount, -stated.amount}

    @cached_property
    def breaks(self) -> tuple[Break, ...]:
        """Return where the file's rows do not lead from one of its balances to the next; none while questions are open."""
        if self.part is None or self.questions:
            return ()
        is_either = self.account.kind in OWED or self.ledger_import.chosen.sign == "turned"
        return breaks_of(self.part, either_sign=is_either)

    @property
    def notes(self) -> list[str]:
        """Return sentences about skipped parts of the file, and about uncertain readings."""
        notes = [*self.parsed.notes, *(self.part.notes if self.part else ())]
        table = self.parsed.table
        if table and table.encodings and not self.ledger_import.chosen.encoding:
            notes.append(
                _("The file does not name its encoding. It was read as %(encoding)s: check the letters of the texts.")
                % {"encoding": table.encoding}
            )
        return notes

    @property
    def differs(self) -> list[str]:
        """Return a sentence if the resulting balance differs from the file's."""
        led, stated = self.leads_to(), self.said
        if not self.difference or led is None or stated is None:
            return []
        amounts = {"led": led, "stated": stated.amount, "difference": self.difference}
        figures = {name: money(amount, self.account.currency) for name, amount in amounts.items()}
        return [_("The balance after the import is %(led)s, the file says %(stated)s: they differ by %(difference)s.") % figures]

    @property
    def warnings(self) -> list[str]:
        """Return a warning for each sign that the file is of another account, and for balances that do not follow from its rows."""
        part, account = self.part, self.account
        warnings = in_words(self.breaks, account.currency)
        if part is None:
            return warnings
        if part.number and account.number and not same_number(part.number, account.number):
            numbers = {"theirs": part.number, "ours": account.number}
            warnings.append(_("The file is for account %(theirs)s. This account has the number %(ours)s.") % numbers)
        if part.currency and part.currency != account.currency:
            currencies = {"theirs": part.currency, "ours": account.currency}
            warnings.append(_("The file is in %(theirs)s. This account is in %(ours)s.") % currencies)
        if part.kind and (part.kind in OWED) != (account.kind in OWED):
            warnings.append(_("The file is for another kind of account."))
        return warnings


def _counts(entry: Transaction, day: dt.date | None) -> bool:
    """True if the entry is part of the balance at the end of the day."""
    return entry.status == "posted" and not entry.is_excluded and (day is None or entry.booked_on <= day)


def preview_of(ledger_import: LedgerImport, target: Target) -> Preview:
    """Read the stored file and judge it against the current ledger. Raises `FileRefused`."""
    account, choices, origin = ledger_import.account, ledger_import.chosen, ledger_import.origin
    parsed = read_file(ledger_import.data, choices=choices, target=target)
    part = chosen_account(parsed, choices)
    judged = judge(account, part, way=parsed.way, origin=origin) if part else ()
    period = period_of(part, choices) if part and choices.whole_period and not parsed.questions else None
    if not period:
        return Preview(ledger_import=ledger_import, parsed=parsed, part=part, judged=judged)
    judged, mirrored = mirror(account, judged, period, origin=origin)
    return Preview(ledger_import=ledger_import, parsed=parsed, part=part, judged=judged, mirror=mirrored)


def same_number(first: str, second: str) -> bool:
    """True if the numbers may belong to one account: one may be cut to its last digits, or be the end of the other's IBAN."""
    short, long = sorted((_bare(first), _bare(second)), key=len)
    return long.endswith(short)


def _bare(number: str) -> str:
    return "".join(character for character in number.upper() if character.isalnum()).lstrip("X0")
