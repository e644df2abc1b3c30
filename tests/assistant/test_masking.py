"""No number of an account, a card or an IBAN leaves whole, no address and no telephone at all; days and amounts do."""

import json
import re
import unicodedata
from collections.abc import Generator
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.contract import (
    Around,
    Message,
    Provider,
    ReasoningDelta,
    Request,
    TextDelta,
    ToolCall,
    ToolResult,
    Turn,
    TurnEnd,
    TurnEvent,
)
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
        ("x-DE89 3704 0044 0532 0130 00", "x-…3000"),
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
def test_eight_digits_in_a_row_are_masked_unless_they_are_a_day_or_an_amount_with_decimals(text: str) -> None:
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
def test_a_text_that_is_not_valid_json_is_masked_as_plain_text(text: str) -> None:
    assert masked(text, MONEY) == text.replace("12345678", "…5678")


@given(
    st.recursive(
        st.one_of(st.none(), st.booleans(), st.integers(-(10**6), 10**6), st.text()),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    )
)
def test_json_without_such_numbers_comes_back_as_it_was(value: Any) -> None:
    text = write({"told": value})

    assert masked(text, MONEY) == text or re.search(r"\d{4}|@", unicodedata.normalize("NFKC", text))


@given(st.text(), st.from_regex(r"[0-9]{9,19}", fullmatch=True).filter(lambda number: not number.startswith(("19", "20"))), st.text())
def test_no_long_number_between_spaces_is_ever_whole(before: str, number: str, after: str) -> None:
    assert f" {number} " not in f" {masked(f'{before} {number} {after}')} "


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("mail jane.doe@example.com or info (at) example.com", "mail [email-1] or [email-2]"),
        ("Jane.Doe@example.com and jane.doe@EXAMPLE.com", "[email-1] and [email-1]"),
        ("pay jane@okbank 12.50", "pay [email-1] 12.50"),
        ("Tel. +49 30 1234567, fax 030/7654321", "Tel. [phone-1], fax [phone-2]"),
        ("(212) 555-0123 or 1-800-FLOWERS", "[phone-1] or [phone-2]"),
        ("01.42.68.53.00", "[phone-1]"),
        ("call 555-0123", "call [phone-1]"),
        ("12345678 and 99995678 and 1234 5678", "\u20265678 and \u20265678#2 and \u20265678"),
        ("\u20265678 and 12345678", "\u20265678 and \u20265678#2"),
    ],
)
def test_each_address_and_telephone_number_has_a_placeholder_of_its_own(text: str, told: str) -> None:
    assert masked(text) == told


@pytest.mark.parametrize(
    "text",
    [
        "06/02 06/02 SHOP",
        "7/20 2081 Check 26.44",
        "72.33 2072 8/5 420.95",
        "05.03. 06.03. 1234,50",
        "USD 123 456 789",
        "+1 234 567",
        "3@4.99",
    ],
)
def test_days_and_amounts_side_by_side_are_no_telephone(text: str) -> None:
    assert masked(text) == text


ASKED = Request(
    messages=[
        Message(role="user", text="IBAN GB29NWBK60161331926819 of jane@example.com"),
        Message(role="tool", results=(ToolResult(call_id="c", name="t", content="account 12345678, call 0171 1234567"),)),
    ],
    instructions="x 99995678",
)
MEANT = "It is 12345678, not 99995678: GB29NWBK60161331926819, jane@example.com, 0171 1234567 [1] \u2026"
TOLD = "It is \u20265678#2, not \u20265678: \u20266819, [email-1], [phone-1] [1] \u2026"


def test_a_provider_receives_placeholders_and_its_answer_has_the_values_again() -> None:
    arguments = {"text": "\u20265678#2", "any": ["[email-1]", 3, {"of": "[phone-1]"}]}
    inner = ScriptedProvider([replace(says(TOLD), tool_calls=(ToolCall(id="1", name="t", arguments=arguments),), state={"raw": TOLD})])

    turn = Masked(inner).generate(ASKED)

    (request,) = inner.requests
    assert request.instructions == "x \u20265678"
    assert request.messages[0].text == "IBAN \u20266819 of [email-1]"
    assert request.messages[1].results[0].content == "account \u20265678#2, call [phone-1]"
    assert turn.text == MEANT
    assert turn.tool_calls[0].arguments == {"text": "12345678", "any": ["jane@example.com", 3, {"of": "0171 1234567"}]}
    assert turn.state == {"raw": TOLD}


def test_the_models_own_turn_is_sent_back_unmasked() -> None:
    inner = ScriptedProvider([says(TOLD), says("ok")])
    provider = Masked(inner)
    said = provider.generate(ASKED)

    provider.generate(
        replace(ASKED, messages=[*ASKED.messages, Message(role="assistant", turn=said), Message(role="user", text="87654321?")])
    )

    first, second = inner.requests
    assert second.messages[:2] == first.messages
    assert second.messages[2].turn == says(TOLD)
    assert second.messages[3].text == "\u20264321?"


def test_a_number_of_its_own_goes_back_as_it_said_it() -> None:
    inner = ScriptedProvider([says("ok")])

    Masked(inner).generate(Request(messages=[Message(role="user", text="which?"), Message(role="assistant", turn=says("it is 55554444"))]))

    assert inner.requests[0].messages[1].turn == says("it is 55554444")


class InPieces(Around):
    """Tells its answer in these pieces."""

    def __init__(self, provider: Provider, cuts: list[int]) -> None:
        super().__init__(provider)
        self._cuts = cuts

    def generate(self, request: Request) -> Turn:
        return self._provider.generate(request)

    def stream(self, request: Request) -> Generator[TurnEvent, None, None]:
        turn = self._provider.generate(request)
        ends = sorted({0, len(turn.text), *(cut for cut in self._cuts if cut < len(turn.text))})
        for kind in (ReasoningDelta, TextDelta):
            yield from (kind(turn.text[start:end]) for start, end in pairwise(ends))
        yield TurnEnd(turn)


@given(st.lists(st.integers(1, len(TOLD))))
def test_a_placeholder_that_comes_in_pieces_is_replaced_as_a_whole(cuts: list[int]) -> None:
    *pieces, end = Masked(InPieces(ScriptedProvider([says(TOLD)]), cuts)).stream(ASKED)

    assert "".join(piece.text for piece in pieces if isinstance(piece, TextDelta)) == MEANT
    assert "".join(piece.text for piece in pieces if isinstance(piece, ReasoningDelta)) == MEANT
    assert isinstance(end, TurnEnd)
    assert end.turn.text == MEANT
