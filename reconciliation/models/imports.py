"""An uploaded PDF: the import and its queue record, and each run with its steps and its verdict.

Beside them the work that is owed to accounts whose books changed, signs of life from workers, and notices that a batch is done.
"""

import datetime as dt
import uuid

from django.conf import settings
from django.db import models
from django.db.models import Case, F, Q, Value, When
from django.db.models.functions import Coalesce
from django.utils.translation import gettext_lazy as _

from finance.models import Account
from people.models import Organization
from people.tenancy import ValidatedAcrossOrganizations
from reconciliation.models.querysets import ImportQueue, NoticeQuerySet, RecheckQuerySet, RunQuerySet, StatementImportQuerySet


class StatementImport(ValidatedAcrossOrganizations):
    """One uploaded PDF and its results, or a statement that was typed. The row is the queue of record: `claim_token` fences every later
    write.

    The states, with the functions that change them:

        pending     -> processing        claims.take
        processing  -> processing        claims.take after the lease has run out; Claim.hand_on to the model worker and back
        processing  -> pending           Claim.give_back, after an error with attempts left
        processing  -> review, complete  persist.keep: complete if no row waits for a person
        processing  -> failed            persist.fail: the document cannot be read, or no attempt is left
        review     <-> complete          persist.keep_again: compared with the books again, without reading
        review, complete, failed, cancelled -> pending     notify.queue_again: to be read again
        pending, processing, review, failed -> cancelled   uploads.services.cancel
        any but discarded -> discarded   uploads.services.discard, if nothing depends on it
        discarded -> pending             uploads.services.take_back, until the document is deleted

    A typed statement begins in review and is never pending; typed once more after it was cancelled, it is in review again."""

    class Status(models.TextChoices):
        PENDING = "pending", _("Waiting")
        PROCESSING = "processing", _("Being read")
        REVIEW = "review", _("For review")
        COMPLETE = "complete", _("Complete")
        FAILED = "failed", _("Failed")
        CANCELLED = "cancelled", _("Cancelled")
        DISCARDED = "discarded", _("Discarded")

    class SignOff(models.TextChoices):
        PREPARED = "prepared", _("Waiting for review")
        CLOSED = "closed", _("Closed")

    class Channel(models.TextChoices):
        WEB = "web", _("Web")
        COMMAND_LINE = "command_line", _("Command line")
        TYPED = "typed", _("Entered by hand")
        API = "api", _("API")
        ASSISTANT = "assistant", _("Assistant")
        FOLDER = "folder", _("Watched folder")
        MAILBOX = "mailbox", _("Mailbox")
        CONNECTOR = "connector", _("Connected program")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    organization = models.ForeignKey(
        Organization, on_delete=models.CASCADE, related_name="statement_imports", verbose_name=_("organization")
    )
    uploaded_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+", verbose_name=_("uploaded by")
    )
    channel = models.CharField(_("channel"), max_length=20, choices=Channel.choices)
    uploaded_at = models.DateTimeField(_("uploaded at"), auto_now_add=True)

    filename = models.CharField(_("file"), max_length=255)
    # of the file, or of the typed values as JSON
    sha256 = models.CharField(max_length=64)
    size = models.PositiveBigIntegerField(_("bytes"))
    # names in the storage: of the upload, and of its copy without a password; empty if there is none, or after it was deleted
    stored_as = models.CharField(max_length=200, blank=True)
    unlocked_as = models.CharField(max_length=200, blank=True)
    # when the document was deleted because its time was over, and the time in force then
    document_deleted_at = models.DateTimeField(_("document deleted at"), null=True, blank=True, editable=False)
    document_kept_days = models.PositiveIntegerField(_("days for which it was kept"), null=True, blank=True, editable=False)
    pages = models.PositiveIntegerField(_("pages"), null=True, blank=True)
    # [width, height] of each page as it is shown, in points, the units of the boxes of printed rows
    page_sizes = models.JSONField(_("sizes of the pages"), default=list, blank=True)
    # words that no reader of the page sees have a meaning
    hidden_text = models.BooleanField(_("hidden text"), default=False)
    # the first lines of such words: {"page", "box", "text"}, the page from 1
    unseen = models.JSONField(_("what no reader sees"), default=list, blank=True)
    # facts about the file and its print, and its layout: {"facts", "layout"} (reconciliation.examining); empty if it was not examined
    examination = models.JSONField(_("examination"), default=dict, blank=True, db_default=Value({}, models.JSONField()))
    # names of the locks around the process that parsed the document
    sandbox = models.JSONField(_("limits on the reader process"), default=list, blank=True)

    status = models.CharField(_("status"), max_length=12, choices=Status.choices, default=Status.PENDING)
    # the provider named for this import alone; empty: the organization's
    provider = models.CharField(_("provider"), max_length=40, blank=True)
    # a code of presentation.labels.processing, such as "bank_statement"
    document_type = models.CharField(_("document type"), max_length=30, blank=True)
    # one line a statement: institution, account, currency, days
    summary = models.TextField(_("summary"), blank=True)
    # candidate entries: {"version", "entries", "count"} (reconcile.answers.extract); None if no row is left to record
    extracted_data = models.JSONField(_("extracted data"), null=True, blank=True)
    # "verdict" of `reconciliation`; empty without one
    verdict = models.CharField(_("verdict"), max_length=12, blank=True)
    # the verdict as JSON: `reconciliation` of docs/reference/verdict.md; None before the first and after a failure
    reconciliation = models.JSONField(_("reconciliation"), null=True, blank=True)
    # {"code", "params"}: a code of docs/reference/reasons.md, with the figures of its message; None unless it failed
    error = models.JSONField(_("error"), null=True, blank=True)

    # one more with each claim and each cancellation: a write that names an older one changes nothing
    claim_token = models.PositiveBigIntegerField(default=0)
    # the end of the lease; None if no worker has one, also while processing, when it was handed on
    claimed_until = models.DateTimeField(null=True, blank=True)
    # claims since it was queued or handed on, at most CLAIM_ATTEMPTS
    attempts = models.PositiveSmallIntegerField(default=0)
    # the workers that ask models are to take it, and no other
    waits_for_model = models.BooleanField(default=False, db_default=False)
    # of US dollars: spent and reserved for models by all attempts at the current run
    nanodollars = models.BigIntegerField(default=0)
    finished_at = models.DateTimeField(null=True, blank=True)

    # columns for sorting and filtering lists: written with the answer, and in no report
    # the first and the last day of all its statements
    period_start = models.DateField(_("first day"), null=True, blank=True)
    period_end = models.DateField(_("last day"), null=True, blank=True)
    # the sum of the absolute differences, in hundredths of any currency: for sorting only; None if one is unknown
    to_settle_hundredths = models.BigIntegerField(null=True, blank=True)
    # how far all its statements are signed off; empty if one is open
    sign_off = models.CharField(_("sign-off"), max_length=8, choices=SignOff.choices, blank=True, default="", db_default="")
    # the person who is to finish it, and by when
    assigned_to = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("assigned to")
    )
    due_on = models.DateField(_("due on"), null=True, blank=True)
    # 2: waits for a person, 1: in work, 0: done
    urgency = models.GeneratedField(
        expression=Case(
            When(status__in=["review", "failed"], sign_off="", then=2), When(status__in=["pending", "processing"], then=1), default=0
        ),
        output_field=models.SmallIntegerField(),
        db_persist=True,
    )

    # passwords tried since then, for the limit of uploads.password_protected
    password_tries = models.PositiveSmallIntegerField(default=0)
    password_tries_since = models.DateTimeField(null=True, blank=True)

    objects = StatementImportQuerySet.as_manager()
    queue = ImportQueue.as_manager()

    class Meta:
        verbose_name = _("statement")
        verbose_name_plural = _("statements")
        ordering = ["-uploaded_at"]
        indexes = [
            models.Index(fields=["organization", "status", "-uploaded_at"], name="imports_by_status"),
            models.Index(fields=["organization", "urgency", "uploaded_at", "id"], name="imports_by_urgency"),
            models.Index(fields=["organization", "uploaded_at", "id"], name="imports_by_upload"),
            models.Index(fields=["organization", "uploaded_at"], condition=Q(sign_off="prepared"), name="imports_that_wait_for_review"),
            models.Index(fields=["uploaded_at", "id"], name="imports_of_all_by_upload"),
            models.Index(fields=["organization", "filename", "id"], name="imports_by_file"),
            models.Index(fields=["organization", "period_end", "verdict"], name="verdicts_by_last_day"),
            models.Index(fields=["organization", "period_end", "verdict", "status"], name="verdicts_by_month"),
            models.Index(fields=["organization", "period_end", "period_start"], name="imports_by_days"),
            models.Index(fields=["organization", "sign_off", "urgency", "status"], name="imports_by_sign_off"),
            models.Index(F("organization"), Coalesce("period_end", Value(dt.date.min)), F("id"), name="imports_by_period"),
            models.Index(F("organization"), Coalesce("to_settle_hundredths", Value(-1)), F("id"), name="imports_by_difference"),
        ]
        constraints = [
            models.UniqueConstraint(fields=["organization", "sha256"], name="one_import_a_file"),
            models.CheckConstraint(condition=~Q(channel=""), name="an_import_has_a_channel"),
            models.CheckConstraint(condition=Q(uploaded_by__isnull=False) | ~Q(channel="web"), name="an_upload_has_an_actor"),
            models.CheckConstraint(
                condition=Q(verdict__in=["", "matched", "mismatched", "partial", "unverifiable"]), name="verdict_is_known"
            ),
        ]

    def __str__(self) -> str:
        return self.filename

    @property
    def readable_as(self) -> str:
        """Return the stored file that opens without a password: the upload, or the unlocked copy of it."""
        return self.unlocked_as or self.stored_as

    @property
    def came_as_document(self) -> bool:
        """True unless it has typed balances and ticks."""
        return self.channel != self.Channel.TYPED

    @property
    def has_document(self) -> bool:
        """True if there is a file to open or read again: it was not typed, nor deleted (`retention.periods`)."""
        return self.came_as_document and self.document_deleted_at is None

    @property
    def wants_password(self) -> bool:
        """True if only a password is missing to read it."""
        return self.status == self.Status.FAILED and (self.error or {}).get("code") in {"encrypted", "wrong_password"}

    @property
    def reconciliation_matched(self) -> bool:
        """True only for a complete, proved match in the finished current run, by code."""
        return self.status == self.Status.COMPLETE and self.verdict == "matched" and (self.reconciliation or {}).get("verdict") == "matched"

    @property
    def chosen_account(self) -> Account | None:
        """Return the account that a person chose for the whole import, if that decision is in force."""
        named = self.decisions.standing().filter(kind="account", number=None).select_related("account").first()
        return named.account if named else None

    @property
    def is_said_to_be_a_statement(self) -> bool:
        """True if a person decided that the document is a bank's statement."""
        return self.decisions.standing().filter(kind="is_statement").exists()

    @property
    def reconciliation_account(self) -> Account | None:
        """Return the account if there is exactly one, looked up inside the organization."""
        accounts = list(Account.objects.of(self.organization).filter(statements__statement_import=self).distinct()[:2])
        return accounts[0] if len(accounts) == 1 else None


