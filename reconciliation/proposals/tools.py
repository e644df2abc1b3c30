"""What a model may look up: accounts and transactions of one actor, and nothing else by construction.

Every answer carries figures that the database computed, so that no model has to count or to add.
"""

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from django.db.models import Q

from assistant.tools import Tool, ToolRefusal
from finance.balances import book_balance, counted, with_extent
from finance.models import Account, Transaction
from finance.models.querysets import TransactionQuerySet
from finance.paging import PageKey
from reconciliation.conversation.handles import Handles
from reconciliation.models.actor import Actor
from reconciliation.printed.statement import PrintedStatement
from reconciliation.proposals.cleared import cleared_balance
from reconciliation.proposals.interrupt import look_up
from reconciliation.reconcile.ledger import accounts_of
from reconciliation.verification.account_choice import choose_accounts

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
        """Arguments that the statements themselves give: the days that they are of, and their account where code finds only one."""
        days = [day for each in statements for day in (each.period_start, each.period_end)]
        found = {"first": str(min(filter(None, days))), "last": str(max(filter(None, days)))} if days and all(days) else {}
        chosen = {choice.account.id if choice.account else "" for choice in choose_accounts(accounts_of(self._actor), statements)}
        account = self._actor.accounts().filter(pk__in=chosen - {""}).first() if len(chosen) == 1 and chosen != {""} else None
        return {"get_transactions": found | ({"account": self.accounts.give(account.pk, account)} if account else {})}

    def remembered(self) -> dict[str, Any]:
        """Which rows the handles stand for, as JSON."""
        return {"accounts": self.accounts.given(), "transactions": self.transactions.given()}

    def recall(self, remembered: Mapping[str, Mapping[str, str]]) -> None:
        """The handles of results that an earlier attempt at this run was given."""
        accounts, transactions = remembered["accounts"], remembered["transactions"]
        self.accounts.give_again(accounts, self._actor.accounts().in_bulk(accounts.values()))
        entries = self._actor.transactions().select_related("account")
        self.transactions.give_again(transactions, entries.in_bulk(transactions.values()))

    def get_accounts(self, query: AccountQuery) -> dict[str, Any]:
        visible = self._actor.accounts()
        rows = with_extent(visible.order_by("name", "id"))
        if query.cursor is not None:
            shown = self._shown_account(query.cursor)
            rows = rows.filter(Q(name__gt=shown.name) | Q(name=shown.name, id__gt=shown.pk))
        page = list(rows[: ACCOUNTS + 1])
        listed = [self._account_row(account) for account in page[:ACCOUNTS]]
        all_of_them = query.cursor is None and len(page) <= ACCOUNTS
        count = len(page) if all_of_them else visible.count()
        return {"count": count, "accounts": listed, "next": listed[-1]["id"] if len(page) > ACCOUNTS else None}

    def get_transactions(self, query: TransactionQuery) -> dict[str, Any]:
        account = self._shown_account(query.account)
        entries = self._actor.transactions().filter(account=account).exclude(status=Transaction.Status.VOID)
        window = entries.booked_between(query.first, query.last)
        page = window.page(size=query.limit, after=self._key(query.cursor))
        listed = [self._transaction_row(row) for row in page.rows]
        return {
            "account": query.account,
            "currency": account.currency,
            **self._figures(account, window, query.last),
            "columns": ["id", "date", "amount", "description", "reference", "number", "status"],
            "rows": listed,
            "next": listed[-1][0] if page.next_key else None,
        }

    def _figures(self, account: Account, window: TransactionQuerySet, last: dt.date) -> dict[str, Any]:
        count, moved = counted(window.posted(), account.currency)
        return {
            "count": count,
            "sum": moved,
            "book_balance": book_balance(account, last),
            "cleared_balance": cleared_balance(account, last),
        }

    def _shown_account(self, handle: str) -> Account:
        account = self.accounts.row(handle)
        if account is None:
            raise ToolRefusal(f"No account was shown as {handle[:20]!r}. Call get_accounts and use the ids that it gives.")
        return account

    def _key(self, cursor: str | None) -> PageKey | None:
        if cursor is None:
            return None
        row = self.transactions.row(cursor)
        if row is None:
            raise ToolRefusal(f"{cursor[:20]!r} is no cursor. Use `next` of the page before, or leave it out for the first page.")
        return PageKey(booked_on=row.booked_on, id=row.pk)

    def _account_row(self, account: Any) -> dict[str, Any]:
        return {
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

    def _transaction_row(self, row: Transaction) -> list[Any]:
        handle = self.transactions.give(row.pk, row)
        status = "excluded" if row.is_excluded else row.status
        return [handle, row.booked_on, row.amount, row.description, row.reference, row.number, status]
