"""The amounts of a CSV file from the holder's side: signs, sides as words or columns, fees, and the proof by running balances."""

import re
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal

from django.utils.translation import gettext as _

from finance.imports.proof import BalanceChain, WeighedRow, chain_of
from finance.imports.values import MARKS, currency_in, has_sign, possible_marks, read_amounts, says_amount
from finance.models.ledger_import import Choices, DecimalMark, Target

OUT = {
    "debit", "dr", "d", "db", "dbit", "debet", "debito", "débito", "débit", "s", "soll", "lastschrift", "belastung", "af", "bij/af: af",
    "out", "withdrawal", "ausgang", "ausgabe", "-", "sent", "money out", "paid out", "uscita", "dare", "sortie", "cargo", "payment out",
    "wn", "winien", "obciążenie", "výdaj", "odchozí", "terhelés", "расход", "списание", "дебет", "borç", "χρέωση", "uttag", "ut", "ud",
    "saída", "salida", "egreso", "gasto", "prelievo", "retrait", "dépense", "debe", "outgoing", "outflow", "expense", "支出", "支", "出金",
    "출금", "pano", "uit", "zahlungsausgang", "rashod",
}  # fmt: skip
IN = {
    "credit", "cr", "c", "crdt", "kredit", "credito", "crédito", "crédit", "h", "haben", "gutschrift", "bij", "in", "deposit", "eingang",
    "einnahme", "+", "received", "money in", "paid in", "entrata", "avere", "entrée", "abono", "payment in",
    "ma", "uznanie", "příjem", "příchozí", "jóváírás", "приход", "зачисление", "поступление", "кредит", "alacak", "πίστωση", "insättning",
    "ind", "inn", "entrada", "ingreso", "versamento", "versement", "recette", "haber", "incoming", "inflow", "income", "收入", "收", "入金",
    "입금", "zahlungseingang",
}  # fmt: skip
LETTERS_OF = (("d", "k"), ("d", "a"), ("d", "h"), ("dt", "kt"), ("dt", "ct"), ("b", "a"), ("g", "v"), ("t", "j"))
"""Letters for money out and money in that have this meaning only together."""
SUFFIX = re.compile(r"(.*[0-9)])\s*(CR|DR|DB|[CDHS])", re.IGNORECASE)
OWED = {"credit_card", "loan"}
WORDS = re.compile(r"[^\W\d_]+|[-+]")
MOST_WORDS = 60
Cells = Mapping[int, str]
Values = dict[int, Decimal | None]


def side(word: str) -> int:
    """Return -1 for money out, 1 for money in, 0 for another word. Of several words such as DEBIT_CARD one may say it."""
    bare = word.strip().casefold().rstrip(".")
    if bare in OUT or bare in IN:
        return -1 if bare in OUT else 1
    parts = [part for part in WORDS.findall(bare.replace("_", " ")) if len(part) > 3]
    outs, ins = any(part in OUT for part in parts), any(part in IN for part in parts)
    return (ins - outs) if outs != ins and not ("credit" in parts and "card" in parts) else 0


def sides_of(words: Iterable[str], heading: str = "") -> dict[str, int] | None:
    """Return the side of each word of a column; None unless every word has one. Letters such as D and K need each other."""
    distinct = {word.strip().casefold().rstrip(".") for word in words if word.strip()}
    if not distinct or len(distinct) > MOST_WORDS:
        return None
    there = distinct | {part for part in re.split(r"[^\w]+", heading.casefold()) if part}
    for out, into in LETTERS_OF:
        if distinct <= {out, into} and {out, into} <= there:
            return {out: -1, into: 1}
    sides = {word: side(word) for word in distinct}
    return sides if all(sides.values()) else None


@dataclass(frozen=True, slots=True)
class Suffixed:
    """Amounts that each have their side as letters: 12.00 DR."""

    figures: dict[int, str]
    words: dict[int, str]


def suffixed(texts: Mapping[int, str]) -> Suffixed | None:
    """Return the figures and the sides separately; None unless every filled cell has a side."""
    by_row = {row: SUFFIX.fullmatch(text) for row, text in texts.items() if text}
    matches = {row: match for row, match in by_row.items() if match}
    if not matches or len(matches) < len(by_row):
        return None
    figures = {row: match[1].strip() for row, match in matches.items()}
    return Suffixed(figures={**texts, **figures}, words={row: match[2] for row, match in matches.items()})


