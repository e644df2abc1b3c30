"""A kind of decision that acknowledges a fact of a verdict, always with a reason."""

from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("finance", "0003_monthly_sum_triggers"),
        ("reconciliation", "0005_bind_conclusions"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name="decision",
            name="an_excuse_has_a_reason",
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
                    ("acknowledged", "Acknowledged"),
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
        migrations.AddConstraint(
            model_name="decision",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        ("kind__in", ["outstanding", "difference", "ignored", "bank_error", "bank_contra", "acknowledged"]), _negated=True
                    ),
                    models.Q(("reason", ""), _negated=True),
                    _connector="OR",
                ),
                name="an_excuse_has_a_reason",
            ),
        ),
    ]
