"""The database itself refuses to change or remove entries of the audit log.

Entries of an organization go once the head of its chain is gone, which only its erasure takes away; the installation's own never go.
A later migration that makes the table of heads anew on SQLite has to drop these triggers before, and make them again.
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


def guard(apps, schema_editor):
    for statement in POSTGRESQL if schema_editor.connection.vendor == "postgresql" else SQLITE:
        schema_editor.execute(statement)


def unguard(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("DROP TRIGGER audit_entries_stay ON finance_auditentry")
        schema_editor.execute("DROP FUNCTION audit_log_stays()")
    else:
        schema_editor.execute("DROP TRIGGER audit_entries_never_change")
        schema_editor.execute("DROP TRIGGER audit_entries_stay")


class Migration(migrations.Migration):
    dependencies = [("finance", "0015_audit_log")]

    operations = [migrations.RunPython(guard, unguard)]
