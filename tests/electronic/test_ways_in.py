"""Electronic statements by the API, the assistant and the commands: every file that is sent there is a statement."""

import json
from io import BytesIO, StringIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command

from people.models import Organization
from reconciliation.documents.limits import DocumentLimits
from reconciliation.documents.unreadable import DocumentUnreadable, message
from reconciliation.electronic.reader import members_of
from reconciliation.models import StatementImport
from tests.api.programs import Program
from tests.connectors.papers import packed
from tests.electronic.writing import camt_of, mt940_of
from tests.factories import MembershipFactory, OrganizationFactory
from tests.pipeline.papers import JANUARY, books_of, load

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(("name", "content"), [("january.xml", camt_of(JANUARY)), ("january.sta", mt940_of(JANUARY))])
def test_the_command_reconciles_a_file(tmp_path: Path, name: str, content: bytes) -> None:
    ours, out = OrganizationFactory.create(), StringIO()
    load(ours, books_of(JANUARY))
    (tmp_path / name).write_bytes(content)

    call_command("reconcile", str(tmp_path / name), "--json", stdout=out)

    assert json.loads(out.getvalue())["verdict"] == "matched"
    assert StatementImport.objects.of(ours).get().filename == name


def test_the_command_reconciles_each_file_of_an_archive(tmp_path: Path) -> None:
    ours, out = OrganizationFactory.create(), StringIO()
    load(ours, books_of(JANUARY))
    (tmp_path / "all.zip").write_bytes(packed(january_sta=mt940_of(JANUARY), letter_txt=b"Dear customer, our branch is closed."))

    with pytest.raises(SystemExit):
        call_command("reconcile", str(tmp_path / "all.zip"), "--json", stdout=out)

    answers = [json.loads(line) for line in out.getvalue().splitlines()]
    assert [answer["file"].rpartition("/")[2] for answer in answers] == ["all.zip: january.sta", "all.zip: letter.txt"]
    assert [answer["verdict"] for answer in answers] == ["matched", None]
    assert StatementImport.objects.of(ours).get().filename == "january.sta"


def test_a_program_that_sends_an_archive_is_told_to_unpack_it() -> None:
    cache.clear()
    member = MembershipFactory.create()
    sent = {"file": SimpleUploadedFile("all.zip", packed(january_sta=mt940_of(JANUARY)))}

    refused = Program(member).send("/imports", sent)

    assert "Unpack it" in refused.content.decode()


@pytest.mark.parametrize(
    ("names", "why"),
    [
        ([f"{number}.csv" for number in range(101)], "more than 100 files"),
        (["folder/"], "empty"),
        (["../../etc/january.sta"], ""),
    ],
)
def test_an_archive_is_opened_within_bounds_and_without_its_paths(names: list[str], why: str) -> None:
    out = BytesIO()
    with ZipFile(out, "w") as archive:
        for name in names:
            archive.writestr(name, b"" if name.endswith("/") else mt940_of(JANUARY))
    if why:
        with pytest.raises(DocumentUnreadable) as refused:
            members_of(out.getvalue(), DocumentLimits())
        assert why in message(refused.value.code, refused.value.params)
    else:
        assert members_of(out.getvalue(), DocumentLimits()) == [("january.sta", mt940_of(JANUARY))]


def test_an_archive_that_grows_beyond_bounds_is_not_unpacked() -> None:
    out = BytesIO()
    with ZipFile(out, "w", ZIP_DEFLATED) as archive:
        archive.writestr("bomb.csv", b"0" * 60_000_000)

    with pytest.raises(DocumentUnreadable) as refused:
        members_of(out.getvalue(), DocumentLimits())
    assert "larger than 50 MB" in message(refused.value.code, refused.value.params)
    with pytest.raises(DocumentUnreadable, match="too_large"):
        members_of(out.getvalue(), DocumentLimits(bytes=1000))


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"Date,Description,Amount\n01/02/2026,Rent,-250.00\n03/04/2026,Salary,600.00\n", "file_asks"),
        (camt_of(JANUARY)[:-60], "file_refused"),
        (b"Dear customer, our branch is closed on Monday.", "not_a_pdf"),
    ],
)
def test_the_command_says_why_a_file_is_refused(tmp_path: Path, content: bytes, code: str) -> None:
    out = StringIO()
    OrganizationFactory.create()
    (tmp_path / "january").write_bytes(content)

    with pytest.raises(SystemExit):
        call_command("reconcile", str(tmp_path / "january"), "--json", stdout=out)

    answer = json.loads(out.getvalue())
    assert (answer["error"]["code"], answer["verdict"]) == (code, None)


def test_a_file_is_read_without_a_database_or_books(tmp_path: Path) -> None:
    out = StringIO()
    (tmp_path / "january.xml").write_bytes(camt_of(JANUARY))

    call_command("read_statement", str(tmp_path / "january.xml"), "--json", stdout=out)

    answer = json.loads(out.getvalue())
    assert (answer["ok"], answer["source"], answer["statements"][0]["integrity"]["holds"]) == (True, "file", True)
    assert [line["amount"] for line in answer["statements"][0]["lines"]] == ["-250.00", "-41.30", "600.00"]


def test_a_program_uploads_a_file_by_the_api(ours: Organization) -> None:
    cache.clear()
    program = Program(MembershipFactory.create(organization=ours))

    answer = program.send("/imports", {"file": SimpleUploadedFile("january.xml", camt_of(JANUARY))})

    assert (answer.status_code, StatementImport.objects.of(ours).get().filename) == (202, "january.xml")
    refused = program.send("/imports", {"file": SimpleUploadedFile("january.xml", camt_of(JANUARY)[:-60])})
    assert (refused.status_code, refused.json()["code"]) == (409, "file_refused")
