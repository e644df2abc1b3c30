"""Long statements: a page shows at most a hundred items of a list, and its forms act on these alone."""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from django.db.models.sql import compiler

from finance.models import Transaction
from reconciliation.decisions.rows import correct_line
from reconciliation.models import StatementImport
from reconciliation.posting.publishing import publish
from reconciliation.presentation.statement_page.rows import MOST_SHOWN
from reconciliation.printed.statement import Integrity
from tests.addresses import reverse
from tests.factories import AccountFactory, MembershipFactory
from tests.read_statements import paper, read_in
from tests.world import booked, browser_of

pytestmark = pytest.mark.django_db
COUNT = 2 * MOST_SHOWN + 30


@pytest.fixture
def long_statement() -> StatementImport:
    """A statement of which the books lack every row."""
    account = AccountFactory.create(opening="2000.00")
    return read_in(account.organization, paper([(1 + row % 31, f"-{row + 1}.00", f"Shop {row}") for row in range(COUNT)]))


def page(statement_import: StatementImport, query: str = "") -> str:
    member = MembershipFactory.create(organization=statement_import.organization)
    response = browser_of(member).get(reverse("import_detail", args=[statement_import.pk]) + query)
    assert response.status_code == 200
    return response.content.decode()


def offered(text: str) -> list[int]:
    """The rows that the form adds to the books."""
    return [int(number) for number in re.findall(r'name="lines" value="(\d+)" checked', text)]


@pytest.mark.parametrize(
    ("query", "rows"),
    [
        ("", range(MOST_SHOWN)),
        ("?s1-new=101", range(MOST_SHOWN, 2 * MOST_SHOWN)),
        ("?s1-new=150", range(MOST_SHOWN, 2 * MOST_SHOWN)),
        ("?s1-new=201", range(2 * MOST_SHOWN, COUNT)),
        ("?s1-new=99999", range(MOST_SHOWN)),
        ("?s1-new=-3", range(MOST_SHOWN)),
        ("?s1-new=%C2%B2", range(MOST_SHOWN)),
    ],
)
def test_a_list_shows_a_hundred_items_from_the_one_that_the_address_names(long_statement: StatementImport, query: str, rows: range) -> None:
    text = page(long_statement, query)

    assert offered(text) == list(rows)
    assert f"{rows[0] + 1} to {rows[-1] + 1} of {COUNT}" in text


def test_the_document_has_boxes_around_the_rows_that_are_shown(long_statement: StatementImport) -> None:
    imports = StatementImport.objects.of(long_statement.organization)
    imports.filter(pk=long_statement.pk).update(pages=1, page_sizes=[[595.0, 842.0]], stored_as="document")

    boxes = re.findall(r'id="s1-box-(\d+)" class="mark open"', page(long_statement, "?s1-new=201"))

    assert [int(number) for number in boxes] == list(range(2 * MOST_SHOWN, COUNT))


def test_a_form_adds_the_rows_that_the_page_shows(long_statement: StatementImport) -> None:
    statement = long_statement.statements.get()
    member = MembershipFactory.create(organization=long_statement.organization)
    shown = offered(page(long_statement, "?s1-new=201"))

    address = reverse("add_to_books", args=[long_statement.pk, statement.pk])
    browser_of(member).post(address, {"lines": shown})

    added = Transaction.objects.of(long_statement.organization).values_list("description", flat=True)
    assert sorted(added) == sorted(f"Shop {row}" for row in range(2 * MOST_SHOWN, COUNT))


def test_a_short_list_has_no_parts() -> None:
    account = AccountFactory.create(opening="2000.00")
    booked(account, 3, "-5.00", "Tea")
    statement_import = read_in(account.organization, paper([(3, "-5.00", "Tea"), (4, "-6.00", "Cake")]))

    assert "1 to 1 of 1" not in page(statement_import)


def rows_fetched(statement_import: StatementImport, monkeypatch: pytest.MonkeyPatch) -> int:
    """The rows of all tables that one answer reads."""
    member = MembershipFactory.create(organization=statement_import.organization)
    browser, fetched, given = browser_of(member), [], compiler.cursor_iter

    def counting(*args: Any) -> Iterator[Any]:
        for rows in given(*args):
            fetched.append(len(rows))
            yield rows

    monkeypatch.setattr(compiler, "cursor_iter", counting)
    assert browser.get(reverse("import_detail", args=[statement_import.pk])).status_code == 200
    monkeypatch.undo()
    return sum(fetched)


