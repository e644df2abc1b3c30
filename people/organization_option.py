"""The organization that a command line means."""

from django.db.models import QuerySet

from people.models import Organization


class NoSingleOrganization(LookupError):
    """No organization or several match; the message says which option to give."""


def organization_named(slug: str | None) -> Organization:
    """Return the organization of that short name; without one the only one that is no sample. Raises NoSingleOrganization."""
    matches = list(Organization.objects.filter(slug=slug) if slug else _own())
    if len(matches) == 1:
        return matches[0]
    if slug:
        raise NoSingleOrganization(f"There is no organization {slug!r}.")
    names = ", ".join(organization.slug for organization in matches)
    raise NoSingleOrganization(
        f"There are several organizations: say which with --organization ({names})." if matches else "There is no organization yet."
    )


def there_is_none() -> bool:
    """True if there is no organization except sample books."""
    return not _own().exists()


def _own() -> QuerySet[Organization]:
    return Organization.objects.filter(is_sample=False).order_by("slug")
