"""Manual matching on the page of a statement: twins, rows of both sides, wrong matches, reissued rows."""

from dataclasses import replace
from typing import Any

import pytest
from django.test import Client

from people.models import Organization
from people.roles import Role
from reconciliation.models import Cause, Decision, StatementImport
from tests.addresses import reverse
from tests.decisions.cases import answer, deposit, statement_of, weak
from tests.factories import OrganizationFactory
from tests.pipeline.papers import JANUARY, books_of, load
from tests.pipeline.uploads import processed
from tests.web.browsing import address, browser, page

pytestmark = pytest.mark.django_db


def twins(organization: Organization) -> StatementImport:
    """One printed rent, booked twice."""
    books = books_of(JANUARY)
    books["transactions"].append(books["transactions"][0] | {"id": "twin"})
    load(organization, books)
    return processed(organization, JANUARY.pdf())


def settle(client: Client, done: StatementImport, **told: Any) -> str:
    group = answer(done)["ambiguous"][0]
    said = {"lines": group["lines"], "entries": group["transactions"], **told}
    return client.post(address("settle_twin", done), said, follow=True).content.decode()


def test_a_person_says_which_of_the_twins_a_row_is(ours: Organization) -> None:
    done = twins(ours)
    client = browser(ours)
    assert "Neither" in page(client, done)

    settle(client, done, entry="twin")

    decision = Decision.objects.of(ours).get()
    assert (decision.kind, [each["name"] for each in decision.entries]) == ("pair", ["twin"])
    assert answer(done)["ambiguous"] == []


def test_a_row_is_none_of_the_twins(ours: Organization) -> None:
    done = twins(ours)

    settle(browser(ours), done, entry="")

    assert [row["line"] for row in answer(done)["new"]] == [0]


def test_a_choice_among_twins_is_one_that_was_offered(ours: Organization) -> None:
    done = twins(ours)
    client = browser(ours)

    assert "Choose the entry that matches the row" in settle(client, done, entry="t2")
    assert "Choose the entry that matches the row" in settle(client, done)
    assert not Decision.objects.of(ours).exists()


def test_the_last_decision_is_undone_beside_its_rows(ours: Organization) -> None:
    done = twins(ours)
    client = browser(ours)
    settle(client, done, entry="twin")
    assert "Last decision" in page(client, done)

    client.post(reverse("withdraw_decision", args=[done.pk, Decision.objects.of(ours).get().pk]))

    assert "Last decision" not in page(client, done)
    assert len(answer(done)["ambiguous"]) == 1


def test_one_row_is_paired_with_three_entries_by_hand(ours: Organization) -> None:
    done, _ = deposit(ours)
    client = browser(ours)
    assert "Match manually" in page(client, done)

    client.post(address("decide_rows", done), {"kind": "pair", "lines": [1], "entries": ["r0", "r1", "r2"]})

    assert answer(done)["verdict"] == "matched"


def test_the_server_adds_up_both_sides_of_the_ticked_rows(ours: Organization) -> None:
    done, _ = deposit(ours)

    shown = browser(ours).get(address("chosen_sums", done) + "?lines=1&entries=r0&entries=r1").content.decode()

    assert [figure in shown for figure in ("455.00", "355.00", "100.00")] == [True, True, True]


def test_a_pair_of_unequal_sums_is_refused_with_how_far_they_are_apart(ours: Organization) -> None:
    done, _ = deposit(ours)
    client = browser(ours)

    client.post(address("decide_rows", done), {"kind": "pair", "lines": [1], "entries": ["r0", "r1"]})

    assert "100.00 apart." in page(client, done)
    assert not Decision.objects.of(ours).exists()


def test_a_viewer_is_offered_nothing_to_settle(ours: Organization) -> None:
    done = twins(ours)
    viewer = browser(ours, Role.VIEWER)

    shown = page(viewer, done)

    assert not any(words in shown for words in ("Neither", "Match manually", "Unmatch"))
    assert viewer.get(address("chosen_sums", done)).status_code == 403
    assert viewer.post(address("settle_twin", done)).status_code == 403
    assert viewer.post(reverse("verify_again", args=[done.pk])).status_code == 403


def test_another_organization_settles_nothing(ours: Organization) -> None:
    done = twins(ours)
    stranger = browser(OrganizationFactory.create())

    assert stranger.get(address("chosen_sums", done)).status_code == 404
    assert stranger.post(address("settle_twin", done)).status_code == 404
    assert stranger.post(reverse("verify_again", args=[done.pk])).status_code == 404


def test_rows_that_were_cleared_are_marked(ours: Organization) -> None:
    load(ours, books_of(JANUARY))
    done = processed(ours, JANUARY.pdf())
    client = browser(ours)
    assert "Unmatch" in page(client, done)

    client.post(address("decide_rows", done), {"kind": "unpair", "lines": [0], "entries": ["t1"]})

    assert [row["line"] for row in answer(done)["new"]] == [0]


def test_a_row_may_be_put_right_where_the_figures_do_not_prove_it(ours: Organization) -> None:
    load(ours, books_of(JANUARY))
    proved = processed(ours, JANUARY.pdf())
    astray = processed(ours, replace(JANUARY, month=2, closing="1.00").pdf())
    client = browser(ours)

    assert "Correct a row" not in page(client, proved)
    assert "Correct a row" in page(client, astray)


def test_a_statement_of_the_same_days_may_be_a_reissue(ours: Organization) -> None:
    load(ours, books_of(JANUARY))
    processed(ours, replace(JANUARY, rows=[(5, "Rent Hillside Homes", "-251.00")]).pdf())
    anew = processed(ours, JANUARY.pdf())
    client = browser(ours)
    assert "This document counts<" in page(client, anew)

    client.post(reverse("replace_statement", args=[anew.pk, statement_of(anew).pk, answered_replaced(anew)]))

    assert "This document counts<" not in page(client, anew)


def answered_replaced(anew: StatementImport) -> str:
    other = StatementImport.objects.of(anew.organization).exclude(pk=anew.pk).get()
    return str(statement_of(other).pk)


def test_verifying_again_reads_no_document(ours: Organization) -> None:
    done, account = weak(ours)
    account.transactions.filter(external_id="t2").update(amount_minor=-2100)

    browser(ours).post(reverse("verify_again", args=[done.pk]))

    assert answer(done)["verdict"] == "mismatched"
    assert done.status == StatementImport.Status.REVIEW
    assert [run.steps.count() for run in done.runs.filter(cause=Cause.AGAIN)] == [0]
