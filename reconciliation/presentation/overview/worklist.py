"""Imports that need a person, grouped by reason, oldest first, and the filters of that list."""

import datetime as dt
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from django import forms
from django.contrib.auth.models import User
from django.db.models import Count, Exists, ExpressionWrapper, F, IntegerField, OuterRef, Q, Value
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from reconciliation.models import Conclusion, Decision, Enquiry, Posting, Statement
from reconciliation.models.querysets import StatementImportQuerySet
from reconciliation.presentation.import_list import FOR_REVIEW, SHOWN
from reconciliation.presentation.labels.processing import failure
from reconciliation.presentation.labels.verdicts import REASONS
from reconciliation.presentation.overview import WHY, Memberships, imports_of

MOST = 200
COLUMNS = (
    "pk",
    "organization__slug",
    "organization__name",
    "filename",
    "uploaded_at",
    "period_start",
    "period_end",
    "error",
    "sign_off",
    "assigned_to__username",
    "due_on",
)
URGENT = (1, 2)
"""The urgencies of imports that are in progress, and that need a person."""
REASON_CODES = "reconciliation__reasons"


@dataclass(frozen=True, slots=True, kw_only=True)
class WaitingImport:
    """An import that needs a person. `organization` is a short name. `accounts` are the names of its accounts, empty if they
    are unknown. `assigned_to` is empty without an assignee."""

    import_id: UUID
    organization: str
    client: str
    filename: str
    accounts: Sequence[str]
    uploaded_at: dt.datetime
    period: tuple[dt.date | None, dt.date | None]
    assigned_to: str
    due_on: dt.date | None
    is_overdue: bool


@dataclass(slots=True)
class WaitingGroup:
    """Imports that need a person for the same reason, which is one sentence."""

    says: str
    rows: list[WaitingImport] = field(default_factory=list)


@dataclass(frozen=True, slots=True, kw_only=True)
class Worklist:
    """Everything that needs a person. `clients` are (short name, name, needing attention, in progress), most work first; `count` includes
    those not shown. `asked` are statements with open questions to clients."""

    groups: list[WaitingGroup]
    asked: list[WaitingGroup]
    clients: list[tuple[str, str, int, int]]
    count: int

    @property
    def not_shown(self) -> int:
        return self.count - sum(len(group.rows) for group in self.groups)


REVIEW, UNREAD, UNASSIGNED = "review", "unread", "none"


class WorkFilter(forms.Form):
    """Filters of the work over several clients. An invalid value filters nothing."""

    client = forms.ChoiceField(label=gettext_lazy("Client"), required=False)
    month = forms.DateField(label=gettext_lazy("Month"), input_formats=["%Y-%m"], required=False)
    assignee = forms.ChoiceField(label=gettext_lazy("Assigned to"), required=False)
    reason = forms.ChoiceField(label=gettext_lazy("Kind of work"), required=False)

    def __init__(self, data: Mapping[str, Any], memberships: Memberships, colleagues: Sequence[User]) -> None:
        super().__init__(data, label_suffix="")
        self.memberships = memberships
        clients = sorted((membership.organization.name, membership.organization.slug) for membership in memberships)
        people = [(str(user.pk), user.get_username()) for user in colleagues]
        reasons = [(code, str(REASONS[code].says)) for code in REASONS]
        choices: dict[str, list[tuple[str, str]]] = {
            "client": [(slug, name) for name, slug in clients],
            "assignee": [(UNASSIGNED, _("Unassigned")), *people],
            "reason": [(REVIEW, _("Waiting for review")), (UNREAD, _("Could not be read")), *reasons],
        }
        for name, values in choices.items():
            self.fields[name] = forms.ChoiceField(label=self.fields[name].label, choices=[("", _("Any")), *values], required=False)
        self.fields["month"].widget = forms.TextInput(attrs={"type": "month"})
        self.full_clean()

    @property
    def narrows(self) -> bool:
        return any(self.cleaned_data.values())

    def chosen(self) -> Memberships:
        """Return the memberships in the chosen client, or all."""
        slug = self.cleaned_data.get("client")
        return [membership for membership in self.memberships if not slug or membership.organization.slug == slug]

    def narrow(self, imports: StatementImportQuerySet) -> StatementImportQuerySet:
        """Return the imports that the filters admit, apart from the one of the client."""
        month, assignee, reason = (self.cleaned_data.get(name) for name in ("month", "assignee", "reason"))
        rows = imports
        if month:
            rows = rows.in_month(month)
        if assignee:
            rows = rows.filter(assigned_to=None if assignee == UNASSIGNED else assignee)
        if reason == REVIEW:
            rows = rows.filter(FOR_REVIEW)
        elif reason == UNREAD:
            rows = rows.exclude(error=None)
        elif reason:
            rows = rows.filter(**{f"{REASON_CODES}__icontains": f'"{reason}"'})
        return rows


