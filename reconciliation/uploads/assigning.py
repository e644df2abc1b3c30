"""Who is to finish a statement, and by when."""

import datetime as dt
from collections.abc import Iterable

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from people.access import require
from people.audit import Act, record
from people.models import Membership, Organization
from people.roles import ALLOWED
from reconciliation.models import StatementImport

DECIDING = [role for role, actions in ALLOWED.items() if "decide" in actions]


class NoColleague(ValueError):
    """The person has no role in the organization that decides about statements."""


def colleagues(organizations: Iterable[Organization]) -> list[User]:
    """Return the people who may decide about statements in one of these organizations, by name."""
    members = Membership.objects.across_organizations("limited to organizations of the person who assigns").active(timezone.now())
    deciding = members.filter(organization__in=organizations, role__in=DECIDING)
    return list(User.objects.filter(pk__in=deciding.values("user"), is_active=True).order_by("username"))


@transaction.atomic
def assign(*, statement_import: StatementImport, to: User | None, due_on: dt.date | None, actor: User | None) -> None:
    """Assign a statement to a person who may decide about it, or to no person. Raises NotYours and NoColleague."""
    organization = statement_import.organization
    require(actor, organization, "decide")
    if to is not None and to not in colleagues([organization]):
        raise NoColleague
    statement_import.assigned_to, statement_import.due_on = to, due_on
    statement_import.save(update_fields=["assigned_to", "due_on"])
    record(organization, actor, Act.ASSIGNED, statement_import, to=to.pk if to else None, due_on=due_on)
