"""Answers to the reading, acts bound to what was shown, further copies, documents put away, and how far a file is signed off."""

from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("finance", "0003_monthly_sum_triggers"),
        ("reconciliation", "0003_currency_sign"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="conclusion",
            name="digest",
            field=models.CharField(blank=True, db_default="", default="", max_length=64, verbose_name="digest of rows and balances"),
        ),
        migrations.AddField(
            model_name="conclusion",
            name="document",
            field=models.CharField(blank=True, db_default="", default="", max_length=64, verbose_name="SHA-256 of the document"),
        ),
        migrations.AddField(
            model_name="conclusion",
            name="statement_number",
            field=models.PositiveIntegerField(db_default=0, default=0),
        ),
        migrations.AddField(
            model_name="decision",
            name="digest",
            field=models.CharField(blank=True, db_default="", default="", max_length=64, verbose_name="digest of rows and balances"),
        ),
        migrations.AddField(
            model_name="decision",
            name="document",
            field=models.CharField(blank=True, db_default="", default="", max_length=64, verbose_name="SHA-256 of the document"),
        ),
        migrations.AddField(
            model_name="statement",
            name="places",
            field=models.JSONField(db_default=models.Value([], models.JSONField()), default=list),
        ),
        migrations.AddField(
            model_name="statement",
            name="read_as",
            field=models.JSONField(db_default=models.Value({}, models.JSONField()), default=dict),
        ),
        migrations.AddField(
            model_name="statement",
            name="set_aside",
            field=models.CharField(
                blank=True,
                choices=[("copy", "Further copy"), ("replaced", "Replaced"), ("contradicts", "Contradicts another document")],
                db_default="",
                default="",
                max_length=12,
                verbose_name="set aside",
            ),
        ),
        migrations.AddField(
            model_name="statementimport",
            name="sign_off",
            field=models.CharField(
                blank=True,
                choices=[("prepared", "Waits for review"), ("closed", "Closed")],
                db_default="",
                default="",
                max_length=8,
                verbose_name="sign-off",
            ),
        ),
        migrations.AddField(
            model_name="statementline",
            name="added",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AlterField(
            model_name="decision",
            name="kind",
            field=models.CharField(
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
                    ("statement", "Misread statement"),
                    ("added_row", "Row added from the document"),
                    ("mark_answered", "Mark without a row"),
                    ("reading_confirmed", "Reading confirmed"),
                    ("is_statement", "This is a statement"),
                    ("discarded", "Document discarded"),
                ],
                max_length=20,
                verbose_name="kind",
            ),
        ),
        migrations.AlterField(
            model_name="statementimport",
            name="status",
            field=models.CharField(
                choices=[
                    ("pending", "Waiting"),
                    ("processing", "Being read"),
                    ("review", "For review"),
                    ("complete", "Complete"),
                    ("failed", "Failed"),
                    ("cancelled", "Cancelled"),
                    ("discarded", "Discarded"),
                ],
                default="pending",
                max_length=12,
                verbose_name="status",
            ),
        ),
        # a generated column cannot be altered
        migrations.RemoveIndex(model_name="statementimport", name="imports_by_urgency"),
        migrations.RemoveField(model_name="statementimport", name="urgency"),
        migrations.AddField(
            model_name="statementimport",
            name="urgency",
            field=models.GeneratedField(
                db_persist=True,
                expression=models.Case(
                    models.When(sign_off="", status__in=["review", "failed"], then=2),
                    models.When(status__in=["pending", "processing"], then=1),
                    default=0,
                ),
                output_field=models.SmallIntegerField(),
            ),
        ),
        migrations.AddIndex(
            model_name="statementimport",
            index=models.Index(fields=["organization", "urgency", "uploaded_at", "id"], name="imports_by_urgency"),
        ),
        migrations.AddIndex(
            model_name="statementimport",
            index=models.Index(
                condition=models.Q(("sign_off", "prepared")), fields=["organization", "uploaded_at"], name="imports_that_wait_for_review"
            ),
        ),
        migrations.AddConstraint(
            model_name="decision",
            constraint=models.UniqueConstraint(
                condition=models.Q(("kind__in", ["is_statement", "discarded"]), ("withdrawn_at", None)),
                fields=("statement_import", "kind"),
                name="one_document_decision_of_a_kind",
            ),
        ),
    ]
