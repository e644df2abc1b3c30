"""Entries follow each other without a gap and do not change; a tampered entry is detected and named."""

from collections.abc import Callable
from typing import Any

import pytest
from django.core.management import call_command
from django.db import DatabaseError, connection, transaction

from people.audit import Act, hash_of, record
from people.models import AppendOnly, AuditEntry, AuditHead, Organization
from tests.factories import OrganizationFactory

pytestmark = pytest.mark.django_db
TABLE = "finance_auditentry"


@pytest.fixture
def ours() -> Organization:
    organization = OrganizationFactory.create()
    for number in range(1, 6):
        record(organization, None, Act.SET, organization, step=number)
    return organization


def checked(organization: Organization, capsys: pytest.CaptureFixture[str], head: str = "") -> tuple[int, str]:
    """Return the exit code and the output of the check."""
    code = 0
    try:
        call_command("check_audit", organization=organization.slug, head=head)
    except SystemExit as found:
        code = int(found.code or 0)
    return code, capsys.readouterr().out.strip().removeprefix(f"{organization.slug}: ")


def tampered(sql: str, *values: Any) -> None:
    """Change rows as the owner of the database can: the triggers are lifted first."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SET session_replication_role = replica")
            cursor.execute(sql, values)
            cursor.execute("SET session_replication_role = DEFAULT")
        else:
            cursor.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name = %s", [TABLE])
            triggers = cursor.fetchall()
            for name, _made in triggers:
                cursor.execute(f"DROP TRIGGER {name}")
            cursor.execute(sql, values)
            for _name, made in triggers:
                cursor.execute(made)


def entry(organization: Organization, number: int) -> AuditEntry:
    return AuditEntry.objects.of(organization).get(number=number)


def head_of(organization: Organization) -> AuditHead:
    return AuditHead.objects.of(organization).get()


def written_anew(organization: Organization) -> None:
    """Hash the whole chain again, as an expert would."""
    previous = ""
    for each in AuditEntry.objects.of(organization).order_by("number"):
        each.previous = previous
        previous = hash_of(each)
        tampered("UPDATE finance_auditentry SET previous = %s, hash = %s WHERE id = %s", each.previous, previous, each.pk)
    AuditHead.objects.of(organization).update(hash=previous)


class TestWhole:
    def test_each_entry_carries_the_hash_of_the_one_before_it(self, ours: Organization) -> None:
        entries = list(AuditEntry.objects.of(ours).order_by("number"))

        assert [each.number for each in entries] == [1, 2, 3, 4, 5]
        assert [each.previous for each in entries] == ["", *(each.hash for each in entries[:-1])]
        assert (head_of(ours).number, head_of(ours).hash) == (5, entries[-1].hash)

    def test_the_command_prints_the_head_and_finds_nothing(self, ours: Organization, capsys: pytest.CaptureFixture[str]) -> None:
        assert checked(ours, capsys) == (0, f"5 entries, head {head_of(ours).hash}")

    def test_each_organization_has_its_own_chain_and_the_installation_another(self, ours: Organization) -> None:
        theirs = OrganizationFactory.create()

        numbers = [record(chain, None, Act.SET).number for chain in (theirs, None, None, ours)]

        assert numbers == [1, 1, 2, 6]

    def test_a_failed_act_leaves_no_entry_and_no_gap(self, ours: Organization) -> None:
        def fails() -> None:
            with transaction.atomic():
                record(ours, None, Act.SET)
                raise ZeroDivisionError

        with pytest.raises(ZeroDivisionError):
            fails()

        assert record(ours, None, Act.SET).number == 6

    def test_text_that_no_database_takes_is_hashed_as_it_is_stored(self, ours: Organization, capsys: pytest.CaptureFixture[str]) -> None:
        record(ours, None, Act.INVITED, email="nul\0 and \ud800 half", accounts=(1, None, True), made={"ä": ours.created_at})

        assert checked(ours, capsys)[0] == 0


class TestStaying:
    @pytest.mark.parametrize("way", ["save", "delete", "update", "delete_all", "bulk_update"])
    def test_the_models_refuse_to_change_or_remove_an_entry(self, ours: Organization, way: str) -> None:
        rows, one = AuditEntry.objects.of(ours), entry(ours, 2)
        ways: dict[str, Callable[[], object]] = {
            "save": one.save,
            "delete": one.delete,
            "update": lambda: rows.update(name="me"),
            "delete_all": rows.delete,
            "bulk_update": lambda: rows.bulk_update([one], ["name"]),
        }

        with pytest.raises(AppendOnly):
            ways[way]()

    @pytest.mark.parametrize(
        "sql", ["UPDATE finance_auditentry SET name = 'me' WHERE number = 2", "DELETE FROM finance_auditentry WHERE number = 5"]
    )
    def test_the_database_refuses_it_too(self, ours: Organization, sql: str) -> None:
        with pytest.raises(DatabaseError, match="append-only"), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(sql)

        assert AuditEntry.objects.of(ours).count() == 5

    def test_entries_of_the_installation_stay_even_without_their_head(self) -> None:
        record(None, None, Act.SIGNED_IN)
        AuditHead.objects.across_organizations("a test's own").filter(organization=None).delete()

        with pytest.raises(DatabaseError, match="append-only"), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("DELETE FROM finance_auditentry WHERE organization_id IS NULL")


class TestTampering:
    def test_an_entry_that_was_changed_is_named(self, ours: Organization, capsys: pytest.CaptureFixture[str]) -> None:
        tampered("UPDATE finance_auditentry SET name = 'me' WHERE number = 3 AND organization_id IS NOT NULL")

        assert checked(ours, capsys) == (1, "entry 3 does not say what was written")

    @pytest.mark.parametrize(
        "column", ["at", "by", "name", "address", "act", "subject", "subject_id", "details", "previous", "organization_id", "number"]
    )
    def test_no_column_is_left_out_of_the_hash(self, ours: Organization, column: str) -> None:
        one, other = entry(ours, 3), OrganizationFactory.create()
        values = {"by": 7, "number": 9, "details": {}, "at": ours.created_at, "organization_id": other.pk}
        before = hash_of(one)
        setattr(one, column, values.get(column, "another"))

        assert hash_of(one) != before

    def test_an_entry_that_was_removed_is_missed(self, ours: Organization, capsys: pytest.CaptureFixture[str]) -> None:
        tampered("DELETE FROM finance_auditentry WHERE id = %s", entry(ours, 3).pk)

        assert checked(ours, capsys) == (1, "entry 3 is missing")

    def test_an_entry_that_was_removed_and_the_others_moved_up_is_missed(
        self, ours: Organization, capsys: pytest.CaptureFixture[str]
    ) -> None:
        tampered("DELETE FROM finance_auditentry WHERE id = %s", entry(ours, 3).pk)
        for number in (4, 5):
            tampered("UPDATE finance_auditentry SET number = %s WHERE id = %s", number - 1, entry(ours, number).pk)

        code, said = checked(ours, capsys)

        assert code == 1
        assert "entry 3 does not follow the one before it" in said

    def test_a_tail_that_was_removed_is_missed(self, ours: Organization, capsys: pytest.CaptureFixture[str]) -> None:
        tampered("DELETE FROM finance_auditentry WHERE number >= 4 AND organization_id IS NOT NULL")

        assert checked(ours, capsys) == (1, "the last entries are missing, from 4 on")

    def test_a_tail_that_was_removed_with_its_head_is_missed_by_a_head_that_was_noted(
        self, ours: Organization, capsys: pytest.CaptureFixture[str]
    ) -> None:
        noted = head_of(ours).hash
        tampered("DELETE FROM finance_auditentry WHERE number >= 4 AND organization_id IS NOT NULL")
        AuditHead.objects.of(ours).update(number=3, hash=entry(ours, 3).hash)

        assert checked(ours, capsys)[0] == 0
        assert checked(ours, capsys, head=noted) == (1, "no entry up to 3 has the hash that was given")

    def test_a_head_that_was_noted_is_found_after_the_log_grew(self, ours: Organization, capsys: pytest.CaptureFixture[str]) -> None:
        noted = head_of(ours).hash
        record(ours, None, Act.SET)

        assert checked(ours, capsys, head=noted)[0] == 0

    def test_an_inserted_entry_is_reported(self, ours: Organization, capsys: pytest.CaptureFixture[str]) -> None:
        for number in (5, 4):
            tampered("UPDATE finance_auditentry SET number = %s WHERE id = %s", number + 1, entry(ours, number).pk)
        one = entry(ours, 3)
        one.pk, one.number, one.previous, one._state.adding = None, 4, one.hash, True
        one.hash = hash_of(one)
        one.save()

        code, said = checked(ours, capsys)

        assert code == 1
        assert "entry 5 does not follow the one before it" in said

    def test_an_entry_after_the_head_is_reported(self, ours: Organization, capsys: pytest.CaptureFixture[str]) -> None:
        one = AuditEntry(organization=ours, number=6, at=ours.created_at, act="set", details={}, previous=head_of(ours).hash)
        one.hash = hash_of(one)
        one.save()

        assert checked(ours, capsys) == (1, "the head of the chain is another than entry 6")

    def test_a_log_that_was_rewritten_as_a_whole_is_detected_by_a_head_that_was_noted(
        self, ours: Organization, capsys: pytest.CaptureFixture[str]
    ) -> None:
        noted = head_of(ours).hash
        tampered("UPDATE finance_auditentry SET name = 'me' WHERE number = 3 AND organization_id IS NOT NULL")
        written_anew(ours)

        assert checked(ours, capsys)[0] == 0
        assert checked(ours, capsys, head=noted)[0] == 1

    def test_a_log_without_its_head_is_reported(self, ours: Organization, capsys: pytest.CaptureFixture[str]) -> None:
        AuditHead.objects.of(ours).delete()

        assert checked(ours, capsys) == (1, "the head of the chain is missing")
