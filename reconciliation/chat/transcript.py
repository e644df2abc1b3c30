"""The conversation before a question: what it is about, and the earlier answers with their look-ups, so that none is paid for again.

The look-ups of earlier answers are run again before they are sent: that costs nothing, gives only what the asking member may see, and shows
whether the books have changed. Equal results go back as they were. If a result differs, today's is sent, and the answer is marked as older.
Results of the organization's own tools are sent as they were: their servers are not asked again.
A provider's own state (signed reasoning) goes back only if everything before it is as it was when the provider made it, because it may
refer to older figures, and has the placeholders of that conversation. Otherwise the words and the calls alone are sent."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any
from uuid import UUID

from assistant.contract import Json, Message, Provider, Request, ToolCall, ToolResult, Turn
from assistant.conversation import after, goes_on, own_calls
from assistant.events import LoopStep
from assistant.masking import Masked
from assistant.store import as_json, key_of, request_from
from assistant.strict_json import write
from assistant.tool_execution import run_one
from assistant.tools import Ready, Toolbox
from reconciliation.conversation.instructions import fenced, is_outside
from reconciliation.models import ProposalAnswer, Question, StatementImport
from reconciliation.models.columns import storable
from reconciliation.proposals.tools import LOOK_UPS, LedgerTools
from reconciliation.tool_servers.offered import FirmTools

EARLIER = 10  # questions that are remembered
LARGEST = 500_000  # characters of the stored turns of one answer
CARRIED = 100_000  # characters of stored turns that go with a question, of the latest answers first
LONGEST_REASONING = 20_000  # characters of the reasoning that is shown
BROKEN_OFF = "(This answer was broken off here: it is not whole.)"
CHANGED_SINCE = "(The books have changed since this answer: the results above are those of today.)"
EMPTY = Request(messages=())


@dataclass(frozen=True, slots=True)
class Conversation:
    """The messages up to a question, and the number of earlier look-ups in them. `digest` is that of everything that a provider's state
    may depend on: the messages, the models, and whether each is masked."""

    messages: tuple[Message, ...]
    look_ups: int
    digest: str


def conversation(question: Question, ledger: LedgerTools, providers: Sequence[Provider] = (), *, room: int = CARRIED) -> Conversation:
    """Return the import, the earlier questions with their answers (marked if incomplete), and the question. Each question is preceded by
    the outcomes of the proposals until then. `ledger` has the tools of the new answer: it takes over the handles of the earlier ones, whose
    turns have `room` characters."""
    before = question.statement_import.questions.filter(asked_at__lt=question.asked_at).exclude(answer="", turns="")
    earlier = list(reversed(before.order_by("-asked_at")[:EARLIER]))
    answers = ProposalAnswer.objects.of(question.statement_import.organization).filter(question__in=earlier)
    outcomes = list(answers.select_related("decision", "question"))
    asked = [[provider.name, provider.model, isinstance(provider, Masked)] for provider in providers]
    recalled = dict(_recalled(earlier, ledger, room))
    messages = [opening(question.statement_import)]
    look_ups, since = 0, question.statement_import.uploaded_at
    for asking in [*earlier, question]:
        news = [given for given in outcomes if since < given.made_at <= asking.asked_at]
        messages.append(Message(role="user", text="\n\n".join([*answers_in_words(news), asking.text])))
        since = asking.asked_at
        if turns := recalled.get(asking.pk):
            look_ups += len((asking.course or {}).get("look_ups", ()))
            messages += turns.as_sent if turns.begins == _digest(messages, asked) else turns.in_words()
        elif asking is not question:
            messages.append(Message(role="assistant", turn=Turn(text=_marked(asking.answer, is_whole=asking.is_answered))))
    return Conversation(tuple(messages), look_ups, _digest(messages, asked))


KEYS = frozenset({"account_id", "candidates", "import"})
"""Fields of the stored answer with keys of the database, which mean nothing to a model."""


def opening(statement_import: StatementImport) -> Message:
    """Return the message with the stored answer, without keys and digests, and every printed row."""
    content = shown(statement_import)
    result = {name: _without_keys(value) for name, value in (content["result"] or {}).items() if name != "proof"}
    return Message(role="user", text=fenced("This is the import that the questions are about.", {**content, "result": result or None}))


def _without_keys(value: Json) -> Json:
    if isinstance(value, dict):
        return {name: _without_keys(inner) for name, inner in value.items() if name not in KEYS}
    return [_without_keys(inner) for inner in value] if isinstance(value, list) else value


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


def turns_of(steps: Sequence[LoopStep], answer: str, *, is_whole: bool, begins: str, ledger: LedgerTools) -> str:
    """Return the turns of an answer for their column: calls with results, and the last words. `begins` is the digest of the conversation
    before them. Too long ones are stored without the provider's state, or not at all. Empty if there is nothing besides the answer."""
    rounds = [step for step in steps if goes_on(step.turn)]
    is_ended = is_whole and bool(steps) and not goes_on(steps[-1].turn)
    last = steps[-1].turn if is_ended else Turn(text=_marked(answer, is_whole=is_whole))
    if not rounds and last.state is None:
        return ""
    messages = [*(message for step in rounds for message in after(step)), Message(role="assistant", turn=last)]
    for several in (messages, [_without_state(message) for message in messages]):
        stored = as_json(replace(EMPTY, messages=several))["messages"]
        text = write({"begins": begins, "handles": ledger.remembered(), "messages": stored}).encode("utf-8", "replace").decode()
        if len(text) <= LARGEST:
            return text
    return ""


