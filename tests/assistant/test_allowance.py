"""Remaining requests and tokens in the headers of providers."""

import pytest

from assistant.allowance import Allowance, RemainingAllowance, allowance_in
from assistant.protocols import Reply

DATE = "Tue, 24 Nov 2026 12:00:00 GMT"
OPENAI = {
    "x-ratelimit-limit-requests": "60",
    "x-ratelimit-limit-tokens": "150000",
    "x-ratelimit-remaining-requests": "59",
    "x-ratelimit-remaining-tokens": "149984",
    "x-ratelimit-reset-requests": "1s",
    "x-ratelimit-reset-tokens": "6m0s",
}
ANTHROPIC = {
    "date": DATE,
    "anthropic-ratelimit-requests-limit": "50",
    "anthropic-ratelimit-requests-remaining": "49",
    "anthropic-ratelimit-requests-reset": "2026-11-24T12:00:01Z",
    "anthropic-ratelimit-tokens-limit": "40000",
    "anthropic-ratelimit-tokens-remaining": "0",
    "anthropic-ratelimit-tokens-reset": "2026-11-24T12:00:30Z",
}


def told(headers: dict[str, str], status: int = 200) -> Allowance:
    return allowance_in(Reply(status=status, body="", headers=headers))


def test_the_headers_of_openai_give_the_remaining_requests_and_tokens() -> None:
    assert told(OPENAI).left == (
        RemainingAllowance(kind="requests", left=59, of=60, seconds=1.0),
        RemainingAllowance(kind="tokens", left=149_984, of=150_000, seconds=360.0),
    )


def test_the_times_of_day_in_anthropics_headers_become_seconds() -> None:
    assert told(ANTHROPIC).left == (
        RemainingAllowance(kind="requests", left=49, of=50, seconds=1.0),
        RemainingAllowance(kind="tokens", left=0, of=40_000, seconds=30.0),
    )


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("7.66s", 7.66),
        ("120ms", 0.12),
        ("2m59.56s", 179.56),
        ("60", 60.0),
        ("1h", 3600.0),
        ("soon", None),
        ("", None),
        ("9" * 9 + "d", 86_400.0),
    ],
)
def test_how_long_it_takes(text: str, seconds: float | None) -> None:
    (left,) = told({"x-ratelimit-remaining-requests": "0", "x-ratelimit-reset-requests": text}).left

    assert left.seconds == (None if seconds is None else pytest.approx(seconds))


@pytest.mark.parametrize("left", ["-1", "many", "1.5", "", "9" * 40])
def test_a_header_that_is_no_number_is_ignored(left: str) -> None:
    assert told({"x-ratelimit-remaining-requests": left}).left == ()


@pytest.mark.parametrize(("status", "pause"), [(429, 20.0), (503, 20.0), (529, 20.0), (200, None), (400, None)])
def test_only_one_that_is_limited_asks_for_a_pause(status: int, pause: float | None) -> None:
    assert told({"retry-after": "20"}, status).pause == pause


def test_no_headers_tell_nothing() -> None:
    assert told({}) == Allowance()