class Cause(models.TextChoices):
    """The reason for processing an import or verifying it again."""

    UPLOAD = "upload", _("Uploaded")
    AGAIN = "again", _("Requested again")
    UNLOCKED = "unlocked", _("Unlocked")
    ACCOUNT_CHOSEN = "account_chosen", _("Account chosen")
    ACCOUNT_STARTED = "account_started", _("Account started from the statement")
    POSTED = "posted", _("Rows added to the books")
    UNDONE = "undone", _("Added rows removed from the books")
    CONCLUDED = "concluded", _("Signed off, or reopened")
    ADJOINING_STATEMENT = "adjoining_statement", _("An adjoining statement changed")
    TYPED = "typed", _("Entered by hand")
    DECIDED = "decided", _("Decided by a person")
    WITHDRAWN = "withdrawn", _("A decision was undone")
    LEDGER_CHANGED = "ledger_changed", _("The books changed")


class Doorbell(models.Model):
    """The outbox: a ring that is owed for an import, written in the transaction that made the work.

    `cause` becomes that of the run. The sweep rings from `due_at` on; `rung_at` and `rings` are the last ring and their number."""

    statement_import = models.OneToOneField(StatementImport, on_delete=models.CASCADE, related_name="doorbell")
    cause = models.CharField(max_length=20, choices=Cause.choices, default=Cause.UPLOAD)
    created_at = models.DateTimeField(auto_now_add=True)
    rung_at = models.DateTimeField(null=True, blank=True)
    rings = models.PositiveIntegerField(default=0)
    due_at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["due_at"], name="doorbells_by_due")]


