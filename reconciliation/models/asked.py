"""Requests to models: the organization's provider, paid steps, daily cost, consent, and people's questions."""

import uuid
from decimal import Decimal

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from assistant.events import WHOLE
from people.models import Organization
from reconciliation.models.imports import StatementImport
from reconciliation.models.querysets import (
    KeptReadingQuerySet,
    ModelRequestQuerySet,
    PaidStepQuerySet,
    ProposalAnswerQuerySet,
    ProviderChoiceQuerySet,
    ProviderConsentQuerySet,
    QuestionQuerySet,
    SpendingQuerySet,
)


class PaidStep(models.Model):
    """A paid turn and the results of its calls: a worker that takes over the import never pays for it twice.

    `scope` names the conversation, `key` is the digest of the request; the rest is JSON as text, empty if there is none yet. `remembered`
    has the parts of their results that the tools use later. `seconds` and `cost`, in US dollars, are set for a turn of the worker for
    models (`reconciliation.model_access.park`), else empty."""

    statement_import = models.ForeignKey(StatementImport, on_delete=models.CASCADE, related_name="paid_steps")
    scope = models.CharField(max_length=100)
    key = models.CharField(max_length=64)
    turn = models.TextField()
    results = models.TextField(blank=True)
    remembered = models.TextField(blank=True)
    seconds = models.FloatField(null=True, blank=True)
    cost = models.DecimalField(max_digits=18, decimal_places=9, null=True, blank=True)

    objects = PaidStepQuerySet.as_manager()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["statement_import", "scope", "key"], name="steps_are_paid_once")]


class ModelRequest(models.Model):
    """A turn that a run waits for, as JSON, until the model has answered; after a failed request only `failure` remains, with its
    `code`."""

    statement_import = models.ForeignKey(StatementImport, on_delete=models.CASCADE, related_name="model_requests")
    scope = models.CharField(max_length=100)
    key = models.CharField(max_length=64)
    provider = models.CharField(max_length=40)
    purpose = models.CharField(max_length=10)
    is_closing = models.BooleanField()
    request = models.TextField(blank=True)
    failure = models.JSONField(null=True, blank=True)

    objects = ModelRequestQuerySet.as_manager()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["statement_import", "scope", "key"], name="a_turn_is_waited_for_once")]


class KeptReading(models.Model):
    """The sealed reading of a document whose run waits for a model."""

    statement_import = models.OneToOneField(StatementImport, on_delete=models.CASCADE, related_name="kept_reading")
    sealed = models.BinaryField()

    objects = KeptReadingQuerySet.as_manager()


class Spending(models.Model):
    """The cost of an organization's models on one day (UTC), in billionths of a US dollar: spent and reserved."""

    organization = models.ForeignKey(Organization, on_delete=models.CASCADE, related_name="spending", verbose_name=_("organization"))
    day = models.DateField(_("day"))
    nanodollars = models.BigIntegerField(default=0)

    objects = SpendingQuerySet.as_manager()

    class Meta:
        verbose_name = _("cost of a day")
        verbose_name_plural = _("costs by day")
        ordering = ["-day"]
        constraints = [models.UniqueConstraint(fields=["organization", "day"], name="one_sum_a_day")]

    def __str__(self) -> str:
        return f"{self.day}: {self.dollars} USD"

    @property
    def dollars(self) -> Decimal:
        return Decimal(self.nanodollars).scaleb(-9)


class ProviderConsent(models.Model):
    """An owner's consent to send data to a provider, with its beginning and end. Such a record is ended, never deleted.
    Unless `is_masked` is false, numbers of accounts and cards, e-mail addresses and telephone numbers are masked."""

    organization = models.ForeignKey(Organization, on_delete=models.CASCADE, related_name="consents", verbose_name=_("organization"))
    provider = models.CharField(_("provider"), max_length=40)
    is_masked = models.BooleanField(_("numbers are masked"), default=True, db_default=True)
    allowed_at = models.DateTimeField(_("switched on at"), auto_now_add=True)
    allowed_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", verbose_name=_("switched on by"))
    withdrawn_at = models.DateTimeField(_("switched off at"), null=True, blank=True)
    withdrawn_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+", verbose_name=_("switched off by")
    )

    objects = ProviderConsentQuerySet.as_manager()

    class Meta:
        verbose_name = _("provider that is switched on")
        verbose_name_plural = _("providers that are switched on")
        ordering = ["-allowed_at"]
        constraints = [
            models.UniqueConstraint(fields=["organization", "provider"], condition=Q(withdrawn_at=None), name="one_standing_consent"),
        ]

    def __str__(self) -> str:
        return self.provider


