"""Loading of books from JSON (`import_ledger`, the cases of `verify`), parsed into plain values before the database is read.

Missing rows are added; different ones are counted, and updated only on request.
"""

import datetime as dt
import re
from collections.abc import Iterable
from copy import copy
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any, Self

from django.db import transaction
from django.utils.translation import gettext as _

from finance.categories import write_codes_of_books
from finance.json_item import JsonItem
from finance.ledger_writer import write_entries
from finance.locks import LedgerLocked, opening_is_locked
from finance.models import Account, Transaction
from finance.models.coding import LONGEST, NONE, Codes
from finance.money import to_minor
from people.models import Organization

SLUG = re.compile(r"[-a-zA-Z0-9_]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class BooksTransaction:
    """One entry; `amount` is signed from the holder's side, `reversal_of` is an id of the same account."""

    id: str
    date: dt.date
    amount: Decimal
    description: str = ""
    status: str = "posted"
    reference: str = ""
    number: str = ""
    reversal_of: str | None = None
    brought_forward: bool = False
    excluded: bool = False
    codes: Codes = NONE

    @classmethod
    def read(cls, item: JsonItem, currency: str | None) -> Self:
        row_id = item.text("id", 200, required=True)
        reversal_of = item.text("reversal_of", 200) or None
        if reversal_of and reversal_of == row_id:
            item.refuse("reversal_of", _("an entry cannot reverse itself"))
        return cls(
            id=row_id,
            date=item.day("date", required=True) or dt.date.min,
            amount=item.money("amount", currency, required=True) or Decimal(0),
            description=item.text("description", 1000),
            status=item.choice("status", Transaction.Status.values, Transaction.Status.POSTED),
            reference=item.text("reference", 200),
            number=item.text("number", 40),
            reversal_of=reversal_of,
            brought_forward=item.flag("brought_forward"),
            excluded=item.flag("excluded"),
            codes=Codes(**{name: item.text(name, most) for name, most in LONGEST.items()}),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class BooksAccount:
    """One account. `opening_balance` is the bank's at the start of `opening_date`; None if it is unknown."""

    name: str
    kind: str
    currency: str
    institution: str = ""
    number: str = ""
    opening_balance: Decimal | None = None
    opening_date: dt.date | None = None
    transactions: tuple[BooksTransaction, ...] = ()

    @classmethod
    def read(cls, item: JsonItem) -> Self:
        currency = item.currency("currency")
        rows = tuple(BooksTransaction.read(row, currency) for row in item.items("transactions", noun=_("transaction"), called="id"))
        account = cls(
            name=item.text("name", 200, required=True),
            kind=item.choice("kind", Account.Kind.values, Account.Kind.CHECKING),
            currency=currency or "",
            institution=item.text("institution", 200),
            number=item.text("number", 40),
            opening_balance=item.money("opening_balance", currency),
            opening_date=item.day("opening_date"),
            transactions=rows,
        )
        item.refuse_twins("transactions", (row.id for row in account.transactions))
        if account.opening_balance is not None and account.opening_date is None:
            item.refuse("opening_date", _("an opening balance needs its date"))
        if opening_date := account.opening_date:
            early = [row for row in account.transactions if row.date < opening_date and not row.brought_forward]
            item.problems.extend(early_problem(item.where, row.id, opening_date) for row in early)
        return account


@dataclass(frozen=True, slots=True, kw_only=True)
class OrganizationBooks:
    slug: str
    name: str
    accounts: tuple[BooksAccount, ...] = ()


class BooksRefused(ValueError):
    """The books are invalid; `problems` names each account and id with its fault and remedy."""

    SHOWN = 20

    def __init__(self, problems: Iterable[str]) -> None:
        self.problems = tuple(problems)
        shown = list(self.problems[: self.SHOWN])
        if len(self.problems) > self.SHOWN:
            shown.append(_("... and %(count)d more.") % {"count": len(self.problems) - self.SHOWN})
        super().__init__("\n".join(shown))


def parse_books(data: object) -> tuple[OrganizationBooks, ...]:
    """Return every organization of the books. Raises `BooksRefused` with all problems."""
    problems: list[str] = []
    whole = JsonItem(data, problems=problems)
    organizations = []
    for item in whole.items("organizations", noun=_("organization"), called="slug", required=True):
        slug = item.text("slug", 80, required=True)
        if slug and not SLUG.fullmatch(slug):
            item.refuse("slug", _("letters, digits, hyphens and underscores only"))
        accounts = tuple(BooksAccount.read(account) for account in item.items("accounts", noun=_("account"), called="name"))
        item.refuse_twins("accounts", (account.name for account in accounts))
        organizations.append(OrganizationBooks(slug=slug, name=item.text("name", 200) or slug, accounts=accounts))
    whole.refuse_twins("organizations", (books.slug for books in organizations))
    if problems:
        raise BooksRefused(problems)
    return tuple(organizations)


def early_problem(where: str, row_id: str, opening_date: dt.date) -> str:
    """Return the message for an entry that the opening balance already includes: dated before it and not brought forward.

    `where` names the account, as in "account Checking".
    """
    return _(
        "%(where)s, transaction %(id)s: dated before the opening date %(day)s, so the opening balance counts it already; "
        'leave it out, or say "brought_forward": true if it was outstanding then.'
    ) % {"where": where, "id": row_id, "day": opening_date}


@dataclass(slots=True, kw_only=True)
class LoadReport:
    """Numbers of added rows; of known rows, how many differ (`changed`) and how many of those were written (`updated`)."""

    organizations: int = 0
    accounts: int = 0
    accounts_changed: int = 0
    accounts_updated: int = 0
    transactions: int = 0
    unchanged: int = 0
    changed: int = 0
    updated: int = 0


@transaction.atomic
def load_ledger(*, books: object, update: bool = False) -> LoadReport:
    """Add missing accounts and entries to the ledger; with `update` also overwrite those that differ.

    `books` is the parsed JSON of `import_ledger`. Raises `BooksRefused`, and changes nothing, if any of it is invalid.
    """
    load = _Load(update=update)
    for organization_books in parse_books(books):
        load.organization(organization_books)
    if load.problems:
        raise BooksRefused(load.problems)
    return load.report


@dataclass
class _Load:
    update: bool
    report: LoadReport = field(default_factory=LoadReport)
    problems: list[str] = field(default_factory=list)

    def organization(self, books: OrganizationBooks) -> None:
        organization, is_new = Organization.objects.get_or_create(slug=books.slug, defaults={"name": books.name})
        self.report.organizations += is_new
        known = {account.name: account for account in organization.accounts.all()}
        for account_books in books.accounts:
            opening = account_books.opening_balance
            columns: dict[str, Any] = {
                "kind": account_books.kind,
                "institution": account_books.institution,
                "number": account_books.number,
                "opening_balance_minor": None if opening is None else to_minor(opening, account_books.currency),
                "opening_date": account_books.opening_date,
            }
            account = known.get(account_books.name)
            if account is None:
                account = organization.accounts.create(name=account_books.name, currency=account_books.currency, **columns)
                self.report.accounts += 1
            elif account.currency != account_books.currency:
                self._refuse(
                    account, _("is in %(currency)s: the currency of an account cannot be changed") % {"currency": account.currency}
                )
                continue
            elif _differs(account, columns):
                self.report.accounts_changed += 1
                if self.update:
                    before = copy(account)
                    _write(account, columns)
                    if opening_is_locked(before, account):
                        self._refuse(account, _("its opening balance is locked"))
                    else:
                        account.save()
                        self.report.accounts_updated += 1
            self._transactions(account, account_books)
            # A known account's opening date may differ from that of the books, whose entries were checked by it before.
            if account.name in known and account.opening_date:
                for row in account.transactions.too_early_for(account.opening_date):
                    self.problems.append(early_problem(_where(account), row.external_id or str(row.pk), account.opening_date))

    def _transactions(self, account: Account, books: BooksAccount) -> None:
        known = {row.external_id: row for row in account.transactions.exclude(external_id="")}
        added = {row.id: Transaction(account=account, external_id=row.id) for row in books.transactions if row.id not in known}
        rows, changed = known | added, []
        for row_books in books.transactions:
            reverses = rows.get(row_books.reversal_of) if row_books.reversal_of else None
            if row_books.reversal_of and reverses is None:
                names = {"id": row_books.id, "other": row_books.reversal_of}
                self._refuse(account, _("transaction %(id)s: there is no %(other)s to reverse") % names)
            columns: dict[str, Any] = {
                "booked_on": row_books.date,
                "amount_minor": to_minor(row_books.amount, account.currency),
                "description": row_books.description,
                "status": row_books.status,
                "is_excluded": row_books.excluded,
                "reference": row_books.reference,
                "number": row_books.number,
                "is_brought_forward": row_books.brought_forward,
                "reversal_of_id": reverses.pk if reverses else None,
            }
            row = rows[row_books.id]
            if row_books.id in added:
                _write(row, columns)
            elif _differs(row, columns):
                _write(row, columns)
                changed.append(row)
        self.report.transactions += len(added)
        self.report.changed += len(changed)
        self.report.updated += len(changed) if self.update else 0
        self.report.unchanged += len(books.transactions) - len(added) - len(changed)
        try:
            write_entries(by=None, added=added.values(), changed=changed if self.update else ())
        except LedgerLocked as locked:
            self.problems.extend(f"{_where(account)}: {lock}" for lock in locked.locks)
        else:
            write_codes_of_books(
                account.organization, {rows[row_books.id]: row_books.codes for row_books in books.transactions if row_books.codes}
            )

    def _refuse(self, account: Account, why: str) -> None:
        self.problems.append(f"{_where(account)}: {why}.")


def _where(account: Account) -> str:
    return _("organization %(slug)s, account %(name)s") % {"slug": account.organization.slug, "name": account.name}


def _differs(row: Account | Transaction, columns: dict[str, Any]) -> bool:
    return any(getattr(row, name) != value for name, value in columns.items())


def _write(row: Account | Transaction, columns: dict[str, Any]) -> None:
    for name, value in columns.items():
        setattr(row, name, value)
