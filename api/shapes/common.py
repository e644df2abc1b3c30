"""Pieces that the shapes share."""

import re
from decimal import Decimal
from typing import Annotated, Any, Generic, Self, TypeVar

from ninja import Schema
from pydantic import BeforeValidator, ConfigDict, Field, PlainSerializer, StringConstraints, WithJsonSchema

ItemT = TypeVar("ItemT")
WRITTEN = r"^-?[0-9]{1,20}(\.[0-9]{1,6})?$"


def _decimal(value: Any) -> Any:
    """Text alone: a figure of JSON has been a float on its way."""
    if isinstance(value, Decimal):
        return value
    if not isinstance(value, str) or not re.fullmatch(WRITTEN, value):
        raise ValueError('an amount is a string such as "-12.50"')
    return Decimal(value)


Amount = Annotated[
    Decimal,
    BeforeValidator(_decimal),
    PlainSerializer(lambda amount: format(amount, "f"), return_type=str),
    WithJsonSchema({"type": "string", "pattern": WRITTEN, "examples": ["-12.50"]}),
]
"""Signed from the holder's side, with all decimals of its currency."""


def _printable(value: str) -> str:
    if "\0" in value or any("\ud800" <= letter <= "\udfff" for letter in value):
        raise ValueError("a text has no NUL and no half of a letter")
    return value


Said = Annotated[str, BeforeValidator(lambda value: _printable(value) if isinstance(value, str) else value)]
Name = Annotated[Said, StringConstraints(min_length=1, max_length=200, strip_whitespace=True)]
Text = Annotated[Said, StringConstraints(max_length=1000)]
Reason = Annotated[Said, StringConstraints(max_length=2000)]
Limit = Annotated[int, Field(ge=1, le=200, description="How many at most.")]
After = Annotated[str, StringConstraints(max_length=200), Field(description="What `next` of the page before says.")]


class Shape(Schema):
    """What comes out."""

    @classmethod
    def taken(cls, row: object, **more: Any) -> Self:
        """Every field as the row names it, but for those that are told here."""
        return cls(**{name: getattr(row, name) for name in cls.model_fields if name not in more}, **more)


class Sent(Schema):
    """What a program sends: a field that is not known is an error, since it was meant to do something."""

    model_config = ConfigDict(extra="forbid")

    def fields(self) -> dict[str, Any]:
        """All of them, as they are and not as JSON has them."""
        return {name: getattr(self, name) for name in type(self).model_fields}

    def told(self) -> dict[str, Any]:
        """Those that were sent."""
        return {name: getattr(self, name) for name in self.model_fields_set}


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
