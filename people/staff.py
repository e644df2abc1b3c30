"""Rows that a user of Django's admin may see: a superuser all, other staff those of organizations where their role allows it."""

from typing import TYPE_CHECKING, Any, cast
from uuid import UUID

from django.contrib import admin
from django.contrib.auth.models import User
from django.db.models import Model, QuerySet
from django.http import Http404, HttpRequest
from django.utils.translation import gettext_lazy as _

from people.access import OrganizationRequest
from people.models import Membership, Organization
from people.roles import Action
from people.tenancy import OrganizationQuerySet

if TYPE_CHECKING:
    AnyModelAdmin = admin.ModelAdmin[Any]
else:
    AnyModelAdmin = admin.ModelAdmin

FITTING: Action = "export"
"""The right that the admin requires: auditors and above, who may export everything, may see everything. Clients see given accounts only."""


def user_of(request: HttpRequest) -> User:
    """Return the signed-in user; the admin has no other requests."""
    return cast("User", request.user)


def is_superuser(request: HttpRequest) -> bool:
    return bool(request.user.is_active and request.user.is_superuser)


def organizations_seen(request: HttpRequest) -> dict[UUID, Organization]:
    """Return the organizations that a member of the staff may see, from the request's memberships without a query."""
    if not (request.user.is_active and request.user.is_staff):
        return {}
    return {membership.organization_id: membership.organization for membership in _memberships(request) if membership.may(FITTING)}


def sees(request: HttpRequest, organization: Organization) -> bool:
    """True if the admin shows this user the rows of the organization."""
    return is_superuser(request) or organization.pk in organizations_seen(request)


def is_member(request: HttpRequest, organization: Organization) -> bool:
    """True if the pages of the app show it too."""
    return any(membership.organization_id == organization.pk and membership.may("read") for membership in _memberships(request))


def seen_of(rows: QuerySet[Any], request: HttpRequest) -> QuerySet[Any]:
    """Return the rows that the admin shows to this user. Rows without a known organization are for superusers only."""
    if is_superuser(request):
        return across(rows)
    path = _path(rows)
    return across(rows).filter(**{f"{path}__in": list(organizations_seen(request))}) if path else rows.none()


def across(rows: QuerySet[Any]) -> QuerySet[Any]:
    """Return rows of all organizations, for querysets that are narrowed down already."""
    return rows.across_organizations("the admin, which narrows them down itself") if isinstance(rows, OrganizationQuerySet) else rows


class VisibleToStaff(AnyModelAdmin):
    """An admin of rows that belong to organizations.

    Roles decide which rows are visible; Django's model permissions grant nothing. Only superusers change or remove rows here: others
    use the pages of the app, which check their role.
    """

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return seen_of(super().get_queryset(request), request)

    def get_object(self, request: HttpRequest, object_id: str, from_field: str | None = None) -> Any:
        """Return the row; raise Http404 both for another organization's row and for one that does not exist."""
        row = super().get_object(request, object_id, from_field)
        if row is None:
            raise Http404
        return row

    def get_field_queryset(self, db: str | None, db_field: Any, request: HttpRequest | None) -> QuerySet[Any]:
        """Return the rows that a related field may be set to."""
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
    """A filter with only the organizations that the user may see."""

    title = _("organization")
    parameter_name = "organization"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        organizations = Organization.objects.all() if is_superuser(request) else organizations_seen(request).values()
        return [(str(organization.pk), organization.name) for organization in organizations]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        """Return the filtered rows; empty for an organization that is not offered."""
        if not self.value():
            return queryset
        offered = {key for key, _name in self.lookup_choices}
        return queryset.filter(**{_path(queryset): self.value()}) if self.value() in offered else queryset.none()


def _path(rows: QuerySet[Any]) -> str:
    """Return the lookup from a row to its organization; empty if there is none."""
    if rows.model is Organization:
        return "pk"
    return rows.organization_path if isinstance(rows, OrganizationQuerySet) else ""


def _memberships(request: HttpRequest) -> tuple[Membership, ...]:
    return cast("OrganizationRequest", request).memberships
