"""Judge what programs print: statements beside the truth of the file, and differences beside those that were planted."""

import datetime as dt
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from bench.judging import says

Record = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """The judgement on one file. `output` is None if the program printed no statement. All are counted by file.

    `silent` is true if rows are wrong and the program neither claims a proof nor says that it has none.
    """

    provable: bool
    refused: bool = False
    perfect: bool = False
    proved: bool = False
    falsely_proved: bool = False
    silent: bool = False
    seconds: float = 0.0
    cost: Decimal = Decimal(0)


def judge_reading(truth: Record, output: Record | None, seconds: float) -> Reading:
    """Judge the output of one file. A statement is right if it has the rows of an account, and its printed balances where it gives them."""
    accounts = truth["accounts"]
    provable = not truth["fault"] and all(account["provable"] for account in accounts)
    statements = [statement for statement in (output or {}).get("statements", ()) if statement["rows"] or statement.get("proved")]
    if not statements:
        return Reading(provable=provable, refused=True, seconds=seconds)
    right = [any(_same(statement, account) for account in accounts) for statement in statements]
    perfect = all(right) and len(statements) == len(accounts) and not truth["fault"]
    claimed = [statement for statement in statements if statement.get("proved")]
    sound = accounts[1:] if truth["fault"] else accounts
    false = [statement for statement in claimed if not any(_same(statement, account) for account in sound)]
    return Reading(
        provable=provable,
        perfect=perfect,
        proved=perfect and len(claimed) == len(statements),
        falsely_proved=bool(false),
        silent=not perfect and not truth["fault"] and all(statement.get("proved") is None for statement in statements),
        seconds=seconds,
        cost=Decimal(str((output or {}).get("cost", 0))),
    )


def _same(statement: Record, account: Record) -> bool:
    """True if the statement has the rows of the account, each once, and contradicts no printed balance."""
    ends = all(
        None in (statement.get(end), account[end]) or Decimal(statement[end]) == Decimal(account[end]) for end in ("opening", "closing")
    )
    return ends and _same_rows(statement["rows"], account["rows"])


def _same_rows(given: Sequence[Sequence[str]], true: Iterable[Sequence[str]]) -> bool:
    """True if each true row is given once: the same amount, and the day in any usual form."""
    left = [(dt.date.fromisoformat(day), Decimal(amount)) for day, amount in true]
    if len(given) != len(left):
        return False
    for day, amount in given:
        row = next((row for row in left if row[1] == Decimal(amount) and says(day or "", row[0])), None)
        if row is None:
            return False
        left.remove(row)
    return True


@dataclass(frozen=True, slots=True, kw_only=True)
class Reconciliation:
    """The judgement on one statement and its books. `invented` counts differences that were not planted."""

    planted: int
    named: int = 0
    invented: int = 0
    questions: int = 0
    matched: bool = False
    unanswered: bool = False
    seconds: float = 0.0

    @property
    def falsely_matched(self) -> bool:
        return self.matched and self.planted > 0


def judge_reconciliation(truth: Record, output: Record | None, seconds: float) -> Reconciliation:
    """Judge the answer about one statement and its books. A planted difference is named if its row or its entry is."""
    planted = truth["planted"]
    if output is None:
        return Reconciliation(planted=len(planted), unanswered=True, seconds=seconds)
    rows, entries = _counted(output.get("rows", ())), _counted(output.get("entries", ()))
    named = 0
    for difference in planted:
        hits = [(side, _key(pair)) for side, pair in ((rows, difference["row"]), (entries, difference["entry"])) if pair]
        present = [(side, key) for side, key in hits if side[key]]
        named += bool(present)
        for side, key in present:
            side[key] -= 1
    return Reconciliation(
        planted=len(planted),
        named=named,
        invented=rows.total() + entries.total(),
        questions=output.get("questions", 0),
        matched=output.get("verdict") == "matched",
        seconds=seconds,
    )


def _counted(pairs: Iterable[Sequence[str]]) -> Counter[tuple[str, Decimal]]:
    return Counter(map(_key, pairs))


def _key(pair: Sequence[str]) -> tuple[str, Decimal]:
    return pair[0], Decimal(pair[1])
