"""The result of a proposal, and its stored description."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from hashlib import sha256
from typing import Any

from assistant.contract import Json, Usage
from assistant.strict_json import write
from finance.models import Account, Transaction
from reconciliation.conversation.proposal import PairedStatement, Proposal, ProposedStatement
from reconciliation.models import Statement, StatementLine
from reconciliation.models.columns import storable
from reconciliation.proposals.tools import LedgerTools

NOTHING = PairedStatement(account=None, lines={})
UNKNOWN = Usage()


def resolved(proposal: Proposal, tools: LedgerTools, paired: Mapping[int, PairedStatement]) -> Json:
    """Return the proposal as it is stored, with code's pairs that it does not contradict. A handle that was never given, or belongs to
    another account, is listed in `unknown` only."""
    statements = [_Resolving(statement, tools, paired.get(statement.statement, NOTHING)).statement() for statement in proposal.statements]
    stored: Json = storable({"statements": statements, "summary": proposal.summary})
    return stored


class _Resolving:
    def __init__(self, proposed: ProposedStatement, tools: LedgerTools, paired: PairedStatement) -> None:
        self._proposed, self._tools, self._paired = proposed, tools, paired
        self._unknown: list[Json] = []
        account = tools.accounts.row(proposed.account) if proposed.account is not None else None
        if proposed.account is not None and account is None:
            self._unknown.append({"code": "unknown_account", "proposed": proposed.account[:20]})
        self._account = account.name if account else None

    def statement(self) -> Json:
        matched = [{"line": match.line, "transactions": self._names(match.transactions)} for match in self._proposed.matched]
        named = {*(match.line for match in self._proposed.matched), *self._proposed.new}
        agrees = self._account is not None and self._account == self._paired.account
        pairs_of_code = self._paired.lines.items() if agrees else ()
        matched += [{"line": line, "transactions": list(names)} for line, names in pairs_of_code if line not in named]
        return {
            "statement": self._proposed.statement,
            "account": self._account,
            "matched": matched,
            "new": list(self._proposed.new),
            "missing": self._names(self._proposed.missing),
            "unknown": self._unknown,
        }

    def _names(self, handles: Sequence[str]) -> list[str]:
        names: list[str] = []
        for handle in handles:
            row = self._tools.transactions.row(handle)
            if row is None:
                self._unknown.append({"code": "unknown_transaction", "proposed": handle[:20]})
            elif row.account.name != self._account:
                self._unknown.append({"code": "other_account", "proposed": handle[:20]})
            else:
                names.append(row.external_id or str(row.pk))
        return names


@dataclass(frozen=True, slots=True, kw_only=True)
class ProposalResult:
    """The result of the loop. Without a proposal `failure` has the reason; the verdict by code is made in any case."""

    tools: LedgerTools
    provider: str
    model: str = ""
    prompt: str = ""
    paired: Mapping[int, PairedStatement] = field(default_factory=dict)
    proposal: Proposal | None = None
    stop_reason: str = ""
    usage: Usage = UNKNOWN
    cost: Decimal | None = None
    failure: dict[str, Any] | None = None


def described(proposed: ProposalResult | None) -> dict[str, Any]:
    """Return the stored description of a proposal: its provider, its usage and its content."""
    if proposed is None:
        return {"provider": None, "proposal": None}
    return {
        "provider": {
            "name": proposed.provider,
            "model": proposed.model,
            "prompt": proposed.prompt,
            "stop_reason": proposed.stop_reason,
            "failure": proposed.failure,
            "input_tokens": proposed.usage.input_tokens,
            "output_tokens": proposed.usage.output_tokens,
            "cost": None if proposed.cost is None else format(proposed.cost.normalize(), "f"),
        },
        "proposal": resolved(proposed.proposal, proposed.tools, proposed.paired) if proposed.proposal else None,
    }


def pair_as_shown(line: StatementLine, entries: Sequence[Transaction]) -> dict[str, Any]:
    """Return a proposed pair as a page shows it: an answer is bound to it."""
    row = [line.date and line.date.isoformat(), format(line.amount, "f"), line.description]
    booked = [[entry.booked_on.isoformat(), format(entry.amount, "f"), entry.description] for entry in entries]
    return {"statement": line.statement.number, "line": line.number, "row": row, "entries": booked}


def account_as_shown(statement: Statement, account: Account) -> dict[str, Any]:
    """Return a proposed account as a page shows it: an answer is bound to it."""
    return {"statement": statement.number, "account": account.name}


def digest_of_shown(shown: Mapping[str, Any]) -> str:
    """Return the SHA-256, in hexadecimal, of a proposal as it was shown."""
    return sha256(write(shown).encode()).hexdigest()
