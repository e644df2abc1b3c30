"""Entries that a statement does not show are settled from its page, and the person returns to it."""

import re
from decimal import Decimal
from urllib.parse import quote

import pytest
from django.test import Client

from finance.models import Account, Transaction
from people.audit import Act
from people.models import AuditEntry, Organization
from people.roles import Role
from reconciliation.models import StatementImport
from tests.addresses import reverse
from tests.decisions.cases import answer, statement_of
from tests.factories import OrganizationFactory, TransactionFactory
from tests.pipeline.papers import JANUARY, books_of, entry, load
from tests.pipeline.uploads import processed
from tests.web.browsing import browser, page

pytestmark = pytest.mark.django_db(transaction=True)


def _stray(organization: Organization) -> tuple[StatementImport, Account, Transaction]:
    """A row is booked under another payee and month, which the statement cannot tell."""
    books = books_of(JANUARY)
    books["transactions"][1] |= {"date": "2026-01-02", "description": "Tailor", "amount": "-41.30"}
    books["transactions"].append({"id": "stray", "date": "2026-01-08", "amount": "-9.00", "description": "Interest charged"})
    account = load(organization, books)
    return processed(organization, JANUARY.pdf()), account, entry(account, "stray")


def _address(done: StatementImport) -> str:
    return reverse("import_detail", args=[done.pk])


def test_an_entry_to_investigate_links_to_its_form_and_saving_returns_to_the_statement(ours: Organization) -> None:
    done, account, stray = _stray(ours)
    client, form = browser(ours), f"{reverse('entry_edit', args=[account.pk, stray.pk])}?next={quote(_address(done), safe='')}"
    assert f'href="{form}"' in page(client, done)

    fields = {"booked_on": "2026-02-08", "amount": "-9.00", "description": "Interest charged", "reference": "", "number": ""}
    saved = client.post(form, fields | {"status": "posted"})

    assert saved.headers["Location"] == _address(done)
    assert "stray" not in [item["transaction"] for item in answer(done)["missing"]]


@pytest.mark.parametrize("name", ["entry_delete", "entry_duplicate"])
def test_it_is_deleted_or_voided_in_place(name: str, ours: Organization) -> None:
    done, account, stray = _stray(ours)
    client, act = browser(ours), reverse(name, args=[account.pk, stray.pk])
    shown = page(client, done).partition(f'action="{act}"')[2].partition("</form>")[0]
    assert f'name="next" value="{_address(done)}"' in shown

    left = client.post(act, {"next": _address(done)})

    assert left.headers["Location"] == _address(done)
    assert "stray" not in [item["transaction"] for item in answer(done)["missing"]]
    assert Transaction.objects.of(ours).filter(pk=stray.pk, status="void").exists() == (name == "entry_duplicate")


def test_one_of_two_entries_for_one_row_is_voided_as_a_duplicate_by_one_click(ours: Organization) -> None:
    books = books_of(JANUARY)
    twice = books["transactions"][0] | {"id": "twice"}
    account = load(ours, books | {"transactions": [*books["transactions"], twice]})
    done = processed(ours, JANUARY.pdf())
    assert answer(done)["ambiguous"]
    client, act = browser(ours), reverse("entry_duplicate", args=[account.pk, entry(account, "twice").pk])
    assert f'action="{act}"' in page(client, done)

    client.post(act, {"next": _address(done)})

    assert (answer(done)["verdict"], answer(done)["ambiguous"]) == ("matched", [])


def test_it_is_matched_with_a_row_in_place(ours: Organization) -> None:
    done, _, _ = _stray(ours)
    assert "Match with …" in page(browser(ours), done)
    [other] = [item["transaction"] for item in answer(done)["missing"] if item["description"] == "Tailor"]

    act = reverse("decide_rows", args=[done.pk, statement_of(done).pk])
    browser(ours).post(act, {"kind": "pair", "lines": ["1"], "entries": [other]})

    assert [item["line"] for item in answer(done)["new"]] == []


