"""Inventory of all rows and stored files that belong to an organization. Add each new model or file here."""

from collections.abc import Iterator
from typing import Any

from django.apps import apps
from django.db.models import Model, QuerySet

from people.models import Organization
from people.tenancy import OrganizationQuerySet
from reconciliation.models import EnquiryMessage, StatementImport

APPS = ("finance", "reconciliation", "api", "connectors")
"""Apps with rows of an organization. Other programs are named only here, never imported."""
OTHERWISE = {
    "finance.Organization": "pk",
    "finance.Preferences": "user__memberships__organization",
    "reconciliation.Doorbell": "statement_import__organization",
    "reconciliation.Step": "run__statement_import__organization",
    "finance.Membership_accounts": "membership__organization",
    "finance.Invitation_accounts": "invitation__organization",
    "reconciliation.QuestionList_enquiries": "questionlist__organization",
    "reconciliation.Match_lines": "match__statement__statement_import__organization",
    "reconciliation.Match_transactions": "match__statement__statement_import__organization",
}
"""Lookups from a row to its organization, for models whose querysets do not name it."""
NOBODYS = {"reconciliation.WorkerSign", "api.DeliveryTurn", "finance.SecondFactor", "finance.RecoveryCode"}
"""Models of the installation and of logins, which hold nothing of an organization; a login's go with it."""


def models() -> list[type[Model]]:
    every = (model for label in APPS for model in apps.get_app_config(label).get_models(include_auto_created=True))
    return [model for model in every if model._meta.label not in NOBODYS]  # noqa: SLF001  Django's name


def rows_of(organization: Organization, model: type[Model]) -> QuerySet[Any]:
    """Return the organization's rows of one model, in a fixed order. Raises KeyError for a model that is not in the inventory."""
    rows = getattr(model, "objects", model._base_manager).all()  # noqa: SLF001  Django's name, for tables that it makes itself
    if isinstance(rows, OrganizationQuerySet):
        return rows.of(organization).order_by("pk")
    path = OTHERWISE[model._meta.label]  # noqa: SLF001  Django's name
    return rows.filter(**{path: organization.pk}).order_by("pk").distinct()


def files_of(organization: Organization) -> Iterator[tuple[Model, str, str]]:
    """Yield each row, the column that names its file, and the name of the file in `archive`."""
    imports = StatementImport.objects.of(organization).order_by("pk")
    for statement_import in imports.iterator():
        yield from (
            (statement_import, column, name) for column in ("stored_as", "unlocked_as") if (name := getattr(statement_import, column))
        )
    for message in EnquiryMessage.objects.of(organization).exclude(stored_as="").order_by("pk").iterator():
        yield message, "stored_as", message.stored_as
