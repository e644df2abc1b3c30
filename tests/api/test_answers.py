"""Common behaviour of API answers: repeated requests, entity tags, pages, limits, problems."""

from decimal import Decimal
from typing import Any

import pytest
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from api.http.problems import DETAILS, REFUSALS
from api.models import KeptAnswer
from api.webhooks.services import BadWebhook
from finance.models import Account, Transaction
from people.refusal import Refusal
from tests.api.programs import Program
from tests.documents.making import pdf_of
from tests.factories import AccountFactory, MembershipFactory
from tests.world import booked

pytestmark = pytest.mark.django_db
ACCOUNT = {"name": "Till", "currency": "EUR", "kind": "cash"}


@pytest.fixture
def program() -> Program:
    cache.clear()
    return Program(MembershipFactory.create(organization__name="Ours"))


def keyed(key: str) -> dict[str, str]:
    return {"Idempotency-Key": key}


@pytest.mark.path
def test_the_same_request_under_one_key_is_done_once(program: Program) -> None:
    first, again = program.post("/accounts", ACCOUNT, **keyed("one")), program.post("/accounts", ACCOUNT, **keyed("one"))

    assert first.status_code == again.status_code == 201
    assert first.json() == again.json()
    assert again["Idempotent-Replayed"] == "true"
    assert Account.objects.of(program.membership.organization).count() == 1


def test_another_request_under_a_used_key_is_refused(program: Program) -> None:
    program.post("/accounts", ACCOUNT, **keyed("one"))

    refused = program.post("/accounts", ACCOUNT | {"name": "Another"}, **keyed("one"))

    assert (refused.status_code, refused.json()["code"]) == (409, "idempotency_key_reused")
    assert Account.objects.of(program.membership.organization).count() == 1


def test_a_key_is_a_tokens_own(program: Program) -> None:
    other = Program(program.membership)

    program.post("/accounts", ACCOUNT, **keyed("one"))

    assert other.post("/accounts", ACCOUNT | {"name": "Another"}, **keyed("one")).status_code == 201


def test_a_refused_request_may_be_repeated_under_its_key(program: Program) -> None:
    existing = program.post("/accounts", ACCOUNT).json()
    refused = program.post("/accounts", ACCOUNT, **keyed("one"))
    assert (refused.status_code, refused.json()["code"]) == (409, "account_exists")
    program.patch(f"/accounts/{existing['id']}", {"name": "Renamed"})

    assert program.post("/accounts", ACCOUNT, **keyed("one")).status_code == 201


def test_a_change_and_its_stored_answer_are_saved_together_or_not_at_all(program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_args: Any, **_more: Any) -> None:
        raise RuntimeError("the disk is full")

    monkeypatch.setattr("api.models.KeptAnswer.save", broken)
    client = Client(raise_request_exception=False)

    answer = client.post("/api/v1/accounts", ACCOUNT, content_type="application/json", headers=program.headers | keyed("one"))

    assert answer.status_code == 500
    assert not Account.objects.of(program.membership.organization).exists()
    assert not KeptAnswer.objects.of(program.membership.organization).exists()


def test_an_upload_is_known_by_its_content_and_not_by_the_line_between_its_parts(program: Program) -> None:
    pdf = pdf_of(lambda canvas: canvas.drawString(50, 700, "one"))
    answers = [program.send("/imports", {"file": SimpleUploadedFile("a.pdf", pdf)}, **keyed("up")) for _ in range(2)]

    assert [answer.status_code for answer in answers] == [202, 202]
    assert answers[0].json() == answers[1].json()
    other = program.send("/imports", {"file": SimpleUploadedFile("b.pdf", pdf)}, **keyed("up"))
    assert other.json()["code"] == "idempotency_key_reused"


@pytest.mark.parametrize("key", ["", "a b", "é", "x" * 256])
def test_an_invalid_key_is_reported(program: Program, key: str) -> None:
    assert program.post("/accounts", ACCOUNT, **keyed(key)).json()["code"] == "bad_idempotency_key"


def test_an_unchanged_account_is_answered_with_304_and_no_body(program: Program) -> None:
    made = program.post("/accounts", ACCOUNT).json()
    first = program.get(f"/accounts/{made['id']}")

    again = program.get(f"/accounts/{made['id']}", **{"If-None-Match": first["ETag"]})

    assert again.status_code == 304
    assert again.content == b""
    assert first["Cache-Control"] == "private, no-cache"


def test_a_change_with_the_tag_of_an_older_version_is_refused(program: Program) -> None:
    made = program.post("/accounts", ACCOUNT).json()
    seen = program.get(f"/accounts/{made['id']}")["ETag"]
    changed = program.patch(f"/accounts/{made['id']}", {"institution": "A bank"}, **{"If-Match": seen})
    assert changed.status_code == 200

    late = program.patch(f"/accounts/{made['id']}", {"institution": "Another"}, **{"If-Match": seen})

    assert (late.status_code, late.json()["code"]) == (412, "changed_meanwhile")
    assert program.patch(f"/accounts/{made['id']}", {"institution": "B"}, **{"If-Match": changed["ETag"]}).status_code == 200
    assert program.patch(f"/accounts/{made['id']}", {"institution": "C"}, **{"If-Match": "no tag"}).status_code == 400


