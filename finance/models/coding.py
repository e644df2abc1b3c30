"""Table and queryset of the codes of entries, separate from entries because locks do not cover codes."""

from collections.abc import Collection
from typing import Self

from django.db import models
from django.db.models import F, Window
from django.db.models.functions import RowNumber
from django.utils.translation import gettext_lazy as _

from finance.models.codes import LONGEST, Codes
from people.tenancy import OrganizationQuerySet


class CodingQuerySet(OrganizationQuerySet["Coding"]):
    def vouched_for(self) -> Self:
        """Return codes given by a person or by the books; learned codes teach nothing."""
        return self.exclude(given_by="learned")

    def saying_more_than_payees(self) -> Self:
        """Return the codes for which `Codes.say_more_than_payee` is True."""
        return self.exclude(nominal="", tax_code="", party="")

    def latest_of_each(self, keys: Collection[str], most: int) -> Self:
        """Return up to `most` codes of each key, latest entry first."""
        latest = [F("entry__booked_on").desc(), F("given_at").desc(), F("entry_id").desc()]
        place = Window(RowNumber(), partition_by=[F("key")], order_by=latest)
        return self.filter(key__in=keys).annotate(place=place).filter(place__lte=most).order_by("place")


class Coding(models.Model):
    """The codes of an entry and their source.

    `key` finds other entries of its payee (`finance.categories.keys`); `origin` names the statement that they came with until a person
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
