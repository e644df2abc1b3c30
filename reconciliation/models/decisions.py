"""Acts of people: decisions, steps of a sign-off, and questions to a client about one row, with their messages.

A decision is a record of its own, never changed, ended only by withdrawal. Of the steps of a sign-off nothing is overwritten.

For a sign-off: `Decision.objects.of(organization).standing().about(statement)` are those in force on a statement,
those of `WAIVER_KINDS` the waivers among them: each has `kind`, `reason`, `amount` (signed, from the holder's side),
`line_numbers` and `transaction_ids`. Whether one still applies is in the statement's answer, under `decisions`:
`[{"decision": id, "applied": bool, "why_not": code}]`; one that does not is shown and has no effect."""

import uuid
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from finance.models import Account, Transaction
from people.formats import full_name
from people.models import Organization
from reconciliation.models.columns import PrintedMoneyIfKnown
from reconciliation.models.imports import StatementImport
from reconciliation.models.querysets import (
    ConclusionQuerySet,
    DecisionQuerySet,
    EnquiryMessageQuerySet,
    EnquiryQuerySet,
    QuestionListQuerySet,
)

if TYPE_CHECKING:
    from reconciliation.models.evidence import Statement


class DecisionsStay(TypeError):
    """A decision is never changed or deleted: withdraw it and decide again."""


WAIVER_KINDS = ("outstanding", "difference", "ignored", "bank_error", "bank_contra", "acknowledged")
"""Kinds of decisions that waive a difference: they never make a statement matched, and only the sign-off considers them."""
ANSWER_KINDS = ("statement", "added_row", "mark_answered", "reading_confirmed")
"""Kinds of decisions about the document. Each has the SHA-256 of the document in `after`, under "document"; a confirmation also
the digest of the rows and balances, under "digest"."""
READING_KINDS = ("correction", *ANSWER_KINDS)
"""Kinds of decisions that change the rows and balances that are compared, or confirm them."""
NOT_A_STATEMENT, MOVED = "not_a_statement", "moved"
"""Reasons of a discarded document that the product gives."""
ABOUT_THE_DOCUMENT = ("account", "is_statement", "discarded")
"""Kinds of decisions on the whole file, on which no row of the books depends."""