@dataclass(frozen=True, slots=True, kw_only=True)
class Amounts:
    """Amounts by row, None with the problem. `foreign` are the signs of other currencies by row, `questions` those that nothing in the file
    answers, `chain` its balances.
    """

    values: Values
    problems: dict[int, str] = field(default_factory=dict)
    balances: Values = field(default_factory=dict)
    chain: BalanceChain = field(default_factory=BalanceChain)
    mark: DecimalMark = "."
    marks: tuple[DecimalMark, ...] = ()
    questions: frozenset[str] = frozenset()
    foreign: dict[int, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class MoneyColumns:
    """The cells of the columns of money by field, their headings, and the account and currency of each row that counts."""

    cells: Mapping[str, Cells]
    headings: Mapping[str, str]
    groups: Mapping[int, Hashable]
    days: Mapping[int, object] = field(default_factory=dict)


def read_money(columns: MoneyColumns, *, choices: Choices, target: Target) -> Amounts:
    """Return the amounts of the columns amount, or debit and credit, and of type, fee and balance if present."""
    cells, currency = columns.cells, target.currency
    pair = cells.keys() >= {"debit", "credit"}
    names = [name for name in (("debit", "credit") if pair else ("amount",)) if name in cells]
    letters = None if pair or not names else suffixed(cells["amount"])
    texts = letters.figures.values() if letters else (text for name in names for text in cells[name].values())
    marks = possible_marks([*texts, *cells.get("balance", {}).values()], currency)
    mark = marks[0] if len(marks) == 1 else choices.decimal_mark if choices.decimal_mark in marks else ""
    if not names:
        return Amounts(values={}, marks=marks, mark=mark)
    read = {name: read_amounts(column, currency, mark or MARKS[0]) for name, column in cells.items() if name != "type"}
    balances, owes = read.get("balance", {}), target.kind in OWED
    weigh = _weigher(columns, balances, owes=owes)
    problems: dict[int, str] = {}
    questions: set[str] = set()
    if pair:
        values, problems, is_open = _pair(cells, read, weigh, choices, owes=owes)
        questions |= {"minus"} if is_open else set()
    elif letters:
        sizes = read_amounts(letters.figures, currency, mark or MARKS[0])
        values = {row: None if size is None else side(letters.words[row]) * size for row, size in sizes.items()}
    else:
        values, is_open = _single(columns, read["amount"], weigh, owes=owes)
        questions |= {"sign"} if is_open else set()
    if "fee" in cells:
        values, is_open = _with_fees(values, read["fee"], weigh, choices)
        questions |= {"fee"} if is_open else set()
    foreign = {row: other for name in names for row, text in cells[name].items() if text and (other := currency_in(text, currency))}
    problems |= {
        row: _("is in %(text)s; the account is in %(currency)s.") % {"text": other, "currency": currency} for row, other in foreign.items()
    }
    values |= dict.fromkeys(problems, None)
    chain = weigh(values)
    # Balances that follow from the amounts prove the signs, except for cards and loans, whose debt is printed with either sign.
    if chain.proves and not owes:
        questions.discard("sign")
    return Amounts(
        values=values,
        problems=problems,
        balances=balances,
        chain=chain,
        mark=mark,
        marks=marks,
        questions=frozenset(questions),
        foreign=foreign,
    )


Weigh = Callable[[Mapping[int, Decimal | None]], BalanceChain]


def _weigher(columns: MoneyColumns, balances: Mapping[int, Decimal | None], *, owes: bool) -> Weigh:
    """Return a function that holds the balances against amounts. A debt's balances may lack their minus."""

    def weigh(values: Mapping[int, Decimal | None]) -> BalanceChain:
        if not any(value is not None for value in balances.values()):
            return BalanceChain()
        best = BalanceChain()
        for sign in (1, -1) if owes else (1,):
            steps = [
                WeighedRow(
                    row,
                    values.get(row) or _nothing(columns, row),
                    None if (stated := balances[row]) is None else sign * stated,
                    group=group,
                )
                for row, group in columns.groups.items()
            ]
            chain = chain_of(steps)
            if sign == 1 or chain.better_than(best):
                best = chain
        return best

    return weigh


def _nothing(columns: MoneyColumns, row: int) -> Decimal | None:
    """Return 0 for a row that states only a balance; None if it has a figure, which cannot be read."""
    names = ("amount", "debit", "credit")
    return None if any(says_amount(columns.cells[name][row]) for name in names if name in columns.cells) else Decimal(0)


def _single(columns: MoneyColumns, values: Values, weigh: Weigh, *, owes: bool) -> tuple[Values, bool]:
    """Return the amounts of one column, and whether their sign is open."""
    types, texts = columns.cells.get("type"), columns.cells["amount"]
    known = [value for value in values.values() if value is not None]
    filled = {} if types is None else {row: types[row] for row, value in values.items() if value}
    sides = sides_of(filled.values(), columns.headings.get("type", "")) if types else None
    if sides and known and all(word.strip() for word in filled.values()):
        words = {row: sides[word.strip().casefold().rstrip(".")] for row, word in filled.items()}
        signs = {(values[row] or 0) * word > 0 for row, word in words.items()}
        if min(known) >= 0 or len(signs) == 1:
            # Every word names a side, and the signs, if any, say nothing else.
            sided = {row: None if value is None else abs(value) * words.get(row, 1) for row, value in values.items()}
            as_written, turned = weigh(sided), weigh({row: None if value is None else -value for row, value in sided.items()})
            if turned.proves and as_written.breaks and not owes:
                return {row: None if value is None else -value for row, value in sided.items()}, False
            return sided, False
    # A minus or plus anywhere proves that signs are written, except for cards and loans, whose convention no file states.
    written = any(value < 0 for value in known) or any("+" in text and has_sign(text) for text in texts.values())
    return values, bool(known) and (not written or owes)


def _pair(
    cells: Mapping[str, Cells], read: Mapping[str, Values], weigh: Weigh, choices: Choices, *, owes: bool
) -> tuple[Values, dict[int, str], bool]:
    """Return amounts and problems of two columns, one of which is filled in each row, and whether the meaning of a minus is open.

    A column in which every figure has a minus means its side. A single minus among others reverses the side or only repeats it: the
    balances prove which, or a person says it.
    """
    problems: dict[int, str] = {}
    sides: dict[int, tuple[int, Decimal]] = {}
    for row, debit in cells["debit"].items():
        is_debit = says_amount(debit)
        amount = read["debit" if is_debit else "credit"][row]
        if is_debit == says_amount(cells["credit"][row]):
            problems[row] = _("needs either a debit or a credit.")
        elif amount is not None:
            sides[row] = (-1 if is_debit else 1, amount)
    minus = {sign: {amount < 0 for of_side, amount in sides.values() if of_side == sign and amount} for sign in (-1, 1)}
    # Money in with a minus means its side only beside money out without one.
    mixed = {sign for sign, signs in minus.items() if len(signs) > 1 or (sign == 1 and signs == {True} and minus[-1] != {False})}
    repeats: Values = dict.fromkeys(cells["debit"]) | {row: sign * abs(amount) for row, (sign, amount) in sides.items()}
    reverses = repeats | {row: sign * amount for row, (sign, amount) in sides.items() if sign in mixed}
    # Balances may prove ledger columns, where a debit of an own account is money in.
    readings = {"side": repeats, "reversal": reverses} if mixed else {"side": repeats}
    for values in readings.values():
        turned = {row: None if value is None else -value for row, value in values.items()}
        if weigh(values).proves:
            return values, problems, False
        if not owes and weigh(turned).proves:
            return turned, problems, False
    if not mixed:
        return repeats, problems, False
    if choices.minus:
        return readings[choices.minus], problems, False
    doubt = _("a negative amount in a debit or credit column is ambiguous.")
    doubtful = {row for row, (sign, amount) in sides.items() if sign in mixed and amount < 0}
    return repeats | dict.fromkeys(doubtful), problems | dict.fromkeys(doubtful, doubt), True


def _with_fees(values: Values, fees: Values, weigh: Weigh, choices: Choices) -> tuple[Values, bool]:
    """Return the amounts with the fees that come on top of them, and whether it is open if they do."""
    charged = {row: fee for row, fee in fees.items() if fee and values.get(row) is not None}
    if not charged:
        return values, False
    less = values | {row: (values[row] or Decimal(0)) - abs(fee) for row, fee in charged.items()}
    within, apart = weigh(values), weigh(less)
    if len(within.breaks) != len(apart.breaks):
        return (less, False) if apart.better_than(within) else (values, False)
    return (less if choices.fee == "apart" else values), not choices.fee
