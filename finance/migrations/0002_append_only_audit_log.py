"""The database itself refuses to change or remove entries of the audit log.

Entries of an organization can be removed once the head of its chain is removed, which only the erasure of the organization does.
Entries of the installation can never be removed.
A later migration that makes the table of heads again on SQLite has to drop these triggers before, and create them after.
"""

from django.db import migrations

SQLITE = [
    """CREATE TRIGGER audit_entries_never_change BEFORE UPDATE ON finance_auditentry
    BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END""",
    """CREATE TRIGGER audit_entries_stay BEFORE DELETE ON finance_auditentry
    WHEN OLD.organization_id IS NULL OR EXISTS (SELECT 1 FROM finance_audithead WHERE organization_id = OLD.organization_id)
    BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END""",
]
POSTGRESQL = [
    """CREATE FUNCTION audit_log_stays() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF TG_OP = 'DELETE' AND OLD.organization_id IS NOT NULL
            AND NOT EXISTS (SELECT 1 FROM finance_audithead WHERE organization_id = OLD.organization_id) THEN
            RETURN OLD;
        END IF;
        RAISE EXCEPTION 'the audit log is append-only';
    END $$""",
    "CREATE TRIGGER audit_entries_stay BEFORE UPDATE OR DELETE ON finance_auditentry FOR EACH ROW EXECUTE FUNCTION audit_log_stays()",
]


def create_triggers(apps, schema_editor):
    for statement in POSTGRESQL if schema_editor.connection.vendor == "postgresql" else SQLITE:
        schema_editor.execute(statement)


class Migration(migrations.Migration):
    dependencies = [("finance", "0001_initial")]

    operations = [migrations.RunPython(create_triggers)]
