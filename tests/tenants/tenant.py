"""An organization with one row of every kind, and the parts of addresses that name each row."""

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import quote
from uuid import UUID, uuid4

from django.apps import apps
from django.contrib.auth.models import User
from django.core.files.base import ContentFile
from django.db.models import Model
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode

from api.models import Token, Webhook
from api.tokens import make_token
from api.webhooks.services import add_webhook
from connectors.models import Connection
from connectors.services import add_connection
from finance.categories import give_codes
from finance.imports.services import show_file
from finance.models import Account, LedgerImport, Transaction
from finance.models.coding import Codes
from people.audit import Act
from people.members import invite, token_of
from people.models import AuditEntry, AuditHead, Invitation, Organization
from people.roles import Role
from reconciliation import questions
from reconciliation.decisions.waivers import excuse
from reconciliation.model_access.provider_selection import choose_provider
from reconciliation.models import (
    Conclusion,
    Decision,
    Enquiry,
    EnquiryMessage,
    KnownLayout,
    Notice,
    Question,
    QuestionList,
    Statement,
    StatementImport,
    ToolServer,
)
from reconciliation.posting.publishing import publish
from reconciliation.questions import Named, answer, ask_client
from reconciliation.signoff.services import note
from reconciliation.storage import archive
from tests.documents.making import pdf_of
from tests.factories import AccountFactory, MembershipFactory, OrganizationFactory
from tests.read_statements import only, paper, read_in
from tests.world import booked

APPS = ("finance", "reconciliation", "api", "connectors")
CANARY = "Kanarie"
"""A mark in every name and text of the other organization, and in no page of ours."""


@dataclass(frozen=True, slots=True)
class Tenant:
    """One organization and one row of each kind."""

    organization: Organization
    owner: User
    account: Account
    entry: Transaction
    statement_import: StatementImport
    statement: Statement
    earlier: Statement
    decision: Decision
    question: Question
    enquiry: Enquiry
    answer: EnquiryMessage
    question_list: QuestionList
    ledger_import: LedgerImport
    conclusion: Conclusion
    invitation: Invitation
    letter: UUID
    payout: UUID
    notice: Notice
    token: Token
    webhook: Webhook
    connection: Connection
    tool_server: ToolServer
    layout: KnownLayout

    def values(self, route: str) -> Mapping[str, object]:
        """Return the value of each part of an address. A new part must be added here, or the test of its address fails."""
        return {
            "key": self.old_keys.get(route),
            "rest": "status/",
            "import_id": self.ledger_import.pk if route.startswith("ledger_import") else self.statement_import.pk,
            "statement_id": self.statement.pk,
            "replaced_id": self.earlier.pk,
            "decision_id": self.decision.pk,
            "question_id": self.question.pk,
            "enquiry_id": self.enquiry.pk,
            "message_id": self.answer.pk,
            "account_id": self.account.pk,
            "entry_id": self.entry.pk,
            "payout_id": self.payout,
            "number": 1,
            "position": 1,
            "side": "books",
            "year": 2026,
            "month": 1,
            "format": "csv",
            "form": "hledger" if route == "statement_journal" else "csv",
            "report": "outstanding",
            "step": "sign_off",
            "provider": "openai",
            "membership_id": self.organization.memberships.order_by("created_at")[0].pk,
            "invitation_id": self.invitation.pk,
            "token": questions.token_of(self.question_list) if route == "answers" else token_of(self.invitation),
            "list_id": self.question_list.pk,
            "letter": self.letter,
            "uidb64": urlsafe_base64_encode(force_bytes(self.owner.pk)),
            "notice_id": self.notice.pk,
            "connection_id": self.connection.pk,
            "server_id": self.tool_server.pk,
            "layout_id": self.layout.pk,
            "kind": "mailbox",
            "token_id": self.token.pk,
            "webhook_id": self.webhook.pk,
        }

    @property
    def old_keys(self) -> Mapping[str, object]:
        """Return the row's id for each earlier address."""
        return {
            "old_accounts": self.account.pk,
            "old_connections": self.connection.pk,
            "old_enquiries": self.enquiry.pk,
            "old_ledger_imports": self.ledger_import.pk,
            "old_statements": self.statement_import.pk,
        }

    def fields(self) -> Mapping[str, object]:
        """Return values of a form that reach into this organization."""
        rows: dict[str, Model] = {
            "account": self.account,
            "entry": self.entry,
            "entries": self.entry,
            "transaction": self.entry,
            "transactions": self.entry,
            "statement": self.statement,
            "statement_import": self.statement_import,
            "imports": self.statement_import,
            "replaced": self.earlier,
            "decision": self.decision,
            "organization": self.organization,
            "user": self.owner,
            "by": self.owner,
        }
        named = {name: str(row.pk) for name, row in rows.items()}
        named["rows"] = f"0:{self.statement_import.pk}:0:1"
        return {**named, "lines": "0", "line": "0", "amount": "-1.00", "date": "2026-01-05", "reason": "because", "next": "/"}