class Question(models.Model):
    """A person's question about an import, and the answer: its last text. `stop_reason` is why the answer ended, also as a failure's code;
    `cost` is in US dollars, also if it was stopped, and None if a model had no price.

    `turns` is JSON as text: the model's turns with the results of their calls, for the next question (`reconciliation.chat.transcript`),
    empty if there are none. `course` is what a page says of them, None if unknown: `texts` before the last one, the successful `look_ups`
    in their order, and `earlier`, the number of look-ups of earlier answers that the model had before it."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    statement_import = models.ForeignKey(StatementImport, on_delete=models.CASCADE, related_name="questions")
    asked_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    asked_at = models.DateTimeField(auto_now_add=True)
    text = models.TextField()
    answer = models.TextField(blank=True)
    stop_reason = models.CharField(max_length=20, blank=True)
    proposals = models.JSONField(default=list)
    turns = models.TextField(blank=True, default="", db_default="")
    course = models.JSONField(null=True, blank=True)
    input_tokens = models.PositiveIntegerField(null=True, blank=True)
    output_tokens = models.PositiveIntegerField(null=True, blank=True)
    cost = models.DecimalField(max_digits=18, decimal_places=9, null=True, blank=True)
    stopped_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    objects = QuestionQuerySet.as_manager()

    class Meta:
        ordering = ["asked_at"]

    def __str__(self) -> str:
        return self.text[:60]

    @property
    def is_answered(self) -> bool:
        """True if `answer` is complete: not stopped by a person, nor broken off."""
        return bool(self.answer) and self.stop_reason in WHOLE


class ProposalAnswer(models.Model):
    """A person's answer to one proposal of a model, by its place in the question's `proposals`. `shown` is what the page showed of it,
    which the answer is about; `decision` is what came of it, None if it was refused."""

    class Outcome(models.TextChoices):
        APPROVED = "approved", _("Accepted")
        CHANGED = "changed", _("Changed")
        REFUSED = "refused", _("Rejected")

    question = models.ForeignKey(Question, on_delete=models.CASCADE, related_name="proposal_answers")
    number = models.PositiveSmallIntegerField()
    outcome = models.CharField(max_length=10, choices=Outcome.choices)
    shown = models.JSONField(default=dict)
    reason = models.TextField(blank=True)
    decision = models.ForeignKey("reconciliation.Decision", on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    made_at = models.DateTimeField(auto_now_add=True)

    objects = ProposalAnswerQuerySet.as_manager()

    class Meta:
        ordering = ["made_at", "number"]
        constraints = [models.UniqueConstraint(fields=["question", "number"], name="a_proposal_is_answered_once")]


class ProviderChoice(models.Model):
    """An empty `provider` is the installation's own. Empty `api`, `tools`, `schema` and `effort` are those of the provider. `sealed_key`
    can be decrypted only for this organization, this provider and this address; of the key only `key_ending` is shown. `testing_since` is
    set while a connection test runs. `learned` has the ways of servers that their refusals taught, by name, for each digest of provider,
    address, model and protocol (`reconciliation.model_access.provider_selection`)."""

    organization = models.OneToOneField(Organization, on_delete=models.CASCADE, related_name="+")
    provider = models.CharField(_("provider"), max_length=40, blank=True)
    model = models.CharField(_("model"), max_length=200, blank=True)
    base_url = models.CharField(_("address"), max_length=500, blank=True)
    api = models.CharField(_("protocol"), max_length=20, blank=True, default="", db_default="")
    tools = models.CharField(_("tools"), max_length=10, blank=True, default="", db_default="")
    schema = models.CharField(_("schema"), max_length=10, blank=True, default="", db_default="")
    seconds = models.PositiveIntegerField(_("seconds per request"), null=True, blank=True)
    effort = models.CharField(_("reasoning effort"), max_length=10, blank=True, default="", db_default="")
    sealed_key = models.BinaryField(null=True)
    key_ending = models.CharField(max_length=4, blank=True)
    key_set_at = models.DateTimeField(null=True)
    key_set_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    testing_since = models.DateTimeField(null=True)
    learned = models.JSONField(default=dict, db_default=models.Value({}, models.JSONField()))

    objects = ProviderChoiceQuerySet.as_manager()

    def __str__(self) -> str:
        return self.provider

    @property
    def key_purpose(self) -> str:
        """Return the purpose of the sealed key, which limits where it is sent."""
        return f"key of {self.provider} at {self.base_url}"

    def forget_key(self) -> None:
        self.sealed_key, self.key_ending, self.key_set_at, self.key_set_by = None, "", None, None
