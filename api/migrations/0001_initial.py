"""Tokens of programs and the answers that they were given, webhooks and their deliveries."""

import uuid

from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    initial = True
    dependencies = [("finance", "0001_initial")]

    operations = [
        migrations.CreateModel(
            name="Token",
            fields=[
                ("id", models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False, serialize=False)),
                ("membership", models.ForeignKey("finance.membership", models.CASCADE, related_name="tokens")),
                ("name", models.CharField("name", max_length=100)),
                ("hash", models.CharField(max_length=64, unique=True, editable=False)),
                ("ending", models.CharField(max_length=4, editable=False)),
                ("scopes", models.JSONField(default=list)),
                ("made_at", models.DateTimeField(auto_now_add=True)),
                ("expires_at", models.DateTimeField("expires at")),
                ("used_on", models.DateField("last used", null=True, blank=True)),
                ("revoked_at", models.DateTimeField(null=True, blank=True)),
            ],
            options={
                "ordering": ["-made_at"],
            },
        ),
        migrations.CreateModel(
            name="KeptAnswer",
            fields=[
                ("id", models.BigAutoField("ID", primary_key=True, auto_created=True, serialize=False)),
                ("token", models.ForeignKey("api.token", models.CASCADE, related_name="kept_answers")),
                ("key", models.CharField(max_length=255)),
                ("asked", models.CharField(max_length=64)),
                ("status", models.PositiveSmallIntegerField(default=0)),
                ("headers", models.JSONField(default=dict)),
                ("body", models.BinaryField(default=bytes)),
                ("made_at", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "indexes": [
                    models.Index(fields=["made_at"], name="kept_answers_by_age"),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("token", "key"), name="one_answer_a_key"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Webhook",
            fields=[
                ("id", models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False, serialize=False)),
                ("organization", models.ForeignKey("finance.organization", models.CASCADE, related_name="webhooks")),
                ("url", models.URLField("address", max_length=500)),
                ("events", models.JSONField(default=list)),
                ("sealed", models.BinaryField()),
                ("made_at", models.DateTimeField(auto_now_add=True)),
                ("enabled", models.BooleanField(default=True)),
                ("failed_at", models.DateTimeField(null=True, blank=True)),
            ],
            options={
                "ordering": ["made_at", "id"],
            },
        ),
        migrations.CreateModel(
            name="Delivery",
            fields=[
                ("id", models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False, serialize=False)),
                ("webhook", models.ForeignKey("api.webhook", models.CASCADE, related_name="deliveries")),
                ("event", models.CharField(max_length=40)),
                ("body", models.JSONField()),
                ("made_at", models.DateTimeField(auto_now_add=True)),
                ("due_at", models.DateTimeField()),
                ("tries", models.PositiveSmallIntegerField(default=0)),
                ("answered", models.PositiveSmallIntegerField(null=True, blank=True)),
                ("failure", models.CharField(max_length=40, blank=True)),
                ("delivered_at", models.DateTimeField(null=True, blank=True)),
                ("given_up_at", models.DateTimeField(null=True, blank=True)),
            ],
            options={
                "ordering": ["-made_at", "id"],
                "indexes": [
                    models.Index(fields=["due_at"], condition=Q(delivered_at=None, given_up_at=None), name="deliveries_owed"),
                ],
            },
        ),
    ]