class Run(models.Model):
    """One processing of an import and its verdict. Older runs stay.

    `verdict`, `reconciliation` and `error` are as the import's after this run. `provider` proposed matches; it is empty if none did."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    statement_import = models.ForeignKey(StatementImport, on_delete=models.CASCADE, related_name="runs")
    number = models.PositiveIntegerField()
    cause = models.CharField(_("cause"), max_length=20, choices=Cause.choices, default=Cause.UPLOAD)
    provider = models.CharField(_("provider"), max_length=40, blank=True)
    started_at = models.DateTimeField(auto_now_add=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    verdict = models.CharField(max_length=12, blank=True)
    reconciliation = models.JSONField(null=True, blank=True)
    error = models.JSONField(null=True, blank=True)

    objects = RunQuerySet.as_manager()

    class Meta:
        verbose_name = _("run")
        verbose_name_plural = _("runs")
        ordering = ["-number"]
        indexes = [
            models.Index(fields=["started_at", "statement_import"], condition=Q(verdict="mismatched"), name="runs_that_found_a_difference")
        ]
        constraints = [models.UniqueConstraint(fields=["statement_import", "number"], name="runs_are_numbered")]

    def __str__(self) -> str:
        return f"#{self.number}"


class Step(models.Model):
    """One stage of a run, or one turn or tool call within it: input, duration, tokens, and result.

    `detail` is, of a stage, the findings of its result (pipeline.results) or {"error": code or class}; of a turn {"model", "text",
    "reasoning", "finish_reason"}; of a call {"arguments", "filled", "result", "is_error"}."""

    run = models.ForeignKey(Run, on_delete=models.CASCADE, related_name="steps")
    number = models.PositiveIntegerField()
    stage = models.CharField(max_length=20)
    name = models.CharField(max_length=100)
    started_at = models.DateTimeField()
    seconds = models.FloatField(null=True, blank=True)
    input_tokens = models.PositiveIntegerField(null=True, blank=True)
    output_tokens = models.PositiveIntegerField(null=True, blank=True)
    cost = models.DecimalField(_("US dollars"), max_digits=18, decimal_places=9, null=True, blank=True)
    detail = models.JSONField(default=dict)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["run", "number"], name="steps_are_numbered")]

    def __str__(self) -> str:
        return f"{self.stage}: {self.name}"


class Notice(models.Model):
    """One batch of one person. `until` is when the last of its files was uploaded: later uploads are another batch.
    `proved`, `ties` and `waits` count its files, `seen_at` is None until the person dismisses it."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    organization = models.ForeignKey(Organization, on_delete=models.CASCADE, related_name="+")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    until = models.DateTimeField()
    done_at = models.DateTimeField(auto_now_add=True)
    proved = models.PositiveIntegerField()
    ties = models.PositiveIntegerField()
    waits = models.PositiveIntegerField()
    seen_at = models.DateTimeField(null=True)

    objects = NoticeQuerySet.as_manager()

    class Meta:
        ordering = ["-until"]
        indexes = [models.Index(fields=["organization", "user", "-until"], name="notices_by_batch")]

    @property
    def count(self) -> int:
        return self.proved + self.ties + self.waits


class Recheck(models.Model):
    """One account to reconcile again, recorded in the transaction that changed its books, once for any number of changes. The
    reconciliation deletes the row. `since` is the first changed day, None if unknown."""

    account = models.OneToOneField(Account, on_delete=models.CASCADE, related_name="recheck")
    since = models.DateField(null=True)
    asked_at = models.DateTimeField(auto_now=True)

    objects = RecheckQuerySet.as_manager()

    def __str__(self) -> str:
        return str(self.account)


class WorkerSign(models.Model):
    """One row: when a worker last swept. It belongs to the installation and has no data of an organization."""

    heard_at = models.DateTimeField()

    def __str__(self) -> str:
        return str(self.heard_at)
