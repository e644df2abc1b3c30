"""Pauses of webhooks that fail in a row, and the turn of the worker that sends."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('api', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='DeliveryTurn',
            fields=[
                ('id', models.PositiveSmallIntegerField(default=1, primary_key=True, serialize=False)),
                ('until', models.DateTimeField(null=True)),
            ],
        ),
        migrations.AddField(
            model_name='webhook',
            name='failures',
            field=models.PositiveSmallIntegerField(db_default=0, default=0),
        ),
        migrations.AddField(
            model_name='webhook',
            name='resumes_at',
            field=models.DateTimeField(blank=True, null=True),
        ),
    ]
