"""A file that is the whole of a period, by the command and on the pages: the changes are shown, and then confirmed."""

import datetime as dt
import json
from collections.abc import Iterable
from decimal import Decimal
from io import StringIO
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.test import Client

from finance import tasks
from finance.entries import edit
from finance.imports.services import choose, preview_now
from finance.models import Account, LedgerImport
from finance.models.ledger_import import Choices
from finance.views import ledger_imports
from people.models import Membership, Organization
from people.roles import Role
from tests.addresses import reverse
from tests.api.programs import Program
from tests.factories import MembershipFactory
from tests.finance.imports.mirroring import AUGUST, SAME, WHOLE, changes, counting, edited_by, entry, file, mirrored, values
from tests.finance.imports.shown import imported, outcomes, shown
from tests.world import booked

pytestmark = pytest.mark.django_db


@pytest.fixture
def edited(account: Account, owner: User) -> Account:
    return edited_by(owner, account)


def run(path: Path, *options: str) -> dict[str, object]:
    (path / "august.csv").write_bytes(file())
    out = StringIO()
    call_command("import_transactions", str(path / "august.csv"), "--account", "Checking", *options, stdout=out, stderr=StringIO())
    report: dict[str, object] = json.loads(out.getvalue())
    return report


def refused(path: Path, *options: str) -> str:
    with pytest.raises(CommandError) as error:
        run(path, *options)
    return str(error.value)


def test_the_command_shows_the_changes_and_makes_them_once_they_are_confirmed(edited: Account, tmp_path: Path) -> None:
    before = values(edited)
    lines = refused(tmp_path, "--whole-period").splitlines()

    assert lines[:5] == [
        "Nothing was imported.",
        "The file is the whole of 2026-08-01 to 2026-08-31.",
        "Changed by row 2: 2026-08-01  -950.00  posted  Rent and water -> 2026-08-01  -900.00  posted  Rent",
        "Void, because the file lacks it: 2026-08-12  -7.00  posted  By hand",
        "Changed by row 4: 2026-08-31  2000.00  void  Salary -> 2026-08-31  2000.00  posted  Salary",
    ]
    assert values(edited) == before
    report = run(tmp_path, "--whole-period", "--confirm", lines[5].split()[1])
    assert (report["updated"], report["voided"]) == (2, 1)
    assert counting(edited)[:3] == SAME


def test_a_mark_of_other_changes_confirms_nothing(edited: Account, owner: User, tmp_path: Path) -> None:
    mark = refused(tmp_path, "--whole-period").splitlines()[5].split()[1]
    edit(entry=entry(edited, "By hand"), by=owner, amount=Decimal("-8.00"))

    assert "-8.00" in refused(tmp_path, "--whole-period", "--confirm", mark)
    assert not LedgerImport.objects.of(edited.organization).filter(status="shown").exists()


@pytest.mark.parametrize("days", [["2026-08-01"], ["2026-08-31", "2026-08-01"], ["August", "October"]])
def test_days_that_are_no_period_are_refused(account: Account, tmp_path: Path, days: Iterable[str]) -> None:
    assert "is not a period. Give its first and its last day, such as 2026-08-01 2026-10-31" in refused(tmp_path, "--whole-period", *days)


def test_the_page_shows_the_changes_and_makes_exactly_these(signed_in: Client, edited: Account) -> None:
    waiting = shown(edited, file()).ledger_import
    there = reverse("ledger_import", args=[waiting.pk])
    assert 'value="2026-08-31"' in signed_in.get(there).content.decode()

    chosen = {"whole_period": "on", "first_day": "2026-08-01", "last_day": "2026-08-31"}
    page = signed_in.post(reverse("ledger_import_reading", args=[waiting.pk]), chosen, follow=True)
    text = page.content.decode()
    assert "Complete file for 1 Aug 2026 to 31 Aug 2026" in text
    assert "2 changed, 1 void, 0 unchanged" in text
    assert "Void: the file lacks it" in text

    before = values(edited)
    there = reverse("ledger_import_confirm", args=[waiting.pk])
    signed_in.post(there, {"shown": "another"})
    assert values(edited) == before
    answer = signed_in.post(there, {"shown": page.context["preview"].shown}, follow=True).content.decode()
    assert "1 entry is void: the file lacks it." in answer
    assert counting(edited)[:3] == SAME
    answer = signed_in.post(reverse("ledger_import_undo", args=[waiting.pk]), follow=True).content.decode()
    assert "3 entries are as they were before." in answer
    assert values(edited) == before


