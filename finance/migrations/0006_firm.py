from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("finance", "0005_add_italian_and_dutch"),
    ]

    operations = [
        migrations.AddField(
            model_name="organization",
            name="firm",
            field=models.CharField(blank=True, db_default="", default="", max_length=200, verbose_name="firm"),
        ),
    ]
