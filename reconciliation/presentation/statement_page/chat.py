"""Questions about an import and their answers. A model's proposals are buttons: a person presses them, code decides."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from finance.models import Account, Transaction
from people.addresses import address
from people.models import Membership
from reconciliation.conversation.builtin import BUILTIN
from reconciliation.model_access.consent import may_be_told
from reconciliation.model_access.provider_selection import chosen_for
from reconciliation.models import Question, StatementImport, StatementLine
from reconciliation.presentation.labels.model_proposals import why_it_ended
from reconciliation.presentation.statement_page.rows import StatementRow
from reconciliation.presentation.statement_page.sheet import Sheet

Json = dict[str, Any]
SHOWN = 20
"""Questions, the latest."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """A proposal of a model. `why` is the model's own text; `fields` are the form of `address`, which is empty if it no longer applies."""

    says: str
    why: str
    rows: Sequence[StatementRow] = ()
    currency: str = ""
    address: str = ""
    fields: Sequence[tuple[str, str]] = ()


@dataclass(frozen=True, slots=True)
class ChatQuestion:
    """One question with its answer; `ended` is why the answer is incomplete, or empty."""

    question: Question
    offers: Sequence[Offer]
    ended: str


@dataclass(frozen=True, slots=True)
class Chat:
    """The questions about an import. `provider` answers if `may_ask`; it is empty if no model is configured."""

    provider: str
    may_ask: bool
    asked: Sequence[ChatQuestion]


def chat_of(statement_import: StatementImport, sheets: Sequence[Sheet], membership: Membership) -> Chat:
    """Return the chat of an import. At most five queries."""
    chosen = chosen_for(statement_import.organization)
    provider = "" if chosen.provider == BUILTIN else chosen.provider
    latest = statement_import.questions.exclude(finished_at=None).order_by("-asked_at").select_related("asked_by")[:SHOWN]
    questions = list(reversed(latest))
    known = _Known(statement_import, sheets, membership, [proposal for question in questions for proposal in question.proposals])
    shown = [ChatQuestion(question, list(known.offers(question.proposals)), why_it_ended(question)) for question in questions]
    return Chat(provider, bool(provider) and may_be_told(statement_import.organization, provider, chosen=chosen), shown)


class _Known:
    """Rows and entries that the proposals name, as far as they exist and the member sees them."""

    def __init__(
        self, statement_import: StatementImport, sheets: Sequence[Sheet], membership: Membership, proposals: Sequence[Json]
    ) -> None:
        organization = statement_import.organization
        self._import = statement_import
        accounts = Account.objects.visible_to(membership)
        wanted = [proposal["account"] for proposal in proposals if proposal["kind"] == "account"]
        self._accounts = {str(account.pk): account for account in accounts.filter(pk__in=wanted)}
        wanted = [name for proposal in proposals if proposal["kind"] == "pair" for name in proposal["transactions"]]
        entries = Transaction.objects.of(organization).filter(pk__in=wanted, account__in=accounts).select_related("account")
        self._entries = {str(entry.pk): entry for entry in entries}
        lines = StatementLine.objects.of(organization).filter(statement__statement_import=statement_import)
        named = lines.filter(pk__in=[proposal["line"] for proposal in proposals if proposal["kind"] == "pair"])
        self._lines = {str(line.pk): line for line in named.select_related("statement__account")}
        self._statements = [sheet.statement for sheet in sheets]
        self._signed = {sheet.statement.pk for sheet in sheets if sheet.is_signed}

    def offers(self, proposals: Sequence[Json]) -> Iterator[Offer]:
        for proposal in proposals:
            if proposal["kind"] == "pair":
                yield self._pair(proposal)
                continue
            # An account is chosen for the whole file, so it is only offered if the file holds one statement.
            account = self._accounts.get(proposal["account"])
            if account is None or [str(statement.pk) for statement in self._statements] != [proposal["statement"]] or self._signed:
                yield _gone(proposal)
                continue
            is_chosen = self._statements[0].account_id == account.pk
            yield Offer(
                says=_("Compare with %(account)s") % {"account": account.name},
                why=proposal["why"],
                address="" if is_chosen else address("choose_account", self._import.pk),
                fields=[("account", str(account.pk))],
            )

    def _pair(self, proposal: Json) -> Offer:
        line = self._lines.get(proposal["line"])
        entries = [self._entries[name] for name in proposal["transactions"] if name in self._entries]
        if line is None or len(entries) < len(proposal["transactions"]):
            return _gone(proposal)
        booked = [StatementRow(date=entry.booked_on, description=entry.description, amount=entry.amount) for entry in entries]
        own = all(entry.account_id == line.statement.account_id for entry in entries)
        open_ = own and line.statement_id not in self._signed
        return Offer(
            says=_("One payment"),
            why=proposal["why"],
            rows=[StatementRow(date=line.date, description=line.description, amount=line.amount), *booked],
            currency=line.statement.money_currency,
            address=address("decide_rows", self._import.pk, line.statement_id) if open_ else "",
            fields=[("kind", "pair"), ("lines", str(line.number)), *(("entries", entry.external_id or str(entry.pk)) for entry in entries)],
        )


def _gone(proposal: Json) -> Offer:
    return Offer(says=_("This suggestion no longer applies."), why=proposal["why"])
