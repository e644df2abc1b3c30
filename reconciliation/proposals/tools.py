"""The tools of a model: they read accounts and transactions of one actor, and nothing else by construction.

Every answer has figures computed by the database, so that no model has to count or to add. A query that takes too long is interrupted from
another thread: the tool itself runs in the thread of its run.
"""

import datetime as dt
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Annotated, Any, Generic, TypeVar
from uuid import UUID

from django.db import DEFAULT_DB_ALIAS, connections, transaction
from django.db.models import Q

from assistant.tools import Tool, ToolRefusal
from finance.balances import book_balance, counted, total, with_extent
from finance.models import Account, Transaction
from finance.paging import PageKey
from reconciliation.models import Match, Statement
from reconciliation.models.actor import Actor
from reconciliation.printed.statement import PrintedStatement
from reconciliation.reconcile.ledger import accounts_of
from reconciliation.verification.account_choice import choose_accounts

Query = TypeVar("Query")


SECONDS = 30.0  # a look-up may take
LOOK_UPS = ("get_accounts", "get_transactions")


def look_up(name: str, arguments: type[Query], function: Callable[[Query], Any], *, seconds: float = SECONDS) -> Tool[Query]:
    """Return a tool that reads with this thread's connection, inside its transaction if there is one. An interrupt leaves that transaction
    whole."""

    def within(query: Query) -> Any:
        with transaction.atomic():
            return function(query)

    return Tool(name=name, arguments=arguments, function=within, seconds=seconds, interrupt=interrupt_of_this_thread())


def interrupt_of_this_thread() -> Callable[[], None]:
    """Return a function that ends this thread's current query from any thread; the query raises. Without a query it does nothing."""
    database = connections[DEFAULT_DB_ALIAS]

    def interrupt() -> None:
        raw = database.connection
        if isinstance(raw, sqlite3.Connection):
            raw.interrupt()
        elif raw is not None:
            raw.cancel_safe()

    return interrupt


RowT = TypeVar("RowT")


class Handles(Generic[RowT]):
    """Handles in the order in which rows were first shown."""

    def __init__(self, letter: str) -> None:
        self._letter = letter
        self._rows: dict[str, RowT] = {}
        self._handles: dict[UUID, str] = {}

    def give(self, key: UUID, row: RowT) -> str:
        """Return the handle of a row, a new one if it has none."""
        handle = self._handles.setdefault(key, f"{self._letter}{len(self._handles) + 1}")
        self._rows.setdefault(handle, row)
        return handle

    def given(self) -> dict[str, str]:
        """Return the key of each handle."""
        return {handle: str(key) for key, handle in self._handles.items()}

    def give_again(self, given: Mapping[str, str], rows: Mapping[UUID, RowT]) -> None:
        """Restore handles. The handle of a deleted row is not reused and leads nowhere."""
        self._handles = {UUID(key): handle for handle, key in given.items()}
        self._rows = {handle: rows[key] for key, handle in self._handles.items() if key in rows}

    def row(self, handle: str) -> RowT | None:
        return self._rows.get(handle)


def cleared_balance(account: Account, last: dt.date) -> Decimal | None:
    """Return the balance that a printed one must equal: the opening and the posted entries up to the end of that day that are paired with
    statements. None if the opening is unknown.

    A matched statement ties at its end, so its closing balance replaces everything that was cleared by then.
    """
    statements = Statement.objects.of(account.organization).filter(account=account)
    tied = statements.filter(verdict="matched", period_end__lte=last, closing_balance_minor__isnull=False).order_by("-period_end").first()
    begins = tied.closing_balance if tied else account.opening_balance
    if begins is None:
        return None
    since = statements.filter(Q(period_end=None) | Q(period_end__gt=tied.period_end)) if tied else statements
    paired = Match.objects.of(account.organization).filter(statement__in=since).exclude(kind=Match.Kind.DIFFERING)
    entries = account.transactions.posted().filter(pk__in=paired.values("transactions"), booked_on__lte=last)
    return begins + total(entries, account.currency)


PAGE = 200
MOST = 500
ACCOUNTS = 100
Known = dict[str, dict[str, Any]]


@dataclass(frozen=True, slots=True, kw_only=True)
class AccountQuery:
    """The ledger's accounts that this user may see: name, kind, currency, institution, number, first and last entry."""

    cursor: Annotated[str | None, "`next` of the page before; null for the first page"] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TransactionQuery:
    """The entries of one account between two days, both included, oldest first; with count and sum of what is posted,
    and the book and the cleared balance at the end of the last day."""

    account: Annotated[str, "a handle that get_accounts gave, such as a1"]
    first: dt.date
    last: dt.date
    cursor: Annotated[str | None, "`next` of the page before; null for the first page"] = None
    limit: Annotated[int, "rows a page, at most 500"] = PAGE

    def __post_init__(self) -> None:
        if self.last < self.first:
            raise ValueError("last must not be before first")
        if not 1 <= self.limit <= MOST:
            raise ValueError(f"limit must be between 1 and {MOST}")


