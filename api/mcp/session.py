"""Tools of one token: those of the ledger, those for statements, and those that its scopes and its member's role add."""

from __future__ import annotations

import base64
import binascii
from dataclasses import dataclass
from typing import Annotated, Any
from uuid import UUID

from django.utils import timezone

from api.access import PROPOSES, Scope
from api.models import Token
from assistant.tools import Tool, Toolbox, ToolRefusal
from reconciliation.chat.proposals import AccountProposal, PairProposal, Proposals
from reconciliation.chat.services import shown
from reconciliation.documents.unreadable import DocumentUnreadable, message
from reconciliation.models import Question, StatementImport
from reconciliation.models.actor import Actor
from reconciliation.models.columns import storable
from reconciliation.proposals.tools import LedgerTools, look_up
from reconciliation.uploads.services import TooManyWaiting, receive_statement
from reconciliation.views.access import imports_shown_to

PAGE = 50
BY_A_PROGRAM = "(proposed by an assistant)"


@dataclass(frozen=True, slots=True, kw_only=True)
class StatementsQuery:
    """The uploaded statements that this user may see, newest first: file, days, status, and the verdict that code came to."""

    before: Annotated[str | None, "`next` of the page before; null for the first page"] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class StatementQuery:
    """One uploaded statement: its printed rows, and all that code found: the verdict, its reasons, and each row's pair."""

    id: Annotated[str, "an id that get_statements or upload_statement gave"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Upload:
    """Upload a bank statement as PDF. It is read and compared with the ledger in the background: ask get_statement for what came of it."""

    filename: str
    pdf: Annotated[str, "the file in base64"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ProposedPair:
    """Propose to a person that one printed row and some entries of the ledger are the same payment. The person decides."""

    id: Annotated[str, "an id that get_statements gave"]
    statement: Annotated[int, "the statement's number in the file, from 0"]
    line: Annotated[int, "the number of the printed row"]
    transactions: Annotated[tuple[str, ...], "ids that get_transactions gave, such as t17"]
    why: Annotated[str, "one sentence for the person who decides"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ProposedAccount:
    """Propose to a person which account of the ledger a statement is of. The person decides."""

    id: Annotated[str, "an id that get_statements gave"]
    statement: Annotated[int, "the statement's number in the file, from 0"]
    account: Annotated[str, "an id that get_accounts gave, such as a1"]
    why: Annotated[str, "one sentence for the person who decides"]


class AssistantSession:
    """Session of one token's assistant. Handles of rows refer only to rows shown in this session."""

    def __init__(self, token: Token) -> None:
        self._membership = token.membership
        self._token = token
        actor = Actor(organization=token.membership.organization, user=token.membership.user, channel=StatementImport.Channel.ASSISTANT)
        self._ledger = LedgerTools(actor)

    def use(self, token: Token) -> None:
        """Set the current token, since its member's role may have changed."""
        self._token, self._membership = token, token.membership

    def toolbox(self) -> Toolbox:
        """Return the tools that the scopes of the token and the role of its member allow."""
        scopes, may = self._token.scopes, self._membership.may
        tools: list[Tool[Any]] = []
        if Scope.READ in scopes and may("read_books"):
            tools += [
                *self._ledger.offered(),
                look_up("get_statements", StatementsQuery, self.get_statements),
                look_up("get_statement", StatementQuery, self.get_statement),
            ]
        if Scope.UPLOAD in scopes and may("upload") and may("read_books"):
            tools.append(look_up("upload_statement", Upload, self.upload_statement))
        if Scope.PROPOSE in scopes and may(PROPOSES):
            tools.append(look_up("propose_pair", ProposedPair, self.propose_pair))
            tools.append(look_up("propose_account", ProposedAccount, self.propose_account))
        return Toolbox(tools)

    def get_statements(self, query: StatementsQuery) -> dict[str, Any]:
        rows = imports_shown_to(self._membership).listed().order_by("-uploaded_at", "-id")
        if query.before is not None:
            last = self._import(query.before)
            rows = rows.filter(uploaded_at__lte=last.uploaded_at).exclude(pk=last.pk)
        page = list(rows[: PAGE + 1])
        listed = [_row(row) for row in page[:PAGE]]
        return {"statements": listed, "next": listed[-1]["id"] if len(page) > PAGE else None}

    def get_statement(self, query: StatementQuery) -> dict[str, Any]:
        statement_import = self._import(query.id)
        return {**_row(statement_import), **shown(statement_import)}

    def upload_statement(self, upload: Upload) -> dict[str, Any]:
        try:
            pdf = base64.b64decode(upload.pdf, validate=True)
        except binascii.Error as error:
            raise ToolRefusal("pdf is not base64.") from error
        organization, user = self._membership.organization, self._membership.user
        try:
            channel = StatementImport.Channel.ASSISTANT
            received = receive_statement(organization=organization, uploaded_by=user, channel=channel, filename=upload.filename, pdf=pdf)
        except DocumentUnreadable as unreadable:
            raise ToolRefusal(message(unreadable.code, unreadable.params)) from unreadable
        except TooManyWaiting as waiting:
            raise ToolRefusal("Too many documents wait already. Try again later.") from waiting
        visible = imports_shown_to(self._membership).filter(pk=received.statement_import.pk).first()
        if visible is None:
            raise ToolRefusal("This file is known already, and not shown to this user.")
        return {**_row(visible), "already_there": received.already_there}

    def propose_pair(self, pair: ProposedPair) -> dict[str, str]:
        proposal = PairProposal(statement=pair.statement, line=pair.line, transactions=pair.transactions, why=pair.why)
        statement_import = self._import(pair.id)
        proposals = Proposals(statement_import, self._ledger)
        return self._put(statement_import, proposals, proposals.propose_pair(proposal), pair.why)

    def propose_account(self, proposed: ProposedAccount) -> dict[str, str]:
        proposal = AccountProposal(statement=proposed.statement, account=proposed.account, why=proposed.why)
        statement_import = self._import(proposed.id)
        proposals = Proposals(statement_import, self._ledger)
        return self._put(statement_import, proposals, proposals.propose_account(proposal), proposed.why)

    def _put(self, statement_import: StatementImport, proposals: Proposals, answer: dict[str, str], why: str) -> dict[str, str]:
        """Store the proposal as a question of the statement's page, where a person decides."""
        Question.objects.create(
            statement_import=statement_import,
            asked_by=self._membership.user,
            text=storable(f"{self._token.name} {BY_A_PROGRAM}"),
            answer=storable(why),
            stop_reason="finished",
            proposals=storable(proposals.made),
            finished_at=timezone.now(),
        )
        return answer

    def _import(self, key: str) -> StatementImport:
        try:
            statement_import = imports_shown_to(self._membership).filter(pk=UUID(key)).first()
        except ValueError:
            statement_import = None
        if statement_import is None:
            raise ToolRefusal("There is no such statement. Call get_statements and use the ids that it gives.")
        return statement_import


def _row(statement_import: StatementImport) -> dict[str, Any]:
    return {
        "id": str(statement_import.pk),
        "file": statement_import.filename,
        "uploaded": statement_import.uploaded_at.isoformat(),
        "status": statement_import.status,
        "first": statement_import.period_start,
        "last": statement_import.period_end,
        "verdict": statement_import.verdict or None,
        "matched": statement_import.reconciliation_matched,
        "error": (statement_import.error or {}).get("code"),
    }
