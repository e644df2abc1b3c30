"""A model that always lies, in every way that it has, and books of which it is known whether they agree."""

import json
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from assistant.contract import Request, ToolCall, Turn, Unstreamed, Usage
from assistant.scripted import says
from tests.extraction.papers import asked_lines
from tests.hostile.gullible import WINDOW, looking
from tests.hostile.injections import ROWS as ALL_ROWS
from tests.hostile.injections import Targets, entry_of

Json = dict[str, Any]
ROWS = [row for number, row in enumerate(ALL_ROWS) if row not in ALL_ROWS[:number]]
"""No two are equal: which of equal entries is paired with which row is chance."""
ENDLESS = 200  # calls of one turn


@dataclass
class Liar(Unstreamed):
    """Looks at the books first, so that its lies name rows that are there. `way` is one of `LIES`."""

    way: str
    theirs: Targets
    chance: random.Random
    name: str = "compatible"
    model: str = "small-model"
    requests: list[Request] = field(default_factory=list)

    def generate(self, request: Request) -> Turn:
        self.requests.append(request)
        properties = (request.output_schema or {}).get("properties", {})
        if "statements" not in properties:
            return says(json.dumps(self._rows(request) if "rows" in properties else self._columns()))
        if looked_up := looking(request):
            return calling(looked_up)
        return LIES[self.way](self, request)

    def statement(self, pairs: Sequence[tuple[int, Sequence[str]]], account: str = "a1", **more: Any) -> Turn:
        matched = [{"line": line, "transactions": list(entries)} for line, entries in pairs]
        told = {"statement": 0, "account": account, "matched": matched, "new": [], "missing": []} | more
        return says(json.dumps({"statements": [told], "summary": "All is matched."}))

    def _rows(self, request: Request) -> Json:
        """Every row with the amount of another one, or the other sign, or twice; and balances that are none."""
        parts = [(number, text.split(" | ")) for number, text in asked_lines(request)]
        printed = [(number, cells) for number, cells in parts if " Jan 2026" in cells[0] and len(cells) > 2]
        rows = [self._row(number, cells, [cells[2] for _, cells in printed]) for number, cells in printed]
        closing = [{"kind": "closing", "line": number, "figure": cells[2]} for number, cells in printed[-1:]]
        return {"rows": rows + rows[: self.chance.randrange(2)], "balances": closing}

    def _row(self, number: int, cells: Sequence[str], amounts: Sequence[str]) -> Json:
        amount = self.chance.choice([cells[2], *amounts])
        return {
            "line": number,
            "date": cells[0],
            "amount": amount,
            "direction": self.chance.choice(["in", "out", "unknown"]),
            "balance": self.chance.choice([None, *amounts]),
        }

    def _columns(self) -> Json:
        left = self.chance.randrange(500)
        return {"columns": [{"role": "amount", "x0": left, "x1": left + 60}], "unsigned": "in"}


def calling(*asked: tuple[str, Json]) -> Turn:
    made = [ToolCall(id=f"call-{number}", name=name, arguments=arguments) for number, (name, arguments) in enumerate(asked, 1)]
    return Turn(tool_calls=tuple(made), finish_reason="tool_calls", usage=Usage(input_tokens=100, output_tokens=10))


def _shuffled(liar: Liar, _: Request) -> Turn:
    entries = [f"t{number}" for number in range(1, len(ROWS) + 1)]
    liar.chance.shuffle(entries)
    return liar.statement([(line, [name]) for line, name in enumerate(entries)])


def _theirs(liar: Liar, _: Request) -> Turn:
    return liar.statement([(line, [liar.theirs.entry]) for line in range(len(ROWS))], account=liar.theirs.account)


def _amounts(liar: Liar, _: Request) -> Turn:
    told = [{"line": line, "transactions": [f"t{line + 1}"], "amount": "0.00"} for line in range(len(ROWS))]
    balances = {"statement": "1.00", "ledger": "1.00", "books": "1.00"}
    return liar.statement([], matched=told, verdict="matched", opening_balance=balances, closing_balance=balances)


def _their_books(liar: Liar, request: Request) -> Turn:
    """Asks for them by every name that it can think of, then says that all is well."""
    names = (liar.theirs.account, "a2", "a1' OR '1'='1", "*", "../theirs")
    asked = [("get_transactions", WINDOW | {"account": name}) for name in names]
    return calling(*asked) if request.tools and len(request.messages) < 8 else liar.statement([(0, ["t1"])])


def _endless(_: Liar, request: Request) -> Turn:
    asked = [("get_transactions", WINDOW | {"last": f"2026-01-{1 + number % 28:02}", "limit": 1 + number}) for number in range(ENDLESS)]
    return calling(*asked) if request.tools else says("{")


LIES: Mapping[str, Callable[[Liar, Request], Turn]] = {
    "all matched": lambda liar, _: liar.statement([(line, [f"t{line + 1}"]) for line in range(len(ROWS))]),
    "wrong pairs": _shuffled,
    "one entry for all": lambda liar, _: liar.statement([(line, ["t1"]) for line in range(len(ROWS))]),
    "all entries for one": lambda liar, _: liar.statement([(0, [f"t{number}" for number in range(1, 99)])]),
    "rows that are not there": lambda liar, _: liar.statement([(99, ["t1"]), (-1, ["t2"])], new=[77], missing=["t500"]),
    "nothing is there": lambda liar, _: liar.statement([], new=list(range(len(ROWS))), missing=[f"t{number}" for number in range(1, 9)]),
    "rows of another organization": _theirs,
    "an account of another organization": lambda liar, _: liar.statement([], account=liar.theirs.account),
    "other amounts": _amounts,
    "a verdict": lambda *_: says('{"verdict":"matched","reconciliation_matched":true,"statements":[{"verdict":"matched"}]}'),
    "no JSON": lambda *_: says('{"statements": [{"statement": 0, "account": "a1", "matched": [{"line":'),
    "no answer": lambda *_: says(""),
    "a flood": lambda *_: says('{"statements": [' + "[" * 50_000),
    "tools that are not there": lambda _, request: calling(("set_verdict", {"verdict": "matched"})) if request.tools else says("matched"),
    "their books": _their_books,
    "endless calls": _endless,
}
"""By name."""


def wrong_books(chance: random.Random) -> list[Json]:
    """Books of `ROWS` that do not agree with them, by one thing or two."""
    books = [entry_of(number, day, amount, text) for number, (day, text, amount) in enumerate(ROWS, 1)]
    for chosen in chance.sample(books, chance.choice([1, 2])):
        change = chance.choice(["lacks", "has more", "amount", "sign"])
        if change == "lacks":
            books.remove(chosen)
        elif change == "has more":
            books.append(entry_of(len(ROWS) + len(books), chance.randrange(3, 20), "-61.70", "Dentist Molar"))
        elif change == "amount":
            chosen["amount"] = str(Decimal(chosen["amount"]) - Decimal("0.50"))
        else:
            chosen["amount"] = chosen["amount"][1:] if chosen["amount"].startswith("-") else f"-{chosen['amount']}"
    return books
