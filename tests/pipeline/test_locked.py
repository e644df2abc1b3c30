"""A locked document: it waits for its password, a right one leaves an unlocked copy behind, and nothing keeps the password."""

import json
from contextlib import suppress
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.management import call_command
from django.db.models import F

from people.models import Organization
from people.roles import Role
from reconciliation.documents.opening import open_document, unlocked_copy
from reconciliation.models import Cause, StatementImport
from reconciliation.storage import archive
from reconciliation.tasks import process_pdf
from reconciliation.uploads import password_protected as tries
from reconciliation.uploads import services
from tests.documents.making import locked
from tests.factories import MembershipFactory, OrganizationFactory
from tests.pipeline.papers import JANUARY, books_of, load
from tests.pipeline.uploads import processed, received

Status = StatementImport.Status
pytestmark = pytest.mark.django_db
RIGHT, WRONG = "Born 1971", "born 1971"
LOCKED = locked(JANUARY.pdf(), RIGHT)


@pytest.fixture
def ours() -> Organization:
    organization = OrganizationFactory.create()
    load(organization, books_of(JANUARY))
    return organization


@pytest.fixture
def waiting(ours: Organization) -> StatementImport:
    return processed(ours, LOCKED)


def given(statement_import: StatementImport, password: str, role: Role | None = None) -> StatementImport:
    actor = MembershipFactory.create(organization=statement_import.organization, role=role or Role.OWNER).user
    return services.unlock(statement_import=statement_import, password=password, actor=actor)


def code_of(statement_import: StatementImport) -> str:
    return str((statement_import.error or {}).get("code"))


def stored_files() -> set[str]:
    return {path.name for path in Path(settings.MEDIA_ROOT).rglob("*.sealed")}


def test_a_locked_document_ends_where_its_password_is_asked_for(waiting: StatementImport) -> None:
    assert (waiting.status, code_of(waiting), waiting.wants_password) == (Status.FAILED, "encrypted", True)


def test_a_document_that_the_empty_password_opens_wants_none(ours: Organization) -> None:
    done = processed(ours, locked(JANUARY.pdf(), ""))

    assert (done.verdict, done.unlocked_as) == ("matched", "")


def test_the_right_password_leads_to_the_verdict(waiting: StatementImport) -> None:
    queued = given(waiting, RIGHT)
    assert (queued.status, queued.error, queued.doorbell.cause) == (Status.PENDING, None, Cause.UNLOCKED)

    process_pdf(str(queued.pk))

    queued.refresh_from_db()
    assert (queued.status, queued.verdict) == (Status.COMPLETE, "matched")


def test_an_unlocked_copy_is_stored_beside_the_upload(waiting: StatementImport) -> None:
    queued = given(waiting, RIGHT)

    assert archive.fetch(queued.organization, queued.stored_as) == LOCKED
    assert open_document(archive.fetch(queued.organization, queued.unlocked_as)) == open_document(JANUARY.pdf())
    assert queued.readable_as == queued.unlocked_as


def test_an_unlocked_document_is_read_again_without_its_password(waiting: StatementImport) -> None:
    process_pdf(str(given(waiting, RIGHT).pk))

    services.process_again(statement_import=waiting, actor=None)
    process_pdf(str(waiting.pk))

    waiting.refresh_from_db()
    assert waiting.verdict == "matched"


def test_the_upload_is_still_known_by_its_bytes(waiting: StatementImport, ours: Organization) -> None:
    process_pdf(str(given(waiting, RIGHT).pk))

    again = received(ours, LOCKED)

    assert (again.pk, again.status, again.sha256) == (waiting.pk, Status.COMPLETE, waiting.sha256)
    assert again.statements.get().statement_import.sha256 == waiting.sha256


def test_a_wrong_password_is_reported_and_another_may_be_tried(waiting: StatementImport) -> None:
    refused = given(waiting, WRONG)
    assert (refused.status, code_of(refused), refused.wants_password) == (Status.FAILED, "wrong_password", True)

    assert given(waiting, RIGHT).status == Status.PENDING


def test_only_so_many_passwords_are_tried_at_a_time(waiting: StatementImport, monkeypatch: pytest.MonkeyPatch) -> None:
    for _ in range(tries.MOST_TRIES):
        given(waiting, WRONG)
    monkeypatch.setattr(tries, "unlocked_copy", None)  # no file is opened from here on

    with pytest.raises(tries.TooManyTries):
        given(waiting, RIGHT)