class Decision(models.Model):
    """One decision: its author, time, values before and after, and reason.

    `number` is the statement's in the import, None for the whole import. `lines` are `{"line", "date", "amount", "description"}` as they
    were read at that time: each run stores evidence again, and a line with other contents is another line. `document` is the SHA-256 of the
    document, `digest` that of rows and balances as they were shown (`reconciliation.printed.digest`); empty for the whole import, and if it
    was made before decisions had them. `other_import` and
    `other_number` are a second statement: the replaced one, or the one whose row (in `after`, under "other") cancels this one's. `entries`
    are `{"transaction", "name", "date", "amount", "description"}`: key, and the id in verdicts."""

    class Kind(models.TextChoices):
        ACCOUNT = "account", _("Account of the statement")
        PAIR = "pair", _("One payment")
        UNPAIR = "unpair", _("Not a match")
        CONTRA = "contra", _("Payment and its reversal")
        OPENING = "opening", _("Opening balance of the account")
        CORRECTION = "correction", _("Corrected row")
        REISSUE = "reissue", _("Reissued statement")
        OUTSTANDING = "outstanding", _("Accepted as outstanding")
        DIFFERENCE = "difference", _("Difference accepted")
        IGNORED = "ignored", _("Row ignored")
        BANK_ERROR = "bank_error", _("Bank error")
        BANK_CONTRA = "bank_contra", _("Bank error and its correction")
        ACKNOWLEDGED = "acknowledged", _("Acknowledged")
        STATEMENT = "statement", _("Corrected statement")
        ADDED_ROW = "added_row", _("Row added from the document")
        MARK_ANSWERED = "mark_answered", _("Mark without a row")
        READING_CONFIRMED = "reading_confirmed", _("Reading confirmed")
        IS_STATEMENT = "is_statement", _("This is a statement")
        DISCARDED = "discarded", _("Document discarded")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    organization = models.ForeignKey(Organization, on_delete=models.CASCADE, related_name="decisions", verbose_name=_("organization"))
    statement_import = models.ForeignKey(StatementImport, on_delete=models.CASCADE, related_name="decisions", verbose_name=_("statement"))
    number = models.PositiveIntegerField(null=True, blank=True)
    kind = models.CharField(_("kind"), max_length=20, choices=Kind.choices)
    document = models.CharField(_("SHA-256 of the document"), max_length=64, blank=True, default="", db_default="")
    digest = models.CharField(_("digest of rows and balances"), max_length=64, blank=True, default="", db_default="")
    lines = models.JSONField(default=list)
    entries = models.JSONField(default=list)
    before = models.JSONField(_("before"), default=dict)
    after = models.JSONField(_("after"), default=dict)
    account = models.ForeignKey(
        Account, on_delete=models.SET_NULL, null=True, blank=True, related_name="decisions", verbose_name=_("account")
    )
    other_import = models.ForeignKey(StatementImport, on_delete=models.CASCADE, null=True, blank=True, related_name="+")
    other_number = models.PositiveIntegerField(null=True, blank=True)
    decimals = models.PositiveSmallIntegerField(default=2)
    amount_minor = models.BigIntegerField(null=True, blank=True)
    amount = PrintedMoneyIfKnown("amount_minor", decimals=lambda row: row.decimals)
    reason = models.TextField(_("reason"), blank=True)
    made_at = models.DateTimeField(_("decided at"), auto_now_add=True)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+", verbose_name=_("decided by")
    )
    withdrawn_at = models.DateTimeField(_("withdrawn at"), null=True, blank=True)
    withdrawn_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+", verbose_name=_("withdrawn by")
    )
    withdrawn_because = models.TextField(_("withdrawn because"), blank=True)

    objects = DecisionQuerySet.as_manager()

    class Meta:
        verbose_name = _("decision")
        verbose_name_plural = _("decisions")
        ordering = ["made_at", "id"]
        indexes = [models.Index(fields=["organization", "statement_import"], name="decisions_by_import")]
        constraints = [
            models.UniqueConstraint(
                fields=["statement_import"], condition=Q(kind="account", withdrawn_at=None), name="one_account_decision_stands"
            ),
            models.UniqueConstraint(
                fields=["statement_import", "kind"],
                condition=Q(kind__in=["is_statement", "discarded"], withdrawn_at=None),
                name="one_document_decision_of_a_kind",
            ),
            models.CheckConstraint(
                condition=~Q(kind__in=list(WAIVER_KINDS)) | ~Q(reason=""),
                name="an_excuse_has_a_reason",
            ),
        ]

    def __str__(self) -> str:
        return str(self.get_kind_display())

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._state.adding:
            raise DecisionsStay
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> tuple[int, dict[str, int]]:
        raise DecisionsStay

    @property
    def stands(self) -> bool:
        return self.withdrawn_at is None

    @property
    def is_confirmed(self) -> bool:
        """True if a person chose the account although both the printed number and the printed currency speak against it."""
        return bool(self.after.get("confirmed"))

    def lines_on(self, statement: "Statement") -> tuple[int, ...]:
        """Return the rows that it names of this statement: its own, or the one that cancels the other's."""
        place = (statement.statement_import_id, statement.number)
        own = self.line_numbers if place == (self.statement_import_id, self.number) else ()
        is_other = self.kind == self.Kind.BANK_CONTRA and place == (self.other_import_id, self.other_number)
        return (*own, self.after["other"]["line"]) if is_other else own

    def speaks_of(self, statement: "Statement") -> bool:
        """True if `about` would find the decision for this statement."""
        place = (statement.statement_import_id, statement.number)
        own = self.statement_import_id == statement.statement_import_id and self.number in (None, statement.number)
        return own or (self.kind == self.Kind.BANK_CONTRA and place == (self.other_import_id, self.other_number))

    @property
    def line_numbers(self) -> tuple[int, ...]:
        return tuple(row["line"] for row in self.lines)

    @property
    def transaction_ids(self) -> tuple[uuid.UUID, ...]:
        return tuple(uuid.UUID(row["transaction"]) for row in self.entries)