def worklist_of(memberships: Memberships, work_filter: WorkFilter | None = None) -> Worklist:
    """Return the work of these memberships, in four queries. The reason of an import is why it could not be read, or the weightiest one of
    its verdict."""
    visible = imports_of(memberships)
    if work_filter is not None:
        visible = work_filter.narrow(visible)
    reviewed_by = [membership.organization_id for membership in memberships if membership.may("sign_off")]
    for_review = FOR_REVIEW & Q(organization__in=reviewed_by)
    rows = list(visible.filter(SHOWN["person"] | for_review).order_by("uploaded_at", "pk").values(*COLUMNS, REASON_CODES)[:MOST])
    waits = {
        Enquiry.Waits.TO_BE_READ.value: _("Answered questions"),  # those with unread answers come first
        Enquiry.Waits.FOR_ANSWER.value: _("Unanswered questions"),
    }
    questions: dict[str, list[Mapping[str, Any]]] = {says: [] for says in waits.values()}
    enquiries = Enquiry.objects.across_organizations(WHY).exclude(waits="").filter(waits__in=list(waits))
    enquiries = enquiries.filter(Exists(visible.filter(pk=OuterRef("statement_import"))))  # from the few questions to their imports
    columns: dict[str, Any] = {f"import_{name}": F(f"statement_import__{name}") for name in COLUMNS}
    asked = enquiries.order_by("statement_import__uploaded_at", "statement_import").distinct()
    for waits_for, *values in asked.annotate(**columns).values_list("waits", *columns)[:MOST]:
        questions[waits[waits_for]].append(dict(zip(COLUMNS, values, strict=True)))
    names = _account_names([row["pk"] for group in (rows, *questions.values()) for row in group])
    groups: dict[str, WaitingGroup] = {}
    for row in rows:
        failed, codes = failure(row["error"]), row[REASON_CODES] or []
        says = (
            _("Waiting for review")
            if row["sign_off"]
            else failed.what
            if failed
            else next((str(REASONS[code].says) for code in REASONS if code in codes), _("For review"))
        )
        groups.setdefault(says, WaitingGroup(says)).rows.append(_waiting(row, names))
    # The two parts have an index each.
    urgent, reviewed = (
        rows.order_by().values_list("organization_id", "urgency").annotate(count=Count("*"))
        for rows in (visible.filter(urgency__in=URGENT), visible.filter(for_review).exclude(urgency__in=URGENT))
    )
    counts = {(organization, urgency): count for organization, urgency, count in urgent.union(reviewed, all=True)}
    clients = [
        (
            membership.organization.slug,
            membership.organization.name,
            counts.get((membership.organization_id, 2), 0) + counts.get((membership.organization_id, 0), 0),
            counts.get((membership.organization_id, 1), 0),
        )
        for membership in memberships
    ]
    return Worklist(
        groups=list(groups.values()),
        asked=[WaitingGroup(says, [_waiting(row, names) for row in rows]) for says, rows in questions.items() if rows],
        clients=sorted(clients, key=lambda client: (-client[2], client[1])),
        count=sum(client[2] for client in clients),
    )


def waiting_for_review_by(user: User, memberships: Memberships) -> StatementImportQuerySet:
    """Return the imports with a prepared statement that the user may review, the oldest first. Where the organization demands two persons,
    these are the statements that the user neither prepared nor posted rows of, and whose reading another person confirmed."""
    reviewed_by = [membership.organization_id for membership in memberships if membership.may("sign_off")]
    of_statement = {"statement_import": OuterRef("statement_import"), "statement_number": OuterRef("statement_number")}
    steps = Conclusion.objects.across_organizations(WHY)
    postings = Posting.objects.across_organizations(WHY).standing().filter(**of_statement)
    readings = Decision.objects.across_organizations(WHY).standing().order_by().filter(kind=Decision.Kind.READING_CONFIRMED)
    about = readings.filter(Q(number=None) | Q(number=OuterRef("statement_number")), statement_import=OuterRef("statement_import"))
    # From the statement to its people: SQLite would otherwise look through all postings of the user for each statement.
    poster, confirmer = (ExpressionWrapper(F(column) + Value(0), IntegerField()) for column in ("posted_by", "made_by"))
    posted, confirmed = postings.alias(person=poster).filter(person=user.pk), about.alias(person=confirmer).filter(person=user.pk)
    prepared = steps.filter(kind=Conclusion.Kind.PREPARED).exclude(Exists(steps.filter(**of_statement, number__gt=OuterRef("number"))))
    by_others = prepared.filter(statement_import=OuterRef("pk")).exclude(by=user).exclude(Exists(posted)).exclude(Exists(confirmed))
    waiting = imports_of(memberships).filter(FOR_REVIEW, organization__in=reviewed_by)
    return waiting.filter(Q(organization__two_persons=False) | Q(Exists(by_others))).order_by("uploaded_at", "pk")


def review_queue_of(user: User, memberships: Memberships) -> WaitingGroup:
    """Return the first of these imports, as a group of the work."""
    rows = list(waiting_for_review_by(user, memberships).values(*COLUMNS)[:MOST])
    names = _account_names([row["pk"] for row in rows])
    return WaitingGroup(_("Waiting for your review"), [_waiting(row, names) for row in rows])


def _account_names(imports: Sequence[UUID]) -> Mapping[UUID, Sequence[str]]:
    statements = Statement.objects.across_organizations(WHY).filter(statement_import__in=imports).exclude(account=None)
    names: dict[UUID, list[str]] = defaultdict(list)
    for key, name in statements.order_by("number").values_list("statement_import", "account__name"):
        if name not in names[key]:
            names[key].append(name)
    return names


def _waiting(row: Mapping[str, Any], names: Mapping[UUID, Sequence[str]]) -> WaitingImport:
    return WaitingImport(
        import_id=row["pk"],
        organization=row["organization__slug"],
        client=row["organization__name"],
        filename=row["filename"],
        accounts=names.get(row["pk"], ()),
        uploaded_at=row["uploaded_at"],
        period=(row["period_start"], row["period_end"]),
        assigned_to=row["assigned_to__username"] or "",
        due_on=row["due_on"],
        is_overdue=row["due_on"] is not None and row["due_on"] < timezone.localdate(),
    )
