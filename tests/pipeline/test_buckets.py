"""All workers together send a provider no more requests than its own headers allow: a bucket in a real Redis."""

import threading
from collections.abc import Iterator

import pytest
from pytest_django.fixtures import Settings
from redis import Redis

from assistant.allowance import Allowance, RemainingAllowance
from reconciliation import tasks
from reconciliation.model_access.provider_selection import chosen_for
from reconciliation.model_access.rate_limit import LONGEST, NoBucket, RateBucket, bucket_of
from reconciliation.models import ProviderChoice, StatementImport
from tests.assistant.local_server import Answer, completion, serving
from tests.factories import OrganizationFactory
from tests.pipeline.papers import JANUARY, books_of, entry, load
from tests.pipeline.uploads import received, worked_on

pytestmark = [pytest.mark.redis]
HOUR = 3600.0


@pytest.fixture
def redis(redis_url: str) -> Iterator[Redis]:
    client = Redis.from_url(redis_url)
    client.flushdb()
    yield client
    client.flushdb()
    client.close()


@pytest.fixture
def bucket(redis: Redis) -> RateBucket:
    return RateBucket(redis, "allowance:a")


def requests(left: int, of: int | None = None, seconds: float | None = HOUR) -> Allowance:
    return Allowance(left=(RemainingAllowance(kind="requests", left=left, of=of, seconds=seconds),))


def test_without_a_known_limit_there_is_no_wait(bucket: RateBucket) -> None:
    assert [bucket.take(10**9) for _ in range(100)] == [0.0] * 100


def test_only_the_remaining_requests_are_sent(bucket: RateBucket) -> None:
    bucket.learn(requests(3))

    assert [bucket.take(1) for _ in range(3)] == [0.0] * 3
    assert bucket.take(1) == LONGEST


def test_many_at_once_take_no_more_than_there_is(bucket: RateBucket) -> None:
    bucket.learn(requests(20))
    came: list[float] = []
    threads = [threading.Thread(target=lambda: came.append(bucket.take(1))) for _ in range(40)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert sorted(came) == [0.0] * 20 + [LONGEST] * 20


def test_tokens_are_taken_as_estimated_and_the_wait_covers_the_missing_ones(bucket: RateBucket) -> None:
    bucket.learn(Allowance(left=(RemainingAllowance(kind="tokens", left=100, of=1100, seconds=100.0),)))

    assert bucket.take(90) == 0.0
    assert bucket.take(110) == pytest.approx(10.0, abs=0.5)


def test_more_than_a_full_bucket_has_is_asked_when_it_is_full(bucket: RateBucket) -> None:
    bucket.learn(Allowance(left=(RemainingAllowance(kind="tokens", left=50, of=100, seconds=10.0),)))

    assert bucket.take(1000) == pytest.approx(10.0, abs=0.5)


def test_once_it_is_full_again_it_has_all(bucket: RateBucket) -> None:
    bucket.learn(requests(0, of=2, seconds=0.0))

    assert [bucket.take(1), bucket.take(1)] == [0.0, 0.0]


def test_a_rate_limited_provider_is_paused(bucket: RateBucket) -> None:
    bucket.learn(Allowance(pause=20.0))

    assert bucket.take(1) == pytest.approx(20.0, abs=0.5)


def test_the_limits_in_a_later_answer_count(bucket: RateBucket) -> None:
    bucket.learn(requests(0))
    bucket.learn(requests(1))

    assert bucket.take(1) == 0.0


def test_an_unreachable_redis_delays_no_request() -> None:
    away = RateBucket(Redis.from_url("redis://127.0.0.1:1/0", socket_connect_timeout=1), "allowance:a")
    away.learn(requests(0))

    assert away.take(1) == 0.0


@pytest.mark.django_db
def test_each_payer_has_a_bucket_of_its_own(redis: Redis, redis_url: str, settings: Settings) -> None:
    settings.REDIS_URL, settings.PROVIDER, settings.PROVIDER_MODEL = redis_url, "compatible", "small"
    ours, theirs, own = OrganizationFactory.create(), OrganizationFactory.create(), OrganizationFactory.create()
    ProviderChoice.objects.create(organization=own, provider="compatible", model="small", base_url="http://127.0.0.1:9/v1")
    bucket_of(ours, chosen_for(ours, "compatible"), "small").learn(requests(0))

    waits = [bucket_of(each, chosen_for(each, "compatible"), "small").take(1) for each in (ours, theirs, own)]

    assert waits == [LONGEST, LONGEST, 0.0]
    assert bucket_of(ours, chosen_for(ours, "compatible"), "large").take(1) == 0.0


@pytest.mark.django_db
def test_without_redis_there_is_none(settings: Settings) -> None:
    settings.REDIS_URL = ""
    ours = OrganizationFactory.create()

    assert isinstance(bucket_of(ours, chosen_for(ours, "compatible"), "small"), NoBucket)


@pytest.mark.django_db
def test_a_rate_limited_import_waits_and_is_then_sent(
    redis: Redis, redis_url: str, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    later: list[float | None] = []
    for task in (tasks.process_pdf, tasks.ask_model):
        monkeypatch.setattr(task, "apply_async", lambda *_, countdown=None, **__: later.append(countdown))
    spent = {"x-ratelimit-remaining-requests": "0", "x-ratelimit-limit-requests": "1", "x-ratelimit-reset-requests": "30s"}
    said = completion({"role": "assistant", "content": "no"})
    answer = Answer(body=said.body, headers={**said.headers, **spent})
    with serving(*[answer] * 9) as server:
        settings.REDIS_URL, settings.PROVIDER, settings.PROVIDER_MODEL = redis_url, "compatible", "small"
        settings.PROVIDER_BASE_URL, settings.PROVIDER_API_KEY = server.url, "a-key"
        ours = OrganizationFactory.create()
        entry(load(ours, books_of(JANUARY)), "t2").delete()
        waiting = received(ours, JANUARY.pdf())
        for task in (tasks.process_pdf, tasks.ask_model, tasks.process_pdf, tasks.ask_model):
            task(str(waiting.pk))

        assert len(server.requests) == 1
        assert later[-1] == pytest.approx(30, abs=2)
        waiting.refresh_from_db()
        assert (waiting.status, waiting.waits_for_model) == (StatementImport.Status.PROCESSING, True)
        redis.flushdb()
        worked_on(waiting)
    waiting.refresh_from_db()
    assert waiting.verdict == "mismatched"
