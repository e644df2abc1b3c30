"""The books as JSON (`import_ledger`, the cases of `verify`), parsed into plain values without a database."""

import datetime as dt
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal

from django.utils.translation import gettext as _

from finance.json_item import JsonItem
from finance.models import Account, Transaction
from finance.models.codes import LONGEST, NONE, Codes

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
    items = whole.items("organizations", each=_("organization"), called="slug", required=True)
    organizations = tuple(_organization(item) for item in items)
    whole.refuse_twins("organizations", (books.slug for books in organizations))
    if problems:
        raise BooksRefused(problems)
    return organizations


def too_early(transactions: Iterable[BooksTransaction], opening_date: dt.date | None) -> Iterator[BooksTransaction]:
    """Return the entries that the opening balance already includes: dated before it and not brought forward."""
    return (row for row in transactions if opening_date and row.date < opening_date and not row.brought_forward)


def early_problem(where: str, row_id: str, opening_date: dt.date) -> str:
    """Return the message for such an entry. `where` names the account, as in "account Checking"."""
    return _(
        "%(where)s, transaction %(id)s: dated before the opening date %(day)s, so the opening balance counts it already; "
        'leave it out, or say "brought_forward": true if it was outstanding then.'
    ) % {"where": where, "id": row_id, "day": opening_date}


def _organization(item: JsonItem) -> OrganizationBooks:
    slug = item.text("slug", 80, required=True)
    if slug and not SLUG.fullmatch(slug):
        item.refuse("slug", _("letters, digits, hyphens and underscores only"))
    accounts = tuple(_account(account) for account in item.items("accounts", each=_("account"), called="name"))
    item.refuse_twins("accounts", (account.name for account in accounts))
    return OrganizationBooks(slug=slug, name=item.text("name", 200) or slug, accounts=accounts)


def _account(item: JsonItem) -> BooksAccount:
    currency = item.currency("currency")
    rows = tuple(_transaction(row, currency) for row in item.items("transactions", each=_("transaction"), called="id"))
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
    item.refuse_twins("transactions", (row.id for row in account.transactions))
    if account.opening_balance is not None and account.opening_date is None:
        item.refuse("opening_date", _("an opening balance needs the day at whose start it held"))
    for row in too_early(account.transactions, account.opening_date):
        item.problems.append(early_problem(item.where, row.id, account.opening_date or row.date))
    return account


def _transaction(item: JsonItem, currency: str | None) -> BooksTransaction:
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
        codes=Codes(**{name: item.text(name, most) for name, most in LONGEST.items()}),
    )
