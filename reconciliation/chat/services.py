"""Ask, answer, stop, the tools to propose, and the events of an answer: a question is stored before a request leaves, its answer when it
ends. Nothing that a model proposes changes anything."""

import time
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from typing import Annotated, Any, NamedTuple

from django.contrib.auth.models import User
from django.utils import timezone

from assistant.contract import ProviderError, ProviderToolStarted, ReasoningDelta, TextDelta, closed_at_end
from assistant.costs import CostMeter
from assistant.events import (
    WHOLE,
    LimitReached,
    LoopResult,
    LoopStep,
    RunEvent,
    RunFinished,
    StepFinished,
    StepStarted,
    ToolCompleted,
    ToolFailed,
    ToolQueued,
    ToolRunning,
)
from assistant.registry import ProviderNotConfigured
from assistant.strict_json import write
from assistant.tools import Tool, Toolbox, ToolRefusal
from reconciliation.chat.transcript import CARRIED, Conversation, conversation, course_of, turns_of
from reconciliation.conversation.builtin import BUILTIN
from reconciliation.conversation.instructions import instructions
from reconciliation.model_access.consent import NotAllowed
from reconciliation.model_access.loop_factory import chat_loop, chat_meter
from reconciliation.model_access.provider_selection import chosen_for
from reconciliation.model_access.providers import Choose, choose
from reconciliation.models import Question, Statement, StatementImport
from reconciliation.models.actor import Actor
from reconciliation.models.columns import storable
from reconciliation.proposals.run import PAID
from reconciliation.proposals.tools import LedgerTools, look_up
from reconciliation.tool_servers.offered import FirmTools
from reconciliation.uploads.services import require


@dataclass(frozen=True, slots=True, kw_only=True)
class PairProposal:
    """Propose to a person that one printed row and some entries of the ledger are the same payment."""

    statement: Annotated[int, "the statement's number"]
    line: Annotated[int, "the number of the printed row"]
    transactions: Annotated[tuple[str, ...], "ids that get_transactions gave, such as t17"]
    why: Annotated[str, "one sentence for the person who decides"]


@dataclass(frozen=True, slots=True, kw_only=True)
class AccountProposal:
    """Propose to a person which account of the ledger a statement is of."""

    statement: Annotated[int, "the statement's number"]
    account: Annotated[str, "an id that get_accounts gave, such as a1"]
    why: Annotated[str, "one sentence for the person who decides"]


class Proposals:
    """The proposals of one answer, in the ledger's own names. A row or an entry that was not shown is refused."""

    def __init__(self, statement_import: StatementImport, ledger: LedgerTools) -> None:
        self._statements = {statement.number: statement for statement in statement_import.statements.all()}
        self._ledger = ledger
        self.made: list[dict[str, Any]] = []

    def offered(self) -> list[Tool[Any]]:
        return [
            *self._ledger.offered(),
            look_up("propose_pair", PairProposal, self.propose_pair),
            look_up("propose_account", AccountProposal, self.propose_account),
        ]

    def propose_pair(self, pair: PairProposal) -> dict[str, str]:
        line = self._statement(pair.statement).lines.filter(number=pair.line).first()
        if line is None:
            raise ToolRefusal(f"There is no printed row {pair.line}. Use the numbers of the rows.")
        rows = [self._ledger.transactions.row(handle) for handle in pair.transactions]
        entries = [str(row.pk) for row in rows if row is not None]
        if not rows or len(entries) < len(rows):
            raise ToolRefusal("Not all of these entries were shown. Call get_transactions and use the ids that it gives.")
        return self._put({"kind": "pair", "line": str(line.pk), "transactions": entries, "why": pair.why})

    def propose_account(self, proposed: AccountProposal) -> dict[str, str]:
        account = self._ledger.accounts.row(proposed.account)
        if account is None:
            raise ToolRefusal("That account was not shown. Call get_accounts and use the ids that it gives.")
        statement = self._statement(proposed.statement)
        return self._put({"kind": "account", "statement": str(statement.pk), "account": str(account.pk), "why": proposed.why})

    def _statement(self, number: int) -> Statement:
        if number not in self._statements:
            raise ToolRefusal(f"There is no statement {number}. There are: {', '.join(map(str, self._statements)) or 'none'}.")
        return self._statements[number]

    def _put(self, proposal: dict[str, Any]) -> dict[str, str]:
        self.made.append(proposal)
        return {"status": "put before a person, who decides"}


NAMES = ("queued", "running", "completed", "failed", "reasoning", "turn", "content", "warning", "done")
_TOOLS = {ToolQueued: "queued", ToolRunning: "running", ToolCompleted: "completed", ToolFailed: "failed"}


class ChatEvent(NamedTuple):
    """One event: its name and its data as JSON."""

    name: str
    data: Mapping[str, Any]

    def written(self) -> str:
        """Return the event in wire format. JSON has no line breaks outside its strings, and `write` makes none."""
        return f"event: {self.name}\ndata: {write(self.data)}\n\n"


def chat_event(event: RunEvent) -> ChatEvent | None:
    """Return the page's event for an event of the loop, or None. A tool's arguments and results are left out: the page does not know
    handles."""
    if isinstance(event, TextDelta):
        return ChatEvent("content", {"text": event.text})
    if isinstance(event, ReasoningDelta):
        return ChatEvent("reasoning", {"text": event.text})
    if isinstance(event, ToolQueued | ToolRunning | ToolCompleted | ToolFailed):
        return ChatEvent(_TOOLS[type(event)], {"id": event.call.id, "tool": event.call.name})
    if isinstance(event, ProviderToolStarted):
        return ChatEvent("running", {"id": "", "tool": event.name})
    if isinstance(event, LimitReached):
        return ChatEvent("warning", {"code": event.limit})
    return None


