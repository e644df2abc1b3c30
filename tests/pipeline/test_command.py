"""`manage.py reconcile`: the same work in the foreground, one JSON object a file."""

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from people.roles import Role
from reconciliation.models import Decision, StatementImport
from reconciliation.signoff.services import prepare
from tests.factories import MembershipFactory, OrganizationFactory
from tests.pipeline.papers import JANUARY, books_of, entry, load

pytestmark = pytest.mark.django_db


@pytest.fixture
def paper(tmp_path: Path) -> str:
    path = tmp_path / "january.pdf"
    path.write_bytes(JANUARY.pdf())
    return str(path)


def reconcile(*arguments: str) -> list[dict[str, Any]]:
    out = StringIO()
    call_command("reconcile", *arguments, "--json", stdout=out)
    return [json.loads(line) for line in out.getvalue().splitlines()]


def test_a_file_is_answered_with_its_stored_reconciliation(paper: str) -> None:
    ours = OrganizationFactory.create()
    load(ours, books_of(JANUARY))

    [answer] = reconcile(paper)

    stored = StatementImport.objects.of(ours).get()
    assert list(answer) == ["file", "import_id", "status", "verdict", "reconciliation", "error", "seconds"]
    assert (answer["file"], answer["import_id"], answer["status"], answer["verdict"]) == (paper, str(stored.pk), "complete", "matched")
    assert answer["reconciliation"] == stored.reconciliation
    assert (stored.channel, stored.uploaded_by) == ("command_line", None)


def test_a_known_file_is_reconciled_again_against_todays_ledger(paper: str) -> None:
    account = load(OrganizationFactory.create(), books_of(JANUARY))
    [first] = reconcile(paper)
    entry(account, "t2").delete()

    [second] = reconcile(paper)

    assert (first["import_id"], first["verdict"], second["verdict"]) == (second["import_id"], "matched", "mismatched")


def test_a_named_account_skips_the_search(paper: str) -> None:
    ours = OrganizationFactory.create()
    for name in ("One", "Two"):
        load(ours, books_of(JANUARY, name=name) | {"number": "", "institution": ""})

    assert reconcile(paper)[0]["verdict"] == "unverifiable"
    assert reconcile(paper, "--account", "Two")[0]["reconciliation"]["statements"][0]["account"] == "Two"


def test_a_signed_off_statement_keeps_its_account(paper: str) -> None:
    ours = OrganizationFactory.create()
    signed = load(ours, books_of(JANUARY))
    load(ours, books_of(JANUARY, name="Two") | {"number": "9999", "institution": ""})
    reconcile(paper)
    stored = StatementImport.objects.of(ours).get()
    prepare(statement=stored.statements.get(), actor=MembershipFactory.create(organization=ours, role=Role.OWNER).user)
    out = StringIO()

    with pytest.raises(SystemExit):
        call_command("reconcile", paper, "--account", "Two", "--json", stdout=out)

    assert json.loads(out.getvalue())["error"] == {"code": "signed_off", "message": "This statement is signed off. Reopen it first."}
    stored.refresh_from_db()
    assert (stored.status, stored.statements.get().account, Decision.objects.of(ours).count()) == ("complete", signed, 0)


def test_one_bad_file_spoils_no_other_and_sets_the_exit_code(paper: str, tmp_path: Path) -> None:
    load(OrganizationFactory.create(), books_of(JANUARY))
    bad = tmp_path / "bad.pdf"
    bad.write_text("no PDF at all")
    out = StringIO()

    with pytest.raises(SystemExit) as ended:
        call_command("reconcile", str(bad), str(tmp_path / "not there.pdf"), paper, "--json", stdout=out)

    answers = [json.loads(line) for line in out.getvalue().splitlines()]
    assert ended.value.code == 1
    assert [(answer["status"], answer["verdict"]) for answer in answers] == [("failed", None), ("failed", None), ("complete", "matched")]
    assert answers[0]["error"]["code"] == "not_a_pdf"


@pytest.mark.parametrize("arguments", [["--organization", "nobody"], ["--account", "No such account"]])
def test_wrong_usage_sets_the_exit_code(arguments: list[str], paper: str) -> None:
    OrganizationFactory.create()

    with pytest.raises(CommandError) as refused:
        reconcile(paper, *arguments)

    assert refused.value.returncode == 2


def test_the_command_needs_the_name_of_one_of_several_organizations(paper: str) -> None:
    OrganizationFactory.create(), OrganizationFactory.create()

    with pytest.raises(CommandError) as refused:
        reconcile(paper)

    assert refused.value.returncode == 2