class Conclusion(models.Model):
    """One step on the statement of one document: `statement_number` is its number there, `document` the document's SHA-256, `digest` that
    of rows and balances as they were shown (`reconciliation.printed.digest`). Account and days are those at that time. Steps are numbered
    within account and days, and within the statement. `document` and `digest` are empty if the step was taken before steps had them, and
    its statement could not be determined later.

    `verdict` and `reasons` are the verifier's at that time, `exceptions` the accepted differences, each with amount and
    reason, `confirmed` the outstanding items. `books` are the books' contents when it was prepared (`reconcile.books_digest`).
    `by` is None for an automatic step (`reconcile.auto_prepare`)."""

    class Kind(models.TextChoices):
        PREPARED = "prepared", _("Prepared")
        REVIEWED = "reviewed", _("Reviewed")
        LOCKED = "locked", _("Reviewed and locked")
        REOPENED = "reopened", _("Reopened")
        NOTED = "noted", _("Closed, not reconciled")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    account = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="conclusions", verbose_name=_("account"))
    period_start = models.DateField(_("from"))
    period_end = models.DateField(_("until"))
    number = models.PositiveIntegerField()
    statement_import = models.ForeignKey(StatementImport, on_delete=models.RESTRICT, related_name="conclusions")
    statement_number = models.PositiveIntegerField(default=0, db_default=0)
    document = models.CharField(_("SHA-256 of the document"), max_length=64, blank=True, default="", db_default="")
    digest = models.CharField(_("digest of rows and balances"), max_length=64, blank=True, default="", db_default="")
    kind = models.CharField(_("step"), max_length=10, choices=Kind.choices)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+", verbose_name=_("by"))
    at = models.DateTimeField(_("at"), auto_now_add=True)
    reason = models.TextField(_("reason"), blank=True)
    same_person = models.BooleanField(_("prepared and reviewed by the same person"), default=False)
    verdict = models.CharField(max_length=12)
    reasons = models.JSONField(default=list)
    exceptions = models.JSONField(default=list)
    confirmed = models.JSONField(default=list)
    books = models.JSONField(null=True)

    objects = ConclusionQuerySet.as_manager()

    class Meta:
        verbose_name = _("conclusion on a statement")
        verbose_name_plural = _("conclusions on statements")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["account", "period_start", "period_end", "number"], name="conclusions_are_numbered"),
        ]

    def __str__(self) -> str:
        return f"{self.period} {self.get_kind_display()}"

    @property
    def who(self) -> str:
        """Return the name of the person in full, or words for an automatic step."""
        return full_name(self.by) or gettext("Automatically")

    @property
    def is_bound(self) -> bool:
        """True if the step names the document, and the rows and balances that were shown."""
        return bool(self.document and self.digest)

    @property
    def period(self) -> str:
        """Return its days within the account, which also mark the entries that it locks."""
        return f"{self.period_start}..{self.period_end}"


class Enquiry(models.Model):
    """A question about one row of a statement, printed (`line`) or booked (`entry`). `row` is its contents at that time:
    `{"date": ISO day or null, "description", "amount": decimal text, "currency"}`. Its first message is the question."""

    class Waits(models.TextChoices):
        FOR_ANSWER = "answer", _("Waiting for an answer")
        TO_BE_READ = "reading", _("Answered")
        NO_MORE = "", _("Closed")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    statement_import = models.ForeignKey(StatementImport, on_delete=models.CASCADE, related_name="enquiries")
    number = models.PositiveSmallIntegerField()
    line = models.PositiveIntegerField(null=True, blank=True)
    entry = models.ForeignKey(Transaction, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    row = models.JSONField()
    asked_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    asked_at = models.DateTimeField(auto_now_add=True)
    waits = models.CharField(max_length=8, choices=Waits.choices, default=Waits.FOR_ANSWER, blank=True)
    closed_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    closed_at = models.DateTimeField(null=True, blank=True)

    objects = EnquiryQuerySet.as_manager()

    class Meta:
        ordering = ["asked_at", "id"]
        indexes = [models.Index(fields=["waits", "statement_import"], condition=~models.Q(waits=""), name="enquiries_that_wait")]

    def __str__(self) -> str:
        return f"{self.row['description']} {self.row['amount']}"


class QuestionList(models.Model):
    """Questions that were sent to one e-mail address, with a signed link that needs no login. The link works until `expires_at` or until
    the list is withdrawn, for these questions alone."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    organization = models.ForeignKey(Organization, on_delete=models.CASCADE, related_name="+")
    enquiries = models.ManyToManyField(Enquiry, related_name="lists")
    email = models.EmailField()
    text = models.TextField()
    due_on = models.DateField(null=True, blank=True)
    sent_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    sent_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField()
    withdrawn_at = models.DateTimeField(null=True, blank=True)

    objects = QuestionListQuerySet.as_manager()

    class Meta:
        ordering = ["-sent_at"]

    def __str__(self) -> str:
        return self.email


class EnquiryMessage(models.Model):
    """One message of an enquiry: text, a file, or both. `filename` is the sender's name for it; it is stored under a generated name,
    `stored_as`, which is empty once the file was deleted (`reconciliation.retention.periods`). `by` is None if it was sent through the
    link of a list."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    enquiry = models.ForeignKey(Enquiry, on_delete=models.CASCADE, related_name="messages")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    through = models.ForeignKey(QuestionList, on_delete=models.SET_NULL, null=True, blank=True, related_name="messages")
    at = models.DateTimeField(auto_now_add=True)
    text = models.TextField(blank=True)
    filename = models.CharField(max_length=255, blank=True)
    stored_as = models.CharField(max_length=200, blank=True)
    size = models.PositiveBigIntegerField(default=0)

    objects = EnquiryMessageQuerySet.as_manager()

    class Meta:
        ordering = ["at", "id"]

    def __str__(self) -> str:
        return self.text[:60] or self.filename

    @property
    def sender(self) -> str:
        """Return the name of the user, or the address that the link was sent to."""
        return str(self.by or self.through or "")
