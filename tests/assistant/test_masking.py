"""No number of an account, a card or an IBAN leaves whole; days and amounts do."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.contract import Message, Request, ToolResult
from assistant.masking import Masked, masked
from assistant.scripted import ScriptedProvider, says


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("IBAN DE89 3704 0044 0532 0130 00 at", "IBAN …3000 at"),
        ("GB29NWBK60161331926819", "…6819"),
        ("card 4111 1111 1111 1111", "card …1111"),
        ("card 4111-1111-1111-1111,", "card …1111,"),
        ("amex 3782 822463 10005", "amex …0005"),
        ("account 12345678", "account …5678"),
        ("0012345678 EUR", "…5678 EUR"),
        ('{"number":"123456789012"}', '{"number":"…9012"}'),
    ],
)
def test_it_is_cut_to_its_last_four(text: str, told: str) -> None:
    assert masked(text) == told


@pytest.mark.parametrize(
    "text",
    [
        "2026-01-31",
        "20260131",
        "2026-01-31 to 2026-02-28",
        "1234567.89",
        "-12,345,678.90",
        "12345678.90",
        "1 234 567,89",
        "a12",
        "1234567",
        "12 2026-01-05 3",
        "12 345 678,90",
    ],
)
def test_a_day_an_amount_and_a_short_number_stay(text: str) -> None:
    assert masked(text) == text


@given(st.text(), st.from_regex(r"[0-9]{9,19}", fullmatch=True).filter(lambda number: not number.startswith(("19", "20"))), st.text())
def test_no_long_number_between_spaces_is_ever_whole(before: str, number: str, after: str) -> None:
    assert f" {number} " not in f" {masked(f'{before} {number} {after}')} "


def test_a_provider_is_told_nothing_else_and_what_it_said_goes_back_as_it_was() -> None:
    inner = ScriptedProvider([says("ok")])
    own = Message(role="assistant", turn=says("your account 12345678"))
    results = Message(role="tool", results=(ToolResult(call_id="c", name="t", content="account 12345678"),))

    Masked(inner).generate(
        Request(messages=[Message(role="user", text="IBAN GB29NWBK60161331926819"), own, results], instructions="x 12345678")
    )

    (request,) = inner.requests
    assert (request.messages[0].text, request.messages[1], request.messages[2].results[0].content) == ("IBAN …6819", own, "account …5678")
    assert request.instructions == "x …5678"
