"""Which organization a command means that may name one."""

from django.db.models import QuerySet

from people.models import Organization


class NotMeant(LookupError):
    """No organization, or several; the text says what to type."""


def meant(slug: str | None) -> Organization:
    """The one of that short name; without one the only one, sample books aside. Raises NotMeant."""
    found = list(Organization.objects.filter(slug=slug) if slug else _own())
    if len(found) == 1:
        return found[0]
    if slug:
        raise NotMeant(f"There is no organization {slug!r}.")
    names = ", ".join(each.slug for each in found)
    raise NotMeant(
        f"There are several organizations: say which with --organization ({names})." if found else "There is no organization yet."
    )


def there_is_none() -> bool:
    """Whether nobody has begun books of their own."""
    return not _own().exists()


def _own() -> QuerySet[Organization]:
    return Organization.objects.filter(is_sample=False).order_by("slug")
