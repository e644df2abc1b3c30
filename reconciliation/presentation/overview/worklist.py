"""Imports that need a person, grouped by reason, oldest first."""

import datetime as dt
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from django.db.models import Count, Exists, F, OuterRef, Q
from django.utils.translation import gettext as _

from reconciliation.models import Enquiry, Statement
from reconciliation.presentation.import_list import FOR_REVIEW, SHOWN
from reconciliation.presentation.labels.processing import failure
from reconciliation.presentation.labels.verdicts import REASONS
from reconciliation.presentation.overview.visible import WHY, Memberships, imports_of

MOST = 200
COLUMNS = ("pk", "organization__slug", "organization__name", "filename", "uploaded_at", "period_start", "period_end", "error", "sign_off")
URGENT = (1, 2)
"""The urgencies of imports that are in progress, and that need a person."""
REASON_CODES = "reconciliation__reasons"


@dataclass(frozen=True, slots=True, kw_only=True)
class WaitingImport:
    """An import that needs a person. `organization` is a short name. `accounts` are the names of its accounts, empty if they
    are unknown."""

    import_id: UUID
    organization: str
    client: str
    filename: str
    accounts: Sequence[str]
    uploaded_at: dt.datetime
    period: tuple[dt.date | None, dt.date | None]


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


def worklist_of(memberships: Memberships) -> Worklist:
    """Return the work of these memberships, in four queries. The reason of an import is why it could not be read, or the weightiest one of
    its verdict."""
    visible = imports_of(memberships)
    reviewed_by = [membership.organization_id for membership in memberships if membership.may("sign_off")]
    for_review = FOR_REVIEW & Q(organization__in=reviewed_by)
    rows = list(visible.filter(SHOWN["person"] | for_review).order_by("uploaded_at", "pk").values(*COLUMNS, REASON_CODES)[:MOST])
    waits = {
        Enquiry.Waits.TO_BE_READ.value: _("Questions that were answered"),  # those with unread answers come first
        Enquiry.Waits.FOR_ANSWER.value: _("Questions that wait for an answer"),
    }
    questions: dict[str, list[Mapping[str, Any]]] = {says: [] for says in waits.values()}
    enquiries = Enquiry.objects.across_organizations(WHY).exclude(waits="").filter(waits__in=list(waits))
    enquiries = enquiries.filter(Exists(visible.filter(pk=OuterRef("statement_import"))))  # from the few questions to their imports
    columns: dict[str, Any] = {f"import_{name}": F(f"statement_import__{name}") for name in COLUMNS}
    asked = enquiries.order_by("statement_import__uploaded_at", "statement_import").distinct()
    for waits_for, *values in asked.annotate(**columns).values_list("waits", *columns)[:MOST]:
        questions[waits[waits_for]].append(dict(zip(COLUMNS, values, strict=True)))
    imports = [row["pk"] for each in (rows, *questions.values()) for row in each]
    statements = Statement.objects.across_organizations(WHY).filter(statement_import__in=imports).exclude(account=None)
    names: dict[UUID, list[str]] = defaultdict(list)
    for key, name in statements.order_by("number").values_list("statement_import", "account__name"):
        if name not in names[key]:
            names[key].append(name)
    groups: dict[str, WaitingGroup] = {}
    for row in rows:
        failed, codes = failure(row["error"]), row[REASON_CODES] or []
        says = (
            _("Waits for review")
            if row["sign_off"]
            else failed.what
            if failed
            else next((str(REASONS[code].says) for code in REASONS if code in codes), _("For review"))
        )
        groups.setdefault(says, WaitingGroup(says)).rows.append(_waiting(row, names))
    urgent = (
        visible.filter(Q(urgency__in=URGENT) | for_review).order_by().values_list("organization_id", "urgency").annotate(count=Count("pk"))
    )
    counts = {(organization, urgency): count for organization, urgency, count in urgent}
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


def _waiting(row: Mapping[str, Any], names: Mapping[UUID, Sequence[str]]) -> WaitingImport:
    return WaitingImport(
        import_id=row["pk"],
        organization=row["organization__slug"],
        client=row["organization__name"],
        filename=row["filename"],
        accounts=names.get(row["pk"], ()),
        uploaded_at=row["uploaded_at"],
        period=(row["period_start"], row["period_end"]),
    )
