"""Indexes on PostgreSQL for searches of a part of a file's or a bank's name in any case. SQLite has no such index and reads every row."""

from django.contrib.postgres.operations import TrigramExtension
from django.db import migrations

INDEXES = {
    "imports_by_part_of_file": ("reconciliation_statementimport", "filename"),
    "statements_by_part_of_bank": ("reconciliation_statement", "institution"),
}


def create_indexes(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        for name, (table, column) in INDEXES.items():
            schema_editor.execute(f"CREATE INDEX {name} ON {table} USING gin (UPPER({column}::text) gin_trgm_ops)")


def drop_indexes(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        for name in INDEXES:
            schema_editor.execute(f"DROP INDEX {name}")


class Migration(migrations.Migration):
    dependencies = [("reconciliation", "0001_initial")]

    operations = [TrigramExtension(), migrations.RunPython(create_indexes, drop_indexes)]
