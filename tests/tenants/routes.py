"""Every address of the product."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.urls import URLPattern, URLResolver, get_resolver, reverse

from tests.tenants.tenant import Tenant

NAMES_NO_ROW = {"format", "form", "report", "step", "provider", "kind", "position", "year", "number"}


@dataclass(frozen=True, slots=True)
class Route:
    name: str
    parts: frozenset[str]

    @property
    def names_a_row(self) -> bool:
        return bool(self.parts - NAMES_NO_ROW)

    def of(self, tenant: Tenant) -> str:
        values = tenant.values(self.name)
        unknown = self.parts - set(values)
        assert not unknown, f"say in tests/tenants/tenant.py what stands for {sorted(unknown)} in {self.name}"
        return reverse(self.name, kwargs={part: values[part] for part in self.parts})


def routes(patterns: list[URLPattern | URLResolver] | None = None) -> Iterator[Route]:
    """All but the admin's, which Django makes itself."""
    for pattern in patterns if patterns is not None else get_resolver().url_patterns:
        if isinstance(pattern, URLResolver):
            if pattern.namespace is None:
                yield from routes(pattern.url_patterns)
        else:
            assert pattern.name, f"{pattern.pattern} has no name"
            yield Route(pattern.name, frozenset(pattern.pattern.converters))


ROUTES = sorted(set(routes()), key=lambda route: (route.name, sorted(route.parts)))


def called(route: Route) -> str:
    return f"{route.name}({', '.join(sorted(route.parts))})"
