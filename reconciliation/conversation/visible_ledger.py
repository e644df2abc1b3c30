"""The content of a conversation as plain values: its statements, and the books from the tools' answers."""

import datetime as dt
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import Any

from assistant.contract import Message, ToolCall
from reconciliation.conversation.instructions import reading_in
from reconciliation.printed.statement import PrintedLine, PrintedStatement
from reconciliation.verification.books import AccountBooks, BookEntry

Json = Mapping[str, Any]


@dataclass(slots=True)
class Pages:
    """The progress of one list: the next cursor, and whether the list is complete."""

    cursor: str | None = None
    complete: bool = False

    def turn(self, cursor: str | None) -> None:
        self.cursor, self.complete = cursor, cursor is None


@dataclass(slots=True)
class VisibleLedger:
    """Accounts and entries named by their handles, as the provider knows them. `rounds` are the turns so far."""

    statements: Sequence[PrintedStatement]
    rounds: int = 0
    accounts: list[AccountBooks] = field(default_factory=list)
    accounts_pages: Pages = field(default_factory=Pages)
    _entries: dict[str, list[BookEntry]] = field(default_factory=dict)
    _entries_pages: dict[str, Pages] = field(default_factory=dict)

    @classmethod
    def of(cls, messages: Sequence[Message]) -> "VisibleLedger":
        ledger = cls(statements=[_statement(item) for item in reading_in(messages[0].text)])
        calls: dict[str, ToolCall] = {}
        for message in messages:
            calls |= {call.id: call for call in (message.turn.tool_calls if message.turn else ())}
            ledger.rounds += message.role == "assistant"
            for result in message.results:
                ledger._take(calls[result.call_id], result.content, is_error=result.is_error)
        return ledger

    def books(self) -> list[AccountBooks]:
        return [replace(account, entries=tuple(self._entries.get(account.id, ()))) for account in self.accounts]

    def entries_pages(self, account: str) -> Pages:
        return self._entries_pages.setdefault(account, Pages())

    def _take(self, call: ToolCall, content: str, *, is_error: bool) -> None:
        """Add a tool's answer. A refusal ends the list. An entry is brought forward if it is dated before the opening of the books."""
        answer = {"accounts": [], "rows": [], "next": None} if is_error else json.loads(content)
        if call.name == "get_accounts":
            self.accounts += [
                AccountBooks(
                    id=item["id"],
                    name=item["name"],
                    kind=item["kind"],
                    currency=item["currency"],
                    institution=item["institution"],
                    number=item["number"],
                    opening_balance=_amount(item["opening_balance"]),
                    opening_date=_day(item["opening_date"]),
                )
                for item in answer["accounts"]
            ]
            self.accounts_pages.turn(answer["next"])
        elif call.name == "get_transactions":
            name = str((call.arguments or {})["account"])
            opening = next((account.opening_date for account in self.accounts if account.id == name), None)
            entries = self._entries.setdefault(name, [])
            for handle, day, amount, description, reference, number, status in answer["rows"]:
                date = dt.date.fromisoformat(day)
                entry = BookEntry(
                    id=handle,
                    date=date,
                    amount=Decimal(amount),
                    description=description,
                    status=status,
                    excluded=status == "excluded",
                    reference=reference,
                    number=number,
                    brought_forward=opening is not None and date < opening,
                )
                entries.append(entry)
            self.entries_pages(name).turn(answer["next"])


def _statement(item: Json) -> PrintedStatement:
    """Return a statement. All statements of the message are of one document."""
    lines = [
        PrintedLine(
            date=_day(day),
            description=description,
            amount=Decimal(amount),
            transaction_date=_day(transaction_day),
            reference=reference,
        )
        for _index, day, amount, description, transaction_day, reference in item["lines"]
    ]
    return PrintedStatement(
        institution=item["institution"],
        account_hint=item["account"],
        account_kind=item["kind"],
        currency=item["currency"],
        currency_sign=item.get("currency_sign"),
        period_start=_day(item["first_day"]),
        period_end=_day(item["last_day"]),
        opening_balance=_amount(item["opening_balance"]),
        closing_balance=_amount(item["closing_balance"]),
        lines=tuple(lines),
        flags=tuple(item["flags"]),
        source="document",
    )


def _day(text: str | None) -> dt.date | None:
    return dt.date.fromisoformat(text) if text else None


def _amount(text: str | None) -> Decimal | None:
    return None if text is None else Decimal(text)
