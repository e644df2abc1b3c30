"""Common parts of the shapes."""

import datetime as dt
import re
from decimal import Decimal
from typing import Annotated, Any, Generic, Self, TypeVar

from ninja import Schema
from pydantic import BeforeValidator, ConfigDict, Field, PlainSerializer, StringConstraints, WithJsonSchema

ItemT = TypeVar("ItemT")
WRITTEN = r"^-?[0-9]{1,20}(\.[0-9]{1,6})?$"


def _only_text(of: type, pattern: str, refusal: str) -> BeforeValidator:
    """Return a validator that accepts a value of the type or text of the pattern, and refuses the numbers of JSON: an amount would have
    passed through a float, and a day would be read as seconds since 1970."""

    def accepted(value: Any) -> Any:
        if not isinstance(value, of) and not (isinstance(value, str) and re.fullmatch(pattern, value, re.ASCII)):
            raise ValueError(refusal)
        return value

    return BeforeValidator(accepted)


Amount = Annotated[
    Decimal,
    _only_text(Decimal, WRITTEN, 'an amount is a string such as "-12.50"'),
    PlainSerializer(lambda amount: format(amount, "f"), return_type=str),
    WithJsonSchema({"type": "string", "pattern": WRITTEN, "examples": ["-12.50"]}),
]
"""Signed from the holder's side, with all decimals of its currency."""


NO_NUL = r"^[^\u0000]*$"
HALF = re.compile("[\ud800-\udfff]")


def _printable(value: Any) -> Any:
    if isinstance(value, str) and ("\0" in value or HALF.search(value)):
        raise ValueError("a text has no NUL and no half of a letter")
    return value


WHOLE = BeforeValidator(lambda value: int(value) if isinstance(value, float) and value.is_integer() else value)
"""Accepts 5.0 as 5, as JSON does; true is refused afterwards."""
Day = Annotated[dt.date, _only_text(dt.date, r"\d{4}-\d{2}-\d{2}", "a day is written 2026-01-31")]
Said = Annotated[str, BeforeValidator(_printable), Field(json_schema_extra={"pattern": NO_NUL})]
Name = Annotated[Said, StringConstraints(min_length=1, max_length=200)]
Text = Annotated[Said, StringConstraints(max_length=1000)]
Reason = Annotated[Said, StringConstraints(max_length=2000)]
Limit = Annotated[int, Field(ge=1, le=200, description="How many at most.")]
After = Annotated[str, StringConstraints(max_length=200), Field(description="What `next` of the page before says.")]


class Shape(Schema):
    """Base of responses."""

    @classmethod
    def taken(cls, row: object, **more: Any) -> Self:
        """Return a shape with the row's attributes, except those given here."""
        return cls(**{name: getattr(row, name) for name in cls.model_fields if name not in more}, **more)


class Sent(Schema):
    """Base of requests: an unknown field is an error, since it was meant to do something."""

    model_config = ConfigDict(extra="forbid")

    def fields(self) -> dict[str, Any]:
        """Return all fields as Python values."""
        return {name: getattr(self, name) for name in type(self).model_fields}

    def changes(self, *may_be_null: str) -> dict[str, Any]:
        """Return the fields that were sent; null counts only where it is a value of its own."""
        sent = {name: getattr(self, name) for name in self.model_fields_set}
        return {name: value for name, value in sent.items() if value is not None or name in may_be_null}


class PageOf(Shape, Generic[ItemT]):
    """Some of a list. `next` goes into `after` for the page that follows; it is null on the last one."""

    items: list[ItemT]
    next: str | None


class FieldError(Shape):
    where: str
    message: str


class Problem(Shape):
    """RFC 9457. `code` is what programs go by; it does not change between releases."""

    type: str
    title: str
    status: int
    code: str
    detail: str
    errors: list[FieldError] | None = None
