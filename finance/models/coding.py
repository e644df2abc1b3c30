"""Table of the codes of entries, separate from them because locks do not cover codes."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from finance.models.codes import LONGEST, Codes
from finance.models.coding_querysets import CodingQuerySet


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
