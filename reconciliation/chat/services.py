"""Ask, answer, stop, and the events of an answer: a question is stored before a request leaves, its answer when it ends."""

import time
from collections.abc import Iterator, Mapping
from contextlib import closing
from typing import Any, NamedTuple

from django.contrib.auth.models import User
from django.utils import timezone

from assistant.contract import Message, ProviderError, ReasoningDelta, TextDelta, Turn, closed_at_end
from assistant.costs import CostMeter
from assistant.events import LimitReached, LoopResult, RunEvent, RunFinished, ToolCompleted, ToolFailed, ToolQueued, ToolRunning
from assistant.registry import ProviderNotConfigured
from assistant.strict_json import write
from assistant.tools import Toolbox
from reconciliation.chat.proposals import Proposals
from reconciliation.conversation.builtin import BUILTIN
from reconciliation.conversation.instructions import fenced, instructions
from reconciliation.model_access.consent import NotAllowed
from reconciliation.model_access.loop_factory import chat_loop, chat_meter
from reconciliation.model_access.provider_selection import chosen_for
from reconciliation.model_access.providers import Choose, choose
from reconciliation.models import Question, StatementImport
from reconciliation.models.actor import Actor
from reconciliation.models.columns import storable
from reconciliation.proposals.run import PAID
from reconciliation.proposals.tools import LedgerTools
from reconciliation.uploads.services import require

EARLIER = 10  # questions that are remembered
BROKEN_OFF = "(This answer was broken off here: it is not whole.)"


def conversation(question: Question) -> list[Message]:
    """Return the import, the earlier questions with their answers (marked if incomplete), and the question. Earlier results of tools are
    left out: their handles were valid for that answer alone."""
    text = fenced("This is the import that the questions are about.", shown(question.statement_import))
    messages = [Message(role="user", text=text)]
    earlier = question.statement_import.questions.filter(asked_at__lt=question.asked_at).exclude(answer="").order_by("-asked_at")
    for before in reversed(earlier[:EARLIER]):
        answer = before.answer if before.is_answered else f"{before.answer}\n\n{BROKEN_OFF}"
        messages += [Message(role="user", text=before.text), Message(role="assistant", turn=Turn(text=answer))]
    return [*messages, Message(role="user", text=question.text)]


def shown(statement_import: StatementImport) -> dict[str, Any]:
    """Return the stored answer and every printed row."""
    statements = [
        {
            "statement": statement.number,
            "institution": statement.institution,
            "account": statement.account.name if statement.account else None,
            "currency": statement.currency or statement.currency_sign,
            "columns": ["number", "date", "amount", "description", "balance"],
            "lines": [[line.number, line.date, line.amount, line.description, line.balance] for line in statement.lines.all()],
        }
        for statement in statement_import.statements.select_related("account").prefetch_related("lines")
    ]
    return {"result": statement_import.reconciliation, "statements": statements}


NAMES = ("queued", "running", "completed", "failed", "reasoning", "content", "warning", "done")
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
    """One answer: its text so far, also if it is stopped."""

    def __init__(self, question: Question) -> None:
        self._question = question
        self._actor = Actor(organization=question.statement_import.organization, user=question.asked_by, channel="chat")
        ledger = LedgerTools(self._actor)
        self._proposals = Proposals(question.statement_import, ledger)
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
            self._failure = error.code
        if self._failure:
            yield ChatEvent("warning", {"code": self._failure})

    def _asked(self, name: str, chosen: Choose) -> Iterator[ChatEvent]:
        if name == BUILTIN:
            raise ProviderNotConfigured("the built-in provider answers no questions")
        organization = self._actor.organization
        with closed_at_end(chosen(name, organization, "chats")) as providers:
            toolbox = Toolbox(self._proposals.offered())
            self._meter = chat_meter(providers, organization)
            address = chosen_for(organization, name).address
            asking = chat_loop(providers, toolbox, PAID, at=address, meter=self._meter, stop=self._is_stopped)
            with closing(asking.stream(conversation(self._question), instructions=instructions("chat").text)) as coming:
                for event in coming:
                    if isinstance(event, RunFinished):
                        self._result = event.result
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
        question.input_tokens = result.usage.input_tokens if result else None
        question.output_tokens = result.usage.output_tokens if result else None
        question.cost = self._meter.cost if self._meter else None
        question.finished_at = timezone.now()
        question.save()
