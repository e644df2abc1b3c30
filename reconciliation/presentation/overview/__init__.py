"""Overviews of one or several organizations: imports that need a person, covered months, and cost. Each shows imports and accounts over all
memberships of a user, limited by the role in each organization."""

from collections.abc import Sequence
from uuid import UUID

from finance.models import Account
from finance.models.ledger import AccountQuerySet
from people.models import Membership
from reconciliation.models import StatementImport
from reconciliation.models.querysets import StatementImportQuerySet

WHY = "limited to the organizations that the user belongs to"
Memberships = Sequence[Membership]


def imports_of(memberships: Memberships) -> StatementImportQuerySet:
    """Return the imports that the lists of these organizations show. A client sees no verdicts, and therefore no imports here."""
    return StatementImport.objects.across_organizations(WHY).listed().filter(organization__in=_readable(memberships))


def accounts_of(memberships: Memberships) -> AccountQuerySet:
    return Account.objects.across_organizations(WHY).filter(organization__in=_readable(memberships))


def _readable(memberships: Memberships) -> list[UUID]:
    return [membership.organization_id for membership in memberships if membership.may("read_books")]
