"""While an installation is upgraded, processes of two releases share its queue and its tables, and nothing is lost by that."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.apps import apps
from django.db import migrations, models
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations.base import Operation

from config.celery import UNDERSTOOD
from reconciliation.tasks import process_pdf
from tests.deployment.processes import eventually
from tests.installations import Installation
from tests.preparing import prepared
from tests.project import PROJECT

LATER = f"from config import celery; celery.UNDERSTOOD = {UNDERSTOOD + 1}\n"
WORKER = ("-m", "celery", "--quiet", "-A", "config", "worker", "--pool", "threads", "--concurrency", "1", "--loglevel", "WARNING")
QUIET = ("--without-gossip", "--without-mingle", "--without-heartbeat")
FIRST_RELEASE = {
    ("finance", "0001_initial"),
    ("finance", "0002_append_only_audit_log"),
    ("finance", "0003_monthly_sum_triggers"),
    ("reconciliation", "0001_initial"),
    ("reconciliation", "0002_trigram_indexes"),
    ("connectors", "0001_initial"),
    ("api", "0001_initial"),
}
"""The migrations of 0.3.0, the first release whose data is upgraded (test_releases.py). No older process exists for them; every later
one is held to the rule."""
ALL_STOP = {
    ("reconciliation", "0004_bound_answers_and_put_away"),
    ("reconciliation", "0005_bind_conclusions"),
    ("reconciliation", "0006_acknowledge_facts"),
    ("reconciliation", "0007_assign_and_ask"),
}
"""Later migrations for which all components must stop. The changelog of their release names them."""
SAFE = (migrations.CreateModel, migrations.AddIndex, migrations.AlterModelOptions, migrations.AlterModelManagers)


@pytest.fixture
def installation(tmp_path: Path) -> Iterator[Installation]:
    with prepared(Installation(tmp_path, LOG_FORMAT="json", LOG_LEVEL="WARNING")) as installation:
        yield installation


def test_an_older_worker_leaves_a_later_message_and_the_work_is_done_from_its_record(installation: Installation, tmp_path: Path) -> None:
    installation.upload(before=LATER)

    installation.start(*WORKER, *QUIET, log=tmp_path / "worker.log")
    eventually(lambda: installation.verdicts() == ["matched"], "the work is done")

    events = [json.loads(line)["event"] for line in (tmp_path / "worker.log").read_text().splitlines()]
    assert [event for event in events if event.startswith(f"message_version={UNDERSTOOD + 1} is not understood")]


@pytest.mark.django_db
@pytest.mark.parametrize(("said", "is_worked_on"), [({}, True), ({"message_version": UNDERSTOOD}, True), ({"message_version": 99}, False)])
def test_an_earlier_message_is_understood_and_a_later_one_refused(
    said: dict[str, int], is_worked_on: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[str] = []
    monkeypatch.setattr(process_pdf, "run", seen.append)
    process_pdf.push_request(**said)  # type: ignore[arg-type]  # the stubs know none but words
    try:
        process_pdf("an-import")
    finally:
        process_pdf.pop_request()

    assert bool(seen) is is_worked_on


def test_an_older_process_goes_on_after_every_migration_since_the_first_release() -> None:
    loader = MigrationLoader(None)

    running = [migration for migration in later_migrations(loader) if (migration.app_label, migration.name) not in ALL_STOP]
    unsafe = [description for migration in running for description in unsafe_operations(loader, migration)]

    assert not unsafe, "an older process would fail on it: do it in two releases, or say in the changelog that all parts must stop"


@pytest.mark.parametrize(("app", "name"), sorted(ALL_STOP))
def test_the_changelog_names_a_migration_for_which_all_components_must_stop(app: str, name: str) -> None:
    loader = MigrationLoader(None)
    stop = [line for line in (PROJECT / "CHANGELOG.md").read_text().splitlines() if "Stop all components" in line]

    assert unsafe_operations(loader, loader.disk_migrations[app, name]), "it is safe"
    assert any(f"`{app}.{name}`" in line for line in stop)


def test_the_migrations_of_the_first_release_exist() -> None:
    assert MigrationLoader(None).disk_migrations.keys() >= FIRST_RELEASE


def test_every_later_migration_of_the_project_is_held_to_the_rule() -> None:
    loader = MigrationLoader(None)
    before = later_migrations(loader)
    added = [migrations.Migration("9999_next", "finance"), migrations.Migration("0001_initial", "config")]
    for migration in [*added, migrations.Migration("9999_next", "auth")]:
        loader.disk_migrations[migration.app_label, migration.name] = migration

    assert later_migrations(loader) == [*before, *added]


@pytest.mark.parametrize(
    ("field", "is_safe"),
    [
        (models.IntegerField(null=True), True),
        (models.IntegerField(db_default=0), True),
        (models.ManyToManyField("finance.Account"), True),
        (models.IntegerField(default=0), False),
        (models.CharField(max_length=9, blank=True), False),
    ],
)
def test_a_column_that_an_older_process_does_not_write_needs_a_value_of_its_own(
    field: "models.Field[object, object]", is_safe: bool
) -> None:
    assert is_accepted(migrations.AddField("run", "more", field)) is is_safe


def test_columns_that_an_older_process_reads_are_neither_removed_nor_renamed() -> None:
    assert not is_accepted(migrations.RemoveField("run", "cause"))
    assert not is_accepted(migrations.RenameField("run", "cause", "reason"))
    assert not is_accepted(migrations.DeleteModel("Run"))


def test_statements_and_code_of_a_migration_are_not_safe() -> None:
    assert not is_accepted(migrations.RunSQL("SELECT 1"))
    assert not is_accepted(migrations.RunPython(migrations.RunPython.noop))


def test_a_new_table_and_a_new_index_are_safe() -> None:
    assert is_accepted(migrations.CreateModel("Novelty", [("id", models.BigAutoField(primary_key=True))]))
    assert is_accepted(migrations.AddIndex("run", models.Index(fields=["cause"], name="runs_by_cause")))


def test_a_field_may_offer_other_choices_and_change_in_nothing_else() -> None:
    choices = [("upload", "Uploaded"), ("retried", "Tried again")]
    same = models.CharField("cause", max_length=20, choices=choices, default="upload")
    shorter = models.CharField("cause", max_length=9, choices=choices, default="upload")
    of_another_type = models.TextField("cause", max_length=20, choices=choices, default="upload")

    assert is_accepted(migrations.AlterField("run", "cause", same))
    assert not is_accepted(migrations.AlterField("run", "cause", shorter))
    assert not is_accepted(migrations.AlterField("run", "cause", of_another_type))


def test_one_unsafe_operation_among_safe_ones_is_named() -> None:
    migration = next_migration(migrations.AlterModelOptions("run", {}), migrations.RemoveField("run", "cause"))

    assert unsafe_operations(MigrationLoader(None), migration) == ["reconciliation.9999_next: Remove field cause from run"]


def later_migrations(loader: MigrationLoader) -> list[migrations.Migration]:
    """The migrations of the project's own apps that came after the first release."""
    own = {app.label for app in apps.get_app_configs() if Path(app.path).parent == PROJECT}
    return [migration for key, migration in loader.disk_migrations.items() if key[0] in own and key not in FIRST_RELEASE]


