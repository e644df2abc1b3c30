"""The built-in provider: deterministic, without network or key, behind the same contract and the same tools.

It knows only the conversation, proposes what code finds in that, and its proposal is checked like a model's.
"""

import datetime as dt
from collections.abc import Iterator, Mapping
from typing import Any

from assistant.contract import ProviderError, Request, ToolCall, Turn, Unstreamed, Usage
from assistant.strict_json import write
from reconciliation.conversation.instructions import NoReading
from reconciliation.conversation.visible_ledger import VisibleLedger
from reconciliation.matching.differing import FARTHEST
from reconciliation.matching.evidence import CHEQUE_LATEST
from reconciliation.verification import verify
from reconciliation.verification.account_choice import choose_accounts
from reconciliation.verification.chain import StatementSpan, span_of

BUILTIN = "builtin"
BEFORE, AFTER = dt.timedelta(days=CHEQUE_LATEST), dt.timedelta(days=FARTHEST)
"""The distance from a statement's days within which the matcher looks for an entry."""
PAGE = 500


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
        calls = tuple(_wanted(ledger)) if request.tools else ()
        if calls:
            return Turn(tool_calls=calls, finish_reason="tool_calls", usage=Usage(), model=self.model)
        return Turn(text=write(_proposal(ledger)), finish_reason="stop", usage=Usage(), model=self.model)


def _wanted(ledger: VisibleLedger) -> Iterator[ToolCall]:
    """Yield calls for the next pages: first of the accounts, then of the entries of the statements' accounts."""
    if not ledger.accounts_pages.complete:
        yield _call(ledger, "get_accounts", {"cursor": ledger.accounts_pages.cursor})
        return
    # Only statements with days can be compared.
    spans: dict[str, list[StatementSpan]] = {}
    for index, (statement, choice) in enumerate(zip(ledger.statements, choose_accounts(ledger.accounts, ledger.statements), strict=True)):
        span = span_of(index, statement)
        if choice.account and span:
            spans.setdefault(choice.account.id, []).append(span)
    for account, own_spans in spans.items():
        pages = ledger.entries_pages(account)
        if not pages.complete:
            first, last = min(span.first for span in own_spans) - BEFORE, max(span.last for span in own_spans) + AFTER
            days = {"first": str(first), "last": str(last)}
            yield _call(ledger, "get_transactions", {"account": account, **days, "limit": PAGE, "cursor": pages.cursor})


def _call(ledger: VisibleLedger, name: str, arguments: Mapping[str, Any]) -> ToolCall:
    return ToolCall(id=f"{name}-{ledger.rounds + 1}-{arguments.get('account', '')}", name=name, arguments=arguments)


def _proposal(ledger: VisibleLedger) -> dict[str, Any]:
    """Return the proposal. Rows that only a person can settle, or that differ in the books, are in no pair."""
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
    return {"statements": proposed, "summary": f"{matched} of {rows} printed rows are in the ledger."}
