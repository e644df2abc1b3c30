"""A decision may speak of a second statement in two ways: one that it replaces, and one whose row cancels this one's."""

import django.db.models.deletion
from django.db import migrations, models
from django.db.models import Q

KINDS = [
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
]
EXCUSES = ["outstanding", "difference", "ignored", "bank_error", "bank_contra"]


class Migration(migrations.Migration):
    dependencies = [("reconciliation", "0016_notices")]

    operations = [
        migrations.RenameField("decision", "replaced", "other_import"),
        migrations.RenameField("decision", "replaced_number", "other_number"),
        migrations.AlterField(
            "decision",
            "other_import",
            models.ForeignKey(
                blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name="+", to="reconciliation.statementimport"
            ),
        ),
        migrations.AlterField("decision", "kind", models.CharField(choices=KINDS, max_length=12, verbose_name="kind")),
        migrations.RemoveConstraint("decision", "an_excuse_has_a_reason"),
        migrations.AddConstraint(
            "decision",
            models.CheckConstraint(condition=~Q(kind__in=EXCUSES) | ~Q(reason=""), name="an_excuse_has_a_reason"),
        ),
    ]
