"""Webhooks are queued in the transaction of their event, signed, and sent until they are accepted."""

import datetime as dt
import json
import time
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.mail import EmailMessage
from django.db import transaction
from django.db.models import F
from django.utils import timezone
from standardwebhooks import Webhook as Checker
from standardwebhooks import WebhookVerificationError

from api.models import Delivery, DeliveryTurn, Webhook
from api.webhooks import delivering
from api.webhooks.delivering import AFTER, FAILURES, OF_AN_ORGANIZATION, PAUSES, TURN, Outcome, deliver_due
from api.webhooks.services import BadWebhook, add_webhook, change_webhook, remove_webhook, try_webhook
from people.access import NotYours
from people.roles import Role
from reconciliation.posting.publishing import publish
from tests.api.programs import Program
from tests.api.receiver import Receiver, dripping, receiver, silent
from tests.factories import AccountFactory, MembershipFactory
from tests.read_statements import only, paper, read_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def target(settings: Any) -> Iterator[Receiver]:
    with receiver() as server:
        settings.CONNECTION_ADDRESSES = [server.address]
        yield server


def hooked(target: Receiver, *events: str, name: str = "Ours") -> tuple[Webhook, str]:
    member = MembershipFactory.create(organization__name=name, user__email="owner@example.org")
    return add_webhook(organization=member.organization, by=member.user, url=target.address, events=events or ("import.finished",))


def tried(hook: Webhook) -> None:
    try_webhook(webhook=hook, by=hook.organization.memberships.get().user)


def owed() -> list[Delivery]:
    return list(Delivery.objects.across_organizations("the test looks at all").order_by("made_at"))


def later(by: dt.timedelta) -> None:
    for each in owed():
        each.due_at -= by
        each.save(update_fields=["due_at"])
    Webhook.objects.across_organizations("the test looks at all").update(resumes_at=F("resumes_at") - by)


def happen(hook: Webhook) -> Any:
    account = AccountFactory.create(organization=hook.organization)
    return read_in(account.organization, paper([(5, "-1.00", "tea"), (6, "-2.00", "cake")]))


@pytest.mark.path
def test_a_message_about_a_finished_statement_has_its_verdict_and_no_text_of_the_document(target: Receiver) -> None:
    hook, secret = hooked(target, "import.posted", "import.decided")
    statement = only(happen(hook))
    publish(statement=statement, actor=None, lines=[0])

    assert deliver_due() == 1
    headers, body = target.received[0]
    message = json.loads(body)
    assert message["type"] == "import.posted"
    assert message["data"]["id"] == str(statement.statement_import_id)
    assert "tea" not in body.decode()
    Checker(secret).verify(body, headers)
    assert owed()[0].delivered_at


def test_a_message_that_was_changed_on_its_way_is_found_out(target: Receiver) -> None:
    hook, secret = hooked(target)
    tried(hook)
    deliver_due()
    headers, body = target.received[0]

    with pytest.raises(WebhookVerificationError):
        Checker(secret).verify(body.replace(b"try", b"cry"), headers)


def test_each_run_sends_a_message(target: Receiver) -> None:
    hook, _secret = hooked(target, "import.finished")
    publish(statement=only(happen(hook)), actor=None, lines=[0])

    deliver_due()

    message = json.loads(target.received[0][1])
    assert message["data"]["cause"] == "posted"
    assert message["data"]["verdict"] in {"partial", "mismatched", "matched"}


def test_an_act_that_was_rolled_back_sends_no_message(target: Receiver) -> None:
    hook, _secret = hooked(target, "import.posted")
    statement = only(happen(hook))
    with transaction.atomic():
        publish(statement=statement, actor=None, lines=[0])
        transaction.set_rollback(True)

    assert owed() == []


def test_a_message_that_is_not_taken_is_sent_again_later_and_later(target: Receiver) -> None:
    target.answers = [500, 503, 204]
    hook, _secret = hooked(target)
    tried(hook)

    assert deliver_due() == 1
    assert deliver_due() == 0, "not before its time"
    assert owed()[0].answered == 500
    later(AFTER[0])
    deliver_due()
    later(AFTER[1])
    deliver_due()

    assert [owed()[0].tries, owed()[0].answered] == [3, 204]
    assert owed()[0].delivered_at
    assert len({headers["webhook-id"] for headers, _body in target.received}) == 1, "a receiver can tell that it is the same message"


