"""JSON from outside."""

import datetime as dt
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.strict_json import UnreadableJson, read, read_object, write


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('{"a": 1, "a": 2}', "the key 'a' is repeated"),
        ('{"a": {"b": 1, "b": 1}}', "the key 'b' is repeated"),
        ('{"a": NaN}', "NaN is not a JSON number"),
        ('{"a": -Infinity}', "-Infinity is not a JSON number"),
        ('{"a": 1e999}', "a number is too large"),
        ('{"a": ' + "9" * 5000 + "}", "a number is too large"),
        ('{"a": ' + "[" * 200 + "]" * 200 + "}", "it is nested too deeply"),
        ('{"a": ' + "[" * 100_000, "it is nested too deeply"),
        ("[1]", "it is JSON, but not an object"),
        ('"{}"', "it is JSON, but not an object"),
        ('{"a": 1', "it is not valid JSON (Expecting ',' delimiter at character 7)"),
        ("", "it is not valid JSON (Expecting value at character 0)"),
    ],
)
def test_ambiguous_or_invalid_json_is_refused_with_its_reason(text: str, reason: str) -> None:
    with pytest.raises(UnreadableJson) as refused:
        read_object(text)

    assert str(refused.value) == reason


def test_a_providers_own_json_may_hold_nan_which_is_unknown() -> None:
    assert read('{"logprob": NaN, "top": Infinity}') == {"logprob": None, "top": None}


@pytest.mark.parametrize("text", ["[" * 100_000, "9" * 5000, "{", "\ud800"])
def test_a_providers_body_never_crashes_the_reader(text: str) -> None:
    with pytest.raises(UnreadableJson):
        read(text)


def test_half_of_a_pair_of_surrogates_becomes_a_character_that_can_be_stored() -> None:
    assert read_object(r'{"a\ud83d": ["\ud83d", "\ud83d\ude00"]}') == {"a\ufffd": ["\ufffd", "\U0001f600"]}


def test_equal_values_have_equal_texts() -> None:
    assert write({"b": Decimal("-0.50"), "a": dt.date(2026, 1, 31)}) == '{"a":"2026-01-31","b":"-0.50"}'


def test_an_object_that_json_cannot_express_is_refused() -> None:
    with pytest.raises(TypeError):
        write({"secret": object()})


@given(st.text())
def test_no_text_crashes_the_readers(text: str) -> None:
    for reader in (read, read_object):
        try:
            reader(text)
        except UnreadableJson as reason:
            assert str(reason)  # noqa: PT017 # any text may be refused, none may raise anything else