def test_a_row_outside_of_the_period_is_imported_as_by_any_file(signed_in: Client, account: Account) -> None:
    booked(account, 4, "-114.58", "Starhub", month=8, status="pending")
    preview = mirrored(account, file(), Choices(whole_period=True, first_day=dt.date(2026, 8, 20), last_day=dt.date(2026, 8, 31)))

    assert (outcomes(preview), changes(preview)) == (["new", "updated", "new"], [])
    assert "1 entry changes its status" in signed_in.get(reverse("ledger_import", args=[preview.ledger_import.pk])).content.decode()


def test_the_page_takes_the_choice_back_and_refuses_days_out_of_order(signed_in: Client, edited: Account) -> None:
    waiting = mirrored(edited, file()).ledger_import
    there = reverse("ledger_import_reading", args=[waiting.pk])

    answer = signed_in.post(there, {"whole_period": "on", "first_day": "2026-08-31", "last_day": "2026-08-01"})
    assert (answer.status_code, "The last day is before the first." in answer.content.decode()) == (422, True)
    signed_in.post(there, {"first_day": "2026-08-01", "last_day": "2026-08-31"})
    waiting.refresh_from_db()
    assert waiting.chosen == Choices()


def test_the_preview_of_another_organization_cannot_be_chosen_for(signed_in: Client, their_account: Account) -> None:
    waiting = shown(their_account, file()).ledger_import

    assert signed_in.post(reverse("ledger_import_reading", args=[waiting.pk]), {"whole_period": "on"}).status_code == 404
    waiting.refresh_from_db()
    assert not waiting.chosen.whole_period


def test_choosing_the_period_after_the_upload_is_the_same_as_with_it(edited: Account, organization: Organization) -> None:
    waiting = shown(edited, file()).ledger_import
    choose(ledger_import=waiting, choices=WHOLE)
    waiting = LedgerImport.objects.of(organization).get(pk=waiting.pk)

    assert preview_now(waiting).shown == mirrored(edited, file()).shown


def test_the_api_lists_all_changes_and_makes_them_by_their_seal(edited: Account, owner: User, organization: Organization) -> None:
    waiting = shown(edited, file()).ledger_import
    program, there = Program(Membership.objects.of(organization).get(user=owner)), f"/ledger-imports/{waiting.pk}"
    assert program.get(there).json()["changes"] == []

    answer = program.patch(there, {"whole_period": True, "first_day": "2026-08-01", "last_day": "2026-08-31"}).json()
    listed = [
        (change["place"], change["before"]["amount"], change["after"]["status"], change["after"]["amount"]) for change in answer["changes"]
    ]
    assert listed == [(2, "-950.00", "posted", "-900.00"), (0, "-7.00", "void", "-7.00"), (4, "2000.00", "posted", "2000.00")]
    assert program.post(f"{there}/confirm", {"shown": "another"}).status_code == 409
    assert program.post(f"{there}/confirm", {"shown": answer["shown"]}).status_code == 200
    assert counting(edited)[:3] == SAME


def test_the_api_refuses_days_out_of_order(edited: Account, owner: User, organization: Organization) -> None:
    waiting = shown(edited, file()).ledger_import
    program = Program(Membership.objects.of(organization).get(user=owner))
    sent = {"whole_period": True, "first_day": "2026-08-31", "last_day": "2026-08-01"}

    assert program.patch(f"/ledger-imports/{waiting.pk}", sent).status_code == 422


def test_a_short_file_that_may_change_many_entries_is_imported_by_a_worker(
    signed_in: Client, account: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ledger_imports, "MOST_AT_ONCE", 3)
    imported(account, file(AUGUST + "2026-08-20,-1.00,Stamp\n"))
    preview = mirrored(account, file())
    signed_in.post(reverse("ledger_import_confirm", args=[preview.ledger_import.pk]), {"shown": preview.shown})
    assert entry(account, "Stamp").status == "posted"

    tasks.work_on_file(str(preview.ledger_import.pk))
    assert counting(account) == SAME


def test_a_member_who_may_only_read_changes_nothing(client: Client, edited: Account, organization: Organization) -> None:
    before, preview = values(edited), mirrored(edited, file())
    client.force_login(MembershipFactory.create(organization=organization, role=Role.VIEWER).user)

    assert client.post(reverse("ledger_import_confirm", args=[preview.ledger_import.pk]), {"shown": preview.shown}).status_code == 403
    assert values(edited) == before
