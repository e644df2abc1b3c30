"""The loop of a proposal: a provider looks things up with the actor's tools and proposes. A proposal is never a verdict.

The first message counts the settled rows of each statement and lists the open ones. It holds the answers that the tools would give, so
that one turn usually ends the run. It is part of the message and not a result of calls that no model made, because a provider that signs
its calls refuses those.
"""

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any
from uuid import UUID

from assistant.contract import Json, Message, ProviderError, closed_at_end
from assistant.events import LoopStep as LoopStep
from assistant.limits import Limits
from assistant.registry import ProviderNotConfigured
from assistant.tools import Ready, Tool, ToolAnswer, Toolbox
from finance.models import Account, Transaction
from reconciliation.conversation.builtin import BUILTIN
from reconciliation.conversation.instructions import Instructions, fenced, reading_message
from reconciliation.conversation.proposal import PairedStatement, Proposal
from reconciliation.model_access.consent import NotAllowed
from reconciliation.model_access.loop_factory import Loops
from reconciliation.model_access.park import Suspended, run_or_suspend, stored_failure
from reconciliation.model_access.providers import Choose
from reconciliation.models.actor import Actor
from reconciliation.printed.statement import PrintedStatement
from reconciliation.proposals.result import ProposalResult
from reconciliation.proposals.tools import LedgerTools
from reconciliation.queue.snapshot import PromptContext
from reconciliation.reconcile.build_answer import Settled
from reconciliation.reconcile.ledger import Ledger
from reconciliation.reconcile.reconcile_accounts import Trial
from reconciliation.verification.verdict import StatementVerdict

Row = list[Any]
TASK = "Propose the reconciliation of what is open."
MOST = 200
"""Rows of one list; further ones are counted, and can be looked up."""
LONGEST = 400
"""Characters of a text."""
ACCOUNTS = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Brief:
    """The message, and the pairs by number of the statement: the message gives them as a count, and they complete an answer that does not
    mention them."""

    message: str
    paired: Mapping[int, PairedStatement]


def brief_of(trial: Trial, tools: LedgerTools, actor: Actor) -> Brief:
    """Return the brief of a trial reconciliation. Every named row gets a handle."""
    named = ((settled.verdict.account_id or "", name) for settled in trial.settled for name in _unpaired(settled.verdict)[:MOST])
    entries = actor.transactions().in_bulk([key for place in named if (key := trial.ledger.transactions.get(place))])
    writer = _Writer(trial.ledger, tools, entries)
    content: Json = {"statements": [writer.statement(settled) for settled in trial.settled]}
    if any(settled.verdict.account_id is None for settled in trial.settled):
        content["accounts"] = [writer.account(account) for account in islice(trial.ledger.accounts.values(), ACCOUNTS)]
    paired = {
        settled.statement.number: PairedStatement(
            account=settled.verdict.account, lines={item.line: item.transactions for item in settled.verdict.matched}
        )
        for settled in trial.settled
    }
    return Brief(message=fenced(TASK, content), paired=paired)


def _unpaired(verdict: StatementVerdict) -> list[str]:
    """Return the entries that are surely no line's, each once."""
    names = [*(item.transaction for item in verdict.missing), *(item.transaction for item in verdict.differing)]
    return list(dict.fromkeys([*names, *(name for group in verdict.ambiguous for name in group.transactions)]))


@dataclass(frozen=True, slots=True)
class _Writer:
    ledger: Ledger
    tools: LedgerTools
    entries: Mapping[UUID, Transaction]

    def statement(self, settled: Settled) -> Json:
        verdict, printed = settled.verdict, settled.printed
        paired = {item.line for item in verdict.matched}
        lines = [(index, line) for index, line in enumerate(printed.lines) if index not in paired]
        unpaired = _unpaired(verdict)
        open_entries = [
            (
                entry.booked_on,
                [self.tools.transactions.give(entry.pk, entry), entry.amount, _text(entry.description, entry.reference, entry.number)],
            )
            for name in unpaired
            if (entry := self._entry(verdict, name))
        ]
        account = self.ledger.account(verdict.account_id)
        content = {
            "statement": settled.statement.number,
            "account": self.tools.accounts.give(account.pk, account) if account else None,
            "currency": printed.currency,
            "currency_sign": printed.currency_sign,
            "first_day": printed.period_start,
            "last_day": printed.period_end,
            "closing_balance": printed.closing_balance,
            "cleared_balance": verdict.closing_balance.ledger,
            "rows": len(printed.lines),
            "rows_paired": len(paired),
            "columns": ["id", "amount", "text"],
            "open_rows": _by_day([(line.date, [index, line.amount, _text(line.description, line.reference)]) for index, line in lines]),
            "open_entries": _by_day(open_entries),
            "left_out": max(0, len(lines) - MOST) + max(0, len(unpaired) - MOST) or None,
            "undecided": [[list(group.lines), self._handles(verdict, group.transactions)] for group in verdict.ambiguous[:MOST]],
            "differing": [[item.line, *self._handles(verdict, [item.transaction]), item.kind] for item in verdict.differing[:MOST]],
            "reasons": verdict.reasons,
        } | ({} if account else {"institution": printed.institution, "number": printed.account_hint, "kind": printed.account_kind})
        return {name: value for name, value in content.items() if value not in (None, [], {}, (), "")}

    def account(self, account: Account) -> Json:
        handle = self.tools.accounts.give(account.pk, account)
        details = {"name": account.name, "kind": account.kind, "institution": account.institution, "number": account.number}
        return {"id": handle, "currency": account.currency} | {name: value for name, value in details.items() if value}

    def _handles(self, verdict: StatementVerdict, names: Iterable[str]) -> list[str]:
        entries = (self._entry(verdict, name) for name in names)
        return [self.tools.transactions.give(entry.pk, entry) for entry in entries if entry]

    def _entry(self, verdict: StatementVerdict, name: str) -> Transaction | None:
        key = self.ledger.transactions.get((verdict.account_id or "", name))
        return self.entries.get(key) if key else None