@pytest.mark.parametrize("is_booked", [True, False])
@pytest.mark.parametrize("is_proved", [True, False])
def test_a_page_of_a_longer_statement_loads_no_more_rows(monkeypatch: pytest.MonkeyPatch, *, is_booked: bool, is_proved: bool) -> None:
    found = []
    for count in (2 * MOST_SHOWN, 4 * MOST_SHOWN):
        account = AccountFactory.create(opening="2000.00")
        rows = [(1 + row % 31, f"-{row + 1}.00", f"Shop {row}") for row in range(count)]
        for day, amount, text in rows if is_booked else ():
            booked(account, day, amount, text)
        read = paper(rows)
        unproved = replace(read, integrity=Integrity(holds=None, difference=None))
        found.append(rows_fetched(read_in(account.organization, read if is_proved else unproved), monkeypatch))

    assert found[0] == found[1]


def test_a_select_of_rows_offers_those_that_the_page_shows() -> None:
    account = AccountFactory.create(opening="2000.00")
    read = paper([(1 + row % 31, f"-{row + 1}.00", f"Shop {row}") for row in range(COUNT)])
    unproved = read_in(account.organization, replace(read, integrity=Integrity(holds=None, difference=None)))

    text = page(unproved, "?s1-read=101")

    select = text.split('name="before"')[1].split("</select>")[0]
    assert [int(number) for number in re.findall(r'<option value="(\d+)"', select)] == list(range(MOST_SHOWN, 2 * MOST_SHOWN))


def test_rows_to_compare_with_the_document_are_shown_in_parts() -> None:
    account = AccountFactory.create(opening="2000.00")
    read = paper([(1 + row % 31, f"-{row + 1}.00", f"Shop {row}") for row in range(COUNT)])
    unproved = read_in(account.organization, replace(read, integrity=Integrity(holds=None, difference=None)))

    compared = page(unproved, "?s1-compared=101").split('class="compared"')[1].split("</ol>")[0]

    shown = dict.fromkeys(int(number) for number in re.findall(r"Shop (\d+)", compared))  # each row has a form with its text
    assert list(shown) == list(range(MOST_SHOWN, 2 * MOST_SHOWN))


@pytest.mark.parametrize("is_stale", [True, False])
def test_a_page_shows_a_correction_that_is_newer_than_its_stored_comparison(long_statement: StatementImport, *, is_stale: bool) -> None:
    statement = long_statement.statements.get()
    before = statement.compared
    correct_line(statement=statement, line=3, actor=None, description="Put right")
    if is_stale:
        long_statement.statements.update(compared=before)

    text = page(long_statement)

    assert ("Put right" in text, "Shop 3<" in text) == (True, False)


def test_rows_that_were_added_to_the_books_are_counted_and_shown_as_far_as_a_list_goes(
    long_statement: StatementImport, monkeypatch: pytest.MonkeyPatch
) -> None:
    statement = long_statement.statements.get()
    publish(statement=statement, actor=None, lines=range(MOST_SHOWN + 5))
    before = rows_fetched(long_statement, monkeypatch)
    publish(statement=long_statement.statements.get(), actor=None, lines=range(MOST_SHOWN + 5, 2 * MOST_SHOWN))

    text = page(long_statement)

    shown = text.split('class="postings"')[1].split("</ul>")[0]
    assert shown.count("<li>") == MOST_SHOWN
    assert f"1 to {MOST_SHOWN} of {2 * MOST_SHOWN}" in text
    assert rows_fetched(long_statement, monkeypatch) <= before


def test_a_statement_of_387_rows_is_a_small_page() -> None:
    account = AccountFactory.create(opening="2000.00")
    rows = [(1 + row % 31, f"-{row + 1}.00", f"Shop {row}") for row in range(387)]
    for day, amount, text in rows[20:]:
        booked(account, day, amount, text)

    text = page(read_in(account.organization, paper(rows)))

    assert len(text.encode()) < 150_000
    assert len(offered(text)) == 20


def test_cleared_rows_of_a_long_statement_are_shown_when_they_are_asked_for() -> None:
    account = AccountFactory.create(opening="2000.00")
    rows = [(1 + row % 31, f"-{row + 1}.00", f"Shop {row}") for row in range(COUNT)]
    for day, amount, text in rows:
        booked(account, day, amount, text)
    statement_import = read_in(account.organization, paper(rows))

    folded, opened = page(statement_import), page(statement_import, "?s1-cleared=101")

    assert 'href="?s1-cleared=1#s1-cleared"' in folded
    assert "Unmatch" not in folded
    assert opened.count(">Unmatch<") == MOST_SHOWN
    assert f"101 to 200 of {COUNT}" in opened
