"""No number of an account, a card or an IBAN leaves whole; days and amounts do."""

import json
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.contract import Message, Request, ToolResult
from assistant.masking import Masked, masked
from assistant.scripted import ScriptedProvider, says
from assistant.strict_json import write


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
        ("ACCT12345678", "ACCT…5678"),
        ("A/C No.12345678EUR", "A/C No.…5678EUR"),
        ("Konto-12345678", "Konto-…5678"),
        ("-12345678", "-…5678"),
        ("12345678,87654321", "…5678,…4321"),
        ("1.12345678", "1.…5678"),
        ("12-3456-7890123-00", "…2300"),
        ("20-45-67-12345678", "…5678"),
        ("x-DE89 3704 0044 0532 0130 00", "x-DE89 …3000"),
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
        "12345678.123",
        "2026-01-31-2026-02-28",
        "01-01-2026-31-01-2026",
        "31-01-2026",
        "2026-0017",
    ],
)
def test_a_day_an_amount_and_a_short_number_stay(text: str) -> None:
    assert masked(text) == text


@given(st.text(alphabet="0123456789ab .,-/:€", max_size=60))
def test_of_eight_digits_in_a_row_only_days_and_amounts_with_decimals_stay(text: str) -> None:
    for found in re.finditer(r"\d{8,}", masked(text)):
        after = masked(text)[found.end() :]
        assert re.fullmatch(r"(19|20)\d{6}", found.group()) or re.match(r"[.,]\d{1,3}(?!\d)", after), found


MONEY = re.compile("amount|(.+_)?balance")
TABLE = {"columns": ["id", "amount", "description", "number"], "rows": [["t1", "-12500000", "12345678", "87654321"]]}


def test_an_amount_in_a_field_of_money_stays_whole_and_its_neighbours_do_not() -> None:
    told = {**TABLE, "sum": "12345678", "opening_balance": {"ledger": "98765432", "text": "to 98765432"}, "count": 12345678}

    assert json.loads(masked(write(told), MONEY)) == {
        "columns": TABLE["columns"],
        "rows": [["t1", "-12500000", "…5678", "…4321"]],
        "sum": "…5678",
        "opening_balance": {"ledger": "98765432", "text": "to …5432"},
        "count": "…5678",
    }


def test_a_line_of_json_within_a_text_is_cut_value_by_value_and_its_marks_are_not_touched() -> None:
    text = f"Propose.\n=== mark ===\n{write(TABLE)}\n=== mark ==="

    assert masked(text, MONEY) == text.replace("12345678", "…5678").replace("87654321", "…4321")


@pytest.mark.parametrize("text", ["{12345678", "[1, NaN, 12345678]", "[" * 100_000 + "12345678"])
def test_what_only_looks_like_json_is_cut_as_any_text(text: str) -> None:
    assert masked(text, MONEY) == text.replace("12345678", "…5678")


@given(
    st.recursive(
        st.one_of(st.none(), st.booleans(), st.integers(-(10**6), 10**6), st.text()),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    )
)
def test_json_without_such_numbers_comes_back_as_it_was(value: Any) -> None:
    text = write({"told": value})

    assert masked(text, MONEY) == text or re.search(r"\d{4}", text)


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