def _found(client: Client, done: StatementImport, side: str, query: str) -> list[str]:
    """Return the offered rows of a side by name, those that are ticked with a star."""
    address = reverse("find_match", args=[done.pk, statement_of(done).pk, side])
    shown = client.get(f"{address}?{query}").content.decode()
    return [name + "*" * bool(ticked) for name, ticked in re.findall(r'type="checkbox" name="\w+" value="([^"]+)"( checked)?', shown)]


def test_an_entry_for_a_row_is_found_among_all_open_ones_the_nearest_amount_first(ours: Organization) -> None:
    done, account, _ = _stray(ours)
    days = {"2026-01-20": "-41.00", "2026-02-11": "-41.30", "2026-01-09": "-500.00", "2025-11-02": "-41.30"}
    for number, (day, amount) in enumerate(days.items()):
        TransactionFactory.create(account=account, external_id=f"more{number}", booked_on=day, amount=Decimal(amount), description="Grocer")

    found = _found(browser(ours), done, "books", "lines=1")

    assert found[:3] == ["t2", "more1", "more0"]
    assert set(found[3:]) == {"stray", "more2"}


@pytest.mark.parametrize(("text", "expected"), [("tail", ["t2"]), ("41.30", ["t2"]), ("-9", ["stray"]), ("nothing", [])])
def test_the_search_is_by_description_or_amount(text: str, expected: list[str], ours: Organization) -> None:
    done, _, _ = _stray(ours)

    assert _found(browser(ours), done, "books", f"lines=1&text={text}") == expected


def test_a_ticked_entry_stays_while_others_are_searched(ours: Organization) -> None:
    done, _, _ = _stray(ours)

    assert _found(browser(ours), done, "books", "lines=1&entries=stray&text=tail") == ["stray*", "t2"]


def test_a_row_for_an_entry_is_found_among_those_that_are_not_matched(ours: Organization) -> None:
    done, _, _ = _stray(ours)
    client = browser(ours)

    assert _found(client, done, "bank", "entries=t2") == ["1"]
    assert _found(client, done, "bank", "entries=t2&text=salary") == []


@pytest.mark.parametrize(
    ("side", "query"), [("books", "lines="), ("books", "lines=99"), ("bank", "entries=none"), ("bank", "text=tail"), ("both", "lines=1")]
)
def test_a_search_for_no_row_of_the_statement_finds_no_page(side: str, query: str, ours: Organization) -> None:
    done, _, _ = _stray(ours)

    found = browser(ours).get(f"{reverse('find_match', args=[done.pk, statement_of(done).pk, side])}?{query}")

    assert found.status_code == 404


@pytest.mark.parametrize("side", ["books", "bank"])
def test_a_search_without_a_query_leads_to_the_statement(side: str, ours: Organization) -> None:
    done, _, _ = _stray(ours)

    response = browser(ours).get(reverse("find_match", args=[done.pk, statement_of(done).pk, side]))

    assert (response.status_code, response["Location"]) == (302, reverse("import_detail", args=[done.pk]))


def test_a_row_is_matched_with_an_entry_of_the_next_month(ours: Organization) -> None:
    done, account, _ = _stray(ours)
    TransactionFactory.create(account=account, external_id="far", booked_on="2026-02-20", amount=Decimal("-41.30"), description="Tailor")

    browser(ours).post(reverse("decide_rows", args=[done.pk, statement_of(done).pk]), {"kind": "pair", "lines": ["1"], "entries": ["far"]})

    assert [item["line"] for item in answer(done)["new"]] == []


ELSEWHERE = (
    "https://elsewhere.example/",
    "//elsewhere.example/",
    "/\\elsewhere.example",
    "javascript:alert(1)",
    "/no/such/page/",
    "",
    "here",
)


@pytest.mark.parametrize("wanted", ELSEWHERE)
def test_a_form_returns_to_no_page_but_those_of_this_application(wanted: str, ours: Organization) -> None:
    _, account, stray = _stray(ours)

    left = browser(ours).post(reverse("entry_delete", args=[account.pk, stray.pk]), {"next": wanted})

    assert left.headers["Location"] == reverse("account", args=[account.pk])