def unsafe_operations(loader: MigrationLoader, migration: migrations.Migration) -> list[str]:
    """Descriptions of the operations of a migration after which a process of the release before would fail."""
    return [
        f"{migration.app_label}.{migration.name}: {operation.describe()}"
        for operation in migration.operations
        if not is_safe(operation) and not changes_no_column(loader, migration, operation)
    ]


def is_safe(operation: Operation) -> bool:
    """True if a process of the previous release goes on after this operation, as far as the operation alone shows."""
    if isinstance(operation, migrations.AddField):
        field = operation.field
        return field.null or field.many_to_many or field.db_default is not models.NOT_PROVIDED
    return isinstance(operation, SAFE)


def changes_no_column(loader: MigrationLoader, migration: migrations.Migration, operation: Operation) -> bool:
    """True if only choices or names differ and the column stays the same. An older process shows such a value as it is stored."""
    if not isinstance(operation, migrations.AlterField):
        return False
    before = loader.project_state([key for key in migration.dependencies if key in loader.disk_migrations])
    old = before.models[migration.app_label, operation.model_name_lower].fields[operation.name].deconstruct()
    new = operation.field.deconstruct()
    shown = {"choices": None, "verbose_name": None}
    return old[1] == new[1] and {**old[3], **shown} == {**new[3], **shown}


def is_accepted(operation: Operation) -> bool:
    """True if a later migration of this operation alone is accepted."""
    return unsafe_operations(MigrationLoader(None), next_migration(operation)) == []


def next_migration(*steps: Operation) -> migrations.Migration:
    """A migration of `reconciliation` that follows the last one of today."""

    class Next(migrations.Migration):
        dependencies = MigrationLoader(None).graph.leaf_nodes("reconciliation")
        operations = list(steps)

    return Next("9999_next", "reconciliation")
