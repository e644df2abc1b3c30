"""Every address of the product."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.urls import URLPattern, URLResolver, get_resolver

from people.addresses import PART
from people.models import Organization
from tests.addresses import reverse
from tests.tenants.tenant import Tenant

NAMES_NO_ROW = {"format", "form", "report", "rest", "step", "provider", "kind", "position", "month", "year", "number", "side"}


@dataclass(frozen=True, slots=True)
class Route:
    name: str
    parts: frozenset[str]
    """Without the organization's."""
    in_organization: bool
    asks_a_role: bool

    @property
    def rows(self) -> frozenset[str]:
        """The parts that name rows."""
        return self.parts - NAMES_NO_ROW

    @property
    def names_a_row(self) -> bool:
        return bool(self.rows)

    def of(self, tenant: Tenant) -> str:
        return self.within(tenant.organization, tenant)

    def within(self, organization: Organization, tenant: Tenant, *others: str, other: Tenant | None = None) -> str:
        """The address within an organization, with the rows of a tenant; these `others` are the other tenant's."""
        values = dict(tenant.values(self.name))
        if other:
            values |= {part: other.values(self.name)[part] for part in others}
        unknown = self.parts - set(values)
        assert not unknown, f"say in tests/tenants/tenant.py what stands for {sorted(unknown)} in {self.name}"
        return reverse(self.name, kwargs={part: values[part] for part in self.parts}, organization=organization)


def routes(patterns: list[URLPattern | URLResolver] | None = None, *, inside: bool = False) -> Iterator[Route]:
    """All but the admin's, which Django makes itself."""
    for pattern in patterns if patterns is not None else get_resolver().url_patterns:
        if isinstance(pattern, URLResolver):
            if pattern.namespace is None:
                yield from routes(pattern.url_patterns, inside=inside or PART in pattern.pattern.converters)
        else:
            assert pattern.name, f"{pattern.pattern} has no name"
            yield Route(pattern.name, frozenset(pattern.pattern.converters), inside, hasattr(pattern.callback, "action"))


ROUTES = sorted(set(routes()), key=lambda route: (route.name, sorted(route.parts)))


def called(route: Route) -> str:
    return f"{route.name}({', '.join(sorted(route.parts))})"