def course_of(steps: Sequence[LoopStep], ledger: LedgerTools, firm: FirmTools, *, earlier: int) -> dict[str, Any]:
    """Return the course of an answer for its page: the texts before the last one, the look-ups that succeeded, in their order and with the
    account's key in place of its handle, the number of `earlier` ones, and the reasoning as far as the provider shows it. A call of one of
    the organization's own tools has the arguments that left."""
    look_ups: list[dict[str, Any]] = []
    for step in steps:
        for call, result in zip(own_calls(step.turn), step.results, strict=True):
            if not rests_on(result):
                continue
            if is_outside(result.name):
                server, tool = firm.named(result.name)
                sent = write(firm.sent(result.name, call.arguments or {}))
                look_ups.append({"tool": result.name, "server": server, "name": tool, "sent": sent})
                continue
            answer = json.loads(result.content)
            if result.name == "get_accounts":
                look_ups.append({"tool": result.name, "rows": len(answer["accounts"])})
                continue
            account, asked = ledger.accounts.row(answer["account"]), call.arguments or {}
            days = {"first": asked.get("first"), "last": asked.get("last")}
            look_ups.append({"tool": result.name, "account": str(account.pk) if account else "", **days, "rows": len(answer["rows"])})
    texts = [step.turn.text for step in steps if goes_on(step.turn) and step.turn.text.strip()]
    reasoning = "\n\n".join(filter(None, (step.turn.reasoning.strip() for step in steps)))[:LONGEST_REASONING]
    course: dict[str, Any] = {"texts": texts, "look_ups": look_ups, "earlier": earlier}
    shown: dict[str, Any] = storable(course | ({"reasoning": reasoning} if reasoning else {}))
    return shown


def is_look_up(result: ToolResult) -> bool:
    """True for a result from the books; False for an error and for a proposal."""
    return not result.is_error and result.name in LOOK_UPS


