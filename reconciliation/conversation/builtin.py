"""The built-in provider: deterministic, without network or key, behind the same contract and the same tools.

It knows only the conversation, as plain values: its statements, and the books from the tools' answers. It proposes what code finds in that,
and its proposal is checked like a model's.
"""

import datetime as dt
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import Any

from assistant.contract import Message, ProviderError, Request, ToolCall, Turn, Unstreamed, Usage
from assistant.strict_json import write
from reconciliation.conversation.instructions import NoReading, reading_in
from reconciliation.matching.differing import FARTHEST
from reconciliation.matching.evidence import CHEQUE_LATEST
from reconciliation.printed.statement import PrintedLine, PrintedStatement
from reconciliation.verification import verify
from reconciliation.verification.account_choice import choose_accounts
from reconciliation.verification.books import AccountBooks, BookEntry
from reconciliation.verification.chain import StatementSpan, span_of

Json = Mapping[str, Any]
BUILTIN = "builtin"
BEFORE, AFTER = dt.timedelta(days=CHEQUE_LATEST), dt.timedelta(days=FARTHEST)
"""The distance from a statement's days within which the matcher looks for an entry."""
PAGE = 500


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

    def wanted(self) -> Iterator[ToolCall]:
        """Yield calls for the next pages: first of the accounts, then of the entries of the statements' accounts."""
        if not self.accounts_pages.complete:
            yield _call(self, "get_accounts", {"cursor": self.accounts_pages.cursor})
            return
        # Only statements with days can be compared.
        spans: dict[str, list[StatementSpan]] = {}
        for index, (statement, choice) in enumerate(zip(self.statements, choose_accounts(self.accounts, self.statements), strict=True)):
            span = span_of(index, statement)
            if choice.account and span:
                spans.setdefault(choice.account.id, []).append(span)
        for account, own_spans in spans.items():
            pages = self.entries_pages(account)
            if not pages.complete:
                first, last = min(span.first for span in own_spans) - BEFORE, max(span.last for span in own_spans) + AFTER
                days = {"first": str(first), "last": str(last)}
                yield _call(self, "get_transactions", {"account": account, **days, "limit": PAGE, "cursor": pages.cursor})


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


class BuiltinProvider(Unstreamed):
    """Calls get_accounts, then get_transactions until every page is there, then proposes."""

    name = BUILTIN
    model = BUILTIN

    def generate(self, request: Request) -> Turn:
        """Return the calls that are still needed, else the proposal. Raises ProviderError if there is nothing to reconcile."""
        try:
            ledger = VisibleLedger.of(request.messages)
        except NoReading:
            raise ProviderError("invalid_request", "the conversation holds no reading") from None
        calls = tuple(ledger.wanted()) if request.tools else ()
        if calls:
            return Turn(tool_calls=calls, finish_reason="tool_calls", usage=Usage(), model=self.model)
        # Rows that only a person can settle, or that differ in the books, are in no pair.
        try:
            verdicts = verify(ledger.books(), ledger.statements)
        except ArithmeticError as error:
            raise ProviderError("other", "the figures cannot be added exactly") from error
        proposed = []
        for number, (verdict, statement) in enumerate(zip(verdicts, ledger.statements, strict=True)):
            paired = {item.line for item in verdict.matched}
            proposal = {
                "statement": number,
                "account": verdict.account_id,
                "matched": [{"line": item.line, "transactions": list(item.transactions)} for item in verdict.matched],
                "new": [line for line in range(len(statement.lines)) if line not in paired],
                "missing": [item.transaction for item in verdict.missing],
            }
            proposed.append(proposal)
        matched, rows = sum(len(verdict.matched) for verdict in verdicts), sum(len(statement.lines) for statement in ledger.statements)
        answer = {"statements": proposed, "summary": f"{matched} of {rows} printed rows are in the ledger."}
        return Turn(text=write(answer), finish_reason="stop", usage=Usage(), model=self.model)


def _call(ledger: VisibleLedger, name: str, arguments: Mapping[str, Any]) -> ToolCall:
    return ToolCall(id=f"{name}-{ledger.rounds + 1}-{arguments.get('account', '')}", name=name, arguments=arguments)