def test_a_viewer_is_offered_no_act_on_entries(ours: Organization) -> None:
    done, account, stray = _stray(ours)
    viewer: Client = browser(ours, Role.VIEWER)
    shown = page(viewer, done)

    assert "Interest charged" in shown
    assert reverse("entry_delete", args=[account.pk, stray.pk]) not in shown
    assert viewer.post(reverse("entry_duplicate", args=[account.pk, stray.pk])).status_code == 403


def _transposed(organization: Organization, **columns: str) -> tuple[StatementImport, Account]:
    """The rent is booked with other values than the statement prints."""
    books = books_of(JANUARY)
    books["transactions"][0] |= columns
    account = load(organization, books)
    return processed(organization, JANUARY.pdf()), account


def test_an_entry_is_changed_to_the_amount_of_the_row_beside_it(ours: Organization) -> None:
    done, account = _transposed(ours, amount="-520.00")
    client, act = browser(ours), reverse("entry_correct", args=[account.pk, entry(account, "t1").pk])
    assert f'action="{act}"' in page(client, done)

    left = client.post(act, {"amount": "-250.00", "next": _address(done)})

    assert left.headers["Location"] == _address(done)
    assert answer(done)["verdict"] == "matched"
    changed = entry(account, "t1")
    assert (changed.amount, changed.description) == (Decimal("-250.00"), "Rent Hillside Homes")


@pytest.mark.parametrize("fields", [{"amount": "much"}, {"booked_on": "31 February"}])
def test_an_invalid_amount_or_day_changes_no_entry(fields: dict[str, str], ours: Organization) -> None:
    done, account = _transposed(ours, amount="-520.00")
    act = reverse("entry_correct", args=[account.pk, entry(account, "t1").pk])

    shown = browser(ours).post(act, fields | {"next": _address(done)}, follow=True)

    assert "Nothing was changed. Check the amount and the date." in shown.content.decode()
    assert entry(account, "t1").amount == Decimal("-520.00")


def test_amount_day_and_description_are_edited_on_the_row_and_only_changes_are_recorded(ours: Organization) -> None:
    done, account = _transposed(ours, amount="-520.00", description="Hillside Homes rent")
    client, act = browser(ours), reverse("entry_correct", args=[account.pk, entry(account, "t1").pk])
    day = entry(account, "t1").booked_on

    fields = {"booked_on": day.isoformat(), "amount": "-250.00", "description": "Rent of January", "next": _address(done)}
    client.post(act, fields)

    changed = entry(account, "t1")
    assert (changed.booked_on, changed.amount, changed.description) == (day, Decimal("-250.00"), "Rent of January")
    acts = AuditEntry.objects.of(ours).filter(act=Act.CHANGED_ENTRY)
    assert [act.details["fields"] for act in acts] == [["amount", "description"]]

    client.post(act, fields | {"description": ""})

    assert entry(account, "t1").description == "Rent of January"
    assert acts.count() == 1


def test_a_viewer_cannot_correct_an_entry(ours: Organization) -> None:
    done, account = _transposed(ours, amount="-520.00")
    act = reverse("entry_correct", args=[account.pk, entry(account, "t1").pk])

    assert act not in page(browser(ours, Role.VIEWER), done)
    assert browser(ours, Role.VIEWER).post(act, {"amount": "-250.00"}).status_code == 403
    assert browser(OrganizationFactory.create()).post(act, {"amount": "-250.00"}).status_code == 404


def test_the_amount_that_a_page_offers_is_the_one_that_it_takes_in_german(ours: Organization) -> None:
    done, account = _transposed(ours, amount="-520.00")
    client, german = browser(ours), {"accept-language": "de"}
    offered = re.search(r'name="amount" value="([^"]+)"', client.get(_address(done), headers=german).content.decode())
    assert offered is not None

    client.post(reverse("entry_correct", args=[account.pk, entry(account, "t1").pk]), {"amount": offered[1]}, headers=german)

    assert (offered[1], entry(account, "t1").amount) == ("-250,00", Decimal("-250.00"))
