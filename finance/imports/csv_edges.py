"""Rows of a CSV file that are no entries: balances at its ends, totals, and lines of text above and below the entries; and the account
and the currency that the lines above the header name."""

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal

from django.utils.translation import gettext as _

from finance.imports.csv_columns import known_columns
from finance.imports.csv_table import CsvTable
from finance.imports.rows import FileAccount, FileRow, StatedBalance
from finance.imports.untrusted_files import in_row
from finance.imports.values import MARKS, currencies_of, is_date, possible_marks, read_amount, says_amount

OPENING = {
    "openingbalance", "balancebroughtforward", "broughtforward", "previousbalance", "startingbalance", "beginningbalance", "balanceforward",
    "anfangssaldo", "anfangsbestand", "alterkontostand", "altersaldo", "saldovortrag", "ubertrag", "eroffnungssaldo", "startsaldo",
    "beginsaldo",
    "soldeinitial", "soldeprecedent", "anciensolde", "soldedebut", "soldedouverture", "saldoinicial", "saldoanterior", "saldoiniziale",
    "saldoprecedente", "saldopoczatkowe", "saldootwarcia", "pocatecnizustatek", "nyitoegyenleg", "ingaendesaldo", "inngaendesaldo",
    "alkusaldo",
    "primosaldo", "начальныйостаток", "входящийостаток", "остатокнаначало", "acilisbakiyesi", "devirbakiyesi",
    "繰越", "前月繰越", "期初余额",
}  # fmt: skip
CLOSING = {
    "closingbalance", "endingbalance", "balancecarriedforward", "carriedforward", "newbalance", "finalbalance", "endbalance", "endsaldo",
    "endbestand", "neuerkontostand", "neuersaldo", "schlusssaldo", "abschlusssaldo", "eindsaldo", "soldefinal", "nouveausolde", "soldefin",
    "soldedecloture", "saldofinal", "saldofinale", "saldoatual", "saldoactual", "saldokoncowe", "konecnyzustatek", "zaroegyenleg",
    "utgaendesaldo", "loppusaldo", "ultimosaldo", "конечныйостаток", "исходящийостаток", "остатокнаконец", "kapanisbakiyesi", "次月繰越",
    "期末余额",
}  # fmt: skip
TOTAL = {
    "total", "totals", "grandtotal", "sum", "subtotal", "summe", "gesamt", "gesamtsumme", "zwischensumme", "totaal", "totale", "totali",
    "totaux", "totales", "totais", "suma", "razem", "celkem", "spolu", "osszesen", "ialt", "summa", "yhteensa", "итого", "всего", "toplam",
    "συνολο", "合計", "总计", "합계",
}  # fmt: skip

BALANCE = {
    "balance", "accountbalance", "saldo", "kontostand", "kontosaldo", "guthaben", "solde", "soldeducompte", "saldi", "saldonakoncie",
    "zustatek", "zostatok", "egyenleg", "stanje", "stankonta", "bakiye", "остаток", "баланс", "υπολοιπο", "残高", "余额", "잔액",
}  # fmt: skip
"""Names of a balance that do not say which one it is."""
WITH_DAY = re.compile(r"\b(?:as of|as at|at|on|per|am|vom|zum|au|du|al|del|em|op|na dzien|ke dni|dne|pr)\W*(?=\d)(?P<day>.*)$")
"""The day after the name of a balance, with the words before it."""
BALANCES = OPENING | CLOSING | BALANCE
ACCOUNT_NUMBER = re.compile(r"[A-Z]{2}\d{2}[A-Z0-9]{8,30}|[\dXx*•.\-/]*\d{4,}[\d\-/]*")


