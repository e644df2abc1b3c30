"""Filters of the list of imports, checked as they arrive (an invalid one filters nothing), and the next import to work on."""

from calendar import monthrange
from typing import Any

from django import forms
from django.contrib.auth.models import User
from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy as _

from finance.models import Account
from people.access import MemberRequest
from people.models import Membership, Organization
from reconciliation.models import Statement, StatementImport
from reconciliation.models.querysets import StatementImportQuerySet, StatementQuerySet

SHOWN = {"person": Q(urgency=2), "running": Q(urgency=1)}
ANY = ("", _("Any"))
VERDICTS = [
    ANY,
    ("matched", _("Reconciled, proved")),
    ("mismatched", _("Differs")),
    ("partial", _("Partial")),
    ("unverifiable", _("Not compared")),
]


class FilterForm(forms.Form):
    """Filters of the list: `show` is all, person or running; the other fields narrow it down."""

    search = forms.CharField(label=_("Search"), max_length=100, required=False)
    verdict = forms.ChoiceField(label=_("Result"), choices=VERDICTS, required=False)
    status = forms.ChoiceField(label=_("Status"), choices=[ANY, *StatementImport.Status.choices], required=False)
    month = forms.DateField(label=_("Month"), input_formats=["%Y-%m"], required=False)

    def __init__(self, request: MemberRequest) -> None:
        super().__init__(request.GET, label_suffix="")
        accounts = Account.objects.visible_to(request.membership).only("name")
        self.fields["account"] = forms.ModelChoiceField(accounts, label=_("Account"), required=False, empty_label=ANY[1])
        members = User.objects.filter(memberships__organization=request.organization).order_by("username")
        if request.membership.sees_given_accounts_only:
            members = members.filter(pk=request.user.pk)
        self.fields["uploaded_by"] = forms.ModelChoiceField(members, label=_("Uploaded by"), required=False, empty_label=ANY[1])
        self.fields["search"].widget = forms.TextInput(attrs={"type": "search", "placeholder": _("Account, bank or file")})
        self.fields["month"].widget = forms.TextInput(attrs={"type": "month"})
        self.full_clean()
        self.organization, self.membership = request.organization, request.membership

    @property
    def show(self) -> str:
        wanted = str(self.data.get("show", ""))
        return wanted if wanted in SHOWN else "all"

    @property
    def narrows(self) -> bool:
        return any(self.cleaned_data.values())

    def narrow(self, imports: StatementImportQuerySet) -> StatementImportQuerySet:
        cleaned = self.cleaned_data
        rows = imports.filter(SHOWN.get(self.show, Q()))
        for name in ("verdict", "status", "uploaded_by"):
            rows = rows.filter(**{name: cleaned[name]}) if cleaned.get(name) else rows
        if cleaned.get("account"):
            rows = rows.filter(pk__in=_statements(self.organization).filter(account=cleaned["account"]).values("statement_import"))
        if cleaned.get("month"):
            first = cleaned["month"]
            last = first.replace(day=monthrange(first.year, first.month)[1])
            rows = rows.filter(period_start__lte=last, period_end__gte=first)
        return rows.filter(pk__in=_named(self.organization, self.membership, cleaned["search"])) if cleaned.get("search") else rows


def _statements(organization: Organization) -> StatementQuerySet:
    return Statement.objects.of(organization)


def _named(organization: Organization, membership: Membership, text: str) -> QuerySet[StatementImport, Any]:
    """Return the keys of imports by the file's name, by what the statement prints, or by the account in the books.

    As a union, so that each part uses an index of its own; on PostgreSQL it is one of trigrams."""
    accounts = list(Account.objects.visible_to(membership).filter(name__icontains=text).values_list("pk", flat=True))
    files = StatementImport.objects.of(organization).filter(filename__icontains=text).order_by()
    printed = _statements(organization).filter(institution__icontains=text).order_by()
    booked = _statements(organization).filter(account__in=accounts).order_by()
    return files.values("pk").union(printed.values("statement_import"), booked.values("statement_import"))


def next_for_a_person(visible: StatementImportQuerySet, after: StatementImport) -> StatementImport | None:
    """Return the next visible import that arrived after this one and needs a person, else the first of all. Two queries at most."""
    waiting = visible.filter(SHOWN["person"]).exclude(pk=after.pk).only("pk").order_by("uploaded_at", "pk")
    later = Q(uploaded_at__gt=after.uploaded_at) | Q(uploaded_at=after.uploaded_at, pk__gt=after.pk)
    return waiting.filter(later).first() or waiting.first()