def test_after_days_without_an_answer_the_webhook_is_switched_off(target: Receiver) -> None:
    target.answers = [410]
    hook, _secret = hooked(target)
    tried(hook)
    for wait in AFTER:
        deliver_due()
        later(max(wait, *PAUSES))

    hook.refresh_from_db()
    assert owed()[0].given_up_at
    assert (hook.enabled, bool(hook.failed_at)) == (False, True)
    assert sum(AFTER, dt.timedelta()) > dt.timedelta(days=2)
    assert sum(PAUSES, dt.timedelta()) > dt.timedelta(days=2)
    changed = change_webhook(webhook=hook, by=hook.organization.memberships.get().user, enabled=True)
    assert (changed.enabled, changed.failed_at) == (True, None)


def test_a_webhook_follows_no_redirect(target: Receiver) -> None:
    target.answers = [302]
    hook, _secret = hooked(target)
    tried(hook)
    deliver_due()

    assert len(target.received) == 1
    assert owed()[0].delivered_at is None


@pytest.mark.parametrize(
    "url", ["http://127.0.0.1:1/", "https://localhost/", "https://10.0.0.1/", "http://example.org/", "ftp://x.org", "https://u:p@x.org/"]
)
def test_an_address_of_the_inside_is_refused(url: str) -> None:
    member = MembershipFactory.create(organization__name="Ours")

    with pytest.raises(BadWebhook) as refused:
        add_webhook(organization=member.organization, by=member.user, url=url, events=["import.posted"])

    assert refused.value.code == "address"


def test_a_name_that_leads_inside_later_is_not_asked(target: Receiver, settings: Any) -> None:
    hook, _secret = hooked(target)
    tried(hook)
    settings.CONNECTION_ADDRESSES = []

    deliver_due()

    assert target.received == []
    assert owed()[0].failure == "address"


@pytest.mark.parametrize("removed", [False, True])
def test_a_webhook_removed_while_its_message_is_under_way_breaks_no_other(
    target: Receiver, monkeypatch: pytest.MonkeyPatch, removed: bool
) -> None:
    hooks = [add_webhook(organization=member.organization, by=member.user, url=target.address, events=["import.finished"])[0]
             for member in (MembershipFactory.create(organization__name=name) for name in ("Ours", "Theirs", "Another"))]  # fmt: skip
    for hook in hooks:
        tried(hook)
    real = delivering._record

    def record(delivery: Delivery, outcome: Outcome) -> None:
        if removed and delivery.webhook_id == hooks[0].pk:
            remove_webhook(webhook=hooks[0], by=hooks[0].organization.memberships.get().user)
        real(delivery, outcome)

    monkeypatch.setattr(delivering, "_record", record)

    assert deliver_due() == 3
    assert len(target.received) == 3
    assert [bool(each.delivered_at) for each in owed()] == [True] * (2 if removed else 3)


def test_a_message_that_fails_in_any_way_costs_no_other_its_try(target: Receiver, monkeypatch: pytest.MonkeyPatch) -> None:
    hooks = [hooked(target, name=name)[0] for name in ("Ours", "Theirs", "Another")]
    for hook in hooks:
        tried(hook)
    real, broken = delivering._posted, str(owed()[0].pk)

    async def posted(url: str, body: bytes, headers: dict[str, str]) -> int:
        if headers["webhook-id"] == broken:
            raise ValueError("a fault of this message")
        return await real(url, body, headers)

    monkeypatch.setattr(delivering, "_posted", posted)

    assert deliver_due() == 3
    assert [str(each.pk) for each in owed() if not each.delivered_at] == [broken]
    assert [each.failure for each in owed() if not each.delivered_at] == ["error"]
    monkeypatch.undo()
    later(AFTER[0])
    deliver_due()
    assert all(each.delivered_at for each in owed())


