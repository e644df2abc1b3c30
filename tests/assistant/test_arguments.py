"""A frozen dataclass is a tool's schema and the parser of its arguments."""

import datetime as dt
from dataclasses import dataclass
from decimal import Decimal
from typing import Annotated, Any, Literal

import pytest

from assistant.schema import InvalidValues, UnsupportedType, object_schema, parse


@dataclass(frozen=True, slots=True, kw_only=True)
class Window:
    first: dt.date
    last: dt.date

    def __post_init__(self) -> None:
        if self.last < self.first:
            raise ValueError("last must not be before first")


@dataclass(frozen=True, slots=True, kw_only=True)
class Search:
    """The entries that the model asks for."""

    account: Annotated[str, "an id from get_accounts"]
    window: Window
    kind: Literal["posted", "pending"] = "posted"
    least: Decimal | None = None
    pages: tuple[int, ...] = ()
    newest_first: bool = False


WINDOW = {"first": "2026-01-01", "last": "2026-01-31"}


def test_the_schema_says_everything_and_allows_nothing_else() -> None:
    assert object_schema(Search) == {
        "description": "The entries that the model asks for.",
        "type": "object",
        "properties": {
            "account": {"type": "string", "description": "an id from get_accounts"},
            "window": {
                "type": "object",
                "properties": {"first": {"type": "string", "format": "date"}, "last": {"type": "string", "format": "date"}},
                "required": ["first", "last"],
                "additionalProperties": False,
            },
            "kind": {"type": "string", "enum": ["posted", "pending"]},
            "least": {"anyOf": [{"type": "string", "pattern": r"^-?[0-9]{1,20}(\.[0-9]{1,20})?$"}, {"type": "null"}]},
            "pages": {"type": "array", "items": {"type": "integer"}},
            "newest_first": {"type": "boolean"},
        },
        "required": ["account", "window"],
        "additionalProperties": False,
    }


def test_arguments_become_the_types_of_their_fields() -> None:
    search = parse(Search, {"account": "a1", "window": WINDOW, "kind": "pending", "least": "-19.50", "pages": [1, 2], "newest_first": True})

    assert search == Search(
        account="a1",
        window=Window(first=dt.date(2026, 1, 1), last=dt.date(2026, 1, 31)),
        kind="pending",
        least=Decimal("-19.50"),
        pages=(1, 2),
        newest_first=True,
    )


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"account": 5}, "account must be a string, not 5"),
        ({"kind": "any"}, "kind must be one of 'posted', 'pending', not 'any'"),
        ({"least": 19.5}, 'least must be a decimal in a string, such as "-19.50", not 19.5'),
        ({"least": "NaN"}, "least must be a decimal in a string, such as \"-19.50\", not 'NaN'"),
        ({"least": "1e5"}, "least must be a decimal in a string, such as \"-19.50\", not '1e5'"),
        ({"pages": [1, "2"]}, "pages[1] must be an integer, not '2'"),
        ({"pages": [True]}, "pages[0] must be an integer, not True"),
        ({"pages": 1}, "pages must be a list, each item an integer, not 1"),
        ({"newest_first": "yes"}, "newest_first must be true or false, not 'yes'"),
        ({"window": "January"}, "window must be an object with the fields first, last, not 'January'"),
        ({"window": {"first": "2026-02-30", "last": "2026-03-01"}}, "window.first must be a date as \"YYYY-MM-DD\", not '2026-02-30'"),
        ({"window": {"first": "20260101", "last": "2026-03-01"}}, "window.first must be a date as \"YYYY-MM-DD\", not '20260101'"),
        ({"window": {"first": "2026-01-01"}}, 'window.last is required: a date as "YYYY-MM-DD"'),
        ({"window": {"first": "2026-02-01", "last": "2026-01-01"}}, "window: last must not be before first"),
        ({"sql": "1"}, "sql is not a known field; the fields are account, window, kind, least, pages, newest_first"),
    ],
)
def test_a_problem_names_its_field_and_the_expected_value(change: dict[str, Any], problem: str) -> None:
    with pytest.raises(InvalidValues) as invalid:
        parse(Search, {"account": "a1", "window": WINDOW, **change})

    assert invalid.value.problems == (problem,)


def test_all_problems_are_returned_at_once() -> None:
    with pytest.raises(InvalidValues) as invalid:
        parse(Search, {"window": WINDOW, "kind": None})

    assert invalid.value.problems == ("account is required: a string", "kind must be one of 'posted', 'pending', not None")


def test_a_type_without_a_place_in_a_schema_is_a_mistake_of_the_programmer() -> None:
    @dataclass(frozen=True)
    class Vague:
        anything: dict[str, str]

    with pytest.raises(UnsupportedType):
        object_schema(Vague)
