"""What a user sees over all their memberships: of each organization what their role shows them there, and nothing of any other."""

from collections.abc import Sequence

from django.db.models import Q

from finance.models import Account
from finance.models.querysets import AccountQuerySet
from people.models import Membership
from reconciliation.models import Statement, StatementImport
from reconciliation.models.querysets import StatementImportQuerySet

WHY = "limited to the organizations that the user belongs to"
Memberships = Sequence[Membership]


def imports_of(memberships: Memberships) -> StatementImportQuerySet:
    """The same imports as on each organization's own list."""
    whole, given = _parted(memberships)
    mine = Statement.objects.across_organizations(WHY).filter(
        account__clients__in=given, account__organization__in=[each.organization_id for each in given]
    )
    own = Q(organization__in=[each.organization_id for each in given]) & (
        Q(uploaded_by__in=[each.user_id for each in given]) | Q(pk__in=mine.values("statement_import"))
    )
    return StatementImport.objects.across_organizations(WHY).filter(Q(organization__in=whole) | own)


def accounts_of(memberships: Memberships) -> AccountQuerySet:
    whole, given = _parted(memberships)
    seen = Q(organization__in=whole) | Q(pk__in=Account.objects.across_organizations(WHY).filter(clients__in=given).values("pk"))
    return Account.objects.across_organizations(WHY).filter(seen)


def _parted(memberships: Memberships) -> tuple[list[object], list[Membership]]:
    """Organizations that are seen whole, and memberships that see given accounts alone."""
    reading = [each for each in memberships if each.may("read")]
    whole: list[object] = [each.organization_id for each in reading if not each.sees_given_accounts_only]
    return whole, [each for each in reading if each.sees_given_accounts_only]