def rests_on(result: ToolResult) -> bool:
    """True for a result that an answer rests on: from the books, or from one of the organization's own tools."""
    return is_look_up(result) or (not result.is_error and is_outside(result.name))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Recalled:
    """The turns of an earlier answer with today's results of its look-ups, which `has_changed` compares with the stored ones."""

    messages: Sequence[Message]
    begins: str
    has_changed: bool

    @property
    def as_sent(self) -> Sequence[Message]:
        return self.in_words() if self.has_changed else self.messages

    def in_words(self) -> list[Message]:
        """Return words, calls and results without the provider's state."""
        messages = [_without_state(message) for message in self.messages]
        last = messages[-1].turn
        if self.has_changed and last:
            messages[-1] = replace(messages[-1], turn=replace(last, text=f"{last.text}\n\n{CHANGED_SINCE}"))
        return messages


def _recalled(earlier: Sequence[Question], ledger: LedgerTools, room: int) -> Iterator[tuple[UUID, _Recalled]]:
    """Yield the turns that go with the question: the latest ones for which there is room, of which every look-up can be made today by the
    one who asks. Answers of two questions that were asked at once share no handles: of those the later one counts."""
    stored: dict[UUID, Json] = {}
    for question in reversed(earlier):
        if question.turns and len(question.turns) <= room:
            room -= len(question.turns)
            stored[question.pk] = json.loads(question.turns)
    handles: Mapping[str, Mapping[str, str]] = next((turns["handles"] for turns in stored.values()), {})
    if handles:
        ledger.recall(handles)
    toolbox = Toolbox(ledger.offered())
    for question in earlier:
        turns = stored.get(question.pk)
        if turns is None or any(given.items() - handles[kind].items() for kind, given in turns["handles"].items()):
            continue
        messages = request_from(as_json(EMPTY) | {"messages": turns["messages"]}).messages
        today = looked_up_again(messages, toolbox)
        if today is not None:
            yield question.pk, _Recalled(messages=today, begins=turns["begins"], has_changed=today != list(messages))


def looked_up_again(messages: Sequence[Message], toolbox: Toolbox) -> list[Message] | None:
    """Return the messages with the results that the look-ups have today, or None if one cannot be made any longer."""
    today: list[Message] = []
    calls: tuple[ToolCall, ...] = ()
    for message in messages:
        calls = own_calls(message.turn) if message.turn else calls
        results: list[ToolResult] = []
        for call, result in zip(calls, message.results, strict=False):
            if not is_look_up(result):
                results.append(result)
                continue
            ready = toolbox.check(call)
            if not isinstance(ready, Ready):
                return None
            answer = run_one(toolbox, ready)
            if answer.is_error:
                return None
            results.append(replace(result, content=answer.content))
        today.append(replace(message, results=tuple(results)))
    return today


def _without_state(message: Message) -> Message:
    if message.turn is None:
        return message
    calls = tuple(replace(call, replay=None) for call in message.turn.tool_calls)
    return replace(message, turn=replace(message.turn, tool_calls=calls, state=None, response_id="", reasoning=""))


def _marked(answer: str, *, is_whole: bool) -> str:
    return answer if is_whole else f"{answer}\n\n{BROKEN_OFF}".strip()


def answers_in_words(answers: Sequence[ProposalAnswer]) -> list[str]:
    """Return the outcomes of proposals for the model, fenced off because they quote the model and the books. Empty without answers."""
    outcomes = [
        {
            "proposal": given.question.proposals[given.number]["kind"],
            "why": given.question.proposals[given.number]["why"],
            "shown": given.shown,
            "answer": given.outcome,
            "reason": given.reason,
            "entries_chosen": given.decision.entries if given.decision and given.outcome == ProposalAnswer.Outcome.CHANGED else None,
            "undone_since": given.decision is not None and given.decision.withdrawn_at is not None,
        }
        for given in answers
    ]
    return [fenced("A person has answered proposals. The result at the beginning is as it is after that.", outcomes)] if outcomes else []


def _digest(messages: Sequence[Message], asked: Json) -> str:
    return sha256(write([asked, key_of(replace(EMPTY, messages=messages))]).encode()).hexdigest()
