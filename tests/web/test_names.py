"""Pairs with other names are confirmed at once on the page, without the exceptions."""

import re

import pytest

from people.models import Organization
from people.roles import Role
from reconciliation.models import Decision, StatementImport
from tests.decisions.cases import answer
from tests.pipeline.papers import Paper, books_of, load
from tests.pipeline.uploads import processed
from tests.web.browsing import address, browser, page

pytestmark = pytest.mark.django_db

PAPER = Paper(rows=[(5, "METRO EPICERIE", "-20.00"), (9, "HYDRO OUEST", "-31.50"), (20, "SALON LUMIERE", "-64.10")])


def _read(organization: Organization, *, without: int | None = None) -> StatementImport:
    """The month with the books that call every payee by another name; `without` an entry, it does not tie."""
    books = books_of(PAPER)
    for row, name in zip(books["transactions"], ("Groceries", "Electricity", "Hairdresser"), strict=True):
        row["description"] = name
    if without is not None:
        del books["transactions"][without]
    load(organization, books)
    return processed(organization, PAPER.pdf())


def _offered(shown: str) -> list[str]:
    return re.findall(r'name="pairs" value="([^"]+)" checked', shown)


def test_one_press_confirms_all(ours: Organization) -> None:
    done, client = _read(ours), browser(ours)
    shown = page(client, done)
    assert "Match those ticked" in shown
    assert 'name="answer" value="yes"' not in shown
    assert "Confirm the names" in shown

    client.post(address("confirm_pairs", done), {"pairs": _offered(shown)})

    assert (answer(done)["verdict"], answer(done)["reasons"]) == ("matched", [])


def test_unselected_pairs_are_asked_separately(ours: Organization) -> None:
    done, client = _read(ours), browser(ours)

    client.post(address("confirm_pairs", done), {"pairs": _offered(page(client, done))[:2]})

    shown = page(client, done)
    assert [item["lines"] for item in answer(done)["ambiguous"]] == [[2]]
    assert "Match those ticked" not in shown
    assert 'name="answer" value="yes"' in shown


def test_names_are_asked_one_by_one_while_the_statement_does_not_tie(ours: Organization) -> None:
    shown = page(browser(ours), _read(ours, without=2))

    assert _offered(shown) == []
    assert shown.count('name="answer" value="yes"') == 2


def test_a_viewer_sees_the_pairs_and_confirms_none(ours: Organization) -> None:
    done, viewer = _read(ours), browser(ours, Role.VIEWER)
    shown = page(viewer, done)

    assert "METRO EPICERIE" in shown
    assert "Match those ticked" not in shown
    assert viewer.post(address("confirm_pairs", done), {"pairs": ["0:t1"]}).status_code == 403


@pytest.mark.parametrize("pairs", ["", "x:t1", "0", "0:another", "99:t1"])
def test_pairs_that_are_not_asked_confirm_nothing(pairs: str, ours: Organization) -> None:
    done = _read(ours)

    assert browser(ours).post(address("confirm_pairs", done), {"pairs": [pairs]}).status_code in (302, 404)
    assert not Decision.objects.of(ours).exists()
