"""Files dropped on a page, forty at once, and the wrong ones among them."""

import re
from base64 import b64encode
from pathlib import Path

import pytest
from playwright.sync_api import expect
from pytest_django import Settings

from people.models import Organization
from reconciliation.models import StatementImport
from tests.addresses import inside
from tests.installations import Workers
from tests.journeys.person import SAMPLES, Person
from tests.journeys.work import work_off
from tests.pipeline.uploads import processed

ANYTHING = re.compile(".+")
pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
DROP = """([names, bytes]) => {
  const carried = new DataTransfer();
  names.forEach((name, at) => carried.items.add(new File([Uint8Array.from(atob(bytes[at]), (c) => c.charCodeAt(0))], name)));
  document.querySelector("main").dispatchEvent(new DragEvent("drop", { dataTransfer: carried, bubbles: true, cancelable: true }));
}"""


def drops(person: Person, files: dict[str, bytes]) -> None:
    person.page.evaluate(DROP, [list(files), [b64encode(content).decode() for content in files.values()]])


def copies(count: int) -> dict[str, bytes]:
    """The same statement so many times, in files that differ."""
    page = (SAMPLES / "checking-2026-01.pdf").read_bytes()
    return {f"statement-{number:02}.pdf": page + b"\n%% %d\n" % number for number in range(count)}


def test_files_dropped_on_any_page_are_followed_there_to_their_verdicts(person: Person, ours: Organization) -> None:
    person.signs_in("okoro")
    person.page.goto(inside("/accounts/"))
    files = {path.name: path.read_bytes() for path in sorted(SAMPLES.glob("c*.pdf"))} | {"photo.pdf": b"\xff\xd8\xff this is no PDF"}

    drops(person, files)

    lines = person.page.locator("[data-uploads] .outcomes li")
    expect(lines).to_have_count(len(files))
    expect(lines.filter(has_text="photo.pdf")).to_contain_text("This file is not a PDF.")
    expect(lines.get_by_text("Waiting")).to_have_count(len(files) - 1)
    work_off()
    expect(lines.filter(has_text="checking-2026-01.pdf")).to_contain_text("Reconciled, proved")
    expect(lines.filter(has_text="card-2026-01.pdf")).to_contain_text("Differs")


def test_forty_statements_are_uploaded_at_once_and_all_worked_off(
    person: Person, ours: Organization, workers: Workers, tmp_path: Path
) -> None:
    workers.worker()
    paths = []
    for name, content in copies(40).items():
        (tmp_path / name).write_bytes(content)
        paths.append(tmp_path / name)
    person.signs_in("okoro")
    person.page.goto(inside("/upload/"))

    person.page.locator("#files").set_input_files(paths)
    person.page.get_by_role("button", name="Upload", exact=True).click()
    outcomes = person.page.locator(".outcomes li")
    expect(outcomes).to_have_count(40)
    person.sees_all_sent()
    for outcome in outcomes.all():
        expect(outcome).not_to_have_attribute("hx-get", ANYTHING)

    assert StatementImport.objects.of(ours).count() == 40
    assert not StatementImport.objects.of(ours).filter(status__in=["pending", "processing"]).exists()


def test_a_file_that_is_too_large_is_not_sent(person: Person, ours: Organization, settings: Settings) -> None:
    settings.DOCUMENT_MAX_BYTES = 1_000
    person.signs_in("okoro")

    drops(person, {"large.pdf": b"%PDF-1.4" + b" " * 2_000})

    expect(person.page.locator(".outcomes li")).to_contain_text("Too large: it was not sent.")
    assert StatementImport.objects.of(ours).count() == 0


def test_many_files_are_uploaded_without_scripts(without_scripts: Person, ours: Organization) -> None:
    person = without_scripts
    person.signs_in("okoro")

    person.uploads("checking-2026-01.pdf", "card-2026-01.pdf")

    expect(person.page.locator(".outcomes li")).to_have_count(2)
    assert work_off() == 2


def test_entries_dropped_on_a_page_are_taken_into_the_account_that_is_chosen(person: Person, ours: Organization) -> None:
    person.signs_in("okoro")
    person.page.goto(inside("/upload/"))

    drops(person, {"april.csv": b"Date,Amount,Description\n2026-04-02,-41.50,Clay and glaze\n"})
    person.page.locator("[data-uploads] .outcomes").get_by_role("link", name="Lantern card").click()

    person.sees_heading("Import preview")
    person.sees("april.csv")


def test_a_file_with_balances_is_reconciled_if_the_person_says_that_it_is_a_statement(person: Person, ours: Organization) -> None:
    person.signs_in("okoro")
    person.page.goto(inside("/accounts/"))
    rows = "2026-04-02,-41.50,958.50,Clay\n2026-04-09,-8.50,950.00,Glaze\n2026-04-20,50.00,1000.00,Vase\n"

    drops(person, {"april.csv": f"Date,Amount,Balance,Description\n{rows}".encode()})
    person.page.locator("[data-uploads] .outcomes").get_by_role("link", name="Reconcile it as a bank statement").click()

    expect(person.page.locator("[data-uploads] .outcomes li")).to_contain_text("Waiting")
    assert [made.filename for made in StatementImport.objects.of(ours)] == ["april.csv"]


def test_acts_on_several_statements_are_shown_once_one_is_ticked(person: Person, ours: Organization) -> None:
    processed(ours, (SAMPLES / "card-2026-01.pdf").read_bytes())
    person.signs_in("okoro")
    acts = person.page.get_by_role("group", name="With selected")
    expect(acts).to_have_count(0)

    person.page.locator("input[name=imports]").first.check()

    expect(acts).to_be_in_viewport()