LONGEST = 4000  # characters of a question
INTERRUPTED = "interrupted"
"""The reason for the end of an answer whose reader left, or that failed."""
LOOK_EVERY = 0.5  # seconds: how soon an answer sees that it was stopped


class UnaskableQuestion(ValueError):
    """The question is empty or too long. `code`: `empty` or `too_long`."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def ask(*, statement_import: StatementImport, text: str, actor: User) -> Question:
    """Store a question. Raises NotYours, and UnaskableQuestion."""
    require(actor, statement_import.organization, "decide")
    question = text.strip()
    if not question or len(question) > LONGEST:
        raise UnaskableQuestion("too_long" if question else "empty")
    return Question.objects.create(statement_import=statement_import, asked_by=actor, text=storable(question))


def stop(*, question: Question, actor: User) -> None:
    """Stop an answer in progress; its text so far is stored. Raises NotYours."""
    require(actor, question.statement_import.organization, "decide")
    Question.objects.of(question.statement_import.organization).filter(pk=question.pk, finished_at=None).update(stopped_at=timezone.now())


def answer(*, question: Question, name: str, chosen: Choose = choose) -> Iterator[ChatEvent]:
    """Yield the answer as it arrives; the last event is `done`. Closing the generator stops the answer.

    A provider that is missing or fails gives a `warning` with its code, and the question can be asked again."""
    answering = _Answering(question)
    try:
        yield from answering.events(name, chosen)
    finally:
        answering.keep()
    yield ChatEvent("done", {"id": str(question.pk), "stop_reason": question.stop_reason, "proposals": len(question.proposals)})


class _Answering:
    """One answer: its turns and its text so far, also if it is stopped."""

    def __init__(self, question: Question) -> None:
        self._question = question
        self._actor = Actor(organization=question.statement_import.organization, user=question.asked_by, channel="chat")
        self._ledger = LedgerTools(self._actor)
        self._proposals = Proposals(question.statement_import, self._ledger)
        self._firm = FirmTools(self._actor.organization)
        self._before: Conversation | None = None
        self._steps: list[LoopStep] = []
        self._said: list[str] = []
        self._result: LoopResult[Any] | None = None
        self._meter: CostMeter | None = None
        self._failure = ""
        self._looked = time.monotonic()
        self._stopped = False

    def events(self, name: str, chosen: Choose) -> Iterator[ChatEvent]:
        try:
            yield from self._asked(name, chosen)
        except ProviderNotConfigured:
            self._failure = "not_configured"
        except NotAllowed as refused:
            self._failure = refused.code
        except ProviderError as error:
            self._failure = error.reason
        if self._failure:
            yield ChatEvent("warning", {"code": self._failure})

    def _asked(self, name: str, chosen: Choose) -> Iterator[ChatEvent]:
        if name == BUILTIN:
            raise ProviderNotConfigured("the built-in provider answers no questions")
        organization = self._actor.organization
        with closed_at_end(chosen(name, organization, "chats")) as providers:
            firm = self._firm.offered()
            toolbox = Toolbox([*self._proposals.offered(), *firm])
            prompt = "\n\n".join(instructions(part).text for part in ("chat", *(["firm_tools"] if firm else [])))
            self._meter = chat_meter(providers, organization)
            choice = chosen_for(organization, name)
            for room in (CARRIED, 0):  # a model for which the earlier look-ups are too long gets the words alone
                self._before = conversation(self._question, self._ledger, providers, room=room)
                asking = chat_loop(providers, toolbox, PAID, chosen=choice, meter=self._meter, stop=self._is_stopped)
                try:
                    with closing(asking.stream(self._before.messages, instructions=prompt)) as coming:
                        for event in coming:
                            yield from self._shown(event)
                except ProviderError as error:
                    if error.code != "context_length" or self._steps or self._said or not self._before.look_ups:
                        raise
                else:
                    return

    def _shown(self, event: RunEvent) -> Iterator[ChatEvent]:
        """Take the event of the loop into the answer, and yield that of the page."""
        if isinstance(event, RunFinished):
            self._result = event.result
        elif isinstance(event, StepFinished):
            self._steps.append(event.step)
        elif isinstance(event, StepStarted):
            if self._said:
                yield ChatEvent("turn", {"number": event.number})
            self._said = []
        elif (shown := chat_event(event)) is not None:
            self._said += [shown.data["text"]] if shown.name == "content" else []
            yield shown

    def _is_stopped(self) -> bool:
        """True if a person stopped the answer; the database is queried at intervals, not for each word."""
        if not self._stopped and time.monotonic() - self._looked >= LOOK_EVERY:
            self._looked = time.monotonic()
            organization = self._question.statement_import.organization
            self._stopped = Question.objects.of(organization).filter(pk=self._question.pk, stopped_at__isnull=False).exists()
        return self._stopped

    def keep(self) -> None:
        question, result = self._question, self._result
        question.answer = storable(result.text if result else "".join(self._said))
        question.stop_reason = result.stop_reason if result else self._failure or INTERRUPTED
        question.proposals = storable(self._proposals.made)
        if self._before:
            is_whole, begins = question.stop_reason in WHOLE, self._before.digest
            question.turns = turns_of(self._steps, question.answer, is_whole=is_whole, begins=begins, ledger=self._ledger)
            question.course = course_of(self._steps, self._ledger, self._firm, earlier=self._before.look_ups)
        question.input_tokens = result.usage.input_tokens if result else None
        question.output_tokens = result.usage.output_tokens if result else None
        question.cost = self._meter.cost if self._meter else None
        question.finished_at = timezone.now()
        question.save()
