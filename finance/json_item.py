"""Validation of untrusted JSON objects: each reader returns a value or records a problem."""

import datetime as dt
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from django.utils.translation import gettext as _

from finance.money import NotAnAmount, is_currency, to_minor

DECIMAL = re.compile(r"[+-]?[0-9]{1,30}(\.[0-9]{1,30})?")
UNSTORABLE = re.compile("[\0\ud800-\udfff]")
DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


@dataclass
class JsonItem:
    """One JSON object. `where` names it in messages; all objects of one document share `problems`."""

    data: Any
    where: str = ""
    problems: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        if not isinstance(self.data, dict):
            self.problems.append(": ".join([*filter(None, [self.where]), _("must be an object.")]))
            self.data = {}

    def refuse(self, key: str, why: str) -> None:
        self.problems.append(": ".join([*filter(None, [self.where]), key, f"{why}."]))

    def missing(self, key: str, *, required: bool) -> bool:
        if self.data.get(key) is not None:
            return False
        if required:
            self.refuse(key, _("is missing"))
        return True

    def text(self, key: str, longest: int, *, required: bool = False) -> str:
        if self.missing(key, required=required):
            return ""
        text = self.data[key]
        if not isinstance(text, str) or (required and not text.strip()):
            self.refuse(key, _("must be a text in quotation marks"))
        elif len(text) > longest:
            self.refuse(key, _("longer than %(longest)d characters") % {"longest": longest})
        elif not storable(text):
            self.refuse(key, _("contains characters that are not allowed"))
        else:
            return text
        return ""

    def flag(self, key: str) -> bool:
        value = self.data.get(key, False)
        if not isinstance(value, bool):
            self.refuse(key, _("must be true or false"))
        return value is True

    def choice(self, key: str, allowed: list[str], default: str) -> str:
        value = self.data.get(key, default)
        if value in allowed:
            return str(value)
        self.refuse(key, _("must be one of %(allowed)s") % {"allowed": ", ".join(allowed)})
        return default

    def day(self, key: str, *, required: bool = False) -> dt.date | None:
        if self.missing(key, required=required):
            return None
        try:
            if DAY.fullmatch(self.data[key]):
                return dt.date.fromisoformat(self.data[key])
        except (TypeError, ValueError):
            pass
        self.refuse(key, _("must be a day written like 2026-01-31"))
        return None

    def currency(self, key: str) -> str | None:
        code = self.text(key, 3, required=True)
        if not is_currency(code):
            self.refuse(key, _("must be a currency code of ISO 4217 such as EUR"))
            return None
        return code

    def money(self, key: str, currency: str | None, *, required: bool = False) -> Decimal | None:
        if self.missing(key, required=required):
            return None
        amount = self.data[key]
        if not isinstance(amount, str) or not DECIMAL.fullmatch(amount):
            self.refuse(key, _('must be a decimal in quotation marks, such as "-19.50"; a bare number may lose cents'))
            return None
        try:
            to_minor(Decimal(amount), currency or "KWD")
        except NotAnAmount:
            self.refuse(
                key, _("%(amount)s is larger or has more decimals than %(currency)s allows") % {"amount": amount, "currency": currency}
            )
        return Decimal(amount)

    def items(self, key: str, *, noun: str, called: str, required: bool = False) -> Iterator["JsonItem"]:
        """Yield the objects of a list. Messages call each a `noun` with its name under the key `called`, or its number."""
        rows = self.data.get(key, None if required else [])
        if not isinstance(rows, list):
            self.refuse(key, _("must be a list"))
            rows = []
        for place, row in enumerate(rows, 1):
            name = row.get(called) if isinstance(row, dict) else None
            yield JsonItem(row, ", ".join([*filter(None, [self.where]), f"{noun} {name or place}"]), self.problems)

    def refuse_twins(self, key: str, names: Iterable[str]) -> None:
        known: set[str] = set()
        for name in filter(None, names):
            if name in known:
                self.refuse(key, _("%(name)s is there twice") % {"name": name})
            known.add(name)


def storable(text: str) -> bool:
    """True if a database accepts the text: no null character and no unpaired surrogate."""
    return not UNSTORABLE.search(text)
