"""Imported files, with the choices of a person where a file can be read in more than one way."""

import datetime as dt
import uuid
import zlib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from decimal import Decimal
from typing import Any, Literal, Self, cast, get_args

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from finance.money import from_minor
from people.tenancy import OrganizationQuerySet, ValidatedAcrossOrganizations

DateOrder = Literal["", "dmy", "mdy", "ymd"]
DecimalMark = Literal["", ".", ","]
Sign = Literal["", "as_written", "turned"]
IMPORTED = "import:"
"""The origin of entries that a file added begins so; the import's id follows."""
Fee = Literal["", "within", "apart"]
Minus = Literal["", "side", "reversal"]
NO_COLUMN = -1
"""The table has no such column, even if its headings suggest one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """The account that a file is read for, and today's date: no export is dated a year ahead."""

    currency: str
    kind: str
    today: dt.date


@dataclass(frozen=True, slots=True, kw_only=True)
class Choices:
    """Chosen ways of reading a file; empty means "not chosen".

    `columns` is the place of each field in a table, or NO_COLUMN. `account` names one of several accounts of a file. `fee` says whether
    the fees of a column are within the amounts or come on top, `minus` whether a minus in a column of money out or in only repeats the
    side or reverses it. `whole_period` says that the file is the whole of the account from `first_day` to `last_day`; without them, of the
    period that the file states or its rows have.
    """

    account: str = ""
    columns: Mapping[str, int] = field(default_factory=dict)
    date_order: DateOrder = ""
    decimal_mark: DecimalMark = ""
    sign: Sign = ""
    fee: Fee = ""
    minus: Minus = ""
    encoding: str = ""
    whole_period: bool = False
    first_day: dt.date | None = None
    last_day: dt.date | None = None

    def as_json(self) -> dict[str, Any]:
        return {name: value.isoformat() if isinstance(value, dt.date) else value for name, value in asdict(self).items()}

    def without_period(self) -> Self:
        """Return the choices that may apply to another file: the period is of this one alone."""
        return replace(self, whole_period=False, first_day=None, last_day=None)

    def with_period_of(self, other: "Choices") -> Self:
        return replace(self, whole_period=other.whole_period, first_day=other.first_day, last_day=other.last_day)

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> Self:
        """Return stored choices without those that are no longer valid."""
        return cls(
            account=str(stored.get("account", "")),
            columns={str(name): place for name, place in stored.get("columns", {}).items() if isinstance(place, int)},
            date_order=cast("DateOrder", _one_of(stored.get("date_order"), DateOrder)),
            decimal_mark=cast("DecimalMark", _one_of(stored.get("decimal_mark"), DecimalMark)),
            sign=cast("Sign", _one_of(stored.get("sign"), Sign)),
            fee=cast("Fee", _one_of(stored.get("fee"), Fee)),
            minus=cast("Minus", _one_of(stored.get("minus"), Minus)),
            encoding=str(stored.get("encoding", "")),
            whole_period=stored.get("whole_period") is True,
            first_day=_day(stored.get("first_day")),
            last_day=_day(stored.get("last_day")),
        )


def _day(value: object) -> dt.date | None:
    return dt.date.fromisoformat(value) if isinstance(value, str) and value else None


def _one_of(value: object, allowed: Any) -> str:
    return value if isinstance(value, str) and value in get_args(allowed) else ""


class LedgerImportQuerySet(OrganizationQuerySet["LedgerImport"]):
    organization_path = "account__organization"

    def listed(self) -> Self:
        """Return the imports for an account's page, newest first and without the files."""
        return self.defer("packed").select_related("uploaded_by").order_by("-created_at")


class SavedChoicesQuerySet(OrganizationQuerySet["SavedChoices"]):
    organization_path = "account__organization"


