"""The database itself keeps the monthly sums of entries, in the transaction of each write, whichever process writes.

A later migration that makes the table of entries or of accounts again on SQLite loses the triggers of that table, and has to create
them again; `tests/finance/monthly/test_kept.py` asserts that all are there.
The migration cannot be reversed: applied once more, it would not sum the entries that are booked already.
"""

from django.db import migrations

COUNTS = "{row}.status = 'posted' AND NOT {row}.is_excluded"
COUNTED = "account_id, booked_on, amount_minor, status, is_excluded"
ADD = """INSERT INTO finance_monthlysum (account_id, month, amount_minor, entries)
        SELECT NEW.account_id, substr(NEW.booked_on, 1, 8) || '01', 0, 0 WHERE NOT EXISTS (
            SELECT 1 FROM finance_monthlysum WHERE account_id = NEW.account_id AND month = substr(NEW.booked_on, 1, 8) || '01'
        );
    UPDATE finance_monthlysum SET amount_minor = amount_minor + NEW.amount_minor, entries = entries + 1
        WHERE account_id = NEW.account_id AND month = substr(NEW.booked_on, 1, 8) || '01';"""
TAKE = """UPDATE finance_monthlysum SET amount_minor = amount_minor - OLD.amount_minor, entries = entries - 1
        WHERE account_id = OLD.account_id AND month = substr(OLD.booked_on, 1, 8) || '01';"""


def sqlite_trigger(name, event, row, body):
    return f"CREATE TRIGGER {name} AFTER {event} ON finance_transaction WHEN {COUNTS.format(row=row)} BEGIN {body} END"


SQLITE = {
    "sums_of_added": sqlite_trigger("sums_of_added", "INSERT", "NEW", ADD),
    "sums_of_removed": sqlite_trigger("sums_of_removed", "DELETE", "OLD", TAKE),
    "sums_before_a_change": sqlite_trigger("sums_before_a_change", f"UPDATE OF {COUNTED}", "OLD", TAKE),
    "sums_after_a_change": sqlite_trigger("sums_after_a_change", f"UPDATE OF {COUNTED}", "NEW", ADD),
    "sums_of_an_account": """CREATE TRIGGER sums_of_an_account AFTER DELETE ON finance_account
    BEGIN DELETE FROM finance_monthlysum WHERE account_id = OLD.id; END""",
}

KEEP = """CREATE FUNCTION keep_monthly_sums() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF TG_OP = 'INSERT' THEN
            INSERT INTO finance_monthlysum AS kept (account_id, month, amount_minor, entries)
            SELECT account_id, date_trunc('month', booked_on::timestamp)::date, sum(amount_minor), count(*) FROM added
            WHERE status = 'posted' AND NOT is_excluded GROUP BY 1, 2 ORDER BY 1, 2
            ON CONFLICT (account_id, month) DO UPDATE
            SET amount_minor = kept.amount_minor + EXCLUDED.amount_minor, entries = kept.entries + EXCLUDED.entries;
        ELSIF TG_OP = 'DELETE' THEN
            UPDATE finance_monthlysum AS kept SET amount_minor = kept.amount_minor - gone.units, entries = kept.entries - gone.entries
            FROM (
                SELECT account_id, date_trunc('month', booked_on::timestamp)::date AS month, sum(amount_minor) AS units, count(*) AS entries
                FROM removed WHERE status = 'posted' AND NOT is_excluded GROUP BY 1, 2
            ) AS gone
            WHERE kept.account_id = gone.account_id AND kept.month = gone.month;
        ELSE
            INSERT INTO finance_monthlysum AS kept (account_id, month, amount_minor, entries)
            SELECT account_id, date_trunc('month', booked_on::timestamp)::date, sum(amount_minor * sign), sum(sign) FROM (
                SELECT account_id, booked_on, amount_minor, status, is_excluded, 1 AS sign FROM added
                UNION ALL SELECT account_id, booked_on, amount_minor, status, is_excluded, -1 FROM removed
            ) AS rows
            WHERE status = 'posted' AND NOT is_excluded GROUP BY 1, 2
            HAVING sum(amount_minor * sign) <> 0 OR sum(sign) <> 0 ORDER BY 1, 2
            ON CONFLICT (account_id, month) DO UPDATE
            SET amount_minor = kept.amount_minor + EXCLUDED.amount_minor, entries = kept.entries + EXCLUDED.entries;
        END IF;
        RETURN NULL;
    END $$"""
KEEP_OF_ACCOUNT = """CREATE FUNCTION drop_monthly_sums() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        DELETE FROM finance_monthlysum WHERE account_id = OLD.id;
        RETURN NULL;
    END $$"""
KEPT = "FOR EACH STATEMENT EXECUTE FUNCTION keep_monthly_sums()"
POSTGRESQL = [
    KEEP,
    KEEP_OF_ACCOUNT,
    "CREATE TRIGGER sums_of_an_account AFTER DELETE ON finance_account FOR EACH ROW EXECUTE FUNCTION drop_monthly_sums()",
    f"CREATE TRIGGER sums_of_added AFTER INSERT ON finance_transaction REFERENCING NEW TABLE AS added {KEPT}",
    f"CREATE TRIGGER sums_of_removed AFTER DELETE ON finance_transaction REFERENCING OLD TABLE AS removed {KEPT}",
    f"CREATE TRIGGER sums_of_changed AFTER UPDATE ON finance_transaction REFERENCING OLD TABLE AS removed NEW TABLE AS added {KEPT}",
]


def create_triggers(apps, schema_editor):
    for statement in POSTGRESQL if schema_editor.connection.vendor == "postgresql" else SQLITE.values():
        schema_editor.execute(statement)


class Migration(migrations.Migration):
    dependencies = [("finance", "0002_append_only_audit_log")]

    operations = [migrations.RunPython(create_triggers)]
