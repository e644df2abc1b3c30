"""While an installation is upgraded, processes of two releases share its queue and its tables, and nothing is lost by that."""

import json
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from django.db import migrations, models
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations.base import Operation

from config.messages import UNDERSTOOD
from reconciliation.tasks import process_pdf
from tests.ground.installation import PROJECT, UPLOAD, Installation
from tests.ground.processes import eventually

LATER = f"from config import messages; messages.UNDERSTOOD = {UNDERSTOOD + 1}\n"
WORKER = ("-m", "celery", "--quiet", "-A", "config", "worker", "--pool", "threads", "--concurrency", "1", "--loglevel", "WARNING")
QUIET = ("--without-gossip", "--without-mingle", "--without-heartbeat")
FIRST_HELD = {"reconciliation": 23, "finance": 15}
"""Migrations from these on are held to the rule; earlier ones were applied with all parts stopped."""
OF_NEW_TABLES = {("finance", "0016_audit_log_stays")}
"""Migrations that run statements of their own, all on tables which no process of the release before knows."""
KEPT_BY_THE_DATABASE = {("finance", "0018_keep_monthly_sums")}
"""Migrations with triggers on tables that an older process writes: it needs to know nothing of what they keep, and
`tests/finance/monthly/test_kept.py` writes as such a process does."""
SURVIVED = (migrations.CreateModel, migrations.AddIndex, migrations.AlterModelOptions, migrations.AlterModelManagers)


@pytest.fixture
def installation(tmp_path: Path) -> Iterator[Installation]:
    installation = Installation(tmp_path)
    installation.environment |= {"LOG_FORMAT": "json", "LOG_LEVEL": "WARNING"}
    installation.manage("migrate", "--verbosity", "0")
    yield installation
    installation.stop()


def test_an_older_worker_leaves_a_later_message_and_the_work_is_done_from_its_record(installation: Installation, tmp_path: Path) -> None:
    uploaded = installation.manage("shell", "-c", LATER + UPLOAD)
    assert uploaded.returncode == 0

    with (tmp_path / "worker.log").open("wb") as log:
        command = [sys.executable, *WORKER, *QUIET]
        installation.started.append(subprocess.Popen(command, cwd=PROJECT, env=installation.environment, stderr=log))
        eventually(lambda: verdicts(tmp_path) == ["matched"], "the work is done")

    told = [json.loads(line)["event"] for line in (tmp_path / "worker.log").read_text().splitlines()]
    assert [event for event in told if event.startswith(f"message_version={UNDERSTOOD + 1} is not understood")]


def verdicts(folder: Path) -> list[str]:
    with closing(sqlite3.connect(folder / "tieout.sqlite3")) as database:
        return [verdict for (verdict,) in database.execute("SELECT verdict FROM reconciliation_statementimport")]


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


def test_the_release_before_goes_on_with_the_tables_of_this_one() -> None:
    loader = MigrationLoader(None)
    later = [(key, each) for key, each in loader.disk_migrations.items() if int(key[1][:4]) >= FIRST_HELD.get(key[0], 10_000)]
    held = [(key, each) for key, each in later if key not in OF_NEW_TABLES | KEPT_BY_THE_DATABASE]
    broken = [
        f"{'.'.join(key)}: {operation.describe()}"
        for key, each in held
        for operation in each.operations
        if not survived(operation) and not only_says_more(loader, each, operation)
    ]

    assert held
    assert not broken, "an older process would fail on it: do it in two releases, or say in the changelog that all parts must stop"


@pytest.mark.parametrize(
    ("field", "is_survived"),
    [
        (models.IntegerField(null=True), True),
        (models.IntegerField(db_default=0), True),
        (models.ManyToManyField("finance.Account"), True),
        (models.IntegerField(default=0), False),
        (models.CharField(max_length=9, blank=True), False),
    ],
)
def test_a_column_that_an_older_process_does_not_write_needs_a_value_of_its_own(
    field: "models.Field[object, object]", is_survived: bool
) -> None:
    assert survived(migrations.AddField("run", "more", field)) is is_survived


def test_what_an_older_process_reads_is_neither_removed_nor_renamed() -> None:
    assert not survived(migrations.RemoveField("run", "cause"))
    assert not survived(migrations.RenameField("run", "cause", "reason"))
    assert not survived(migrations.DeleteModel("Run"))
    assert not survived(migrations.RunSQL("SELECT 1"))


def only_says_more(loader: MigrationLoader, migration: migrations.Migration, operation: Operation) -> bool:
    """Whether another choice is offered and the column stays as it is: an older process shows such a value as it is written."""
    if not isinstance(operation, migrations.AlterField):
        return False
    before = loader.project_state([key for key in migration.dependencies if key in loader.disk_migrations])
    old = before.models[migration.app_label, operation.model_name_lower].fields[operation.name].deconstruct()
    new = operation.field.deconstruct()
    return old[1] == new[1] and {**old[3], "choices": None} == {**new[3], "choices": None}


def survived(operation: Operation) -> bool:
    """Whether a process of the release before goes on after it."""
    if isinstance(operation, migrations.AddField):
        field = operation.field
        return field.null or field.many_to_many or field.db_default is not models.NOT_PROVIDED
    return isinstance(operation, SURVIVED)
