"""Organizations and their members, accounts and entries, the audit log, and keys."""

import uuid

from django.conf import settings
from django.db import migrations, models
from django.db.models import Q
from django.db.models.functions import Coalesce

LANGUAGES = [
    ("en", "English"),
    ("de", "German"),
    ("fr", "French"),
    ("es", "Spanish"),
    ("pt-br", "Portuguese (Brazil)"),
    ("ja", "Japanese"),
]
DAY_FORMATS = [
    ("j M Y", "31 Jan 2026"),
    ("M j, Y", "Jan 31, 2026"),
    ("d.m.Y", "31.01.2026"),
    ("d/m/Y", "31/01/2026"),
    ("m/d/Y", "01/31/2026"),
    ("Y-m-d", "2026-01-31"),
]
NUMBER_FORMATS = [
    ("en", "1,234.50"),
    ("de", "1.234,50"),
    ("de_CH", "1’234.50"),
    ("fr", "1 234,50"),
]


class Migration(migrations.Migration):
    initial = True
    dependencies = [migrations.swappable_dependency(settings.AUTH_USER_MODEL)]

    operations = [
        # Organizations with their accounts and members
        migrations.CreateModel(
            name="Organization",
            fields=[
                ("id", models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False, serialize=False)),
                ("name", models.CharField("name", max_length=200)),
                ("slug", models.SlugField("short name", max_length=80, unique=True)),
                ("language", models.CharField("language", max_length=5, choices=LANGUAGES, blank=True)),
                ("day_format", models.CharField("days", max_length=10, choices=DAY_FORMATS, blank=True)),
                ("number_format", models.CharField("figures", max_length=10, choices=NUMBER_FORMATS, blank=True)),
                ("locked_until", models.DateField("locked up to", null=True, blank=True)),
                ("owners_only_until", models.DateField("locked for all but owners up to", null=True, blank=True)),
                ("two_persons", models.BooleanField("who prepared or posted may not review", default=False)),
                ("prepares_matched", models.BooleanField("proved statements are prepared by themselves", default=False)),
                ("keeps_documents_days", models.PositiveIntegerField("days for which documents are kept", null=True, blank=True)),
                ("is_sample", models.BooleanField("sample books", default=False, editable=False)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "verbose_name": "organization",
                "verbose_name_plural": "organizations",
                "ordering": ["name"],
            },
        ),
        migrations.CreateModel(
            name="Account",
            fields=[
                ("id", models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False, serialize=False)),
                (
                    "organization",
                    models.ForeignKey("finance.organization", models.CASCADE, related_name="accounts", verbose_name="organization"),
                ),
                ("name", models.CharField("name", max_length=200)),
                (
                    "kind",
                    models.CharField(
                        "kind",
                        max_length=20,
                        choices=[
                            ("checking", "Checking"),
                            ("savings", "Savings"),
                            ("credit_card", "Credit card"),
                            ("loan", "Loan"),
                            ("cash", "Cash"),
                            ("investment", "Investment"),
                        ],
                        default="checking",
                    ),
                ),
                ("currency", models.CharField("currency", max_length=3)),
                ("institution", models.CharField("institution", max_length=200, blank=True)),
                ("number", models.CharField("number, or its last digits", max_length=40, blank=True)),
                ("opening_balance_minor", models.BigIntegerField(null=True, blank=True)),
                ("opening_date", models.DateField("opening date", null=True, blank=True)),
                ("opening_origin", models.CharField(max_length=100, blank=True)),
                ("locked_until", models.DateField("locked up to", null=True, blank=True)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "verbose_name": "account",
                "verbose_name_plural": "accounts",
                "ordering": ["name"],
                "constraints": [
                    models.UniqueConstraint(fields=("organization", "name"), name="one_account_a_name"),
                    models.CheckConstraint(
                        condition=Q(kind__in=["checking", "savings", "credit_card", "loan", "cash", "investment"]), name="kind_is_known"
                    ),
                    models.CheckConstraint(condition=Q(currency__regex="^[A-Z]{3}$"), name="currency_is_a_code"),
                    models.CheckConstraint(
                        condition=Q(opening_balance_minor__isnull=True) | Q(opening_date__isnull=False),
                        name="an_opening_balance_has_its_day",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Membership",
            fields=[
                ("id", models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False, serialize=False)),
                (
                    "organization",
                    models.ForeignKey("finance.organization", models.CASCADE, related_name="memberships", verbose_name="organization"),
                ),
                ("user", models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="memberships", verbose_name="user")),
                (
                    "role",
                    models.CharField(
                        "role",
                        max_length=20,
                        choices=[
                            ("viewer", "Viewer"),
                            ("auditor", "Auditor"),
                            ("client", "Client"),
                            ("preparer", "Preparer"),
                            ("reviewer", "Reviewer"),
                            ("admin", "Administrator"),
                            ("owner", "Owner"),
                        ],
                        default="viewer",
                    ),
                ),
                ("expires_at", models.DateTimeField("ends at", null=True, blank=True)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "accounts",
                    models.ManyToManyField(
                        "finance.account", blank=True, related_name="clients", verbose_name="accounts given to a client"
                    ),
                ),
            ],
            options={
                "verbose_name": "membership",
                "verbose_name_plural": "memberships",
                "constraints": [
                    models.UniqueConstraint(fields=("organization", "user"), name="one_membership_a_user"),
                    models.CheckConstraint(
                        condition=Q(role__in=["viewer", "auditor", "client", "preparer", "reviewer", "admin", "owner"]),
                        name="role_is_known",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Invitation",
            fields=[
                ("id", models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False, serialize=False)),
                ("organization", models.ForeignKey("finance.organization", models.CASCADE, related_name="invitations")),
                (
                    "role",
                    models.CharField(
                        "role",
                        max_length=20,
                        choices=[
                            ("viewer", "Viewer"),
                            ("auditor", "Auditor"),
                            ("client", "Client"),
                            ("preparer", "Preparer"),
                            ("reviewer", "Reviewer"),
                            ("admin", "Administrator"),
                        ],
                    ),
                ),
                ("email", models.EmailField("e-mail", max_length=254, blank=True)),
                ("invited_by", models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")),
                ("invited_at", models.DateTimeField(auto_now_add=True)),
                ("expires_at", models.DateTimeField()),
                ("accepted_by", models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")),
                ("accepted_at", models.DateTimeField(null=True)),
                ("withdrawn_at", models.DateTimeField(null=True)),
                ("accounts", models.ManyToManyField("finance.account", blank=True, related_name="+")),
            ],
            options={
                "ordering": ["-invited_at"],
            },
        ),
        migrations.CreateModel(
            name="Preferences",
            fields=[
                ("id", models.BigAutoField("ID", primary_key=True, auto_created=True, serialize=False)),
                ("user", models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="preferences")),
                ("language", models.CharField("language", max_length=5, choices=LANGUAGES, blank=True)),
                ("day_format", models.CharField("days", max_length=10, choices=DAY_FORMATS, blank=True)),
                ("number_format", models.CharField("figures", max_length=10, choices=NUMBER_FORMATS, blank=True)),
                ("letter_keys", models.BooleanField("single letters act on the page of a statement", default=True)),
                ("mail_when_done", models.BooleanField("a letter when a batch of uploads is done", default=False)),
            ],
        ),
        # Entries, their sums, and the files that they came from
        migrations.CreateModel(
            name="Transaction",
            fields=[
                ("id", models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False, serialize=False)),
                ("account", models.ForeignKey("finance.account", models.CASCADE, related_name="transactions", verbose_name="account")),
                ("external_id", models.CharField("external id", max_length=200, blank=True)),
                ("booked_on", models.DateField("date")),
                ("amount_minor", models.BigIntegerField()),
                ("description", models.CharField("description", max_length=1000, blank=True)),
                (
                    "status",
                    models.CharField(
                        "status", max_length=10, choices=[("pending", "Pending"), ("posted", "Posted"), ("void", "Void")], default="posted"
                    ),
                ),
                ("is_excluded", models.BooleanField("left out of balances", default=False)),
                ("reference", models.CharField("reference", max_length=200, blank=True)),
                ("number", models.CharField("cheque number", max_length=40, blank=True)),
                ("is_brought_forward", models.BooleanField("outstanding at the opening", default=False)),
                (
                    "reversal_of",
                    models.ForeignKey(
                        "finance.transaction", models.SET_NULL, null=True, blank=True, related_name="reversals", verbose_name="reversal of"
                    ),
                ),
                ("origin", models.CharField(max_length=100, blank=True)),
                ("locked_by", models.CharField(max_length=100, blank=True, editable=False)),
                ("entered_by", models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, editable=False, related_name="+")),
                ("created_at", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "verbose_name": "transaction",
                "verbose_name_plural": "transactions",
                "ordering": ["booked_on", "id"],
                "indexes": [
                    models.Index(fields=["account", "booked_on", "id"], name="transactions_by_day"),
                    models.Index(
                        fields=["account", "booked_on", "amount_minor"],
                        condition=Q(is_excluded=False, status="posted"),
                        name="posted_amounts",
                    ),
                    models.Index(
                        fields=["account", "booked_on"],
                        condition=Q(status="pending") | Q(is_brought_forward=True) | Q(reversal_of__isnull=False),
                        name="entries_in_sight",
                    ),
                ],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("account", "external_id"), condition=~Q(external_id=""), name="one_transaction_an_external_id"
                    ),
                    models.CheckConstraint(condition=Q(status__in=["pending", "posted", "void"]), name="status_is_known"),
                    models.CheckConstraint(condition=~Q(reversal_of=models.F("id")), name="nothing_reverses_itself"),
                ],
            },
        ),
        migrations.CreateModel(
            name="EntryChange",
            fields=[
                ("id", models.BigAutoField("ID", primary_key=True, auto_created=True, serialize=False)),
                ("account", models.ForeignKey("finance.account", models.CASCADE, related_name="changes")),
                ("entry", models.UUIDField()),
                ("at", models.DateTimeField(auto_now_add=True)),
                ("by", models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")),
                ("before", models.JSONField()),
                ("after", models.JSONField(null=True)),
            ],
            options={
                "ordering": ["at", "id"],
                "indexes": [
                    models.Index(fields=["account", "at"], name="entry_changes_by_time"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Coding",
            fields=[
                (
                    "entry",
                    models.OneToOneField("finance.transaction", models.CASCADE, primary_key=True, serialize=False, related_name="coding"),
                ),
                ("organization", models.ForeignKey("finance.organization", models.CASCADE, db_index=False, related_name="+")),
                ("nominal", models.CharField("nominal account", max_length=300, blank=True)),
                ("tax_code", models.CharField("tax code", max_length=60, blank=True)),
                ("payee", models.CharField("payee", max_length=200, blank=True)),
                ("party", models.CharField("customer or supplier", max_length=200, blank=True)),
                (
                    "given_by",
                    models.CharField(max_length=10, choices=[("person", "A person"), ("file", "The books"), ("learned", "Learned")]),
                ),
                ("given_at", models.DateTimeField(auto_now=True)),
                ("origin", models.CharField(max_length=100, blank=True)),
                ("key", models.CharField(max_length=80, blank=True)),
            ],
            options={
                "verbose_name": "codes of an entry",
                "verbose_name_plural": "codes of entries",
                "indexes": [
                    models.Index(fields=["organization", "key"], name="codings_of_a_payee"),
                ],
                "constraints": [
                    models.CheckConstraint(condition=Q(given_by__in=["person", "file", "learned"]), name="who_gave_codes_is_known"),
                ],
            },
        ),
        migrations.CreateModel(
            name="MonthlySum",
            fields=[
                ("id", models.BigAutoField("ID", primary_key=True, auto_created=True, serialize=False)),
                (
                    "account",
                    models.ForeignKey(
                        "finance.account", models.DO_NOTHING, db_index=False, db_constraint=False, related_name="monthly_sums"
                    ),
                ),
                ("month", models.DateField()),
                ("amount_minor", models.BigIntegerField()),
                ("entries", models.BigIntegerField()),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("account", "month"), name="one_sum_a_month"),
                    models.CheckConstraint(
                        condition=Q(amount_minor__range=(-9223372036854775807, 9223372036854775807)), name="a_sum_is_whole"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="LedgerImport",
            fields=[
                ("id", models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False, serialize=False)),
                ("account", models.ForeignKey("finance.account", models.CASCADE, related_name="ledger_imports", verbose_name="account")),
                (
                    "uploaded_by",
                    models.ForeignKey(
                        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+", verbose_name="uploaded by"
                    ),
                ),
                ("filename", models.CharField("file", max_length=255)),
                ("sha256", models.CharField(max_length=64)),
                ("format", models.CharField("format", max_length=20)),
                ("way", models.CharField(max_length=40)),
                ("packed", models.BinaryField(default=bytes, blank=True)),
                ("choices", models.JSONField(default=dict, blank=True)),
                (
                    "status",
                    models.CharField(
                        "status",
                        max_length=10,
                        choices=[("shown", "Not yet imported"), ("confirmed", "Imported"), ("undone", "Undone")],
                        default="shown",
                    ),
                ),
                ("added", models.JSONField(default=dict, blank=True)),
                ("rows", models.PositiveIntegerField(default=0)),
                ("asked", models.JSONField(null=True, blank=True)),
                ("asked_at", models.DateTimeField(null=True, blank=True)),
                ("answered", models.JSONField(default=dict, blank=True)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("confirmed_at", models.DateTimeField(null=True, blank=True)),
                ("undone_at", models.DateTimeField(null=True, blank=True)),
            ],
            options={
                "verbose_name": "import of a file",
                "verbose_name_plural": "imports of files",
                "ordering": ["-created_at"],
                "constraints": [
                    models.CheckConstraint(condition=Q(status__in=["shown", "confirmed", "undone"]), name="ledger_import_status_is_known"),
                ],
            },
        ),
        migrations.CreateModel(
            name="SavedChoices",
            fields=[
                ("id", models.BigAutoField("ID", primary_key=True, auto_created=True, serialize=False)),
                ("account", models.ForeignKey("finance.account", models.CASCADE, related_name="saved_choices", verbose_name="account")),
                ("way", models.CharField(max_length=40)),
                ("choices", models.JSONField(default=dict)),
            ],
            options={
                "verbose_name": "saved reading of files",
                "verbose_name_plural": "saved readings of files",
                "constraints": [
                    models.UniqueConstraint(fields=("account", "way"), name="one_saved_reading_a_way"),
                ],
            },
        ),
        # The audit log: a chain of entries for each organization, and the last of each chain
        migrations.CreateModel(
            name="AuditEntry",
            fields=[
                ("id", models.BigAutoField("ID", primary_key=True, auto_created=True, serialize=False)),
                ("organization", models.ForeignKey("finance.organization", models.PROTECT, null=True, related_name="+")),
                ("number", models.PositiveBigIntegerField()),
                ("at", models.DateTimeField()),
                ("by", models.PositiveBigIntegerField(null=True)),
                ("name", models.CharField(max_length=150, blank=True)),
                ("address", models.CharField(max_length=45, blank=True)),
                ("act", models.CharField(max_length=40)),
                ("subject", models.CharField(max_length=60, blank=True)),
                ("subject_id", models.CharField(max_length=40, blank=True)),
                ("details", models.JSONField()),
                ("previous", models.CharField(max_length=64, blank=True)),
                ("hash", models.CharField(max_length=64)),
            ],
            options={
                "ordering": ["-number"],
                "indexes": [
                    models.Index(fields=["organization", "subject_id", "act", "at"], name="audit_by_subject"),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("organization", "number"), name="one_entry_a_number"),
                    models.UniqueConstraint(fields=("number",), condition=Q(organization=None), name="one_own_entry_a_number"),
                ],
            },
        ),
        migrations.CreateModel(
            name="AuditHead",
            fields=[
                ("id", models.BigAutoField("ID", primary_key=True, auto_created=True, serialize=False)),
                ("organization", models.OneToOneField("finance.organization", models.PROTECT, null=True, related_name="+")),
                ("number", models.PositiveBigIntegerField(default=0)),
                ("hash", models.CharField(max_length=64, blank=True)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        Coalesce("organization", models.Value(uuid.UUID("00000000-0000-0000-0000-000000000000"))), name="one_head_a_chain"
                    ),
                ],
            },
        ),
        # Keys of organizations, and second factors of users
        migrations.CreateModel(
            name="DataKey",
            fields=[
                ("id", models.BigAutoField("ID", primary_key=True, auto_created=True, serialize=False)),
                ("organization", models.OneToOneField("finance.organization", models.CASCADE, related_name="+")),
                ("wrapped", models.BinaryField()),
                ("master", models.CharField(max_length=16)),
                ("made_at", models.DateTimeField(auto_now_add=True)),
            ],
        ),
        migrations.CreateModel(
            name="SecondFactor",
            fields=[
                ("id", models.BigAutoField("ID", primary_key=True, auto_created=True, serialize=False)),
                ("user", models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="second_factor")),
                ("wrapped", models.BinaryField()),
                ("master", models.CharField(max_length=16)),
                ("confirmed_at", models.DateTimeField(null=True)),
                ("last_step", models.BigIntegerField(default=0)),
                ("failures", models.PositiveIntegerField(default=0)),
                ("failed_at", models.DateTimeField(null=True)),
            ],
        ),
        migrations.CreateModel(
            name="RecoveryCode",
            fields=[
                ("id", models.BigAutoField("ID", primary_key=True, auto_created=True, serialize=False)),
                ("second_factor", models.ForeignKey("finance.secondfactor", models.CASCADE, related_name="recovery_codes")),
                ("hash", models.CharField(max_length=64)),
                ("used_at", models.DateTimeField(null=True)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("second_factor", "hash"), name="one_recovery_code"),
                ],
            },
        ),
    ]
