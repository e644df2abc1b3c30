"""A watched folder: whole files alone, each once, moved or kept, and nothing outside of it."""

import json
import os
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from connectors.sources import folder
from connectors.sources.folder import FolderOutcome, Watched
from people.models import Organization
from reconciliation.models import StatementImport
from reconciliation.uploads.services import receive_statement
from tests.connectors.papers import OTHER, PDF
from tests.factories import OrganizationFactory

pytestmark = pytest.mark.django_db


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    found = Clock()
    monkeypatch.setattr("connectors.sources.folder.time", found)
    return found


@pytest.fixture
def ours() -> Organization:
    return OrganizationFactory.create(name="Ours", slug="ours")


def looked(watched: Watched, clock: Clock) -> list[FolderOutcome]:
    """Twice, so far apart that what stands still is taken."""
    first = list(watched.look())
    clock.now += folder.STILL
    return [*first, *watched.look()]


def imports(organization: Organization) -> list[StatementImport]:
    return list(StatementImport.objects.of(organization).order_by("filename"))


def test_a_statement_is_taken_and_put_away(tmp_path: Path, clock: Clock, ours: Organization) -> None:
    (tmp_path / "january.pdf").write_bytes(PDF)

    (outcome,) = looked(Watched(tmp_path, ours), clock)

    (found,) = imports(ours)
    assert outcome.received
    assert outcome.received.statement_import == found
    assert (found.channel, found.filename, found.uploaded_by) == ("folder", "january.pdf", None)
    assert [path.name for path in tmp_path.iterdir()] == ["taken"]
    assert (tmp_path / "taken/january.pdf").read_bytes() == PDF