class LedgerTools:
    """The tools of one run. Everything is read through the actor; handles lead back to rows that were shown, to no others."""

    def __init__(self, actor: Actor) -> None:
        self._actor = actor
        self.accounts: Handles[Account] = Handles("a")
        self.transactions: Handles[Transaction] = Handles("t")

    def offered(self) -> list[Tool[Any]]:
        return [
            look_up("get_accounts", AccountQuery, self.get_accounts),
            look_up("get_transactions", TransactionQuery, self.get_transactions),
        ]

    def known(self, statements: Sequence[PrintedStatement]) -> Known:
        """Return arguments given by the statements: their days, and their account if code finds only one."""
        days = [day for statement in statements for day in (statement.period_start, statement.period_end)]
        period = {"first": str(min(filter(None, days))), "last": str(max(filter(None, days)))} if days and all(days) else {}
        chosen = {choice.account.id if choice.account else "" for choice in choose_accounts(accounts_of(self._actor), statements)}
        account = self._actor.accounts().filter(pk__in=chosen - {""}).first() if len(chosen) == 1 and chosen != {""} else None
        return {"get_transactions": period | ({"account": self.accounts.give(account.pk, account)} if account else {})}

    def remembered(self) -> dict[str, Any]:
        """Return the key of each handle, as JSON."""
        return {"accounts": self.accounts.given(), "transactions": self.transactions.given()}

    def recall(self, remembered: Mapping[str, Mapping[str, str]]) -> None:
        """Restore the handles of results from an earlier attempt at this run."""
        accounts, transactions = remembered["accounts"], remembered["transactions"]
        self.accounts.give_again(accounts, self._actor.accounts().in_bulk(accounts.values()))
        entries = self._actor.transactions().select_related("account")
        self.transactions.give_again(transactions, entries.in_bulk(transactions.values()))

    def get_accounts(self, query: AccountQuery) -> dict[str, Any]:
        visible = self._actor.accounts()
        rows = with_extent(visible.select_related("organization").order_by("name", "id"))
        if query.cursor is not None:
            shown = self._shown_account(query.cursor)
            rows = rows.filter(Q(name__gt=shown.name) | Q(name=shown.name, id__gt=shown.pk))
        page = list(rows[: ACCOUNTS + 1])
        listed = [
            {
                "id": self.accounts.give(account.pk, account),
                "name": account.name,
                "kind": account.kind,
                "currency": account.currency,
                "institution": account.institution,
                "number": account.number,
                "opening_balance": account.opening_balance,
                "opening_date": account.opening_date,
                "entries": account.entries,
                "first": account.first,
                "last": account.last,
            }
            for account in page[:ACCOUNTS]
        ]
        all_of_them = query.cursor is None and len(page) <= ACCOUNTS
        count = len(page) if all_of_them else visible.count()
        return {"count": count, "accounts": listed, "next": listed[-1]["id"] if len(page) > ACCOUNTS else None}

    def get_transactions(self, query: TransactionQuery) -> dict[str, Any]:
        account = self._shown_account(query.account)
        entries = self._actor.transactions().filter(account=account).exclude(status=Transaction.Status.VOID)
        window, after = entries.booked_between(query.first, query.last), None
        if query.cursor is not None:
            last_shown = self.transactions.row(query.cursor)
            if last_shown is None:
                raise ToolRefusal(f"{query.cursor[:20]!r} is no cursor. Use `next` of the page before, or leave it out for the first page.")
            after = PageKey(booked_on=last_shown.booked_on, id=last_shown.pk)
        page = window.page(size=query.limit, after=after)
        listed = []
        for row in page.rows:
            handle, status = self.transactions.give(row.pk, row), "excluded" if row.is_excluded else row.status
            listed.append([handle, row.booked_on, row.amount, row.description, row.reference, row.number, status])
        count, moved = counted(window.posted(), account.currency)
        return {
            "account": query.account,
            "currency": account.currency,
            "count": count,
            "sum": moved,
            "book_balance": book_balance(account, query.last),
            "cleared_balance": cleared_balance(account, query.last),
            "columns": ["id", "date", "amount", "description", "reference", "number", "status"],
            "rows": listed,
            "next": listed[-1][0] if page.next_key else None,
        }

    def _shown_account(self, handle: str) -> Account:
        account = self.accounts.row(handle)
        if account is None:
            raise ToolRefusal(f"No account was shown as {handle[:20]!r}. Call get_accounts and use the ids that it gives.")
        return account