def a_tenant(name: str, text: str) -> Tenant:
    """Return a tenant with `text` in all its texts."""
    organization = OrganizationFactory.create(name=f"{text} {name}", slug=name)
    owner = MembershipFactory.create(organization=organization, user__username=f"owner-of-{name}").user
    account = AccountFactory.create(organization=organization, opening="1000.00", name=f"{text} account {name}")
    entry = booked(account, 4, "-250.00", f"{text} rent", external_id=f"{name}-rent")
    give_codes(account=account, by=owner, codes={entry: Codes(nominal=f"{text} nominal", payee=f"{text} payee")})
    payout = account.payouts.create(reference=f"{text} payout", paid_on=entry.booked_on, net_minor=1, filename=f"{text}.csv", digest=name)
    january = read_in(organization, paper([(5, "-250.00", f"{text} rent"), (9, "-7.50", f"{text} fee")], opening="1000.00"))
    february = read_in(organization, paper([(5, "-1.00", f"{text} tea"), (6, "-2.00", f"{text} cake")], month=2, opening="742.50"))
    fact: dict[str, object] = {"code": "programs", "page": None, "box": None, "params": {"programs": f"{text} printer"}, "evidence": []}
    StatementImport.objects.of(organization).filter(pk=january.pk).update(examination={"facts": [fact], "layout": {}})
    kept = archive.keep(organization, pdf_of(lambda canvas: canvas.drawString(50, 700, text)))
    StatementImport.objects.of(organization).filter(pk=january.pk).update(
        filename=f"{text}.pdf", uploaded_by=owner, stored_as=kept, pages=1, page_sizes=[[595, 842]]
    )
    january.refresh_from_db()
    quoted = text.replace('"', '""')
    rows = f'Date;Text;Amount\n2026-04-03;"{quoted}";-1,50\n'.encode()
    key = f"sk-{text}-{name}-0123456789"
    choose_provider(organization=organization, actor=owner, provider="openai", model=f"{text} model", base_url="", key=key)
    publish(statement=only(february), lines=[0], actor=owner)
    member = organization.memberships.get(user=owner)
    enquiry = ask_client(statement=only(january), named=Named(line=1), text=f"{text} asked", actor=owner)
    sent = ContentFile(text.encode(), name=f"{text}.txt")
    connection = add_connection(
        organization=organization,
        by=owner,
        kind="paperless",
        name=f"{text} paperless",
        secrets={"token": f"{text} token"},
        settings={"address": "https://example.org", "tag": text},
    )
    tool_server = ToolServer.objects.create(
        organization=organization, name=text[:20], address=f"https://example.org/{text}", added_by=owner
    )
    layout = KnownLayout.objects.create(organization=organization, key=name, bank=f"{text} bank", traits={"heading": f"{text} heading"})
    layout.teachings.create(statement=only(january), way="proved", day_first=True)
    letter = uuid4()
    invite(organization=organization, by=owner, role=Role.VIEWER, email=f"{text}@example.org", letter=letter)
    connection.accounts_there.create(key=f"{text} key", name=f"{text} there", account=account)
    return Tenant(
        organization=organization,
        owner=owner,
        account=account,
        entry=entry,
        statement_import=january,
        statement=only(january),
        earlier=only(february),
        decision=excuse(statement=only(january), kind=Decision.Kind.IGNORED, actor=owner, reason=f"{text} reason", lines=[1]),
        enquiry=enquiry,
        answer=answer(enquiry=enquiry, text=f"{text} answer", actor=owner, file=sent),
        question_list=questions.make_list(
            organization=organization, enquiries=[enquiry.pk], email=f"{name}@example.org", text=text, due_on=None, actor=owner
        ),
        question=Question.objects.create(statement_import=january, asked_by=owner, text=f"{text} question"),
        ledger_import=show_file(account=account, by=owner, filename=f"{text}.csv", data=rows),
        conclusion=note(statement=only(february), actor=owner, reason=f"{text} note"),
        invitation=invite(organization=organization, by=owner, role=Role.VIEWER, email=f"{text}@example.org"),
        letter=letter,
        payout=payout.pk,
        token=make_token(membership=member, by=owner, name=f"{text} token", scopes=["read"], days=1)[0],
        webhook=add_webhook(organization=organization, by=owner, url=f"https://example.org/{quote(text)}", events=["import.posted"])[0],
        connection=connection,
        tool_server=tool_server,
        layout=layout,
        notice=Notice.objects.create(organization=organization, user=owner, until=january.uploaded_at, proved=2, ties=0, waits=0),
    )


def rows_of(organization: Organization) -> str:
    """Return all stored rows of an organization, as text; without sign-ins, which every request for a page needs."""
    managers = [model.objects for label in APPS for model in apps.get_app_config(label).get_models() if hasattr(model, "objects")]
    ours = [manager.of(organization).order_by("pk") for manager in managers if hasattr(manager, "of") and manager.model is not AuditHead]
    ours = [rows.exclude(act=Act.SIGNED_IN) if rows.model is AuditEntry else rows for rows in ours]
    return "\n".join(f"{rows.model.__name__} {row}" for rows in ours for row in rows.values_list())