def _text(*parts: str) -> str:
    return " ".join(dict.fromkeys(filter(None, parts)))[:LONGEST]


def _by_day(rows: Sequence[tuple[Any, Row]]) -> dict[str, list[Row]]:
    """Return the first rows, grouped by day."""
    days: dict[str, list[Row]] = {}
    for day, row in rows[:MOST]:
        days.setdefault(str(day or "no day"), []).append(row)
    return days


FREE = Limits(rounds=100, tool_calls=1000, result_bytes=50_000_000)
"""The built-in provider costs nothing: it may look at every page of a long ledger."""
PAID = Limits(seconds=300)


class TimedToolbox(Toolbox):
    """A toolbox with the seconds of each call, by the key of the call."""

    def __init__(self, offered: Iterable[Tool[Any]], known: Mapping[str, Mapping[str, Json]]) -> None:
        super().__init__(offered, known=known)
        self.seconds: dict[str, float] = {}

    def run(self, ready: Ready) -> ToolAnswer:
        started = time.monotonic()
        answer = super().run(ready)
        self.seconds[ready.key] = time.monotonic() - started
        return answer


def propose(
    statements: Sequence[PrintedStatement],
    *,
    actor: Actor,
    name: str,
    tried: Trial | None,
    resumed: PromptContext | None,
    loops: Loops,
    instructions: Instructions,
    observer: Callable[[LoopStep, Mapping[str, float]], None],
    choose: Choose,
) -> ProposalResult | Suspended:
    """Run the loop. If the provider fails, only its opinion is missing, and the failure is stored and shown. The prompt has the open
    points of a trial reconciliation, or is `resumed`, the prompt from before the run was suspended, else it has the whole reading.

    `observer` is called with each round, and the seconds of each call so far.
    """
    tools = LedgerTools(actor)
    prompt = None if name == BUILTIN else resumed
    if prompt:
        tools.recall(prompt.handles)
    elif tried:
        brief = brief_of(tried, tools, actor)
        known_rows = tools.known(statements)
        prompt = PromptContext(message=brief.message, paired=brief.paired, known=known_rows, handles=tools.remembered())
    paired = prompt.paired if prompt else {}
    basis = ProposalResult(tools=tools, provider=name, paired=paired, prompt=f"{instructions.name} {instructions.version}")
    known = prompt.known if prompt else {} if name == BUILTIN else tools.known(statements)
    box = TimedToolbox(tools.offered(), known)
    try:
        with closed_at_end(choose(name, actor.organization, "proposes")) as providers:
            loop = loops.loop(
                providers,
                FREE if name == BUILTIN else PAID,
                purpose="proposes",
                scope="reconcile",
                observe=lambda step: observer(step, box.seconds),
                toolbox=box,
                memory=tools,
            )
            question = Message(role="user", text=prompt.message if prompt else reading_message(statements))
            result = run_or_suspend(loop, [question], instructions=instructions.text, output=Proposal)
    except ProviderNotConfigured:
        return replace(basis, failure={"code": "not_configured"})
    except NotAllowed as refused:
        return replace(basis, failure={"code": refused.code})
    except ProviderError as error:
        return replace(basis, failure=stored_failure(error), cost=loops.spent)
    if isinstance(result, Suspended):
        return replace(result, prompt=prompt)
    failure = None if result.output else {"code": result.stop_reason}
    completed = replace(basis, model=providers[0].model, stop_reason=result.stop_reason, usage=result.usage, cost=loops.spent)
    return replace(completed, proposal=result.output, failure=failure)