def test_silent_webhooks_share_one_time_limit_and_delay_no_other_organization(
    target: Receiver, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(delivering, "SECONDS", 3.0)
    with silent() as address, dripping() as drip:
        settings.CONNECTION_ADDRESSES = [target.address, address, drip]
        member = MembershipFactory.create(organization__name="Theirs")
        hooks = [
            add_webhook(organization=member.organization, by=member.user, url=url, events=["import.finished"])[0]
            for url in [address, drip] * 10
        ]
        for hook in hooks:
            tried(hook)
        ours, _secret = hooked(target)
        tried(ours)
        started = time.monotonic()

        first = delivering._send_round()

        assert time.monotonic() - started < 20 * 3.0
    assert first == OF_AN_ORGANIZATION + 1
    assert len(target.received) == 1
    assert {each.failure for each in owed() if each.tries and not each.delivered_at} == {"timeout"}


def test_messages_to_a_webhook_are_sent_one_after_the_other_in_their_order(target: Receiver) -> None:
    hook, _secret = hooked(target)
    for _ in range(4):
        tried(hook)
    order = [str(each.pk) for each in owed()]

    assert delivering._send_round() == 1
    assert deliver_due() == 3
    assert [headers["webhook-id"] for headers, _body in target.received] == order


def test_a_webhook_that_fails_in_a_row_is_paused_ever_longer_and_its_owner_is_notified_once(
    target: Receiver, settings: Any, mailoutbox: list[EmailMessage]
) -> None:
    settings.EMAIL_URL, settings.PUBLIC_URL = "smtp://mail.example", "https://tieout.example"
    target.answers = [500]
    hook, _secret = hooked(target)
    for _ in range(FAILURES + 2):
        tried(hook)
    Webhook.objects.of(hook.organization).update(resumes_at=None)
    pauses = []
    for number in range(FAILURES + 2):
        later(max(PAUSES))
        assert delivering._send_round() == 1, "a paused webhook is tried with one message"
        hook.refresh_from_db()
        if number >= FAILURES - 1:
            assert hook.resumes_at
            pauses.append(hook.resumes_at - timezone.now())
            assert delivering._send_round() == 0, "while it is paused its other messages wait"

    assert pauses == sorted(pauses)
    assert pauses[0] > PAUSES[0] - dt.timedelta(minutes=1)
    assert [letter.to for letter in mailoutbox] == [[hook.organization.memberships.get().user.email]]
    assert f"https://tieout.example/c/{hook.organization.slug}/programs/" in mailoutbox[0].body
    target.answers = [204]
    later(max(PAUSES))
    deliver_due()
    hook.refresh_from_db()
    assert (hook.failures, hook.resumes_at) == (0, None)
    assert all(each.delivered_at for each in owed())


def test_one_worker_sends_at_a_time_and_a_dead_one_is_replaced(target: Receiver) -> None:
    hook, _secret = hooked(target)
    tried(hook)
    DeliveryTurn.objects.create(until=timezone.now() + TURN)

    assert deliver_due() == 0
    assert target.received == []
    DeliveryTurn.objects.update(until=timezone.now() - dt.timedelta(seconds=1))
    assert deliver_due() == 1
    assert DeliveryTurn.objects.get().until is None


def test_a_person_who_tries_a_paused_webhook_does_not_wait_for_its_pause(target: Receiver) -> None:
    hook, _secret = hooked(target)
    Webhook.objects.of(hook.organization).update(failures=FAILURES, resumes_at=timezone.now() + PAUSES[-1])

    tried(hook)

    assert deliver_due() == 1
    assert owed()[0].delivered_at


def test_only_who_manages_settings_adds_one() -> None:
    member = MembershipFactory.create(organization__name="Ours", role=Role.REVIEWER)

    with pytest.raises(NotYours):
        add_webhook(organization=member.organization, by=member.user, url="https://example.org/", events=["import.posted"])


def test_the_secret_is_sealed_in_the_table(target: Receiver) -> None:
    _hook, secret = hooked(target)

    stored = Webhook.objects.across_organizations("the test looks at all").get()
    assert secret.encode() not in bytes(stored.sealed)


def test_another_organization_receives_nothing(target: Receiver) -> None:
    hooked(target, "import.posted", "import.finished")
    other = AccountFactory.create(organization__name="Theirs")
    publish(statement=only(read_in(other.organization, paper([(5, "-1.00", "tea")]))), actor=None, lines=[0])

    assert owed() == []


def test_over_the_api_a_webhook_is_added_tried_and_removed(target: Receiver) -> None:
    program = Program(MembershipFactory.create(organization__name="Ours"))
    made = program.post("/webhooks", {"url": target.address, "events": ["import.posted"]}).json()
    key = made["webhook"]["id"]

    assert made["secret"].startswith("whsec_")
    assert program.post(f"/webhooks/{key}/try").status_code == 202
    deliver_due()
    assert program.get(f"/webhooks/{key}/deliveries").json()[0]["answered"] == 204
    assert program.patch(f"/webhooks/{key}", {"enabled": False}).json()["enabled"] is False
    assert program.delete(f"/webhooks/{key}").status_code == 204
    assert program.get("/webhooks").json() == []
