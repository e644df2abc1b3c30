"""The preview of an import: each row judged, and the resulting balance beside the file's."""

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property

from django.utils.translation import gettext as _

from finance.balances import book_balance
from finance.imports.coding import brings_codes
from finance.imports.judging import Judged, Outcome, judge
from finance.imports.missing_rows import Absent, absent_from
from finance.imports.reading import chosen_account, read_file
from finance.imports.rows import FileAccount, ParsedFile, StatedBalance
from finance.models import Account, LedgerImport
from finance.models.import_choices import Target

OWED = {Account.Kind.CREDIT_CARD, Account.Kind.LOAN}


@dataclass(frozen=True)
class Preview:
    """`part` is the account's part of the file; None until a person has chosen one of several."""

    ledger_import: LedgerImport
    parsed: ParsedFile
    part: FileAccount | None
    judged: tuple[Judged, ...]

    @property
    def account(self) -> Account:
        return self.ledger_import.account

    @cached_property
    def questions(self) -> tuple[str, ...]:
        return self.parsed.questions if self.part else ("account", *self.parsed.questions)

    @property
    def may_confirm(self) -> bool:
        adds = any(judged.entry and judged.outcome in {"new", "probable"} for judged in self.judged)
        return not self.questions and (adds or brings_codes(self.account, self.judged))

    def of(self, outcome: Outcome) -> list[Judged]:
        return [judged for judged in self.judged if judged.outcome == outcome]

    @cached_property
    def absent(self) -> Absent:
        """Return the entries of earlier files that this one no longer has; none while questions are open."""
        return Absent() if self.questions else absent_from(self.ledger_import, self.judged)

    @cached_property
    def shown(self) -> str:
        """Return a hash of everything shown, so that exactly this is confirmed or nothing."""
        lines = [
            (row.place, judged.outcome, row.booked_on, row.amount, row.description, row.external_id, str(row.codes))
            for judged in self.judged
            for row in (judged.row,)
        ]
        choices = json.dumps(self.ledger_import.choices, sort_keys=True)  # a database may give the keys in an order of its own
        return hashlib.sha256(repr((choices, self.questions, lines)).encode()).hexdigest()

    @property
    def said(self) -> StatedBalance | None:
        return self.part.closing if self.part else None

    def leads_to(self, *, with_probable: bool = False) -> Decimal | None:
        """Return the book balance after the import on the day of the file's balance, or of all days; None if unknown."""
        balance = self._balance_before()
        return None if balance is None else balance + sum(self._counted(with_probable=with_probable), Decimal(0))

    def _balance_before(self) -> Decimal | None:
        return book_balance(self.account, self.said.as_of if self.said else None)

    def _counted(self, *, with_probable: bool) -> Iterator[Decimal]:
        day = self.said.as_of if self.said else None
        for judged in self.judged:
            entry = judged.entry
            wanted = judged.outcome == "new" or (with_probable and judged.outcome == "probable")
            if entry and wanted and entry.status == "posted" and not entry.is_excluded and (day is None or entry.booked_on <= day):
                yield entry.amount

    @property
    def difference(self) -> Decimal | None:
        """Return the file's balance less the resulting one. A card's or loan's file may print what is owed as positive: that is equal."""
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

    @property
    def warnings(self) -> list[str]:
        return list(_warnings(self.account, self.part)) if self.part else []


def preview_of(ledger_import: LedgerImport, target: Target) -> Preview:
    """Read the stored file and judge it against the current ledger. Raises `FileRefused`."""
    account = ledger_import.account
    parsed = read_file(ledger_import.data, choices=ledger_import.chosen, target=target)
    part = chosen_account(parsed, ledger_import.chosen)
    judged = judge(account, part, way=parsed.way, origin=ledger_import.origin) if part else ()
    return Preview(ledger_import=ledger_import, parsed=parsed, part=part, judged=judged)


def _warnings(account: Account, part: FileAccount) -> Iterator[str]:
    if part.number and account.number and not same_number(part.number, account.number):
        yield _("The file is of account %(theirs)s. This account has the number %(ours)s.") % {
            "theirs": part.number,
            "ours": account.number,
        }
    if part.currency and part.currency != account.currency:
        yield _("The file is in %(theirs)s. This account is kept in %(ours)s.") % {"theirs": part.currency, "ours": account.currency}
    if part.kind and (part.kind in OWED) != (account.kind in OWED):
        yield _("The file is of another kind of account than this one.")


def same_number(first: str, second: str) -> bool:
    """True if the numbers may belong to one account: one may be cut to its last digits, or be the end of the other's IBAN."""
    short, long = sorted((_bare(first), _bare(second)), key=len)
    return long.endswith(short)


def _bare(number: str) -> str:
    return "".join(character for character in number.upper() if character.isalnum()).lstrip("X0")
