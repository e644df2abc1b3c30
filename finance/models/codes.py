"""The codes of an entry for another program's books."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any, Self

LONGEST = {"nominal": 300, "tax_code": 60, "payee": 200, "party": 200}
ONE_LINE = " "


@dataclass(frozen=True, slots=True, kw_only=True)
class Codes:
    """Codes as the other program spells them; empty means unknown.

    `nominal` is the account on the other side (4000, Expenses:Office), `tax_code` its tax choice (20% (VAT on Expenses)),
    `payee` the name of the other party, `party` the customer's or supplier's own code.
    """

    nominal: str = ""
    tax_code: str = ""
    payee: str = ""
    party: str = ""

    @classmethod
    def read(cls, texts: Mapping[str, Any]) -> Self:
        """Return codes from a person's or a file's texts, each on one line and cut to its column's length."""
        return cls(**{name: ONE_LINE.join(str(texts.get(name) or "").split())[:most] for name, most in LONGEST.items()})

    def as_json(self) -> dict[str, str]:
        return asdict(self)

    @property
    def say_more_than_payee(self) -> bool:
        """True if there is more than a payee, which files of banks name too."""
        return bool(self.nominal or self.tax_code or self.party)

    def __str__(self) -> str:
        return " · ".join(filter(None, (self.nominal, self.tax_code, self.payee, self.party)))

    def __bool__(self) -> bool:
        return any(getattr(self, field.name) for field in fields(self))


NONE = Codes()
