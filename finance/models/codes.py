"""What an entry is booked as in the books of another program."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any, Self

LONGEST = {"nominal": 300, "tax_code": 60, "payee": 200, "party": 200}
ONE_LINE = " "


@dataclass(frozen=True, slots=True, kw_only=True)
class Codes:
    """As the other program spells them; empty is not known.

    `nominal` is the account on the other side (4000, Expenses:Office), `tax_code` as it is chosen there (20% (VAT on Expenses)),
    `payee` who was paid or who paid, in words, `party` the customer's or supplier's own code there."""

    nominal: str = ""
    tax_code: str = ""
    payee: str = ""
    party: str = ""

    @classmethod
    def read(cls, said: Mapping[str, Any]) -> Self:
        """Of what a person or a file says: one line each, and no longer than is kept."""
        return cls(**{name: ONE_LINE.join(str(said.get(name) or "").split())[:most] for name, most in LONGEST.items()})

    def as_json(self) -> dict[str, str]:
        return asdict(self)

    @property
    def say_more_than_payee(self) -> bool:
        """A payee alone says nothing of how an entry is booked: files of banks name one too."""
        return bool(self.nominal or self.tax_code or self.party)

    def __str__(self) -> str:
        return " · ".join(filter(None, (self.nominal, self.tax_code, self.payee, self.party)))

    def __bool__(self) -> bool:
        return any(getattr(self, field.name) for field in fields(self))


NONE = Codes()
