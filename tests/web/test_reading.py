"""The page of a statement whose reading is not proved: its questions, their answers, and no findings against the books."""

import re
from decimal import Decimal
from html import unescape

import pytest
from django.test import Client

from people.models import Organization
from people.roles import Role
from reconciliation.models import StatementImport
from tests.addresses import inside
from tests.decisions.cases import answer, statement_of
from tests.decisions.papers import BARE, MARKED
from tests.factories import MembershipFactory
from tests.pipeline.papers import JANUARY, books_of, load
from tests.pipeline.uploads import processed

pytestmark = pytest.mark.django_db


def member(client: Client, organization: Organization, role: Role = Role.ADMIN) -> Client:
    client.force_login(MembershipFactory.create(organization=organization, role=role).user)
    return client


def page(client: Client, done: StatementImport) -> str:
    response = client.get(inside(f"/statements/{done.pk}/"))
    assert response.status_code == 200
    return re.sub(r"\s+", " ", unescape(response.content.decode()))


def act(client: Client, done: StatementImport, path: str, **fields: object) -> str:
    address = inside(f"/statements/{done.pk}/{statement_of(done).pk}/{path}/")
    response = client.post(address, {name: str(value) for name, value in fields.items()}, follow=True)
    return re.sub(r"\s+", " ", unescape(response.content.decode()))


def bare(organization: Organization, *, entries: int = 3) -> StatementImport:
    books = books_of(BARE)
    load(organization, books | {"transactions": books["transactions"][:entries]})
    return processed(organization, BARE.pdf())


def marked(organization: Organization) -> StatementImport:
    load(organization, books_of(MARKED))
    return processed(organization, MARKED.pdf())


def test_a_statement_without_balances_is_confirmed_and_signed_off(ours: Organization, client: Client) -> None:
    done, client = bare(ours), member(client, ours)
    shown = page(client, done)
    assert "I compared these 3 rows with the document: complete and right" in shown
    assert "600.00" in shown
    assert "291.30" in shown
    digest = re.search(r'name="digest" value="([0-9a-f]{64})"', shown)
    assert digest

    after = act(client, done, "confirm-reading", digest=digest[1])

    assert answer(done)["reasons"] == ["reading_confirmed"]
    assert "Every row is in the books. Reading confirmed by" in after
    assert "Sign off" in after
    assert "I compared these" not in after
    assert "Reviewed" in act(client, done, "sign/sign_off")


def test_an_incomplete_reading_blames_no_side(ours: Organization, client: Client) -> None:
    done, client = bare(ours, entries=1), member(client, ours)

    shown = page(client, done)

    assert "Other rows that were read" in shown
    assert "Rows with an entry of the same amount" in shown
    for accusation in ("missing from", "not on the statement", "Add to books", "not in the books", 'type="checkbox" name="lines"'):
        assert accusation not in shown, accusation
    refused = act(client, done, "add-to-books", lines=1)
    assert "Nothing was added: the document was not read completely" in refused


def test_a_proved_reading_still_shows_its_differences(ours: Organization, client: Client) -> None:
    load(ours, books_of(JANUARY) | {"transactions": books_of(JANUARY)["transactions"][:1]})
    done, client = processed(ours, JANUARY.pdf()), member(client, ours)

    shown = page(client, done)

    assert "2 rows missing from your books" in shown
    assert 'type="checkbox" name="lines"' in shown
    assert "Check what was read" not in shown


def test_a_mark_is_answered_beside_its_crop(ours: Organization, client: Client) -> None:
    done, client = marked(ours), member(client, ours)
    shown = page(client, done)
    assert '<svg class="crop"' in shown
    assert "A printed mark that is not text" in shown
    assert "I compared these" not in shown

    after = act(client, done, "answer-mark", mark=0, says="nothing")

    assert answer(done)["verdict"] == "matched"
    assert "Reconciled, and proved row by row." in after
    assert "Check what was read" not in after


def test_a_row_is_added_from_its_place(ours: Organization, client: Client) -> None:
    done, client = marked(ours), member(client, ours)

    after = act(client, done, "add-row", mark=0, date="2026-01-21", description="Kiosk", amount="-5.00", balance="")

    assert "Kiosk" in after
    assert answer(done)["adds_up"]["difference"] == "5.00"
    assert "Nothing was recorded." in act(client, done, "add-row", mark=0, description="Kiosk", amount="-5.00")


def test_balances_are_corrected_in_filled_fields(ours: Organization, client: Client) -> None:
    done, client = bare(ours), member(client, ours)
    fields = {
        "opening": "1000.00",
        "closing": "1308.70",
        "number": "40021234",
        "currency": "EUR",
        "first": "2026-01-01",
        "last": "2026-01-31",
    }

    after = act(client, done, "correct-statement", **fields)

    assert statement_of(done).opening_balance == Decimal(1000)
    assert answer(done)["opening_balance"]["statement"] == "1000.00"
    assert 'value="1308.70"' in after
    assert "Unknown currency." in act(client, done, "correct-statement", currency="QQQ")


def test_an_auditor_sees_the_marks_and_no_form(ours: Organization, client: Client) -> None:
    done, client = marked(ours), member(client, ours, Role.AUDITOR)

    shown = page(client, done)

    assert "Printed rows that could not be read" in shown
    assert "answer-mark" not in shown
    assert (
        client.post(inside(f"/statements/{done.pk}/{statement_of(done).pk}/answer-mark/"), {"mark": "0", "says": "nothing"}).status_code
        == 403
    )


@pytest.mark.parametrize("path", ["confirm-reading", "answer-mark", "add-row", "correct-statement"])
def test_a_stranger_answers_nothing(path: str, ours: Organization, client: Client) -> None:
    done = marked(ours)
    client.force_login(MembershipFactory.create(role=Role.ADMIN).user)

    assert client.post(inside(f"/statements/{done.pk}/{statement_of(done).pk}/{path}/"), {}).status_code == 404
