"""The books as JSON (`import_ledger`, the cases of `verify`), parsed once into plain values: no database."""

import datetime as dt
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from django.utils.translation import gettext as _

from finance.models import Account, Transaction
from finance.money import NotAnAmount, UnknownCurrency, exponent, to_minor

DECIMAL = re.compile(r"[+-]?[0-9]{1,30}(\.[0-9]{1,30})?")
DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
SLUG = re.compile(r"[-a-zA-Z0-9_]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class BooksTransaction:
    """One entry; `amount` is signed from the holder's side, `reversal_of` an id of the same account."""

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


@dataclass(frozen=True, slots=True, kw_only=True)
class BooksAccount:
    """One account. `opening_balance` is the bank's at the start of `opening_date`; None where it is not known."""

    name: str
    kind: str
    currency: str
    institution: str = ""
    number: str = ""
    opening_balance: Decimal | None = None
    opening_date: dt.date | None = None
    transactions: tuple[BooksTransaction, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class OrganizationBooks:
    slug: str
    name: str
    accounts: tuple[BooksAccount, ...] = ()


class BooksRefused(ValueError):
    """The books cannot be taken; `problems` says of each account and id what is wrong and what to do."""

    SHOWN = 20

    def __init__(self, problems: Iterable[str]) -> None:
        self.problems = tuple(problems)
        shown = list(self.problems[: self.SHOWN])
        if len(self.problems) > self.SHOWN:
            shown.append(_("... and %(count)d more.") % {"count": len(self.problems) - self.SHOWN})
        super().__init__("\n".join(shown))


def parse_books(data: object) -> tuple[OrganizationBooks, ...]:
    """Every organization of the books, or `BooksRefused` with all that is wrong with them."""
    problems: list[str] = []
    whole = _Item(data, _("the books"), problems)
    organizations = tuple(_organization(item) for item in whole.items("organizations", called="slug", required=True))
    whole.refuse_twins("organizations", (books.slug for books in organizations))
    if problems:
        raise BooksRefused(problems)
    return organizations


def too_early(transactions: Iterable[BooksTransaction], opening_date: dt.date | None) -> Iterator[BooksTransaction]:
    """Entries that the opening balance counts already: dated before it, and not brought forward."""
    return (row for row in transactions if opening_date and row.date < opening_date and not row.brought_forward)


def early_problem(row_id: str, account: str, opening_date: dt.date) -> str:
    return _(
        "account %(account)s, transaction %(id)s: dated before the opening date %(day)s, so the opening balance counts it already; "
        'leave it out, or say "brought_forward": true if it was outstanding then.'
    ) % {"account": account, "id": row_id, "day": opening_date}


def _organization(item: "_Item") -> OrganizationBooks:
    slug = item.text("slug", 80, required=True)
    if slug and not SLUG.fullmatch(slug):
        item.refuse("slug", _("letters, digits, hyphens and underscores only"))
    accounts = tuple(_account(account) for account in item.items("accounts", called="name"))
    item.refuse_twins("accounts", (account.name for account in accounts))
    return OrganizationBooks(slug=slug, name=item.text("name", 200) or slug, accounts=accounts)


def _account(item: "_Item") -> BooksAccount:
    item.where = _("account %(name)s") % {"name": item.text("name", 200)}
    currency = item.currency("currency")
    rows = tuple(_transaction(row, currency, within=item.where) for row in item.items("transactions", called="id"))
    account = BooksAccount(
        name=item.text("name", 200, required=True),
        kind=item.choice("kind", Account.Kind.values, Account.Kind.CHECKING),
        currency=currency or "",
        institution=item.text("institution", 200),
        number=item.text("number", 40),
        opening_balance=item.money("opening_balance", currency),
        opening_date=item.day("opening_date"),
        transactions=rows,
    )
    _check_account(item, account)
    return account


def _check_account(item: "_Item", account: BooksAccount) -> None:
    item.refuse_twins("transactions", (row.id for row in account.transactions))
    if account.opening_balance is not None and account.opening_date is None:
        item.refuse("opening_date", _("an opening balance needs the day at whose start it held"))
    for row in too_early(account.transactions, account.opening_date):
        item.problems.append(early_problem(row.id, account.name, account.opening_date or row.date))


def _transaction(item: "_Item", currency: str | None, *, within: str) -> BooksTransaction:
    item.where = _("%(account)s, transaction %(id)s") % {"account": within, "id": item.text("id", 200)}
    row_id = item.text("id", 200, required=True)
    reversal_of = item.text("reversal_of", 200) or None
    if reversal_of and reversal_of == row_id:
        item.refuse("reversal_of", _("nothing reverses itself"))
    return BooksTransaction(
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
    )


@dataclass
class _Item:
    """One JSON object on its way to a dataclass: each reader gives a value, or writes down what is wrong."""

    data: Any
    where: str
    problems: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        if not isinstance(self.data, dict):
            self.problems.append(_("%(where)s: an object is wanted here.") % {"where": self.where})
            self.data = {}

    def refuse(self, key: str, why: str) -> None:
        self.problems.append(_("%(where)s: %(key)s: %(why)s.") % {"where": self.where, "key": key, "why": why})

    def missing(self, key: str, *, required: bool) -> bool:
        if self.data.get(key) is not None:
            return False
        if required:
            self.refuse(key, _("is missing"))
        return True

    def text(self, key: str, longest: int, *, required: bool = False) -> str:
        if self.missing(key, required=required):
            return ""
        text = self.data[key]
        if not isinstance(text, str) or (required and not text.strip()):
            self.refuse(key, _("must be a text in quotation marks"))
        elif len(text) > longest:
            self.refuse(key, _("longer than %(longest)d characters") % {"longest": longest})
        elif not storable(text):
            self.refuse(key, _("holds characters that no text may hold"))
        else:
            return text
        return ""

    def flag(self, key: str) -> bool:
        value = self.data.get(key, False)
        if not isinstance(value, bool):
            self.refuse(key, _("must be true or false"))
        return value is True

    def choice(self, key: str, allowed: list[str], default: str) -> str:
        value = self.data.get(key, default)
        if value in allowed:
            return str(value)
        self.refuse(key, _("must be one of %(allowed)s") % {"allowed": ", ".join(allowed)})
        return default

    def day(self, key: str, *, required: bool = False) -> dt.date | None:
        if self.missing(key, required=required):
            return None
        try:
            if DAY.fullmatch(self.data[key]):
                return dt.date.fromisoformat(self.data[key])
        except (TypeError, ValueError):
            pass
        self.refuse(key, _("must be a day written like 2026-01-31"))
        return None

    def currency(self, key: str) -> str | None:
        code = self.text(key, 3, required=True)
        try:
            exponent(code)
        except UnknownCurrency:
            self.refuse(key, _("must be a currency code of ISO 4217 such as EUR"))
            return None
        return code

    def money(self, key: str, currency: str | None, *, required: bool = False) -> Decimal | None:
        if self.missing(key, required=required):
            return None
        amount = self.data[key]
        if not isinstance(amount, str) or not DECIMAL.fullmatch(amount):
            self.refuse(key, _('must be a decimal in quotation marks, such as "-19.50"; a bare number may lose cents'))
            return None
        try:
            to_minor(Decimal(amount), currency or "KWD")
        except NotAnAmount:
            self.refuse(
                key, _("%(amount)s is larger or has more decimals than %(currency)s allows") % {"amount": amount, "currency": currency}
            )
        return Decimal(amount)

    def items(self, key: str, *, called: str, required: bool = False) -> Iterator["_Item"]:
        """The objects of a list, each named by its key `called` or by its place."""
        rows = self.data.get(key, None if required else [])
        if not isinstance(rows, list):
            self.refuse(key, _("must be a list"))
            rows = []
        for place, row in enumerate(rows, 1):
            name = row.get(called) if isinstance(row, dict) else None
            yield _Item(row, f"{self.where}, {key} {name or place}", self.problems)

    def refuse_twins(self, key: str, names: Iterable[str]) -> None:
        seen: set[str] = set()
        for name in filter(None, names):
            if name in seen:
                self.refuse(key, _("%(name)s is there twice") % {"name": name})
            seen.add(name)


def storable(text: str) -> bool:
    """No null character and no half of a surrogate pair: databases refuse both."""
    return "\0" not in text and not any("\ud800" <= character <= "\udfff" for character in text)
