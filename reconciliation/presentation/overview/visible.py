"""Imports and accounts that a user sees over all memberships, each limited by the role in that organization."""

from collections.abc import Sequence

from django.db.models import Q

from finance.models import Account
from finance.models.ledger import AccountQuerySet
from people.models import Membership
from reconciliation.models import Statement, StatementImport
from reconciliation.models.querysets import StatementImportQuerySet

WHY = "limited to the organizations that the user belongs to"
Memberships = Sequence[Membership]


def imports_of(memberships: Memberships) -> StatementImportQuerySet:
    """Return the imports that the lists of these organizations show."""
    whole, given = _parted(memberships)
    given_statements = Statement.objects.across_organizations(WHY).filter(
        account__clients__in=given, account__organization__in=[membership.organization_id for membership in given]
    )
    own = Q(organization__in=[membership.organization_id for membership in given]) & (
        Q(uploaded_by__in=[membership.user_id for membership in given]) | Q(pk__in=given_statements.values("statement_import"))
    )
    return StatementImport.objects.across_organizations(WHY).listed().filter(Q(organization__in=whole) | own)


def accounts_of(memberships: Memberships) -> AccountQuerySet:
    whole, given = _parted(memberships)
    condition = Q(organization__in=whole) | Q(pk__in=Account.objects.across_organizations(WHY).filter(clients__in=given).values("pk"))
    return Account.objects.across_organizations(WHY).filter(condition)


def _parted(memberships: Memberships) -> tuple[list[object], list[Membership]]:
    """Return the organizations that are visible as a whole, and the memberships that see only given accounts."""
    reading = [membership for membership in memberships if membership.may("read")]
    whole: list[object] = [membership.organization_id for membership in reading if not membership.sees_given_accounts_only]
    return whole, [membership for membership in reading if membership.sees_given_accounts_only]
