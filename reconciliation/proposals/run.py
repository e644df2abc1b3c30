"""The loop of a proposal: a provider looks things up with the actor's tools and proposes. A proposal is never a verdict."""

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from assistant.contract import Json, Message, ProviderError, closed_at_end
from assistant.events import LoopStep as LoopStep
from assistant.limits import Limits
from assistant.registry import ProviderNotConfigured
from assistant.tools import Ready, Tool, ToolAnswer, Toolbox
from reconciliation.conversation.builtin import BUILTIN
from reconciliation.conversation.instructions import Instructions, reading_message
from reconciliation.conversation.proposal import Proposal
from reconciliation.model_access.consent import NotAllowed
from reconciliation.model_access.loop_factory import Loops
from reconciliation.model_access.providers import Choose
from reconciliation.model_access.suspended.park import Suspended, run_or_suspend
from reconciliation.models.actor import Actor
from reconciliation.printed.statement import PrintedStatement
from reconciliation.proposals.prompt import brief_of
from reconciliation.proposals.result import ProposalResult
from reconciliation.proposals.tools import LedgerTools
from reconciliation.queue.snapshot import PromptContext
from reconciliation.reconcile.reconcile_accounts import Trial

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


def prompt_of(tried: Trial, statements: Sequence[PrintedStatement], tools: LedgerTools, actor: Actor) -> PromptContext:
    brief, known = brief_of(tried, tools, actor), tools.known(statements)
    return PromptContext(message=brief.message, paired=brief.paired, known=known, handles=tools.remembered())


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
    """Run the loop. If the provider fails, only its opinion is missing, and the failure is stored and shown. The prompt is what a trial
    reconciliation left open, or `resumed`, the prompt from before the run was suspended, else the whole reading.

    `observer` is called with each round, and the seconds of each call so far.
    """
    tools = LedgerTools(actor)
    prompt = None if name == BUILTIN else resumed
    if prompt:
        tools.recall(prompt.handles)
    elif tried:
        prompt = prompt_of(tried, statements, tools, actor)
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
        return replace(basis, failure={"code": error.code, "status": error.status}, cost=loops.spent)
    if isinstance(result, Suspended):
        return replace(result, prompt=prompt)
    failure = None if result.output else {"code": result.stop_reason}
    completed = replace(basis, model=providers[0].model, stop_reason=result.stop_reason, usage=result.usage, cost=loops.spent)
    return replace(completed, proposal=result.output, failure=failure)
