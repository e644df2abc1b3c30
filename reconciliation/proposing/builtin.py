"""The provider that needs no model: deterministic, without network or key, behind the same contract and the same tools.

It proposes as a model would, from nothing but what the conversation holds, and is believed as little.
"""

import datetime as dt
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from assistant.contract import Message, Request, ToolCall, Turn, Usage
from assistant.strict_json import write
from reconciliation.proposing.builtin_accounts import account_for
from reconciliation.proposing.builtin_pairs import Row, pair
from reconciliation.proposing.instructions import reading_in

AROUND = dt.timedelta(days=10)
PAGE = 500


class BuiltinProvider:
    """Calls get_accounts, then get_transactions until every page is there, then proposes."""

    name = "builtin"
    model = "builtin"

    def generate(self, request: Request) -> Turn:
        seen = _Seen.of(request.messages)
        calls = list(self._wanted(seen)) if request.tools else []
        if calls:
            return Turn(tool_calls=tuple(calls), finish_reason="tool_calls", usage=Usage(), model=self.model)
        return Turn(text=write(_proposal(seen)), finish_reason="stop", usage=Usage(), model=self.model)

    def _wanted(self, seen: "_Seen") -> Iterator[ToolCall]:
        if not seen.has_all_accounts:
            yield seen.call("get_accounts", {"cursor": seen.accounts_cursor})
            return
        asked = []
        for statement in seen.statements:
            query = seen.query(statement)
            if query is not None and query not in asked and not seen.pages(query).complete:
                asked.append(query)
                yield seen.call("get_transactions", {**query, "cursor": seen.pages(query).cursor}, number=len(asked))


@dataclass(slots=True)
class _Pages:
    """The pages of one query, as far as they came."""

    rows: list[Row] = field(default_factory=list)
    cursor: str | None = None
    complete: bool = False


@dataclass(slots=True)
class _Seen:
    """What the conversation holds: the statements, and what the tools answered."""

    statements: Sequence[Mapping[str, Any]]
    rounds: int = 0
    accounts: list[Mapping[str, Any]] = field(default_factory=list)
    accounts_cursor: str | None = None
    has_all_accounts: bool = False
    _pages: dict[str, _Pages] = field(default_factory=dict)

    @classmethod
    def of(cls, messages: Sequence[Message]) -> "_Seen":
        seen = cls(statements=reading_in(messages[0].text))
        calls: dict[str, ToolCall] = {}
        for message in messages:
            calls |= {call.id: call for call in (message.turn.tool_calls if message.turn else ())}
            seen.rounds += message.role == "assistant"
            for result in message.results:
                seen._take(calls[result.call_id], result.content, is_error=result.is_error)
        return seen

    def call(self, name: str, arguments: Mapping[str, Any], *, number: int = 1) -> ToolCall:
        return ToolCall(id=f"{name}-{self.rounds + 1}-{number}", name=name, arguments=arguments)

    def query(self, statement: Mapping[str, Any]) -> dict[str, Any] | None:
        """Which transactions a statement is compared with: those of its account around its days; None without account or days."""
        account = account_for(statement, self.accounts)
        days = sorted(_days(statement))
        if account is None or not days:
            return None
        return {"account": account, "first": str(days[0] - AROUND), "last": str(days[-1] + AROUND), "limit": PAGE}

    def pages(self, query: Mapping[str, Any]) -> _Pages:
        return self._pages.setdefault(write(query), _Pages())

    def _take(self, call: ToolCall, content: str, *, is_error: bool) -> None:
        if call.name == "get_accounts":
            answer = {"accounts": [], "next": None} if is_error else json.loads(content)
            self.accounts += answer["accounts"]
            self.accounts_cursor = answer["next"]
            self.has_all_accounts = answer["next"] is None
        elif call.name == "get_transactions":
            pages = self.pages({name: value for name, value in (call.arguments or {}).items() if name != "cursor"})
            answer = {"rows": [], "next": None} if is_error else json.loads(content)
            pages.rows += [Row(row[0], dt.date.fromisoformat(row[1]), row[2]) for row in answer["rows"] if row[-1] == "posted"]
            pages.cursor = answer["next"]
            pages.complete = answer["next"] is None


def _days(statement: Mapping[str, Any]) -> Iterable[dt.date]:
    printed = [statement["first_day"], statement["last_day"], *(line[1] for line in statement["lines"])]
    return (dt.date.fromisoformat(day) for day in printed if day)


def _proposal(seen: _Seen) -> dict[str, Any]:
    proposed = [_proposed(number, statement, seen) for number, statement in enumerate(seen.statements)]
    paired, rows = sum(len(each["matched"]) for each in proposed), sum(len(each["lines"]) for each in seen.statements)
    return {"statements": proposed, "summary": f"{paired} of {rows} printed rows are in the ledger."}


def _proposed(number: int, statement: Mapping[str, Any], seen: _Seen) -> dict[str, Any]:
    query = seen.query(statement)
    entries = seen.pages(query).rows if query else []
    lines = [Row(str(line[0]), dt.date.fromisoformat(line[1]), line[2]) for line in statement["lines"] if line[1]]
    pairs = pair(lines, entries)
    first, last = statement["first_day"], statement["last_day"]
    inside = [entry for entry in entries if first and last and first <= str(entry.day) <= last]
    return {
        "statement": number,
        "account": query["account"] if query else None,
        "matched": [{"line": int(line), "transactions": [entry]} for line, entry in pairs.items()],
        "new": [line[0] for line in statement["lines"] if str(line[0]) not in pairs],
        "missing": [entry.id for entry in inside if entry.id not in set(pairs.values())],
    }
