"""Contents of a PDF: statements, printed rows, their matches, the rows that were posted from it, and the layouts that it teaches."""

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Exists, OuterRef, Q, Value
from django.utils.translation import gettext_lazy as _

from finance.models import Account, Transaction
from people.models import Organization
from reconciliation.models.columns import PrintedMoney, PrintedMoneyIfKnown
from reconciliation.models.imports import StatementImport
from reconciliation.models.querysets import (
    KnownLayoutQuerySet,
    LayoutTeachingQuerySet,
    MatchQuerySet,
    PostingQuerySet,
    StagedLineQuerySet,
    StatementLineQuerySet,
    StatementQuerySet,
)


class Statement(models.Model):
    """One account for one period, as the PDF prints it. Where a person corrected a balance, the days, the number, the currency or the kind,
    the columns have the corrected values, and `read_as` has those that were read. `compared` has the totals of all rows as they were
    compared (`reconcile.evidence.rows_come_to`), so that a page loads only the rows that it shows. `set_aside` is the reason why it is not
    compared and not counted, empty if it counts."""

    class SetAside(models.TextChoices):
        COPY = "copy", _("Duplicate copy")
        REPLACED = "replaced", _("Replaced")
        CONTRADICTS = "contradicts", _("Contradicts another document")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    statement_import = models.ForeignKey(StatementImport, on_delete=models.CASCADE, related_name="statements")
    number = models.PositiveIntegerField()
    account = models.ForeignKey(
        Account, on_delete=models.SET_NULL, null=True, blank=True, related_name="statements", verbose_name=_("account")
    )
    institution = models.CharField(max_length=200, blank=True)
    account_hint = models.CharField(max_length=100, blank=True)
    account_kind = models.CharField(max_length=20, blank=True)
    currency = models.CharField(max_length=3, blank=True)
    currency_sign = models.CharField(max_length=3, blank=True, default="", db_default="")
    decimals = models.PositiveSmallIntegerField(default=2)
    period_start = models.DateField(null=True, blank=True)
    period_end = models.DateField(null=True, blank=True)
    opening_balance_minor = models.BigIntegerField(null=True, blank=True)
    opening_balance = PrintedMoneyIfKnown("opening_balance_minor", decimals=lambda row: row.decimals)
    closing_balance_minor = models.BigIntegerField(null=True, blank=True)
    closing_balance = PrintedMoneyIfKnown("closing_balance_minor", decimals=lambda row: row.decimals)
    integrity = models.JSONField(default=dict)
    repairs = models.JSONField(default=list)
    unread = models.JSONField(default=list)
    flags = models.JSONField(default=list)
    # {"code", "figures", "page", "box"} of the account number and the currency
    places = models.JSONField(default=list, db_default=models.Value([], models.JSONField()))
    # how it was read (printed.statement.Conventions), and the testimony of a known layout that its proof rests on (Testified)
    conventions = models.JSONField(default=dict, db_default=Value({}, models.JSONField()))
    testified = models.JSONField(null=True)
    verdict = models.CharField(max_length=12, blank=True)
    read_as = models.JSONField(default=dict, db_default=Value({}, models.JSONField()))
    compared = models.JSONField(null=True)
    set_aside = models.CharField(_("set aside"), max_length=12, choices=SetAside.choices, blank=True, default="", db_default="")

    objects = StatementQuerySet.as_manager()

    class Meta:
        verbose_name = _("account statement")
        verbose_name_plural = _("account statements")
        ordering = ["number"]
        indexes = [
            models.Index(fields=["account", "period_end"], name="statements_by_last_day"),
            models.Index(fields=["account", "period_end"], condition=Q(verdict="matched"), name="proved_by_last_day"),
            # all that the table of months, and the counts of imports, read of a statement: the rows themselves are large
            models.Index(fields=["account", "period_end", "period_start", "set_aside"], name="statements_by_days"),
            models.Index(fields=["statement_import", "set_aside"], name="statements_that_count"),
            # few statements are in these three
            models.Index(fields=["statement_import"], condition=Q(testified__isnull=False), name="statements_on_testimony"),
            models.Index(fields=["account"], condition=Q(period_start=None) | Q(period_end=None), name="statements_without_days"),
            models.Index(fields=["statement_import"], condition=~Q(set_aside=""), name="statements_set_aside"),
        ]
        constraints = [models.UniqueConstraint(fields=["statement_import", "number"], name="statements_are_numbered")]

    def __str__(self) -> str:
        return f"{self.institution} {self.account_hint} {self.period_start}..{self.period_end}"

    @property
    def money_currency(self) -> str:
        """Return the currency of the account that it is compared with, else the printed one; empty if neither is known."""
        return self.account.currency if self.account else self.currency