def named_above(table: CsvTable, currency: str) -> tuple[str, str]:
    """Return the number of the account and the currency that lines above the header name, as "IBAN;DE89..." or "Currency: USD" do; each
    empty if no line names it, or if several differ. The currency is `currency` if the line may mean it."""
    pairs = [pair for row in table.above for pair in _pairs(row.cells)]
    numbers = {number for name, value in pairs if name == "account" and ACCOUNT_NUMBER.fullmatch(number := value.replace(" ", ""))}
    meant = [(value, currencies_of(value)) for name, value in pairs if name == "currency"]
    units = {currency if currency in codes else value.upper() for value, codes in meant if codes}
    return numbers.pop() if len(numbers) == 1 else "", units.pop() if len(units) == 1 else ""


def _pairs(cells: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield the field and the value of each label of a line, which is before a colon or in the cell before."""
    filled = [cell for cell in cells if cell]
    texts = [text.strip() for cell in filled for text in (cell.split(":", 1) if len(filled) == 1 else [cell.rstrip(":")])]
    for label, value in zip(texts[::2], texts[1::2], strict=False):
        yield from ((field, value) for field in known_columns((label,)) if field in {"account", "currency"})


def entries_only(part: FileAccount, table: CsvTable, columns: Mapping[str, int]) -> tuple[FileAccount, list[str]]:
    """Return the part without rows that are no entries, and a sentence about each.

    A balance becomes the opening or closing one. A total is held against the sum of the entries: one that has a day, as an entry has, is
    a total only if it agrees. Rows between entries stay, unless they repeat a balance.
    """
    cells = {row.number: row.cells for row in table.rows}
    good = [place for place, row in enumerate(part.rows) if not row.problem and not _named(cells[row.place], BALANCES)]
    totals: list[int] = []
    while len(good) > 2 and _is_dated_total([part.rows[place] for place in good], cells[part.rows[good[-1]].place]):
        totals.append(good.pop())
    if not good:
        return part, []
    first, last = good[0], good[-1]
    remaining: list[FileRow] = []
    notes: list[str] = []
    passed: list[tuple[int, FileRow]] = []
    for place, row in enumerate(part.rows):
        texts = cells[row.place]
        is_outside = not first <= place <= last
        names_balance = is_outside and _named(texts, BALANCES)
        no_money = not any(says_amount(texts[columns[name]]) for name in ("amount", "debit", "credit") if name in columns)
        states_only = bool(row.problem) and no_money and row.balance is not None and row.booked_on is not None
        neighbours = [part.rows[other].balance for other in (place - 1, place + 1) if 0 <= other < len(part.rows)]
        is_alone = sum(map(bool, texts)) == 1 and row.amount is None
        is_text = is_outside and row.booked_on is None and row.balance is None and (no_money or is_alone)
        if place in totals:
            notes.append(
                in_row(row.place, _('"%(text)s" is the total of the rows, and agrees.') % {"text": " ".join(filter(None, texts))[:80]})
            )
        elif names_balance or (states_only and (is_outside or row.balance in neighbours)) or is_text:
            passed.append((place, row))
            label = " ".join(filter(None, texts))[:80]
            notes.append(in_row(row.place, _('"%(text)s" is no entry and was passed over.') % {"text": label}))
        else:
            remaining.append(row)
    rest = replace(part, rows=tuple(remaining))
    rest, more = _without_totals(rest, table, columns, part.rows[first].place, part.rows[last].place)
    return _with_balances(rest, passed, cells, columns, first), [*notes, *more]


def _is_dated_total(rows: Sequence[FileRow], texts: tuple[str, ...]) -> bool:
    """True if a word of the last row calls it a total, and its amount is the sum of the other rows, or of one side of them."""
    words = {word for text in texts for word in re.findall(r"\w+", unicodedata.normalize("NFKD", text.casefold()))}
    stated, amounts = abs(rows[-1].amount or Decimal(0)), [row.amount for row in rows[:-1] if row.amount is not None]
    sides = [sum((amount for amount in amounts if (amount > 0) == into), Decimal(0)) for into in (True, False)]
    return bool(words & TOTAL) and stated > 0 and stated in {*map(abs, sides), abs(sum(sides))}


def _named(texts: tuple[str, ...], names: set[str]) -> bool:
    """True if the letters of a text, without accents and without a day at its end, are one of the names."""
    plain = (unicodedata.normalize("NFKD", text.casefold()) for text in texts if len(text) < 60)
    bare = (WITH_DAY.sub(lambda end: "" if is_date(end["day"]) else end[0], text) for text in plain)
    return any("".join(filter(str.isalpha, text)) in names for text in bare)


def _with_balances(
    part: FileAccount, passed: list[tuple[int, FileRow]], cells: Mapping[int, tuple[str, ...]], columns: Mapping[str, int], first: int
) -> FileAccount:
    """Return the part with the opening and closing balance of the rows that state one. A closing balance is that of its day's end."""
    for place, row in passed:
        amount = row.balance if row.balance is not None else row.amount
        if amount is None or row.booked_on is None:
            continue
        is_opening = _named(cells[row.place], OPENING) if _named(cells[row.place], OPENING | CLOSING) else place < first
        if is_opening and part.opening is None:
            part = replace(part, opening=StatedBalance(amount=amount, as_of=row.booked_on))
        elif not is_opening and part.closing is None:
            part = replace(part, closing=StatedBalance(amount=amount, as_of=row.booked_on))
    return part


def _without_totals(part: FileAccount, table: CsvTable, columns: Mapping[str, int], first: int, last: int) -> tuple[FileAccount, list[str]]:
    """Return the part without totals above and below its entries. One that agrees with no sum of its column stays, with that as its
    problem."""
    names = [name for name in ("amount", "debit", "credit") if name in columns]
    entries = {row.place for row in part.rows if not row.problem}
    cells = {row.number: row.cells for row in table.rows}
    remaining: list[FileRow] = []
    notes: list[str] = []
    for row in part.rows:
        texts = cells[row.place]
        figures = {name: texts[columns[name]] for name in names if says_amount(texts[columns[name]])}
        if not row.problem or first <= row.place <= last or row.booked_on is not None or not figures:
            remaining.append(row)
            continue
        differing = [pair for name, text in figures.items() if (pair := _difference(text, table.column(columns[name]), entries))]
        is_named = _named(texts, TOTAL)
        labels = [text for text in texts if text and text not in figures.values()]
        agrees = not differing and len(entries) > 1 and len(labels) <= 1 and not any(letter.isdigit() for text in labels for letter in text)
        label = {"text": " ".join(filter(None, texts))[:80]}
        if is_named and differing:
            figures_of = {"expected": differing[0][0], "stated": differing[0][1]}
            remaining.append(replace(row, problem=_("is a total of %(stated)s, but the rows lead to %(expected)s.") % figures_of))
        elif is_named or agrees:
            notes.append(in_row(row.place, _('"%(text)s" is the total of the rows and equals their sum.') % label))
        else:
            remaining.append(row)
    return replace(part, rows=tuple(remaining)), notes


def _difference(text: str, column: Mapping[int, str], entries: set[int]) -> tuple[Decimal, Decimal] | None:
    """Return the sum of a column and the stated total, if they differ whatever sign a total has."""
    mark = possible_marks([*column.values(), text], "EUR")[0] if text else MARKS[0]
    stated = read_amount(text, "EUR", mark)
    amounts = [amount for place, cell in column.items() if place in entries and (amount := read_amount(cell, "EUR", mark)) is not None]
    sums = {sum(amounts, Decimal(0)), sum((amount for amount in amounts if amount > 0), Decimal(0))}
    sums.add(sum((amount for amount in amounts if amount < 0), Decimal(0)))
    if stated is None:
        return (sum(amounts, Decimal(0)), Decimal(0))
    return None if any(stated in {total, -total} for total in sums) else (sum(amounts, Decimal(0)), stated)
