"""Imported files, with the choices of a person where a file can be read in more than one way."""

import datetime as dt
import uuid
import zlib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Literal, Self, cast, get_args

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from people.tenancy import OrganizationQuerySet, ValidatedAcrossOrganizations

DateOrder = Literal["", "dmy", "mdy", "ymd"]
DecimalMark = Literal["", ".", ","]
Sign = Literal["", "as_written", "turned"]
NO_COLUMN = -1
"""The table has no such column, whatever its headings suggest."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """The account that a file is read for, and today's date: no export is dated a year ahead."""

    currency: str
    kind: str
    today: dt.date


@dataclass(frozen=True, slots=True, kw_only=True)
class Choices:
    """Chosen ways of reading a file; empty means "not chosen".

    `columns` is the place of each field in a table, or NO_COLUMN. `account` names one of several accounts of a file.
    """

    account: str = ""
    columns: Mapping[str, int] = field(default_factory=dict)
    date_order: DateOrder = ""
    decimal_mark: DecimalMark = ""
    sign: Sign = ""

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> Self:
        """Return stored choices without those that are no longer valid."""
        return cls(
            account=str(stored.get("account", "")),
            columns={str(name): place for name, place in stored.get("columns", {}).items() if isinstance(place, int)},
            date_order=cast("DateOrder", _one_of(stored.get("date_order"), DateOrder)),
            decimal_mark=cast("DecimalMark", _one_of(stored.get("decimal_mark"), DecimalMark)),
            sign=cast("Sign", _one_of(stored.get("sign"), Sign)),
        )


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
    """One file for one account. It is shown first; confirming adds exactly what was shown, undoing removes it.

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
        return f"import:{self.pk}"


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
