"""The list of imports: its filters (an invalid one filters nothing), its orders, its keyset pages and its rows."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from django import forms
from django.contrib.auth.models import User
from django.db import models
from django.db.models import Case, F, Func, Q, When, prefetch_related_objects
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from finance.models import Account
from finance.paging import Order, SortedPage, Sorting, sorted_page, values_of_key
from people.access import MemberRequest
from people.models import Membership, Organization
from reconciliation.models import Statement, StatementImport, counts_somewhere
from reconciliation.models.querysets import StatementImportQuerySet, StatementQuerySet
from reconciliation.presentation.formats import named_by_the_paper
from reconciliation.presentation.labels.processing import failure
from reconciliation.presentation.labels.verdicts import Headline, headline
from reconciliation.reconcile.answers import counting, to_settle
from reconciliation.signoff.drift import Moved

FOR_REVIEW = Q(sign_off=StatementImport.SignOff.PREPARED)
SHOWN = {"person": Q(urgency=2), "review": FOR_REVIEW, "running": Q(urgency=1)}
ANY = ("", _("Any"))
VERDICTS = [
    ANY,
    ("matched", _("Reconciled, proved")),
    ("mismatched", _("Differs")),
    ("partial", _("Partial")),
    ("unverifiable", _("Not compared")),
]


def shown_to(membership: Membership) -> dict[str, Q]:
    """Return the parts of the list: for a reviewer, imports that wait for review need a person too."""
    return SHOWN | ({"person": SHOWN["person"] | FOR_REVIEW} if membership.may("sign_off") else {})


class FilterForm(forms.Form):
    """Filters of the list: `show` is all, person, review or running; the other fields narrow it down."""

    search = forms.CharField(label=_("Search"), max_length=100, required=False)
    verdict = forms.ChoiceField(label=_("Result"), choices=VERDICTS, required=False)
    status = forms.ChoiceField(label=_("Status"), choices=[ANY, *StatementImport.Status.choices], required=False)
    month = forms.DateField(label=_("Month"), input_formats=["%Y-%m"], required=False)

    def __init__(self, request: MemberRequest) -> None:
        super().__init__(request.GET, label_suffix="")
        accounts = Account.objects.visible_to(request.membership).only("name")
        self.fields["account"] = forms.ModelChoiceField(accounts, label=gettext("Account"), required=False, empty_label=ANY[1])
        members = User.objects.filter(memberships__organization=request.organization).order_by("username")
        if request.membership.sees_given_accounts_only:
            members = members.filter(pk=request.user.pk)
        for name, label in {"uploaded_by": gettext("Uploaded by"), "assigned_to": gettext("Assigned to")}.items():
            self.fields[name] = forms.ModelChoiceField(members, label=label, required=False, empty_label=ANY[1])
        self.fields["search"].widget = forms.TextInput(attrs={"type": "search", "placeholder": gettext("Account, bank or file")})
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
        """Return the imports that the filters admit."""
        cleaned = self.cleaned_data
        rows = imports.filter(shown_to(self.membership).get(self.show, Q()))
        for name in ("verdict", "status", "uploaded_by", "assigned_to"):
            rows = rows.filter(**{name: cleaned[name]}) if cleaned.get(name) else rows
        if cleaned.get("verdict"):
            rows = rows.filter(counts_somewhere())
        if cleaned.get("account"):
            rows = rows.filter(pk__in=_statements(self.organization).filter(account=cleaned["account"]).values("statement_import"))
        if cleaned.get("month"):
            rows = rows.in_month(cleaned["month"])
        return searched(rows, cleaned["search"], self.membership) if cleaned.get("search") else rows


def searched(imports: StatementImportQuerySet, text: str, membership: Membership) -> StatementImportQuerySet:
    """Return the imports with this text in the name of the file, of the printed bank, or of an account that the member sees."""
    # As a union, so that each part uses an index of its own; on PostgreSQL it is one of trigrams.
    printed = _statements(membership.organization)
    accounts = list(Account.objects.visible_to(membership).filter(name__icontains=text).values_list("pk", flat=True))
    by_file = StatementImport.objects.of(membership.organization).filter(filename__icontains=text).order_by()
    by_bank = printed.filter(institution__icontains=text).order_by()
    by_account = printed.filter(account__in=accounts).order_by()
    return imports.filter(pk__in=by_file.values("pk").union(by_bank.values("statement_import"), by_account.values("statement_import")))


def _statements(organization: Organization) -> StatementQuerySet:
    return Statement.objects.of(organization)


def next_for_a_person(visible: StatementImportQuerySet, after: StatementImport, membership: Membership) -> StatementImport | None:
    """Return the next visible import that arrived after this one and needs the member, else the first of all."""
    return next_of(visible.filter(shown_to(membership)["person"]).only("pk"), after)


def next_of(waiting: StatementImportQuerySet, after: StatementImport) -> StatementImport | None:
    """Return the next of these imports that arrived after this one, else the first of the others."""
    later = Q(uploaded_at__gt=after.uploaded_at) | Q(uploaded_at=after.uploaded_at, pk__gt=after.pk)
    return waiting.exclude(pk=after.pk).order_by(Case(When(later, then=0), default=1), "uploaded_at", "pk").first()


PER_PAGE = 25
# Written as in the indexes over them: SQLite uses an index over an expression only for the same text, without parameters.
LAST_DAY = Func(F("period_end"), template="COALESCE(%(expressions)s, '0001-01-01')", output_field=models.DateField())
UNSETTLED = Func(F("to_settle_hundredths"), template="COALESCE(%(expressions)s, -1)", output_field=models.BigIntegerField())
LISTED_BY = Sorting(
    columns={
        "person": ("urgency", "uploaded_at", "id"),
        "uploaded": ("uploaded_at", "id"),
        "file": ("filename", "id"),
        "period": ("last_day", "id"),
        "difference": ("unsettled", "id"),
    },
    labels={"file": _("Statement"), "period": _("Period"), "person": _("Result"), "difference": _("Difference"), "uploaded": _("Age")},
    fields={
        "urgency": models.SmallIntegerField(),
        "uploaded_at": models.DateTimeField(),
        "filename": models.CharField(),
        "last_day": LAST_DAY.output_field,
        "unsettled": UNSETTLED.output_field,
        "id": models.UUIDField(),
    },
    first="person",
    rising=frozenset({"file"}),
)


def page_of(shown: StatementImportQuerySet, order: Order, after: str) -> SortedPage[StatementImport]:
    """Return up to `PER_PAGE` rows after the key `after`, or the first ones if it is no key of this order."""
    rows = shown.annotate(last_day=LAST_DAY, unsettled=UNSETTLED)
    return sorted_page(rows, order, PER_PAGE, values_of_key(after, order))


TABS = {"all": _("All"), "person": _("Needs attention"), "review": _("Waiting for review"), "running": _("In progress")}
ACTS = {
    "process": _("Read again"),
    "compare": _("Re-check"),
    "confirm": _("Accept suggested matches"),
    "sign_off": _("Sign off"),
    "lock": _("Lock"),
}


RUNNING = (StatementImport.Status.PENDING, StatementImport.Status.PROCESSING)


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """One row of the list. `difference` is the open amount in `currency`, None if unknown or not one sum. `moved` are statements
    that were signed off and whose books changed since."""

    statement_import: StatementImport
    headline: Headline
    accounts: list[str]
    period_start: dt.date | None
    period_end: dt.date | None
    difference: Decimal | None
    currency: str
    moved: Sequence[Moved] = ()


def summary_of(statement_import: StatementImport, moved: Sequence[Moved] = ()) -> Summary:
    """Return the row of an import. It reads `statements` and their accounts: prefetch them for a list."""
    prefetch_related_objects([statement_import], "statements__account")
    statements = list(statement_import.statements.all())
    starts = [statement.period_start for statement in statements if statement.period_start]
    ends = [statement.period_end for statement in statements if statement.period_end]
    currencies = {statement.money_currency for statement in statements}
    unsettled = [to_settle(verdict) for verdict in counting((statement_import.reconciliation or {}).get("statements", []))]
    known = [amount for amount in unsettled if amount is not None]
    is_one_sum = len(currencies) == 1 and bool(known) and len(known) == len(unsettled)
    # A statement without an account has its printed name.
    account_names = (
        statement.account.name if statement.account else named_by_the_paper(statement.institution, statement.account_hint)
        for statement in statements
    )
    return Summary(
        statement_import=statement_import,
        headline=headline_of_import(statement_import),
        accounts=list(dict.fromkeys(filter(None, account_names))),
        period_start=min(starts, default=None),
        period_end=max(ends, default=None),
        difference=sum(known, Decimal(0)) if is_one_sum else None,
        currency=currencies.pop() if len(currencies) == 1 else "",
        moved=moved,
    )


def receipt_of(statement_import: StatementImport) -> Summary:
    """Return the row of an upload for a client: whether it was received and can be read, and nothing of the books or the verdict."""
    known = headline_of_import(statement_import)
    is_read = statement_import.status in {StatementImport.Status.COMPLETE, StatementImport.Status.REVIEW}
    headline = Headline(gettext("Received"), gettext("This document was received and read."), "good") if is_read else known
    days = (statement_import.period_start, statement_import.period_end)
    return Summary(
        statement_import=statement_import,
        headline=headline,
        accounts=[],
        period_start=days[0],
        period_end=days[1],
        difference=None,
        currency="",
    )


def headline_of_import(statement_import: StatementImport) -> Headline:
    """Return the verdict, or the status of an import without one."""
    status, failed = statement_import.status, failure(statement_import.error)
    if status == StatementImport.Status.DISCARDED:
        return Headline(gettext("Discarded"), gettext("This document was discarded."), "calm")
    if status in RUNNING:
        return Headline(str(statement_import.get_status_display()), "", "calm")
    if statement_import.wants_password and failed:
        return Headline(gettext("Needs its password"), failed.what, "warn", failed.what)
    if status == StatementImport.Status.FAILED and failed:
        return Headline(gettext("Could not be read"), failed.what, "bad", failed.what)
    if statement_import.reconciliation:
        known = headline(statement_import.reconciliation, typed=not statement_import.came_as_document)
        is_closed = statement_import.sign_off == StatementImport.SignOff.CLOSED
        return known if not is_closed or known.tone == "good" else Headline(gettext("Closed"), known.sentence, "calm")
    return Headline(str(statement_import.get_status_display()), "", "warn")
