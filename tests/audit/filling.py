"""The rows that the tenant of the tests lacks."""

import uuid

from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.test import Client

from finance.entries import edit
from people.middleware import CHOSEN
from people.models import Preferences
from people.roles import Role
from reconciliation.models import (
    KeptReading,
    ModelRequest,
    PaidStep,
    ProposalAnswer,
    ProviderConsent,
    Recheck,
    Run,
    Spending,
    StagedLine,
    StatementImport,
)
from tests.factories import MembershipFactory
from tests.pipeline.papers import JANUARY
from tests.pipeline.uploads import received
from tests.tenants.tenant import CANARY, Tenant


def filled(tenant: Tenant) -> None:
    """A row of every kind that the tenant of the tests lacks."""
    organization, owner = tenant.organization, tenant.owner
    waiting = received(organization, JANUARY.pdf(), owner)
    Run.objects.create(statement_import=waiting, number=1).steps.create(number=1, stage="open", name="open", started_at=waiting.uploaded_at)
    PaidStep.objects.create(statement_import=waiting, scope="analyse", key="0", turn=CANARY)
    ModelRequest.objects.create(statement_import=waiting, scope="analyse", key="1", provider="openai", is_closing=False, request=CANARY)
    ProposalAnswer.objects.create(question=tenant.question, number=0, outcome="refused", reason=CANARY, made_by=owner)
    KeptReading.objects.create(statement_import=waiting, sealed=CANARY.encode())
    StagedLine.objects.create(
        statement_import=waiting, statement_key=uuid.uuid4(), token=1, number=0, description=CANARY, amount_minor=1, page=1, box=[]
    )
    Preferences.objects.create(user=owner)
    Recheck.objects.of(organization).get_or_create(account=tenant.account, defaults={"since": waiting.uploaded_at.date()})
    Spending.objects.create(organization=organization, day=waiting.uploaded_at.date())
    ProviderConsent.objects.create(organization=organization, provider="openai", allowed_by=owner)
    tenant.token.kept_answers.create(key=CANARY, asked="0", body=CANARY.encode())
    tenant.webhook.deliveries.create(event="import.posted", body={"data": CANARY}, due_at=waiting.uploaded_at)
    tenant.tool_server.tools.create(name=CANARY, digest="0")
    tenant.layout.teachings.get_or_create(statement=tenant.statement, defaults={"way": "proved"})
    tenant.connection.arrivals.create(key=CANARY, statement_import=waiting)
    tenant.account.saved_choices.create(way=f"{CANARY} way", choices={})
    tenant.account.source_entries.create(entry=tenant.entry.pk, values={"description": CANARY}, shown_by=CANARY)
    tenant.invitation.accounts.add(tenant.account)
    client = MembershipFactory.create(organization=organization, role=Role.CLIENT, user__username=f"{CANARY}-client").user
    client.memberships.get().accounts.add(tenant.account)
    browser = Client()
    browser.force_login(owner)
    session = browser.session
    session[CHOSEN] = str(organization.pk)
    session.save()
    edit(entry=tenant.entry, by=owner, description=f"{CANARY} changed")
    StatementImport.objects.of(organization).filter(stored_as="nowhere").update(stored_as="")
    kind = ContentType.objects.get_for_model(StatementImport)
    LogEntry.objects.create(user=owner, content_type=kind, object_id=str(waiting.pk), object_repr=CANARY, action_flag=CHANGE)
