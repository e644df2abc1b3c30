"""Accounts without a statement for a month, and letters that ask clients for them."""

import datetime as dt
from calendar import monthrange
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from finance.models import Account
from finance.models.ledger import AccountQuerySet
from people.access import require
from people.audit import Act, record
from people.formats import written_month
from people.mail import page_address, send_letter
from people.models import AuditEntry, Membership, Organization, language_for
from people.roles import Role
from reconciliation.models import Statement, StatementLine

WHY = "limited to accounts that the user sees"


@dataclass(frozen=True, slots=True, kw_only=True)
class MissingStatement:
    """An account without a statement in a month. `asked_at` is the time of the last letter about it; None if there was none."""

    account: Account
    asked_at: dt.datetime | None


def last_day(month: dt.date) -> dt.date:
    return month.replace(day=monthrange(month.year, month.month)[1])


def missing_in(month: dt.date, visible: AccountQuerySet, most: int) -> list[MissingStatement]:
    """Return at most so many of these accounts whose books began before the month ended and of which no statement has a day in it.

    A statement without a printed period has the days of its rows. Two queries."""
    end = last_day(month)
    statements = Statement.objects.across_organizations(WHY).in_play().counting().filter(account=OuterRef("pk"))
    rows = StatementLine.objects.across_organizations(WHY).filter(statement=OuterRef("pk"), date__range=(month, end))
    printed = statements.filter(period_start__lte=end, period_end__gte=month)
    unprinted = statements.filter(Q(period_start=None) | Q(period_end=None)).filter(Exists(rows))
    accounts = visible.exclude(kind=Account.Kind.CASH).filter(Q(opening_date=None) | Q(opening_date__lte=end))
    without = accounts.exclude(Exists(printed)).exclude(Exists(unprinted)).select_related("organization")
    shown = list(without.order_by("organization__name", "organization_id", "name")[:most])
    letters = AuditEntry.objects.across_organizations(WHY).filter(
        act=Act.ASKED_FOR_STATEMENTS,
        subject_id__in=[str(account.pk) for account in shown],
        organization__in={account.organization_id for account in shown},
    )
    asked = {
        UUID(account): at
        for account, at, details in letters.order_by("at").values_list("subject_id", "at", "details")
        if details.get("month") == month.isoformat()
    }
    return [MissingStatement(account=account, asked_at=asked.get(account.pk)) for account in shown]


def ask_for_statements(*, organization: Organization, accounts: Sequence[Account], month: dt.date, actor: User) -> int:
    """Write to each client of the organization who was given one of these accounts, and return the number of accepted letters.

    Each account whose client got a letter has an entry in the audit log. Raises NotYours."""
    require(actor, organization, "decide")
    clients = Membership.objects.of(organization).active(timezone.now()).filter(role=Role.CLIENT, accounts__in=accounts)
    given: dict[Membership, list[Account]] = defaultdict(list)
    for client in clients.distinct().select_related("user__preferences", "organization").prefetch_related("accounts"):
        given[client] = [account for account in accounts if account in client.accounts.all()]
    written, letters = set[Account](), 0
    for client, theirs in given.items():
        own = getattr(client.user, "preferences", None)
        with translation.override(language_for(own, client.organization) or settings.LANGUAGE_CODE):
            values = {"organization": client.organization, "month": written_month(month)}
            subject = _("%(organization)s: statements for %(month)s are missing") % values
            names = "\n".join(f"- {account.name}" for account in theirs)
            text = _("Please send the statements of these accounts for %(month)s:") % values
            there = page_address("upload", organization=client.organization.slug)
            accepted = send_letter(to=client.user.email, subject=subject, text="\n\n".join(filter(None, [text, names, there])))
        if accepted:
            letters += 1
            written.update(theirs)
    with transaction.atomic():
        for account in written:
            record(organization, actor, Act.ASKED_FOR_STATEMENTS, account, month=month)
    return letters
