"""Questions about an import and their answers. A model's proposals are buttons: a person presses them, code decides."""

import datetime as dt
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any
from uuid import UUID

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from markdown_it import MarkdownIt

from finance.models import Account, Transaction
from people.addresses import address
from people.formats import written_day
from people.models import Membership
from people.safe_text import shown as shown_text
from reconciliation.conversation.builtin import BUILTIN
from reconciliation.conversation.instructions import fenced_content, is_outside
from reconciliation.model_access.consent import may_be_told
from reconciliation.model_access.provider_selection import chosen_for
from reconciliation.models import ProposalAnswer, Question, StatementImport, StatementLine
from reconciliation.presentation.formats import figure, until
from reconciliation.presentation.labels.model_proposals import why_it_ended
from reconciliation.presentation.statement_page.rows import StatementRow
from reconciliation.presentation.statement_page.sheet import Sheet
from reconciliation.proposals.result import account_as_shown, digest_of_shown, pair_as_shown
from reconciliation.proposals.tools import LOOK_UPS

Json = dict[str, Any]
SHOWN = 20
"""Questions, the latest."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """A proposal of a model. `why` is the model's own text; `fields` are the form of `address`, which is empty if it no longer applies or
    was answered. `answer` is a person's answer. `change_at` leads to the form in which other entries or rows are chosen; `account` is the
    proposed account, which the form itself may change."""

    number: int
    says: str
    why: str
    rows: Sequence[StatementRow] = ()
    currency: str = ""
    address: str = ""
    fields: Sequence[tuple[str, str]] = ()
    answer: ProposalAnswer | None = None
    change_at: str = ""
    account: Account | None = None
    filled: "Filled | None" = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Filled:
    """A proposed pair as it is ticked in the form of its statement. `question`, `number` and `shown` name the proposal there."""

    statement: UUID
    lines: frozenset[int]
    entries: frozenset[str]
    question: UUID
    number: int
    shown: str

    @property
    def name(self) -> str:
        return f"{self.question}.{self.number}"


@dataclass(frozen=True, slots=True, kw_only=True)
class LookUp:
    """One look-up of an answer in words. Its arguments and its result are loaded once they are asked for: `figures` by their names,
    `rows`, and the `text` that one of the organization's own tools returned. They are empty if they were not stored, or the member does not
    see the account."""

    says: str
    figures: Sequence[tuple[str, str]] = ()
    rows: Sequence[StatementRow] = ()
    accounts: Sequence[str] = ()
    currency: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatQuestion:
    """One question with its answer: the texts of its turns, and the look-ups that it rests on, whose details are shown if `is_opened`.
    `rests` says what an answer without look-ups of its own rests on; `ended` is why the answer is incomplete; `reasoning` is that of the
    model, as far as its provider shows it. Each may be empty."""

    question: Question
    texts: Sequence[str]
    look_ups: Sequence[LookUp]
    is_opened: bool
    rests: str
    offers: Sequence[Offer]
    ended: str
    reasoning: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Chat:
    """The questions about an import. `provider` answers if `may_ask`; it is empty if no model is configured. `goes_on` is true if all
    proposals of the latest answer have been answered. `filled` is the proposal that a person is changing."""

    provider: str
    may_ask: bool
    asked: Sequence[ChatQuestion]
    goes_on: bool
    filled: Filled | None


def chat_of(statement_import: StatementImport, sheets: Sequence[Sheet], membership: Membership, chosen: Mapping[str, str]) -> Chat:
    """Return the chat of an import, in at most six queries. `chosen` names the question whose `look-ups` are opened, which takes one more,
    and the `proposal` that is being changed."""
    provider = chosen_for(statement_import.organization)
    name = "" if provider.provider == BUILTIN else provider.provider
    latest = statement_import.questions.exclude(finished_at=None).order_by("-asked_at").select_related("asked_by").defer("turns")[:SHOWN]
    questions = list(reversed(latest))
    known = _Known(statement_import, sheets, membership, questions)
    asked = [known.asked(question, is_opened=chosen.get("look-ups") == str(question.pk)) for question in questions]
    filled = {offer.filled.name: offer.filled for question in asked for offer in question.offers if offer.filled}
    last = asked[-1].offers if asked else ()
    return Chat(
        provider=name,
        may_ask=bool(name) and may_be_told(statement_import.organization, name, chosen=provider),
        asked=asked,
        goes_on=any(offer.answer for offer in last) and not any(offer.address for offer in last),
        filled=filled.get(chosen.get("proposal", "")),
    )


class _Known:
    """Accounts, rows and entries that the questions name, as far as they exist and the member sees them."""

    def __init__(
        self, statement_import: StatementImport, sheets: Sequence[Sheet], membership: Membership, questions: Sequence[Question]
    ) -> None:
        organization = statement_import.organization
        proposals = [proposal for question in questions for proposal in question.proposals]
        look_ups = [look_up for question in questions for look_up in (question.course or {}).get("look_ups", ())]
        self._import = statement_import
        self._visible = Account.objects.visible_to(membership)
        wanted = [proposal["account"] for proposal in proposals if proposal["kind"] == "account"]
        wanted += [look_up["account"] for look_up in look_ups if look_up.get("account")]
        self._accounts = {str(account.pk): account for account in self._visible.filter(pk__in=wanted)}
        wanted = [name for proposal in proposals if proposal["kind"] == "pair" for name in proposal["transactions"]]
        entries = Transaction.objects.of(organization).filter(pk__in=wanted, account__in=self._visible).select_related("account")
        self._entries = {str(entry.pk): entry for entry in entries}
        lines = StatementLine.objects.of(organization).filter(statement__statement_import=statement_import)
        named = lines.filter(pk__in=[proposal["line"] for proposal in proposals if proposal["kind"] == "pair"])
        self._lines = {str(line.pk): line for line in named.select_related("statement__account")}
        answers = ProposalAnswer.objects.of(organization).filter(question__in=[question for question in questions if question.proposals])
        self._answers = {(answer.question_id, answer.number): answer for answer in answers.select_related("made_by", "decision")}
        self._positions = {sheet.statement.pk: sheet.position for sheet in sheets}
        self._statements = [sheet.statement for sheet in sheets]
        self._signed = {sheet.statement.pk for sheet in sheets if sheet.is_signed}

    def asked(self, question: Question, *, is_opened: bool) -> ChatQuestion:
        course = question.course or {"texts": [], "look_ups": [], "earlier": 0}
        rests = ""
        if course["earlier"] and not course["look_ups"]:
            says = ngettext("Based on %(count)d look-up above.", "Based on %(count)d look-ups above.", course["earlier"])
            rests = says % {"count": course["earlier"]}
        elif question.course and question.answer and not course["look_ups"]:
            rests = _("Not based on a look-up in your books.")
        texts = [text for text in (*course["texts"], question.answer) if text.strip()]
        return ChatQuestion(
            question=question,
            texts=[formatted(text) for text in texts],
            look_ups=list(self._opened(question, course["look_ups"]) if is_opened else map(self._look_up, course["look_ups"])),
            is_opened=is_opened,
            rests=rests,
            offers=[self._offer(question, number, proposal) for number, proposal in enumerate(question.proposals)],
            ended=why_it_ended(question),
            reasoning=formatted(course.get("reasoning", "")),
        )

    def _look_up(self, look_up: Json, **details: Any) -> LookUp:
        """Return a look-up in words, with the details if they are given."""
        if is_outside(look_up["tool"]):
            return LookUp(
                says=_("Asked the tool %(tool)s of %(server)s") % {"tool": look_up["name"], "server": look_up["server"]}, **details
            )
        counted = {"count": look_up["rows"]}
        if look_up["tool"] == "get_accounts":
            return LookUp(
                says=ngettext("Looked up %(count)d account", "Looked up %(count)d accounts", look_up["rows"]) % counted, **details
            )
        account = self._accounts.get(look_up["account"])
        days = until(_day(look_up["first"]), _day(look_up["last"]))
        named = counted | {"account": account.name if account else _("an account that you cannot see"), "days": days}
        says = ngettext(
            "Looked up %(count)d transaction of %(account)s, %(days)s",
            "Looked up %(count)d transactions of %(account)s, %(days)s",
            look_up["rows"],
        )
        return LookUp(says=says % named, currency=account.currency if account else "", **details)

    def _opened(self, question: Question, look_ups: Sequence[Json]) -> Iterator[LookUp]:
        """Yield the look-ups with their arguments and results as the model received them, without its handles."""
        turns = Question.objects.of(self._import.organization).values_list("turns", flat=True).get(pk=question.pk)
        stored: Json = json.loads(turns) if turns else {"messages": [], "handles": {"accounts": {}}}
        visible = {str(key) for key in self._visible.values_list("pk", flat=True)}
        results = [
            {"text": fenced_content(result["content"])["result"]} if is_outside(result["name"]) else json.loads(result["content"])
            for message in stored["messages"]
            for result in message["results"]
            if not result["is_error"] and (result["name"] in LOOK_UPS or is_outside(result["name"]))
        ]
        for number, look_up in enumerate(look_ups):
            result: Json = results[number] if number < len(results) else {}
            if is_outside(look_up["tool"]):
                yield self._look_up(look_up, figures=[(_("Sent"), look_up["sent"])], text=shown_text(result.get("text", "")))
            elif look_up["tool"] == "get_accounts":
                shown = [row for row in result.get("accounts", ()) if stored["handles"]["accounts"].get(row["id"]) in visible]
                yield self._look_up(look_up, accounts=[f"{row['name']} · {row['currency']}" for row in shown])
            elif result and look_up["account"] in visible:
                booked = [
                    StatementRow(date=_day(day), description=" ".join(filter(None, texts)), amount=amount)
                    for _handle, day, amount, *texts, _status in result["rows"]
                ]
                currency = result["currency"]
                figures = [
                    (_("Account"), self._accounts[look_up["account"]].name),
                    (_("First day"), written_day(_day(look_up["first"]))),
                    (_("Last day"), written_day(_day(look_up["last"]))),
                    (_("Entries that count"), str(result["count"])),
                    (_("Total"), figure(result["sum"], currency)),
                    (_("Balance per books"), figure(result["book_balance"], currency)),
                    (_("Cleared balance"), figure(result["cleared_balance"], currency)),
                ]
                yield self._look_up(look_up, rows=booked, figures=figures)
            else:
                yield self._look_up(look_up)

    def _offer(self, question: Question, number: int, proposal: Json) -> Offer:
        answer = self._answers.get((question.pk, number))
        answer_at = "" if answer else address("answer_proposal", self._import.pk, question.pk, number)
        if proposal["kind"] == "pair":
            return self._pair(question, number, proposal, answer, answer_at)
        # An account is chosen for the whole file, so it is only offered if the file holds one statement.
        account = self._accounts.get(proposal["account"])
        if account is None or [str(statement.pk) for statement in self._statements] != [proposal["statement"]] or self._signed:
            return _gone(number, proposal, answer)
        is_chosen = self._statements[0].account_id == account.pk
        shown = digest_of_shown(account_as_shown(self._statements[0], account))
        return Offer(
            number=number,
            says=_("Compare with %(account)s") % {"account": account.name},
            why=proposal["why"],
            address="" if is_chosen else answer_at,
            fields=[("shown", shown), ("outcome", ProposalAnswer.Outcome.APPROVED)],
            answer=answer,
            account=account,
        )

    def _pair(self, question: Question, number: int, proposal: Json, answer: ProposalAnswer | None, answer_at: str) -> Offer:
        line = self._lines.get(proposal["line"])
        entries = [self._entries[name] for name in proposal["transactions"] if name in self._entries]
        if line is None or len(entries) < len(proposal["transactions"]):
            return _gone(number, proposal, answer)
        booked = [StatementRow(date=entry.booked_on, description=entry.description, amount=entry.amount) for entry in entries]
        own = all(entry.account_id == line.statement.account_id for entry in entries)
        is_open = own and line.statement_id not in self._signed and bool(answer_at)
        position = self._positions.get(line.statement_id, 0)
        filled = Filled(
            statement=line.statement_id,
            lines=frozenset({line.number}),
            entries=frozenset(entry.external_id or str(entry.pk) for entry in entries),
            question=question.pk,
            number=number,
            shown=digest_of_shown(pair_as_shown(line, entries)),
        )
        return Offer(
            number=number,
            says=_("Match"),
            why=proposal["why"],
            rows=[StatementRow(date=line.date, description=line.description, amount=line.amount), *booked],
            currency=line.statement.money_currency,
            address=answer_at if is_open else "",
            fields=[("shown", filled.shown), ("outcome", ProposalAnswer.Outcome.APPROVED)],
            answer=answer,
            change_at=f"?s{position}-by-hand=1&proposal={filled.name}#s{position}-by-hand" if is_open else "",
            filled=filled if is_open else None,
        )


def _gone(number: int, proposal: Json, answer: ProposalAnswer | None) -> Offer:
    says = _("This suggestion no longer applies.") if answer is None else _("Match") if proposal["kind"] == "pair" else _("Account")
    return Offer(number=number, says=says, why=proposal["why"], answer=answer)


def _day(text: str | None) -> dt.date | None:
    return dt.date.fromisoformat(text) if text else None


MARKUP = MarkdownIt("commonmark", {"html": False, "breaks": True, "maxNesting": 20}).enable("table")
MARKUP.disable(["link", "image", "autolink", "html_inline", "html_block", "reference", "entity"])
HEADINGS = ("heading_open", "heading_close")


@lru_cache(maxsize=512)
def formatted(text: str) -> SafeString:
    """Return a model's Markdown as HTML: paragraphs, emphasis, lists, tables and code. Links, images and markup stay the text that they
    are, headings become bold paragraphs, and no attribute holds anything of the text."""
    tokens = MARKUP.parse(text.replace("\0", ""))
    for token in tokens:
        token.attrs, token.info = {}, ""
        if token.type in HEADINGS:
            token.type, token.tag = token.type.replace("heading", "paragraph"), "p"
    drawn = str(MARKUP.renderer.render(tokens, MARKUP.options, {}))
    return mark_safe(drawn)  # noqa: S308  # nosec B308 B703  the renderer escapes every text, and no tag of its is from the text
