"""An amount as one bank prints it."""

from decimal import Decimal

from tests.reading.making.habits import Habits
from tests.reading.making.languages import Country

CODES = {"zero": {"en": "JPY", "fr": "XOF", "es": "CLP"}, "three": {"en": "KWD", "fr": "TND"}}
PLACES = {"two": 2, "zero": 0, "three": 3}
NEGATIVE = {"minus": "-{}", "behind": "{}-", "brackets": "({})", "unicode": "\u2212{}", "spaced": "- {}", "inside": "-{}"}


class Money:
    """The way of one bank with figures. Without `minus` it prints none."""

    def __init__(self, habits: Habits, country: Country) -> None:
        self.habits, self.country, self.minus = habits, country, True
        self.places = PLACES[habits["decimals"]]
        foreign = CODES.get(habits["decimals"], {}).get(country.code[:2])
        swiss = habits["grouping"] == "apostrophe"
        self.currency = foreign or ("CHF" if swiss else country.currency)
        self.symbol = self.currency if foreign or swiss else country.symbol
        self.point = "." if swiss else country.point
        self.group = {"none": "", "apostrophe": "'", "lakh": ","}.get(habits["grouping"], country.groups[0])

    def size(self, amount: Decimal, *, row: bool = False) -> str:
        """Its size, without sign and symbol."""
        amount = abs(amount)
        bare = row and self.habits.has("bare_whole") and amount == amount.to_integral_value()
        whole, _, rest = f"{amount:.{0 if bare else self.places}f}".partition(".")
        if self.habits.has("no_zero") and whole == "0" and rest.strip("0"):
            whole = ""
        return self._grouped(whole) + (self.point + rest if rest else "")

    def _grouped(self, whole: str) -> str:
        parts: list[str] = []
        width = 3
        while len(whole) > width:
            parts.insert(0, whole[-width:])
            whole = whole[:-width]
            width = 2 if self.habits["grouping"] == "lakh" else 3
        return self.group.join([whole, *parts])

    def signed(self, amount: Decimal, *, label: bool = False, row: bool = False) -> str:
        """With a minus where it is negative, and the symbol where this bank prints one."""
        if amount < 0 and not self.minus:
            return self.unsigned(amount, label=label, row=row)
        text = self.size(amount, row=row)
        symbol = self._symbol(label=label)
        if amount < 0 and self.habits["negative"] == "inside":
            text = f"-{text}"
        text = symbol.format(text)
        if amount < 0:
            return text if text.startswith("-") or self.habits["negative"] == "inside" else NEGATIVE[self.habits["negative"]].format(text)
        return f"+{text}" if row and amount > 0 and self.habits.has("plus") else text

    def unsigned(self, amount: Decimal, *, label: bool = False, row: bool = False) -> str:
        return self._symbol(label=label).format(self.size(amount, row=row))

    def marked(self, amount: Decimal, *, row: bool = False, label: bool = False, both: bool = True) -> str:
        """With CR or DR behind it; where not `both`, with the mark of money in alone."""
        words = self.country.words
        mark = words["credit_mark"] if amount >= 0 else words["debit_mark"]
        return (
            f"{self.unsigned(amount, label=label, row=row)} {mark}" if both or amount >= 0 else self.unsigned(amount, label=label, row=row)
        )

    def balance(self, balance: Decimal, *, owed: bool, label: bool = False) -> str:
        """A balance, signed for the holder, as this bank prints it; `owed` where it is of a debt."""
        style = self.habits["overdrawn"]
        if style == "marks":
            return self.marked(balance, label=label)
        if owed and self.habits["owed_sign"] == "plus":
            return self.marked(balance, label=label, both=False) if balance > 0 else self.unsigned(balance, label=label)
        if style == "word" and balance < 0 and not owed:
            behind = "-" if self.habits["negative"] == "behind" else ""
            return f"{self.unsigned(balance, label=label)}{behind} {self.country.words['overdrawn']}"
        return self.signed(balance, label=label)

    def _symbol(self, *, label: bool) -> str:
        if not label and self.habits["symbol_on"] == "labels":
            return "{}"
        patterns = {
            "before": f"{self.symbol}{{}}",
            "after": f"{{}} {self.symbol}",
            "code": f"{self.currency} {{}}",
            "code_after": f"{{}} {self.currency}",
        }
        return patterns.get(self.habits["symbol"], "{}")
