"""Whose rows a user of Django's admin sees: a superuser all, other staff those of organizations whose role for them is fitting."""

from typing import TYPE_CHECKING, Any, cast
from uuid import UUID

from django.contrib import admin
from django.contrib.auth.models import User
from django.db.models import Model, QuerySet
from django.http import Http404, HttpRequest
from django.utils.translation import gettext_lazy as _

from people.models import Membership, Organization
from people.requests import OrganizationRequest
from people.roles import Action
from people.tenancy import OrganizationQuerySet

if TYPE_CHECKING:
    AnyModelAdmin = admin.ModelAdmin[Any]
else:
    AnyModelAdmin = admin.ModelAdmin

FITTING: Action = "export"
"""Who may take everything of an organization out may look at everything of it: auditors and more. Clients see given accounts only."""


def user_of(request: HttpRequest) -> User:
    """Whoever is signed in: the admin has no other requests."""
    return cast("User", request.user)


def is_superuser(request: HttpRequest) -> bool:
    return bool(request.user.is_active and request.user.is_superuser)


def organizations_seen(request: HttpRequest) -> dict[UUID, Organization]:
    """Those of a member of the staff, by the standing memberships of the request: no query."""
    if not (request.user.is_active and request.user.is_staff):
        return {}
    return {each.organization_id: each.organization for each in _memberships(request) if each.may(FITTING)}


def sees(request: HttpRequest, organization: Organization) -> bool:
    """Whether the admin shows this user the rows of the organization."""
    return is_superuser(request) or organization.pk in organizations_seen(request)


def is_member(request: HttpRequest, organization: Organization) -> bool:
    """Whether the pages of the app show it too."""
    return any(each.organization_id == organization.pk and each.may("read") for each in _memberships(request))


def seen_of(rows: QuerySet[Any], request: HttpRequest) -> QuerySet[Any]:
    """Of these rows, those that the admin shows to this user. What is of no known kind is seen by superusers alone."""
    if is_superuser(request):
        return across(rows)
    path = _path(rows)
    return across(rows).filter(**{f"{path}__in": list(organizations_seen(request))}) if path else rows.none()


def across(rows: QuerySet[Any]) -> QuerySet[Any]:
    """For what is narrowed down already: by whose rows these are, or by the row that they belong to."""
    return rows.across_organizations("the admin, which narrows them down itself") if isinstance(rows, OrganizationQuerySet) else rows


class SeenByStaff(AnyModelAdmin):
    """An admin of rows that belong to organizations. Roles decide what is seen, Django's own permissions of a model open nothing;
    forms that change or remove rows are for superusers: others have the pages of the app, which ask for their role."""

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return seen_of(super().get_queryset(request), request)

    def get_object(self, request: HttpRequest, object_id: str, from_field: str | None = None) -> Any:
        """Another organization's row is as little there as one that does not exist: Http404 for both."""
        found = super().get_object(request, object_id, from_field)
        if found is None:
            raise Http404
        return found

    def get_field_queryset(self, db: str | None, db_field: Any, request: HttpRequest | None) -> QuerySet[Any]:
        """What a related field may be set to."""
        ordered = super().get_field_queryset(db, db_field, request)  # type: ignore[arg-type]  # stubs say str, Django passes None too
        rows = db_field.remote_field.model._default_manager.using(db) if ordered is None else ordered  # noqa: SLF001  Django's name
        return rows.none() if request is None else seen_of(rows, request)

    def has_module_permission(self, request: HttpRequest) -> bool:
        return is_superuser(request) or bool(organizations_seen(request))

    def has_view_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        if obj is None or is_superuser(request):
            return self.has_module_permission(request)
        return self.get_queryset(request).filter(pk=obj.pk).exists()

    def has_add_permission(self, request: HttpRequest) -> bool:
        return is_superuser(request)

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return is_superuser(request)

    has_delete_permission = has_change_permission


class OrganizationFilter(admin.SimpleListFilter):
    """Offers no organization that the user does not see."""

    title = _("organization")
    parameter_name = "organization"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        seen = Organization.objects.all() if is_superuser(request) else organizations_seen(request).values()
        return [(str(each.pk), each.name) for each in seen]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        """What is no organization of theirs filters everything away."""
        if not self.value():
            return queryset
        offered = {key for key, _name in self.lookup_choices}
        return queryset.filter(**{_path(queryset): self.value()}) if self.value() in offered else queryset.none()


def _path(rows: QuerySet[Any]) -> str:
    """From a row to its organization; empty where none is known."""
    if rows.model is Organization:
        return "pk"
    return rows.organization_path if isinstance(rows, OrganizationQuerySet) else ""


def _memberships(request: HttpRequest) -> tuple[Membership, ...]:
    return cast("OrganizationRequest", request).memberships
