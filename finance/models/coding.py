"""The codes of entries for another program's books, in a table of their own because locks do not cover codes."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any, Self

from django.db import models
from django.db.models import F, Window
from django.db.models.functions import RowNumber
from django.utils.translation import gettext_lazy as _

from people.tenancy import OrganizationQuerySet

LONGEST = {"nominal": 300, "tax_code": 60, "payee": 200, "party": 200}
ONE_LINE = " "
LABELS = {
    "nominal": _("Nominal account"),
    "tax_code": _("Tax code"),
    "payee": _("Payee"),
    "party": _("Customer or supplier"),
}
KNOWN_IN = {"nominal": "known-nominal", "tax_code": "known-tax-code"}
"""Lists on the page from which a field offers values."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Codes:
    """Codes as the other program spells them; empty means unknown.

    `nominal` is the account on the other side (4000, Expenses:Office), `tax_code` its tax choice (20% (VAT on Expenses)),
    `payee` the name of the other party, `party` the customer's or supplier's own code.
    """

    nominal: str = ""
    tax_code: str = ""
    payee: str = ""
    party: str = ""

    @classmethod
    def read(cls, texts: Mapping[str, Any]) -> Self:
        """Return codes from a person's or a file's texts, each on one line and cut to its column's length."""
        return cls(**{name: ONE_LINE.join(str(texts.get(name) or "").split())[:most] for name, most in LONGEST.items()})

    def as_json(self) -> dict[str, str]:
        return asdict(self)

    @property
    def say_more_than_payee(self) -> bool:
        """True if there is more than a payee, which files of banks name too."""
        return bool(self.nominal or self.tax_code or self.party)

    def __str__(self) -> str:
        return " · ".join(filter(None, (self.nominal, self.tax_code, self.payee, self.party)))

    def __bool__(self) -> bool:
        return any(getattr(self, field.name) for field in fields(self))

    def to_store(self, before: Coding | None) -> Codes:
        """Return the codes of a file to store, or empty ones to leave all as it is.

        A file that names a nominal account replaces learned codes and those of another file; otherwise only empty codes are filled.
        """
        if before is None:
            return self
        if before.given_by == Coding.GivenBy.PERSON:
            return NONE
        if before.given_by == Coding.GivenBy.LEARNED or self.nominal not in {"", before.nominal}:
            return self if self.nominal else NONE
        less, more = (before.codes, self) if self.nominal else (self, before.codes)
        filled = Codes(**(less.as_json() | {name: text for name, text in more.as_json().items() if text}))
        return NONE if filled == before.codes else filled


NONE = Codes()


class CodingQuerySet(OrganizationQuerySet["Coding"]):
    def teaching(self) -> Self:
        """Return codes given by a person or by the books for which `Codes.say_more_than_payee` is True; learned codes teach nothing."""
        return self.exclude(given_by="learned").exclude(nominal="", tax_code="", party="")

    def latest_of_each(self, keys: Collection[str], most: int) -> Self:
        """Return up to `most` codes of each key, latest entry first."""
        latest = [F("entry__booked_on").desc(), F("given_at").desc(), F("entry_id").desc()]
        place = Window(RowNumber(), partition_by=[F("key")], order_by=latest)
        return self.filter(key__in=keys).annotate(place=place).filter(place__lte=most).order_by("place")


class Coding(models.Model):
    """The codes of an entry and their source.

    `key` finds other entries of its payee (`finance.categories`); `origin` names the statement that they came with until a person
    changes them.
    """

    class GivenBy(models.TextChoices):
        PERSON = "person", _("A person")
        FILE = "file", _("The books")
        LEARNED = "learned", _("Learned")

    entry = models.OneToOneField("finance.Transaction", on_delete=models.CASCADE, primary_key=True, related_name="coding")
    organization = models.ForeignKey("finance.Organization", on_delete=models.CASCADE, related_name="+", db_index=False)
    nominal = models.CharField(_("nominal account"), max_length=LONGEST["nominal"], blank=True)
    tax_code = models.CharField(_("tax code"), max_length=LONGEST["tax_code"], blank=True)
    payee = models.CharField(_("payee"), max_length=LONGEST["payee"], blank=True)
    party = models.CharField(_("customer or supplier"), max_length=LONGEST["party"], blank=True)
    given_by = models.CharField(max_length=10, choices=GivenBy.choices)
    given_at = models.DateTimeField(auto_now=True)
    origin = models.CharField(max_length=100, blank=True)
    key = models.CharField(max_length=80, blank=True)

    objects = CodingQuerySet.as_manager()

    class Meta:
        verbose_name = _("codes of an entry")
        verbose_name_plural = _("codes of entries")
        indexes = [models.Index(fields=["organization", "key"], name="codings_of_a_payee")]
        constraints = [
            models.CheckConstraint(condition=models.Q(given_by__in=["person", "file", "learned"]), name="who_gave_codes_is_known")
        ]

    def __str__(self) -> str:
        return str(self.codes)

    @property
    def codes(self) -> Codes:
        return Codes(nominal=self.nominal, tax_code=self.tax_code, payee=self.payee, party=self.party)
