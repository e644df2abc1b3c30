"""A watched folder: only complete files are taken, each once, moved or left there, and nothing outside of it."""

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
from reconciliation.documents.unreadable import DocumentUnreadable, message
from reconciliation.models import StatementImport
from reconciliation.uploads.services import receive_statement
from tests.connectors.papers import OTHER, PDF, packed
from tests.electronic.writing import camt_of, mt940_of
from tests.factories import OrganizationFactory
from tests.pipeline.papers import JANUARY

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
    """Return the outcomes of two looks, so far apart that unchanged files are taken."""
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


def test_a_file_that_is_no_pdf_is_moved_to_refused_with_the_reason_beside_it(tmp_path: Path, clock: Clock, ours: Organization) -> None:
    (tmp_path / "letter.pdf").write_text("no PDF")

    (outcome,) = looked(Watched(tmp_path, ours), clock)

    assert outcome.code == "not_a_pdf"
    assert (tmp_path / "refused/letter.pdf").exists()
    assert "not_a_pdf" in (tmp_path / "refused/letter.pdf.txt").read_text()
    assert imports(ours) == []


@pytest.mark.parametrize(("name", "content"), [("january.xml", camt_of(JANUARY)), ("january.STA", mt940_of(JANUARY))])
def test_an_electronic_statement_is_taken_too(tmp_path: Path, clock: Clock, ours: Organization, name: str, content: bytes) -> None:
    (tmp_path / name).write_bytes(content)

    (outcome,) = looked(Watched(tmp_path, ours), clock)

    assert outcome.received
    assert [(found.channel, found.filename, found.size) for found in imports(ours)] == [("folder", name, len(content))]
    assert (tmp_path / "taken" / name).exists()


@pytest.mark.parametrize(
    ("name", "content", "code"),
    [
        ("letter.csv", b"Dear customer, our branch is closed on Monday.", "not_a_pdf"),
        ("dates.csv", b"Date,Description,Amount\n01/02/2026,Rent,-250.00\n03/04/2026,Salary,600.00\n", "file_asks"),
        ("books.csv", b"2026-01-01 open Assets:Cash\n2026-01-02 open Income:Work\n", "file_refused"),
        ("nothing.ofx", b"  ", "empty"),
    ],
)
def test_a_file_that_is_no_statement_is_refused_in_the_words_of_an_upload(
    tmp_path: Path, clock: Clock, ours: Organization, name: str, content: bytes, code: str
) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(DocumentUnreadable) as refused:
        receive_statement(organization=ours, uploaded_by=None, channel="api", filename=name, pdf=content)

    (outcome,) = looked(Watched(tmp_path, ours), clock)

    assert (outcome.code, outcome.why) == (code, message(refused.value.code, refused.value.params))
    assert (tmp_path / f"refused/{name}.txt").read_text() == f"{code}\n{outcome.why}\n"
    assert imports(ours) == []


def test_a_larger_file_than_the_settings_allow_is_refused(tmp_path: Path, clock: Clock, ours: Organization, settings: Any) -> None:
    settings.DOCUMENT_MAX_BYTES = 100
    (tmp_path / "january.xml").write_bytes(camt_of(JANUARY))
    (tmp_path / "january.zip").write_bytes(packed(january_pdf=PDF))

    assert [outcome.code for outcome in looked(Watched(tmp_path, ours), clock)] == ["too_large", "too_large"]


def test_each_file_of_an_archive_has_an_outcome_of_its_own(tmp_path: Path, clock: Clock, ours: Organization) -> None:
    inner = packed(inside_pdf=OTHER)
    archive = packed(a_pdf=PDF, b_xml=camt_of(JANUARY), c_txt=b"Dear customer, thank you for being with us.", d_zip=inner)
    (tmp_path / "all.zip").write_bytes(archive)

    outcomes = looked(Watched(tmp_path, ours), clock)

    assert [(outcome.name, outcome.code) for outcome in outcomes] == [
        ("all.zip: a.pdf", ""),
        ("all.zip: b.xml", ""),
        ("all.zip: c.txt", "not_a_pdf"),
        ("all.zip: d.zip", "file_refused"),
    ]
    assert "archive" in outcomes[3].why
    assert [found.filename for found in imports(ours)] == ["a.pdf", "b.xml"]
    told = (tmp_path / "refused/all.zip.txt").read_text()
    assert [line.partition(":")[0] for line in told.splitlines()[::2]] == ["c.txt", "d.zip"]


def test_an_archive_of_statements_alone_is_put_away(tmp_path: Path, clock: Clock, ours: Organization) -> None:
    (tmp_path / "all.zip").write_bytes(packed(a_pdf=PDF, b_pdf=OTHER))

    assert all(outcome.received for outcome in looked(Watched(tmp_path, ours), clock))
    assert [path.name for path in (tmp_path / "taken").iterdir()] == ["all.zip"]


@pytest.mark.parametrize("whole", [packed(a_pdf=PDF), camt_of(JANUARY)], ids=["archive", "xml"])
def test_half_a_file_is_not_taken(tmp_path: Path, clock: Clock, ours: Organization, whole: bytes) -> None:
    (tmp_path / "half.zip").write_bytes(whole[: len(whole) // 2])
    watched = Watched(tmp_path, ours)

    assert looked(watched, clock) == []
    clock.now += folder.GIVEN_UP
    assert [outcome.code for outcome in watched.look()] == ["unfinished"]


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


def test_a_file_that_is_open_for_writing_is_not_taken(tmp_path: Path, clock: Clock, ours: Organization) -> None:
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


def test_a_file_replaced_during_its_upload_is_taken_next(
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


def test_a_file_that_another_watcher_moves_meanwhile_stops_no_run(
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


def test_the_command_takes_the_files_of_the_folder_once_and_ends(
    tmp_path: Path, ours: Organization, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(folder, "STILL", 0.0)
    monkeypatch.setattr("connectors.management.commands.watch_folder.PAUSE", 0.0)
    (tmp_path / "january.pdf").write_bytes(PDF)
    out = StringIO()

    call_command("watch_folder", str(tmp_path), "--once", "--json", stdout=out)

    told = json.loads(out.getvalue())
    assert (told["file"], told["error"], told["already_there"]) == ("january.pdf", None, False)
    assert told["import_id"] == str(imports(ours)[0].pk)


def test_the_command_names_a_missing_folder_and_a_missing_organization(tmp_path: Path, ours: Organization) -> None:
    with pytest.raises(CommandError, match="no folder"):
        call_command("watch_folder", str(tmp_path / "nowhere"))
    OrganizationFactory.create(name="Theirs", slug="theirs")
    with pytest.raises(CommandError, match="--organization"):
        call_command("watch_folder", os.fspath(tmp_path))


def test_a_file_that_cannot_be_opened_is_reported_once(
    tmp_path: Path, clock: Clock, ours: Organization, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "secret.pdf").write_bytes(PDF)

    def refused(_path: Path) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(folder, "opened", refused)
    watched = Watched(tmp_path, ours)

    assert [(outcome.code, outcome.why) for outcome in looked(watched, clock)] == [("not_readable", "Permission denied")]
    assert looked(watched, clock) == []