def test_an_entry_that_was_changed_meanwhile_is_not_deleted(program: Program) -> None:
    account = AccountFactory.create(organization=program.membership.organization)
    entry = booked(account, 5, "-3.00", "tea")
    seen = program.get(f"/entries/{entry.pk}")["ETag"]
    program.patch(f"/entries/{entry.pk}", {"description": "cake"})

    assert program.delete(f"/entries/{entry.pk}", **{"If-Match": seen}).status_code == 412
    assert Transaction.objects.of(program.membership.organization).get().description == "cake"


def test_pages_show_every_row_once_though_rows_are_added_meanwhile(program: Program) -> None:
    account = AccountFactory.create(organization=program.membership.organization)
    wanted = [booked(account, day, "-1.00", f"row {day}") for day in range(1, 8)]
    seen, after = [], ""
    while True:
        page = program.get(f"/accounts/{account.pk}/entries", {"limit": 3, "after": after}).json()
        seen += [item["id"] for item in page["items"]]
        if page["next"] is None:
            break
        booked(account, 1, "-9.00", "booked meanwhile, before where the reader is")
        after = page["next"]

    assert seen == [str(entry.pk) for entry in wanted]


@pytest.mark.parametrize("after", ["0", "AAAA", "x" * 100, "MjAyNi0wMS0wMX4x"])
def test_an_invalid_page_is_not_found(program: Program, after: str) -> None:
    assert program.get("/accounts", {"after": after}).json()["code"] == "no_such_page"


def test_a_client_that_asks_too_often_learns_when_to_try_again(program: Program, settings: Any) -> None:
    settings.API_RATE = "2/m"
    assert [program.get("/me").status_code for _ in range(2)] == [200, 200]

    refused = program.get("/me")

    assert (refused.status_code, refused.json()["code"]) == (429, "too_many_requests")
    assert int(refused["Retry-After"]) > 0
    assert Program(program.membership).get("/me").status_code == 200, "another token has a count of its own"


def test_amounts_are_strings_and_floats_are_refused(program: Program) -> None:
    account = AccountFactory.create(organization=program.membership.organization, opening="0.10")
    path = f"/accounts/{account.pk}/entries"

    refused = program.post(path, {"booked_on": "2026-01-05", "amount": 0.2})
    entered = program.post(path, {"booked_on": "2026-01-05", "amount": "0.20"})

    assert refused.status_code == 422
    assert "string" in refused.json()["errors"][0]["message"]
    assert entered.json()["amount"] == "0.20"
    assert Transaction.objects.of(program.membership.organization).get().amount == Decimal("0.20")
    assert program.get(f"/accounts/{account.pk}/balance").json()["balance"] == "0.30"


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        ({"booked_on": "2026-01-05", "amount": "1.001"}, "not_an_amount"),
        ({"booked_on": "2025-12-31", "amount": "1.00"}, "invalid"),
        ({"booked_on": 0, "amount": "1.00"}, "invalid"),
        ({"booked_on": "2026-01-05", "amount": "1.00", "colour": "red"}, "invalid"),
        ({"booked_on": "2026-01-05", "amount": "1.00", "description": "\0"}, "invalid"),
    ],
)
def test_an_entry_that_the_books_cannot_hold_is_refused_with_a_code(program: Program, sent: dict[str, Any], code: str) -> None:
    account = AccountFactory.create(organization=program.membership.organization)

    answer = program.post(f"/accounts/{account.pk}/entries", sent)

    assert answer.status_code in {409, 422}
    assert answer["Content-Type"] == "application/problem+json"
    assert answer.json()["code"] == code


def test_every_refusal_has_a_sentence_or_an_answer_of_its_own() -> None:
    def kinds_of(kind: type[Refusal]) -> set[type[Refusal]]:
        return {kind}.union(*map(kinds_of, kind.__subclasses__()))

    kinds = {kind for kind in kinds_of(Refusal) - {Refusal} if kind.__module__.partition(".")[0] != "tests"}
    coded = {kind for kind in kinds if hasattr(kind, "code")}

    assert {kind.code for kind in coded} <= DETAILS.keys()
    assert kinds - coded - REFUSALS.keys() == {BadWebhook}
    assert {"address", "unknown_event", "no_event", "too_many"} <= DETAILS.keys()


def test_an_unknown_balance_is_null_and_never_zero(program: Program) -> None:
    made = program.post("/accounts", ACCOUNT).json()

    assert made["opening_balance"] is None
    assert program.get(f"/accounts/{made['id']}/balance").json()["balance"] is None


@pytest.mark.parametrize("path", ["/nothing", "/accounts/AAA", "/accounts/%0A"])
def test_an_unknown_operation_is_reported_as_a_problem(program: Program, path: str) -> None:
    for answer in (program.get(path), program.post(path)):
        assert (answer.status_code, answer.json()["code"]) == (404, "no_operation")


def test_the_page_of_the_schema_asks_nothing_of_another_server() -> None:
    page = Client().get("/api/v1/docs").content.decode()

    assert "https://" not in page
    assert "ninja/swagger-ui-bundle.js" in page