BY_IMPORT = "limited to the statements of one import at a time"


def counts_somewhere() -> Q:
    """Return the condition on imports that leaves out those of which every statement is set aside: they are in no count."""
    stored = Statement.objects.across_organizations(BY_IMPORT).filter(statement_import=OuterRef("pk"))
    return ~Q(Exists(stored.exclude(set_aside=""))) | Q(Exists(stored.counting()))


class PrintedRow(models.Model):
    """The columns of a printed row, which are the same while it is written and when it counts."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    number = models.PositiveIntegerField()
    date = models.DateField(null=True, blank=True)
    transaction_date = models.DateField(null=True, blank=True)
    value_date = models.DateField(null=True, blank=True)
    description = models.CharField(max_length=1000, blank=True)
    reference = models.CharField(max_length=200, blank=True)
    amount_minor = models.BigIntegerField()
    balance_minor = models.BigIntegerField(null=True, blank=True)
    page = models.PositiveIntegerField()
    box = models.JSONField()
    text = models.TextField(blank=True)
    added = models.BooleanField(default=False, db_default=False)
    # of a payment of a debt: pairs of kind and decimal text, first the whole (printed.statement.PrintedLine.parts)
    parts = models.JSONField(default=list, db_default=Value([], models.JSONField()))

    class Meta:
        abstract = True


class StagedLine(PrintedRow):
    """A row of a long statement before it counts: rows are written in short transactions, and become rows of their statement in the one
    that stores the verdict. `statement_key` is the id that the statement will have, `token` that of the claim: rows of a worker that died
    are deleted by the next attempt, or with its leftovers."""

    statement_import = models.ForeignKey(StatementImport, on_delete=models.CASCADE, related_name="staged_lines")
    statement_key = models.UUIDField()
    token = models.PositiveBigIntegerField()

    objects = StagedLineQuerySet.as_manager()

    def __str__(self) -> str:
        return f"{self.date} {self.description}"


class StatementLine(PrintedRow):
    """One printed row and its evidence. `added` if a person added it; such rows come after those that were read."""

    statement = models.ForeignKey(Statement, on_delete=models.CASCADE, related_name="lines")
    amount = PrintedMoney("amount_minor", decimals=lambda line: line.statement.decimals)
    balance = PrintedMoneyIfKnown("balance_minor", decimals=lambda line: line.statement.decimals)

    objects = StatementLineQuerySet.as_manager()

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["statement", "number"], name="lines_are_numbered")]

    def __str__(self) -> str:
        return f"{self.date} {self.description}"


class Match(models.Model):
    """A link between printed rows and ledger transactions, with its author and reason."""

    class Kind(models.TextChoices):
        EXACT = "exact", _("Equal amounts")
        GROUP = "group", _("Several together")
        DIFFERING = "differing", _("Same payment, described differently")

    class DecidedBy(models.TextChoices):
        RULE = "rule", _("Rule")
        MODEL = "model", _("Model")
        PERSON = "person", _("Person")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    statement = models.ForeignKey(Statement, on_delete=models.CASCADE, related_name="matches")
    kind = models.CharField(max_length=12, choices=Kind.choices)
    decided_by = models.CharField(max_length=8, choices=DecidedBy.choices, default=DecidedBy.RULE)
    why = models.JSONField(default=dict)
    lines = models.ManyToManyField(StatementLine, related_name="matches")
    transactions = models.ManyToManyField(Transaction, related_name="matches")

    objects = MatchQuerySet.as_manager()

    def __str__(self) -> str:
        return str(self.get_kind_display())


class Posting(models.Model):
    """A printed row that was added to the books. The record is never deleted; an undo adds its author and time.

    The row is named by its import, the statement's account and period, its number and its contents (`line`), since evidence is stored
    again when a file is read again. `said` is the entry as it was posted, `replaced` the pending entry in whose place it is
    (both `finance.models.ledger.snapshot`). `transaction` is None once the entry is deleted."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    statement_import = models.ForeignKey(StatementImport, on_delete=models.RESTRICT, related_name="postings")
    account = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="postings", verbose_name=_("account"))
    statement_number = models.PositiveIntegerField()
    period_start = models.DateField(null=True)
    period_end = models.DateField(null=True)
    line_number = models.PositiveIntegerField()
    line = models.JSONField()
    reason = models.CharField(_("reason"), max_length=20, blank=True)
    entry = models.UUIDField()
    transaction = models.ForeignKey(Transaction, on_delete=models.SET_NULL, null=True, related_name="postings")
    said = models.JSONField()
    replaced = models.JSONField(null=True)
    posted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+", verbose_name=_("posted by")
    )
    posted_at = models.DateTimeField(_("posted at"), auto_now_add=True)
    undone_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+", verbose_name=_("undone by")
    )
    undone_at = models.DateTimeField(_("undone at"), null=True)

    objects = PostingQuerySet.as_manager()

    class Meta:
        verbose_name = _("row added to the books")
        verbose_name_plural = _("rows added to the books")
        ordering = ["posted_at", "statement_number", "line_number"]
        constraints = [models.UniqueConstraint(fields=["transaction"], condition=Q(undone_at=None), name="one_standing_posting_an_entry")]

    def __str__(self) -> str:
        return f"{self.line.get('date')} {self.line.get('description')}"