def test_a_file_that_is_still_written_is_not_taken(tmp_path: Path, clock: Clock, ours: Organization) -> None:
    watched = Watched(tmp_path, ours)
    half = tmp_path / "slow.pdf"
    half.write_bytes(PDF[: len(PDF) // 2])
    assert looked(watched, clock) == [], "it stands still, and has not its end"
    with half.open("ab") as file:
        file.write(PDF[len(PDF) // 2 :])
    assert list(watched.look()) == [], "it has just changed"
    clock.now += folder.STILL

    (outcome,) = watched.look()

    assert outcome.received
    assert imports(ours)[0].size == len(PDF)


def test_what_is_no_statement_is_refused_with_the_reason_beside_it(tmp_path: Path, clock: Clock, ours: Organization) -> None:
    (tmp_path / "letter.pdf").write_text("no PDF")

    (outcome,) = looked(Watched(tmp_path, ours), clock)

    assert outcome.code == "not_a_pdf"
    assert (tmp_path / "refused/letter.pdf").exists()
    assert "not_a_pdf" in (tmp_path / "refused/letter.pdf.txt").read_text()
    assert imports(ours) == []


def test_kept_files_stay_and_are_taken_once(tmp_path: Path, clock: Clock, ours: Organization) -> None:
    (tmp_path / "january.pdf").write_bytes(PDF)
    watched = Watched(tmp_path, ours, keep=True)

    assert len(looked(watched, clock)) == 1
    assert looked(watched, clock) == []
    (again,) = looked(Watched(tmp_path, ours, keep=True), clock)
    assert again.received
    assert again.received.already_there, "a watcher that was started again finds the same import"
    assert len(imports(ours)) == 1
    assert [path.name for path in tmp_path.iterdir()] == ["january.pdf"]


def test_two_watchers_take_a_file_once(tmp_path: Path, clock: Clock, ours: Organization) -> None:
    (tmp_path / "january.pdf").write_bytes(PDF)
    one, other = Watched(tmp_path, ours), Watched(tmp_path, ours)
    list(one.look())
    list(other.look())
    clock.now += folder.STILL

    taken = [*one.look(), *other.look()]

    assert len(taken) == 1
    assert len(imports(ours)) == 1


def test_a_name_that_is_put_away_twice_loses_nothing(tmp_path: Path, clock: Clock, ours: Organization) -> None:
    watched = Watched(tmp_path, ours)
    for content in (PDF, OTHER):
        (tmp_path / "statement.pdf").write_bytes(content)
        looked(watched, clock)

    assert (tmp_path / "taken/statement.pdf").read_bytes() == PDF
    assert (tmp_path / "taken/statement-2.pdf").read_bytes() == OTHER


def test_links_hidden_files_folders_and_other_files_are_left_alone(tmp_path: Path, clock: Clock, ours: Organization) -> None:
    outside = tmp_path / "outside.pdf"
    outside.write_bytes(PDF)
    inside = tmp_path / "inside"
    (inside / "below.pdf").mkdir(parents=True)
    (inside / "link.pdf").symlink_to(outside)
    (inside / ".hidden.pdf").write_bytes(PDF)
    (inside / "notes.txt").write_text("x")

    assert looked(Watched(inside, ours), clock) == []
    assert outside.exists()


def test_a_file_that_may_not_be_read_is_said_so(tmp_path: Path, clock: Clock, ours: Organization, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "secret.pdf").write_bytes(PDF)
    watched = Watched(tmp_path, ours, keep=True)
    list(watched.look())
    clock.now += folder.STILL

    def refused(*_args: object, **_more: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("connectors.sources.folder.receive_statement", refused)
    (outcome,) = watched.look()

    assert (outcome.code, outcome.why) == ("not_readable", "Permission denied")


def test_one_that_somebody_has_open_for_writing_is_not_taken(tmp_path: Path, clock: Clock, ours: Organization) -> None:
    watched = Watched(tmp_path, ours)
    with (tmp_path / "january.pdf").open("wb") as file:
        file.write(PDF)
        file.flush()
        assert looked(watched, clock) == []

    (outcome,) = looked(watched, clock)
    assert outcome.received


def test_one_that_is_never_whole_is_refused_in_the_end(tmp_path: Path, clock: Clock, ours: Organization) -> None:
    (tmp_path / "half.pdf").write_bytes(PDF[: len(PDF) // 2])
    watched = Watched(tmp_path, ours)
    assert looked(watched, clock) == []
    clock.now += folder.GIVEN_UP

    (outcome,) = watched.look()

    assert outcome.code == "unfinished"
    assert "This PDF is incomplete" in (tmp_path / "refused/half.pdf.txt").read_text()
    assert imports(ours) == []


def test_what_its_writer_replaced_meanwhile_is_taken_next(
    tmp_path: Path, clock: Clock, ours: Organization, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "statement.pdf").write_bytes(PDF)
    watched, real = Watched(tmp_path, ours), receive_statement

    def replaced(**more: Any) -> Any:
        (tmp_path / "new").write_bytes(OTHER)
        (tmp_path / "new").rename(tmp_path / "statement.pdf")
        return real(**more)

    monkeypatch.setattr(folder, "receive_statement", replaced)
    looked(watched, clock)
    monkeypatch.setattr(folder, "receive_statement", real)
    looked(watched, clock)

    assert len(imports(ours)) == 2
    assert (tmp_path / "taken/statement.pdf").read_bytes() == OTHER


def test_what_another_watcher_moves_meanwhile_stops_nobody(
    tmp_path: Path, clock: Clock, ours: Organization, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "statement.pdf").write_bytes(PDF)
    real = receive_statement

    def moved(**more: Any) -> Any:
        (tmp_path / "statement.pdf").rename(tmp_path / "elsewhere")
        return real(**more)

    monkeypatch.setattr(folder, "receive_statement", moved)

    (outcome,) = looked(Watched(tmp_path, ours), clock)
    assert outcome.received


def test_a_link_that_takes_the_place_of_a_file_is_not_followed(
    tmp_path: Path, clock: Clock, ours: Organization, monkeypatch: pytest.MonkeyPatch
) -> None:
    outside, inside = tmp_path / "secret.pdf", tmp_path / "inside"
    inside.mkdir()
    outside.write_bytes(OTHER)
    (inside / "january.pdf").write_bytes(PDF)
    watched = Watched(inside, ours)
    real = watched._files

    def swapped() -> Any:
        yield from list(real())
        (inside / "january.pdf").unlink(missing_ok=True)
        (inside / "january.pdf").symlink_to(outside)

    list(watched.look())
    clock.now += folder.STILL
    monkeypatch.setattr(watched, "_files", swapped)

    assert list(watched.look()) == []
    assert imports(ours) == []


def test_the_command_takes_what_is_there_and_ends(tmp_path: Path, ours: Organization, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folder, "STILL", 0.0)
    monkeypatch.setattr("connectors.management.commands.watch_folder.PAUSE", 0.0)
    (tmp_path / "january.pdf").write_bytes(PDF)
    out = StringIO()

    call_command("watch_folder", str(tmp_path), "--once", "--json", stdout=out)

    told = json.loads(out.getvalue())
    assert (told["file"], told["error"], told["already_there"]) == ("january.pdf", None, False)
    assert told["import_id"] == str(imports(ours)[0].pk)


def test_the_command_says_what_is_wrong_with_how_it_was_called(tmp_path: Path, ours: Organization) -> None:
    with pytest.raises(CommandError, match="no folder"):
        call_command("watch_folder", str(tmp_path / "nowhere"))
    OrganizationFactory.create(name="Theirs", slug="theirs")
    with pytest.raises(CommandError, match="--organization"):
        call_command("watch_folder", os.fspath(tmp_path))


def test_a_file_that_nobody_may_open_is_told_once(
    tmp_path: Path, clock: Clock, ours: Organization, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "secret.pdf").write_bytes(PDF)

    def refused(_path: Path) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(folder, "opened", refused)
    watched = Watched(tmp_path, ours)

    assert [(outcome.code, outcome.why) for outcome in looked(watched, clock)] == [("not_readable", "Permission denied")]
    assert looked(watched, clock) == []
