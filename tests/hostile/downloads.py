"""The addresses that give out files."""

from collections.abc import Iterator
from typing import Any

from finance import exports
from people.views import organization
from reconciliation.converting.forms import FORMS as CONVERTED
from reconciliation.converting.forms import OF_PROGRAMS
from reconciliation.reports import catalogue
from tests.addresses import reverse
from tests.tenants.routes import Route
from tests.tenants.tenant import Tenant

FORMS = sorted({*exports.FORMS, *organization.FILES, *catalogue.TYPES, *CONVERTED, *OF_PROGRAMS})
AS_SENT = {"import_document", "enquiry_file"}
"""Names of routes that return an uploaded file unchanged."""


def addresses(route: Route, tenant: Tenant) -> Iterator[str]:
    """One for each form that a file may have, where the address names one."""
    values: dict[str, Any] = dict(tenant.values(route.name))
    ways = [{}] if not route.parts & {"format", "form", "report"} else [{"format": form, "form": form} for form in FORMS]
    reports = [f"{report}.{form}" for report in catalogue.OF_A_STATEMENT for form in FORMS] if "report" in route.parts else [""]
    for way in ways if "report" not in route.parts else [{}]:
        for report in reports:
            chosen = values | way | {"report": report}
            yield reverse(route.name, kwargs={part: chosen[part] for part in route.parts}, organization=tenant.organization)