class LedgerImport(ValidatedAcrossOrganizations):
    """One file for one account. It is shown first; confirming adds exactly the shown rows, undoing removes them.

    `asked` is the request to a worker since `asked_at`; `answered` is its outcome until a person has seen it.
    """

    class Status(models.TextChoices):
        SHOWN = "shown", _("Not yet imported")
        CONFIRMED = "confirmed", _("Imported")
        UNDONE = "undone", _("Undone")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    account = models.ForeignKey("finance.Account", on_delete=models.CASCADE, related_name="ledger_imports", verbose_name=_("account"))
    uploaded_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("uploaded by")
    )
    filename = models.CharField(_("file"), max_length=255)
    sha256 = models.CharField(max_length=64)
    format = models.CharField(_("format"), max_length=20)
    way = models.CharField(max_length=40)
    packed = models.BinaryField(blank=True, default=bytes)
    choices = models.JSONField(default=dict, blank=True)
    status = models.CharField(_("status"), max_length=10, choices=Status.choices, default=Status.SHOWN)
    added = models.JSONField(default=dict, blank=True)
    rows = models.PositiveIntegerField(default=0)
    asked = models.JSONField(null=True, blank=True)
    asked_at = models.DateTimeField(null=True, blank=True)
    answered = models.JSONField(default=dict, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    confirmed_at = models.DateTimeField(null=True, blank=True)
    undone_at = models.DateTimeField(null=True, blank=True)

    objects = LedgerImportQuerySet.as_manager()

    class Meta:
        verbose_name = _("import of a file")
        verbose_name_plural = _("imports of files")
        ordering = ["-created_at"]
        constraints = [
            models.CheckConstraint(condition=models.Q(status__in=["shown", "confirmed", "undone"]), name="ledger_import_status_is_known")
        ]

    def __str__(self) -> str:
        return self.filename

    @property
    def data(self) -> bytes:
        """The file's bytes. They are deleted once it is imported."""
        return zlib.decompress(bytes(self.packed))

    @property
    def chosen(self) -> Choices:
        return Choices.from_json(self.choices)

    @property
    def origin(self) -> str:
        """The `origin` of its entries."""
        return f"{IMPORTED}{self.pk}"


class SourceEntryQuerySet(OrganizationQuerySet["SourceEntry"]):
    organization_path = "account__organization"


class SourceEntry(models.Model):
    """An entry as the program has it that the books come from, for an entry that was corrected here (`finance.imports.corrections`).

    `values` is a snapshot; None if the program lacks the entry. `shown_by` names the file or connection that showed it; empty if a member
    said that it is corrected there. The latest row of an entry counts. `ledger_import` takes its rows with it when it is undone.
    """

    account = models.ForeignKey("finance.Account", on_delete=models.CASCADE, related_name="source_entries")
    entry = models.UUIDField()
    values = models.JSONField(null=True)
    shown_by = models.CharField(max_length=255, blank=True, db_default="")
    ledger_import = models.ForeignKey(LedgerImport, on_delete=models.CASCADE, null=True, related_name="source_entries")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField(auto_now_add=True)

    objects = SourceEntryQuerySet.as_manager()

    class Meta:
        verbose_name = _("entry in the program of the books")
        verbose_name_plural = _("entries in the program of the books")
        ordering = ["at", "id"]
        indexes = [models.Index(fields=["account", "entry"], name="source_entries_of_an_entry")]


class ProcessorPayoutQuerySet(OrganizationQuerySet["ProcessorPayout"]):
    organization_path = "account__organization"

    def explaining(self) -> Self:
        """Return the payouts whose parts add up: others explain no row of a statement."""
        return self.filter(models.Q(stated_minor=None) | models.Q(stated_minor=models.F("net_minor")))


class ProcessorPayout(models.Model):
    """One payout of a payment processor, as a report lists it (`finance.imports.payouts`). It explains a row of a statement.

    `parts` are its payments: day, gross and fee in minor units, reference and text. `stated_minor` is the total that the report gives, None
    if it gives none. `digest` is that of its content: the same payout of another file is known by it.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    account = models.ForeignKey("finance.Account", on_delete=models.CASCADE, related_name="payouts", verbose_name=_("account"))
    reference = models.CharField(_("reference"), max_length=100, blank=True)
    paid_on = models.DateField(_("day"))
    net_minor = models.BigIntegerField()
    stated_minor = models.BigIntegerField(null=True)
    parts = models.JSONField(default=list)
    digest = models.CharField(max_length=64)
    filename = models.CharField(_("file"), max_length=255)
    uploaded_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("uploaded by")
    )
    created_at = models.DateTimeField(auto_now_add=True)

    objects = ProcessorPayoutQuerySet.as_manager()

    class Meta:
        verbose_name = _("payout of a payment processor")
        verbose_name_plural = _("payouts of payment processors")
        ordering = ["-paid_on", "-created_at"]
        constraints = [models.UniqueConstraint(fields=["account", "digest"], name="one_payout_a_content")]
        indexes = [models.Index(fields=["account", "paid_on"], name="payouts_of_an_account")]

    def __str__(self) -> str:
        return self.reference or str(self.paid_on)

    @property
    def holds(self) -> bool:
        return self.stated_minor in {None, self.net_minor}

    def amount(self, minor: int) -> Decimal:
        return from_minor(minor, self.account.currency)

    @property
    def net(self) -> Decimal:
        return self.amount(self.net_minor)

    @property
    def stated(self) -> Decimal | None:
        return None if self.stated_minor is None else self.amount(self.stated_minor)

    @property
    def gross(self) -> Decimal:
        return self.amount(sum(part["gross"] for part in self.parts if part["gross"] > 0))

    @property
    def refunds(self) -> Decimal:
        return self.amount(sum(part["gross"] for part in self.parts if part["gross"] < 0))

    @property
    def fees(self) -> Decimal:
        return self.amount(sum(part["fee"] for part in self.parts))

    @property
    def origin(self) -> str:
        """The external id of the entry of its fees, so that these are added once."""
        return f"payout-fees:{self.pk}"


class SavedChoices(ValidatedAcrossOrganizations):
    """The last choices for files of one way and account: columns, order of dates, decimal mark, sign."""

    account = models.ForeignKey("finance.Account", on_delete=models.CASCADE, related_name="saved_choices", verbose_name=_("account"))
    way = models.CharField(max_length=40)
    choices = models.JSONField(default=dict)

    objects = SavedChoicesQuerySet.as_manager()

    class Meta:
        verbose_name = _("saved reading of files")
        verbose_name_plural = _("saved readings of files")
        constraints = [models.UniqueConstraint(fields=["account", "way"], name="one_saved_reading_a_way")]

    def __str__(self) -> str:
        return self.way
