"""Statements and what is read in them, what people decide of them, and what models are asked."""

import datetime as dt
import uuid

from django.conf import settings
from django.db import migrations, models
from django.db.models import Q
from django.db.models.functions import Coalesce

CAUSES = [
    ("upload", "Uploaded"),
    ("again", "Asked for again"),
    ("unlocked", "Unlocked"),
    ("account_chosen", "Account chosen"),
    ("account_started", "Account started from the statement"),
    ("posted", "Rows added to the books"),
    ("undone", "Rows taken out of the books again"),
    ("concluded", "Signed off, or reopened"),
    ("adjoining_statement", "An adjoining statement changed"),
    ("typed", "Typed by hand"),
    ("decided", "Decided by a person"),
    ("withdrawn", "A decision was withdrawn"),
    ("ledger_changed", "The books changed"),
]


class Migration(migrations.Migration):
    initial = True
    dependencies = [("finance", "0001_initial"), migrations.swappable_dependency(settings.AUTH_USER_MODEL)]

    operations = [
        # Uploaded documents, the runs over them, and what was read and matched
        migrations.CreateModel(
            name="StatementImport",
            fields=[
                ("id", models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False, serialize=False)),
                (
                    "organization",
                    models.ForeignKey(
                        "finance.organization", models.CASCADE, related_name="statement_imports", verbose_name="organization"
                    ),
                ),
                (
                    "uploaded_by",
                    models.ForeignKey(
                        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+", verbose_name="uploaded by"
                    ),
                ),
                (
                    "channel",
                    models.CharField(
                        "channel",
                        max_length=20,
                        choices=[
                            ("web", "Web"),
                            ("command_line", "Command line"),
                            ("typed", "Typed by hand"),
                            ("api", "API"),
                            ("assistant", "Assistant"),
                            ("folder", "Watched folder"),
                            ("mailbox", "Mailbox"),
                            ("connector", "Connected program"),
                        ],
                    ),
                ),
                ("uploaded_at", models.DateTimeField("uploaded at", auto_now_add=True)),
                ("filename", models.CharField("file", max_length=255)),
                ("sha256", models.CharField(max_length=64)),
                ("size", models.PositiveBigIntegerField("bytes")),
                ("stored_as", models.CharField(max_length=200, blank=True)),
                ("unlocked_as", models.CharField(max_length=200, blank=True)),
                ("document_deleted_at", models.DateTimeField("document deleted at", null=True, blank=True, editable=False)),
                ("document_kept_days", models.PositiveIntegerField("days for which it was kept", null=True, blank=True, editable=False)),
                ("pages", models.PositiveIntegerField("pages", null=True, blank=True)),
                ("page_sizes", models.JSONField("sizes of the pages", default=list, blank=True)),
                ("hidden_text", models.BooleanField("hidden text", default=False)),
                ("unseen", models.JSONField("what no reader sees", default=list, blank=True)),
                ("sandbox", models.JSONField("limits on the reader process", default=list, blank=True)),
                (
                    "status",
                    models.CharField(
                        "status",
                        max_length=12,
                        choices=[
                            ("pending", "Waiting"),
                            ("processing", "Being read"),
                            ("review", "For review"),
                            ("complete", "Complete"),
                            ("failed", "Failed"),
                            ("cancelled", "Cancelled"),
                        ],
                        default="pending",
                    ),
                ),
                ("provider", models.CharField("provider", max_length=40, blank=True)),
                ("document_type", models.CharField("document type", max_length=30, blank=True)),
                ("summary", models.TextField("summary", blank=True)),
                ("extracted_data", models.JSONField("extracted data", null=True, blank=True)),
                ("verdict", models.CharField("verdict", max_length=12, blank=True)),
                ("reconciliation", models.JSONField("reconciliation", null=True, blank=True)),
                ("error", models.JSONField("error", null=True, blank=True)),
                ("claim_token", models.PositiveBigIntegerField(default=0)),
                ("claimed_until", models.DateTimeField(null=True, blank=True)),
                ("attempts", models.PositiveSmallIntegerField(default=0)),
                ("waits_for_model", models.BooleanField(default=False, db_default=False)),
                ("nanodollars", models.BigIntegerField(default=0)),
                ("finished_at", models.DateTimeField(null=True, blank=True)),
                ("period_start", models.DateField("first day", null=True, blank=True)),
                ("period_end", models.DateField("last day", null=True, blank=True)),
                ("to_settle_hundredths", models.BigIntegerField(null=True, blank=True)),
                (
                    "urgency",
                    models.GeneratedField(
                        expression=models.Case(
                            models.When(status__in=["review", "failed"], then=2),
                            models.When(status__in=["pending", "processing"], then=1),
                            default=0,
                        ),
                        output_field=models.SmallIntegerField(),
                        db_persist=True,
                    ),
                ),
                ("password_tries", models.PositiveSmallIntegerField(default=0)),
                ("password_tries_since", models.DateTimeField(null=True, blank=True)),
            ],
            options={
                "verbose_name": "statement",
                "verbose_name_plural": "statements",
                "ordering": ["-uploaded_at"],
                "indexes": [
                    models.Index(fields=["organization", "status", "-uploaded_at"], name="imports_by_status"),
                    models.Index(fields=["organization", "urgency", "uploaded_at", "id"], name="imports_by_urgency"),
                    models.Index(fields=["organization", "uploaded_at", "id"], name="imports_by_upload"),
                    models.Index(fields=["uploaded_at", "id"], name="imports_of_all_by_upload"),
                    models.Index(fields=["organization", "filename", "id"], name="imports_by_file"),
                    models.Index(fields=["organization", "period_end", "verdict"], name="verdicts_by_last_day"),
                    models.Index(
                        models.F("organization"),
                        Coalesce("period_end", models.Value(dt.date(1, 1, 1))),
                        models.F("id"),
                        name="imports_by_period",
                    ),
                    models.Index(
                        models.F("organization"),
                        Coalesce("to_settle_hundredths", models.Value(-1)),
                        models.F("id"),
                        name="imports_by_difference",
                    ),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("organization", "sha256"), name="one_import_a_file"),
                    models.CheckConstraint(condition=~Q(channel=""), name="an_import_has_a_channel"),
                    models.CheckConstraint(condition=Q(uploaded_by__isnull=False) | ~Q(channel="web"), name="an_upload_has_an_actor"),
                    models.CheckConstraint(
                        condition=Q(verdict__in=["", "matched", "mismatched", "partial", "unverifiable"]), name="verdict_is_known"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Doorbell",
            fields=[
                ("id", models.BigAutoField("ID", primary_key=True, auto_created=True, serialize=False)),
                ("statement_import", models.OneToOneField("reconciliation.statementimport", models.CASCADE, related_name="doorbell")),
                ("cause", models.CharField(max_length=20, choices=CAUSES, default="upload")),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("rung_at", models.DateTimeField(null=True, blank=True)),
                ("rings", models.PositiveIntegerField(default=0)),
                ("due_at", models.DateTimeField()),
            ],
            options={
                "indexes": [
                    models.Index(fields=["due_at"], name="doorbells_by_due"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Run",
            fields=[
                ("id", models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False, serialize=False)),
                ("statement_import", models.ForeignKey("reconciliation.statementimport", models.CASCADE, related_name="runs")),
                ("number", models.PositiveIntegerField()),
                ("cause", models.CharField("cause", max_length=20, choices=CAUSES, default="upload")),
                ("provider", models.CharField("provider", max_length=40, blank=True)),
                ("started_at", models.DateTimeField(auto_now_add=True)),
                ("finished_at", models.DateTimeField(null=True, blank=True)),
                ("verdict", models.CharField(max_length=12, blank=True)),
                ("reconciliation", models.JSONField(null=True, blank=True)),
                ("error", models.JSONField(null=True, blank=True)),
            ],
            options={
                "verbose_name": "run",
                "verbose_name_plural": "runs",
                "ordering": ["-number"],
                "constraints": [
                    models.UniqueConstraint(fields=("statement_import", "number"), name="runs_are_numbered"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Step",
            fields=[
                ("id", models.BigAutoField("ID", primary_key=True, auto_created=True, serialize=False)),
                ("run", models.ForeignKey("reconciliation.run", models.CASCADE, related_name="steps")),
                ("number", models.PositiveIntegerField()),
                ("stage", models.CharField(max_length=20)),
                ("name", models.CharField(max_length=100)),
                ("started_at", models.DateTimeField()),
                ("seconds", models.FloatField(null=True, blank=True)),
                ("input_tokens", models.PositiveIntegerField(null=True, blank=True)),
                ("output_tokens", models.PositiveIntegerField(null=True, blank=True)),
                ("cost", models.DecimalField("US dollars", max_digits=18, decimal_places=9, null=True, blank=True)),
                ("detail", models.JSONField(default=dict)),
            ],
            options={
                "ordering": ["number"],
                "constraints": [
                    models.UniqueConstraint(fields=("run", "number"), name="steps_are_numbered"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Statement",
            fields=[
                ("id", models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False, serialize=False)),
                ("statement_import", models.ForeignKey("reconciliation.statementimport", models.CASCADE, related_name="statements")),
                ("number", models.PositiveIntegerField()),
                (
                    "account",
                    models.ForeignKey(
                        "finance.account", models.SET_NULL, null=True, blank=True, related_name="statements", verbose_name="account"
                    ),
                ),
                ("institution", models.CharField(max_length=200, blank=True)),
                ("account_hint", models.CharField(max_length=100, blank=True)),
                ("account_kind", models.CharField(max_length=20, blank=True)),
                ("currency", models.CharField(max_length=3, blank=True)),
                ("decimals", models.PositiveSmallIntegerField(default=2)),
                ("period_start", models.DateField(null=True, blank=True)),
                ("period_end", models.DateField(null=True, blank=True)),
                ("opening_balance_minor", models.BigIntegerField(null=True, blank=True)),
                ("closing_balance_minor", models.BigIntegerField(null=True, blank=True)),
                ("integrity", models.JSONField(default=dict)),
                ("repairs", models.JSONField(default=list)),
                ("unread", models.JSONField(default=list)),
                ("flags", models.JSONField(default=list)),
                ("verdict", models.CharField(max_length=12, blank=True)),
            ],
            options={
                "verbose_name": "account statement",
                "verbose_name_plural": "account statements",
                "ordering": ["number"],
                "indexes": [
                    models.Index(fields=["account", "period_end"], name="statements_by_last_day"),
                    models.Index(fields=["account", "period_end"], condition=Q(verdict="matched"), name="proved_by_last_day"),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("statement_import", "number"), name="statements_are_numbered"),
                ],
            },
        ),
        migrations.CreateModel(
            name="StatementLine",
            fields=[
                ("id", models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False, serialize=False)),
                ("statement", models.ForeignKey("reconciliation.statement", models.CASCADE, related_name="lines")),
                ("number", models.PositiveIntegerField()),
                ("date", models.DateField(null=True, blank=True)),
                ("transaction_date", models.DateField(null=True, blank=True)),
                ("value_date", models.DateField(null=True, blank=True)),
                ("description", models.CharField(max_length=1000, blank=True)),
                ("reference", models.CharField(max_length=200, blank=True)),
                ("amount_minor", models.BigIntegerField()),
                ("balance_minor", models.BigIntegerField(null=True, blank=True)),
                ("page", models.PositiveIntegerField()),
                ("box", models.JSONField()),
                ("text", models.TextField(blank=True)),
            ],
            options={
                "ordering": ["number"],
                "constraints": [
                    models.UniqueConstraint(fields=("statement", "number"), name="lines_are_numbered"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Match",
            fields=[
                ("id", models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False, serialize=False)),
                ("statement", models.ForeignKey("reconciliation.statement", models.CASCADE, related_name="matches")),
                (
                    "kind",
                    models.CharField(
                        max_length=12,
                        choices=[("exact", "Equal amounts"), ("group", "Several together"), ("differing", "One payment, told differently")],
                    ),
                ),
                (
                    "decided_by",
                    models.CharField(max_length=8, choices=[("rule", "Rule"), ("model", "Model"), ("person", "Person")], default="rule"),
                ),
                ("why", models.JSONField(default=dict)),
                ("lines", models.ManyToManyField("reconciliation.statementline", related_name="matches")),
                ("transactions", models.ManyToManyField("finance.transaction", related_name="matches")),
            ],
        ),
        migrations.CreateModel(
            name="Recheck",
            fields=[
                ("id", models.BigAutoField("ID", primary_key=True, auto_created=True, serialize=False)),
                ("account", models.OneToOneField("finance.account", models.CASCADE, related_name="recheck")),
                ("since", models.DateField(null=True)),
                ("asked_at", models.DateTimeField(auto_now=True)),
            ],
        ),
        migrations.CreateModel(
            name="Notice",
            fields=[
                ("id", models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False, serialize=False)),
                ("organization", models.ForeignKey("finance.organization", models.CASCADE, related_name="+")),
                ("user", models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")),
                ("until", models.DateTimeField()),
                ("done_at", models.DateTimeField(auto_now_add=True)),
                ("proved", models.PositiveIntegerField()),
                ("ties", models.PositiveIntegerField()),
                ("waits", models.PositiveIntegerField()),
                ("seen_at", models.DateTimeField(null=True)),
            ],
            options={
                "ordering": ["-until"],
                "indexes": [
                    models.Index(fields=["organization", "user", "-until"], name="notices_by_batch"),
                ],
            },
        ),
        migrations.CreateModel(
            name="WorkerSign",
            fields=[
                ("id", models.BigAutoField("ID", primary_key=True, auto_created=True, serialize=False)),
                ("heard_at", models.DateTimeField()),
            ],
        ),
        # What people decide, post, sign and ask
        migrations.CreateModel(
            name="Decision",
            fields=[
                ("id", models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False, serialize=False)),
                (
                    "organization",
                    models.ForeignKey("finance.organization", models.CASCADE, related_name="decisions", verbose_name="organization"),
                ),
                (
                    "statement_import",
                    models.ForeignKey("reconciliation.statementimport", models.CASCADE, related_name="decisions", verbose_name="statement"),
                ),
                ("number", models.PositiveIntegerField(null=True, blank=True)),
                (
                    "kind",
                    models.CharField(
                        "kind",
                        max_length=12,
                        choices=[
                            ("account", "Account of the statement"),
                            ("pair", "One payment"),
                            ("unpair", "Not one payment"),
                            ("contra", "Payment and its reversal"),
                            ("opening", "Opening balance of the account"),
                            ("correction", "Misread row"),
                            ("reissue", "Printed anew"),
                            ("outstanding", "Accepted as outstanding"),
                            ("difference", "Difference accepted"),
                            ("ignored", "Row ignored"),
                            ("bank_error", "The bank's own error"),
                            ("bank_contra", "The bank's error and its correction"),
                        ],
                    ),
                ),
                ("lines", models.JSONField(default=list)),
                ("entries", models.JSONField(default=list)),
                ("before", models.JSONField("before", default=dict)),
                ("after", models.JSONField("after", default=dict)),
                (
                    "account",
                    models.ForeignKey(
                        "finance.account", models.SET_NULL, null=True, blank=True, related_name="decisions", verbose_name="account"
                    ),
                ),
                (
                    "other_import",
                    models.ForeignKey("reconciliation.statementimport", models.CASCADE, null=True, blank=True, related_name="+"),
                ),
                ("other_number", models.PositiveIntegerField(null=True, blank=True)),
                ("decimals", models.PositiveSmallIntegerField(default=2)),
                ("amount_minor", models.BigIntegerField(null=True, blank=True)),
                ("reason", models.TextField("reason", blank=True)),
                ("made_at", models.DateTimeField("decided at", auto_now_add=True)),
                (
                    "made_by",
                    models.ForeignKey(
                        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+", verbose_name="decided by"
                    ),
                ),
                ("withdrawn_at", models.DateTimeField("withdrawn at", null=True, blank=True)),
                (
                    "withdrawn_by",
                    models.ForeignKey(
                        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+", verbose_name="withdrawn by"
                    ),
                ),
                ("withdrawn_because", models.TextField("withdrawn because", blank=True)),
            ],
            options={
                "verbose_name": "decision",
                "verbose_name_plural": "decisions",
                "ordering": ["made_at", "id"],
                "indexes": [
                    models.Index(fields=["organization", "statement_import"], name="decisions_by_import"),
                ],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("statement_import",), condition=Q(kind="account", withdrawn_at=None), name="one_account_decision_stands"
                    ),
                    models.CheckConstraint(
                        condition=~Q(kind__in=["outstanding", "difference", "ignored", "bank_error", "bank_contra"]) | ~Q(reason=""),
                        name="an_excuse_has_a_reason",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Posting",
            fields=[
                ("id", models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False, serialize=False)),
                ("statement_import", models.ForeignKey("reconciliation.statementimport", models.RESTRICT, related_name="postings")),
                ("account", models.ForeignKey("finance.account", models.CASCADE, related_name="postings", verbose_name="account")),
                ("statement_number", models.PositiveIntegerField()),
                ("period_start", models.DateField(null=True)),
                ("period_end", models.DateField(null=True)),
                ("line_number", models.PositiveIntegerField()),
                ("line", models.JSONField()),
                ("reason", models.CharField("reason", max_length=20, blank=True)),
                ("entry", models.UUIDField()),
                ("transaction", models.ForeignKey("finance.transaction", models.SET_NULL, null=True, related_name="postings")),
                ("said", models.JSONField()),
                ("replaced", models.JSONField(null=True)),
                (
                    "posted_by",
                    models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+", verbose_name="posted by"),
                ),
                ("posted_at", models.DateTimeField("posted at", auto_now_add=True)),
                (
                    "undone_by",
                    models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+", verbose_name="undone by"),
                ),
                ("undone_at", models.DateTimeField("undone at", null=True)),
            ],
            options={
                "verbose_name": "row added to the books",
                "verbose_name_plural": "rows added to the books",
                "ordering": ["posted_at", "statement_number", "line_number"],
                "constraints": [
                    models.UniqueConstraint(fields=("transaction",), condition=Q(undone_at=None), name="one_standing_posting_an_entry"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Conclusion",
            fields=[
                ("id", models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False, serialize=False)),
                ("account", models.ForeignKey("finance.account", models.CASCADE, related_name="conclusions", verbose_name="account")),
                ("period_start", models.DateField("from")),
                ("period_end", models.DateField("until")),
                ("number", models.PositiveIntegerField()),
                ("statement_import", models.ForeignKey("reconciliation.statementimport", models.RESTRICT, related_name="conclusions")),
                (
                    "kind",
                    models.CharField(
                        "step",
                        max_length=10,
                        choices=[
                            ("prepared", "Prepared"),
                            ("reviewed", "Reviewed"),
                            ("locked", "Reviewed and locked"),
                            ("reopened", "Reopened"),
                            ("noted", "Not reconciled, noted"),
                        ],
                    ),
                ),
                ("by", models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+", verbose_name="by")),
                ("at", models.DateTimeField("at", auto_now_add=True)),
                ("reason", models.TextField("reason", blank=True)),
                ("same_person", models.BooleanField("prepared and reviewed by the same person", default=False)),
                ("verdict", models.CharField(max_length=12)),
                ("reasons", models.JSONField(default=list)),
                ("exceptions", models.JSONField(default=list)),
                ("confirmed", models.JSONField(default=list)),
                ("books", models.JSONField(null=True)),
            ],
            options={
                "verbose_name": "conclusion on a statement",
                "verbose_name_plural": "conclusions on statements",
                "ordering": ["number"],
                "constraints": [
                    models.UniqueConstraint(fields=("account", "period_start", "period_end", "number"), name="conclusions_are_numbered"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Enquiry",
            fields=[
                ("id", models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False, serialize=False)),
                ("statement_import", models.ForeignKey("reconciliation.statementimport", models.CASCADE, related_name="enquiries")),
                ("number", models.PositiveSmallIntegerField()),
                ("line", models.PositiveIntegerField(null=True, blank=True)),
                ("entry", models.ForeignKey("finance.transaction", models.SET_NULL, null=True, blank=True, related_name="+")),
                ("row", models.JSONField()),
                ("asked_by", models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")),
                ("asked_at", models.DateTimeField(auto_now_add=True)),
                (
                    "waits",
                    models.CharField(
                        max_length=8,
                        choices=[("answer", "Waits for an answer"), ("reading", "Answered"), ("", "Closed")],
                        default="answer",
                        blank=True,
                    ),
                ),
                ("closed_by", models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+")),
                ("closed_at", models.DateTimeField(null=True, blank=True)),
            ],
            options={
                "ordering": ["asked_at", "id"],
                "indexes": [
                    models.Index(fields=["waits", "statement_import"], condition=~Q(waits=""), name="enquiries_that_wait"),
                ],
            },
        ),
        migrations.CreateModel(
            name="EnquiryMessage",
            fields=[
                ("id", models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False, serialize=False)),
                ("enquiry", models.ForeignKey("reconciliation.enquiry", models.CASCADE, related_name="messages")),
                ("by", models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")),
                ("at", models.DateTimeField(auto_now_add=True)),
                ("text", models.TextField(blank=True)),
                ("filename", models.CharField(max_length=255, blank=True)),
                ("stored_as", models.CharField(max_length=200, blank=True)),
                ("size", models.PositiveBigIntegerField(default=0)),
            ],
            options={
                "ordering": ["at", "id"],
            },
        ),
        migrations.CreateModel(
            name="Question",
            fields=[
                ("id", models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False, serialize=False)),
                ("statement_import", models.ForeignKey("reconciliation.statementimport", models.CASCADE, related_name="questions")),
                ("asked_by", models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")),
                ("asked_at", models.DateTimeField(auto_now_add=True)),
                ("text", models.TextField()),
                ("answer", models.TextField(blank=True)),
                ("stop_reason", models.CharField(max_length=20, blank=True)),
                ("proposals", models.JSONField(default=list)),
                ("input_tokens", models.PositiveIntegerField(null=True, blank=True)),
                ("output_tokens", models.PositiveIntegerField(null=True, blank=True)),
                ("cost", models.DecimalField(max_digits=18, decimal_places=9, null=True, blank=True)),
                ("stopped_at", models.DateTimeField(null=True, blank=True)),
                ("finished_at", models.DateTimeField(null=True, blank=True)),
            ],
            options={
                "ordering": ["asked_at"],
            },
        ),
        # What models may be asked, what that costs, and what waits for an answer
        migrations.CreateModel(
            name="ProviderConsent",
            fields=[
                ("id", models.BigAutoField("ID", primary_key=True, auto_created=True, serialize=False)),
                (
                    "organization",
                    models.ForeignKey("finance.organization", models.CASCADE, related_name="consents", verbose_name="organization"),
                ),
                ("provider", models.CharField("provider", max_length=40)),
                ("is_masked", models.BooleanField("numbers are masked", default=True, db_default=True)),
                ("allowed_at", models.DateTimeField("switched on at", auto_now_add=True)),
                (
                    "allowed_by",
                    models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name="switched on by"),
                ),
                ("withdrawn_at", models.DateTimeField("switched off at", null=True, blank=True)),
                (
                    "withdrawn_by",
                    models.ForeignKey(
                        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+", verbose_name="switched off by"
                    ),
                ),
            ],
            options={
                "verbose_name": "provider that is switched on",
                "verbose_name_plural": "providers that are switched on",
                "ordering": ["-allowed_at"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("organization", "provider"), condition=Q(withdrawn_at=None), name="one_standing_consent"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="ProviderChoice",
            fields=[
                ("id", models.BigAutoField("ID", primary_key=True, auto_created=True, serialize=False)),
                ("organization", models.OneToOneField("finance.organization", models.CASCADE, related_name="+")),
                ("provider", models.CharField("provider", max_length=40, blank=True)),
                ("model", models.CharField("model", max_length=200, blank=True)),
                ("base_url", models.CharField("address", max_length=500, blank=True)),
                ("sealed_key", models.BinaryField(null=True)),
                ("key_ending", models.CharField(max_length=4, blank=True)),
                ("key_set_at", models.DateTimeField(null=True)),
                ("key_set_by", models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")),
                ("testing_since", models.DateTimeField(null=True)),
            ],
        ),
        migrations.CreateModel(
            name="Spending",
            fields=[
                ("id", models.BigAutoField("ID", primary_key=True, auto_created=True, serialize=False)),
                (
                    "organization",
                    models.ForeignKey("finance.organization", models.CASCADE, related_name="spending", verbose_name="organization"),
                ),
                ("day", models.DateField("day")),
                ("nanodollars", models.BigIntegerField(default=0)),
            ],
            options={
                "verbose_name": "cost of a day",
                "verbose_name_plural": "costs by day",
                "ordering": ["-day"],
                "constraints": [
                    models.UniqueConstraint(fields=("organization", "day"), name="one_sum_a_day"),
                ],
            },
        ),
        migrations.CreateModel(
            name="PaidStep",
            fields=[
                ("id", models.BigAutoField("ID", primary_key=True, auto_created=True, serialize=False)),
                ("statement_import", models.ForeignKey("reconciliation.statementimport", models.CASCADE, related_name="paid_steps")),
                ("scope", models.CharField(max_length=100)),
                ("key", models.CharField(max_length=64)),
                ("turn", models.TextField()),
                ("results", models.TextField(blank=True)),
                ("remembered", models.TextField(blank=True)),
                ("seconds", models.FloatField(null=True, blank=True)),
                ("cost", models.DecimalField(max_digits=18, decimal_places=9, null=True, blank=True)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("statement_import", "scope", "key"), name="steps_are_paid_once"),
                ],
            },
        ),
        migrations.CreateModel(
            name="KeptReading",
            fields=[
                ("id", models.BigAutoField("ID", primary_key=True, auto_created=True, serialize=False)),
                ("statement_import", models.OneToOneField("reconciliation.statementimport", models.CASCADE, related_name="kept_reading")),
                ("sealed", models.BinaryField()),
            ],
        ),
        migrations.CreateModel(
            name="ModelRequest",
            fields=[
                ("id", models.BigAutoField("ID", primary_key=True, auto_created=True, serialize=False)),
                ("statement_import", models.ForeignKey("reconciliation.statementimport", models.CASCADE, related_name="model_requests")),
                ("scope", models.CharField(max_length=100)),
                ("key", models.CharField(max_length=64)),
                ("provider", models.CharField(max_length=40)),
                ("purpose", models.CharField(max_length=10)),
                ("is_closing", models.BooleanField()),
                ("request", models.TextField(blank=True)),
                ("failure", models.JSONField(null=True, blank=True)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("statement_import", "scope", "key"), name="a_turn_is_waited_for_once"),
                ],
            },
        ),
    ]