class KnownLayout(models.Model):
    """A layout of statements, known by its traits (`reconciliation.examining.layout`). `key` is their digest without the edges of columns.
    `bank` is the name that an owner gave. An imported layout testifies nothing by itself: `claims` has what its file says, and only
    statements of the organization teach it. `forgotten_at`: statements that were proved or confirmed before that teach nothing."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    organization = models.ForeignKey(Organization, on_delete=models.CASCADE, related_name="known_layouts")
    key = models.CharField(max_length=64)
    bank = models.CharField(_("bank"), max_length=100, blank=True)
    traits = models.JSONField()
    claims = models.JSONField(default=dict)
    first_known_at = models.DateTimeField(auto_now_add=True)
    imported_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    imported_at = models.DateTimeField(null=True)
    forgotten_at = models.DateTimeField(null=True)

    objects = KnownLayoutQuerySet.as_manager()

    class Meta:
        verbose_name = _("known layout")
        verbose_name_plural = _("known layouts")
        ordering = ["first_known_at", "id"]
        constraints = [models.UniqueConstraint(fields=["organization", "key"], name="one_layout_a_key")]

    def __str__(self) -> str:
        return self.bank or str(self.traits.get("heading", ""))

    @property
    def day_first(self) -> bool | None:
        """Return the order of days that its statements teach, or None if none does or they contradict one another."""
        orders = {teaching.day_first for teaching in self.teachings.all() if teaching.day_first is not None}
        return orders.pop() if len(orders) == 1 else None

    @property
    def shown_as(self) -> str:
        """Return the name that an owner gave, or the sender that its statements print."""
        return self.bank or next((teaching.statement.institution for teaching in self.teachings.all()), "")


class LayoutTeaching(models.Model):
    """One proved or confirmed statement and what it teaches its layout. `day_first` is None if no day of it depends on the order. Its
    closing balance, as stored, teaches the side of the next opening balance."""

    class Way(models.TextChoices):
        PROVED = "proved", _("Proved")
        CONFIRMED = "confirmed", _("Confirmed")

    layout = models.ForeignKey(KnownLayout, on_delete=models.CASCADE, related_name="teachings")
    statement = models.OneToOneField(Statement, on_delete=models.CASCADE, related_name="teaching")
    way = models.CharField(max_length=9, choices=Way.choices)
    taught_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    taught_at = models.DateTimeField(auto_now_add=True)
    day_first = models.BooleanField(null=True)
    account_kind = models.CharField(max_length=20, blank=True)

    objects = LayoutTeachingQuerySet.as_manager()

    class Meta:
        ordering = ["taught_at", "id"]

    def __str__(self) -> str:
        return str(self.statement)
