"""Connections to other programs, what arrived over them, and the accounts there."""

import uuid

from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    initial = True
    dependencies = [("finance", "0001_initial"), ("reconciliation", "0001_initial")]

    operations = [
        migrations.CreateModel(
            name="Connection",
            fields=[
                ("id", models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False, serialize=False)),
                ("organization", models.ForeignKey("finance.organization", models.CASCADE, related_name="connections")),
                (
                    "kind",
                    models.CharField(
                        "kind",
                        max_length=20,
                        choices=[
                            ("mailbox", "Mailbox (IMAP)"),
                            ("paperless", "paperless-ngx"),
                            ("firefly", "Firefly III"),
                            ("actual", "Actual"),
                        ],
                    ),
                ),
                ("name", models.CharField("name", max_length=100)),
                ("settings", models.JSONField(default=dict)),
                ("sealed", models.BinaryField()),
                ("enabled", models.BooleanField(default=True)),
                ("made_at", models.DateTimeField(auto_now_add=True)),
                ("due_at", models.DateTimeField()),
                ("held_until", models.DateTimeField(null=True, blank=True)),
                ("hold", models.PositiveBigIntegerField(default=0)),
                ("ran_at", models.DateTimeField(null=True, blank=True)),
                ("failure", models.CharField(max_length=40, blank=True)),
                ("failures", models.PositiveSmallIntegerField(default=0)),
                ("told", models.JSONField(default=dict)),
            ],
            options={
                "ordering": ["made_at", "id"],
                "indexes": [
                    models.Index(fields=["due_at"], condition=Q(enabled=True), name="connections_due"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Arrival",
            fields=[
                ("id", models.BigAutoField("ID", primary_key=True, auto_created=True, serialize=False)),
                ("connection", models.ForeignKey("connectors.connection", models.CASCADE, related_name="arrivals")),
                ("key", models.CharField(max_length=250)),
                (
                    "statement_import",
                    models.ForeignKey("reconciliation.statementimport", models.SET_NULL, null=True, blank=True, related_name="+"),
                ),
                ("failure", models.CharField(max_length=40, blank=True)),
                ("written", models.CharField(max_length=100, blank=True)),
                ("came_at", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "ordering": ["-came_at", "-id"],
                "constraints": [
                    models.UniqueConstraint(fields=("connection", "key"), name="one_arrival_a_key"),
                ],
            },
        ),
        migrations.CreateModel(
            name="AccountThere",
            fields=[
                ("id", models.BigAutoField("ID", primary_key=True, auto_created=True, serialize=False)),
                ("connection", models.ForeignKey("connectors.connection", models.CASCADE, related_name="accounts_there")),
                ("key", models.CharField(max_length=100)),
                ("name", models.CharField(max_length=255)),
                ("currency", models.CharField(max_length=60, blank=True)),
                ("account", models.ForeignKey("finance.account", models.SET_NULL, null=True, blank=True, related_name="+")),
                ("left_out", models.BooleanField(default=False)),
            ],
            options={
                "ordering": ["name", "key"],
                "constraints": [
                    models.UniqueConstraint(fields=("connection", "key"), name="one_account_there_a_key"),
                    models.UniqueConstraint(fields=("connection", "account"), name="one_account_there_an_account"),
                    models.CheckConstraint(condition=Q(account=None) | Q(left_out=False), name="what_is_left_out_is_no_account"),
                ],
            },
        ),
    ]
