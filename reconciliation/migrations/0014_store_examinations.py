from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('reconciliation', '0013_store_turns_and_answers_to_proposals'),
    ]

    operations = [
        migrations.AddField(
            model_name='statementimport',
            name='examination',
            field=models.JSONField(blank=True, db_default=models.Value({}, models.JSONField()), default=dict, verbose_name='examination'),
        ),
    ]