def test_after_a_while_passwords_may_be_tried_again(waiting: StatementImport) -> None:
    for _ in range(tries.MOST_TRIES):
        given(waiting, WRONG)
    begun = StatementImport.objects.of(waiting.organization)
    begun.update(password_tries_since=F("password_tries_since") - tries.WITHIN)

    assert given(waiting, RIGHT).status == Status.PENDING
    waiting.refresh_from_db()
    assert (waiting.password_tries, waiting.password_tries_since) == (0, None)


@pytest.mark.parametrize("role", [Role.CLIENT, Role.PREPARER, Role.REVIEWER, Role.ADMIN, Role.OWNER])
def test_a_role_that_may_upload_may_unlock(waiting: StatementImport, role: Role) -> None:
    assert given(waiting, RIGHT, role).status == Status.PENDING


@pytest.mark.parametrize("role", [Role.VIEWER, Role.AUDITOR])
def test_a_role_that_may_only_read_cannot_unlock(waiting: StatementImport, role: Role) -> None:
    with pytest.raises(services.NotYours):
        given(waiting, RIGHT, role)


def test_a_stranger_cannot_unlock(waiting: StatementImport) -> None:
    with pytest.raises(services.NotYours):
        services.unlock(
            statement_import=waiting,
            password=RIGHT,
            actor=MembershipFactory.create(role=Role.OWNER).user,
        )


def test_nothing_happens_to_a_document_that_wants_no_password(ours: Organization) -> None:
    done = processed(ours, JANUARY.pdf())

    assert given(done, RIGHT).status == Status.COMPLETE


def test_the_copy_of_the_slower_of_two_is_thrown_away(waiting: StatementImport, monkeypatch: pytest.MonkeyPatch) -> None:
    def slower(*arguments: Any) -> bytes | None:
        monkeypatch.setattr(tries, "unlocked_copy", unlocked_copy)
        given(StatementImport.objects.of(waiting.organization).get(pk=waiting.pk), RIGHT)
        return unlocked_copy(*arguments)

    before = stored_files()
    monkeypatch.setattr(tries, "unlocked_copy", slower)

    queued = given(waiting, RIGHT)

    assert stored_files() - before == {Path(queued.unlocked_as).name}
    assert queued.status == Status.PENDING


def test_a_missing_file_is_reported(waiting: StatementImport) -> None:
    archive.discard(waiting.stored_as)

    assert code_of(given(waiting, RIGHT)) == "document_gone"


def test_a_lost_copy_is_asked_for_again_with_the_same_bytes(waiting: StatementImport, ours: Organization) -> None:
    process_pdf(str(given(waiting, RIGHT).pk))
    waiting.refresh_from_db()
    archive.discard(waiting.unlocked_as)
    services.process_again(statement_import=waiting, actor=None)
    process_pdf(str(waiting.pk))

    again = processed(ours, LOCKED)

    assert (again.pk, again.unlocked_as, again.wants_password) == (waiting.pk, "", True)


def reconcile(tmp_path: Path, *arguments: str) -> dict[str, Any]:
    paper, out = tmp_path / "january.pdf", StringIO()
    paper.write_bytes(LOCKED)
    with suppress(SystemExit):  # a file that fails ends the command with 1
        call_command("reconcile", str(paper), *arguments, "--json", stdout=out)
    answer: dict[str, Any] = json.loads(out.getvalue())
    return answer


def test_the_command_takes_the_password_once(tmp_path: Path, ours: Organization) -> None:
    load(ours, books_of(JANUARY))

    assert [reconcile(tmp_path, "--password", RIGHT)["verdict"], reconcile(tmp_path)["verdict"]] == ["matched", "matched"]


def test_the_command_names_a_wrong_password(tmp_path: Path, ours: Organization) -> None:
    answers = [reconcile(tmp_path, "--password", WRONG) for _ in range(tries.MOST_TRIES + 1)]

    assert {(answer["status"], answer["error"]["code"]) for answer in answers} == {("failed", "wrong_password")}
    assert {answer["import_id"] for answer in answers} == {str(StatementImport.objects.of(ours).get().pk)}


def test_the_command_says_that_a_document_is_locked(tmp_path: Path, ours: Organization) -> None:
    assert reconcile(tmp_path)["error"]["code"] == "encrypted"
    assert StatementImport.objects.of(ours).get().wants_password
