"""Reports of payment processors: payouts with their payments, fees and refunds, read by what the columns prove and not by their vendor.

Of each row net is gross less fees, which proves these columns. Rows belong to one payout by its id, else by its day, else by the row of the
withdrawal below or above them. A payout whose stated total is not the sum of its rows is read with that total and explains nothing.
"""

import datetime as dt
import hashlib
import itertools
import json
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal

from django.utils.translation import gettext as _

from finance.imports.csv_columns import known_columns
from finance.imports.csv_table import CsvTable, TableRow, read_table
from finance.imports.rows import STATUSES
from finance.imports.untrusted_files import FileRefused, in_row
from finance.imports.values import MARKS, currencies_of, is_date, possible_marks, possible_orders, read_amount, read_date
from finance.models.ledger_import import DateOrder, Target
from people.safe_text import unguarded

ZERO = Decimal(0)
MOST_PARTS = 20_000
LONGEST = {"reference": 100, "text": 200}
FEES = re.compile(
    r"fees?\b|commission|markup|interchange|geb(ue|ü)hr|entgelt|frais|comisi|commissi|kosten|\bcosts?\b|charges?\b|avgift|prowizj|手数料",
    re.IGNORECASE,
)
GROSS = re.compile(
    r"gross|brutt?o|\bbrut\b|^amount\b|^betrag|^montant|^importe|^total collected|collected|product sales|金額", re.IGNORECASE
)
NET = re.compile(r"\bnett?o?\b|\bpayable|payout amount|auszahlungsbetrag|\btotal\b", re.IGNORECASE)
OF_PAYOUT = r"payout|pay-out|settle|deposit|transfer|batch|disburse|auszahlung|virement|versement|remise|uitbetaling|abono|liquidaci"
PAYOUT_ID = re.compile(rf"({OF_PAYOUT}).*(\bid\b|_id|number|\bno\b|reference|nummer|-id)|^({OF_PAYOUT})s?$", re.IGNORECASE)
PAYOUT_DAY = re.compile(
    rf"({OF_PAYOUT}|available|arriv|payment).*(date|day|_on|datum|fecha|tag|on$|at$)|date.*({OF_PAYOUT})", re.IGNORECASE
)
PAYOUT_TOTAL = re.compile(rf"({OF_PAYOUT}).*(amount|total|betrag|montant|importe)|total.?amount", re.IGNORECASE)
WITHDRAWAL = re.compile(
    r"payout|transfer|withdraw|auszahlung|virement|versement|disburse|bank account|überweisung|ueberweisung|retrait|retiro", re.IGNORECASE
)
REFERENCE = (
    re.compile(r"order|invoice|merchant.?ref|bestell|rechnung|commande|facture|pedido", re.IGNORECASE),
    re.compile(r"reference|payment.?id|charge|source|psp|transaction|\bid\b", re.IGNORECASE),
)
NAME = re.compile(r"customer|buyer|name|payer|cardholder|kunde|client|description|beschreibung", re.IGNORECASE)
PAIR = re.compile(r"\b(debit|credit)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportedPart:
    """One row of a payout; `fee` is above zero if it is charged."""

    day: dt.date | None
    gross: Decimal
    fee: Decimal
    reference: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportedPayout:
    """A payout of a report. `stated` is the total that the report gives it, None if it gives none."""

    reference: str
    paid_on: dt.date
    parts: tuple[ReportedPart, ...]
    stated: Decimal | None = None

    @property
    def net(self) -> Decimal:
        return sum((part.gross - part.fee for part in self.parts), ZERO)

    @property
    def holds(self) -> bool:
        return self.stated is None or self.stated == self.net

    @property
    def digest(self) -> str:
        """Return the same text for the same payout, in whatever order and file it comes."""
        parts = sorted((str(part.day), str(part.gross), str(part.fee), part.reference) for part in self.parts)
        return hashlib.sha256(json.dumps([self.reference, str(self.paid_on), parts]).encode()).hexdigest()


@dataclass(frozen=True, slots=True, kw_only=True)
class PayoutReport:
    payouts: tuple[ReportedPayout, ...]
    notes: tuple[str, ...] = ()


@dataclass(slots=True)
class _Columns:
    """The columns of a report. `gross` and `net` are amounts by row; the places are None if the report has no such column."""

    gross: dict[int, Decimal]
    net: dict[int, Decimal]
    places: dict[str, int] = field(default_factory=dict)
    totals: dict[int, Decimal] = field(default_factory=dict)


def read_payouts(data: bytes, target: Target, date_order: DateOrder = "") -> PayoutReport:
    """Return the payouts of a report in the account's currency. Raises `FileRefused`."""
    table = read_table(data)
    columns = _columns(table, target)
    days = [place for name, place in columns.places.items() if name in {"day", "payout_day"}]
    orders = possible_orders([text for place in days for text in table.column(place).values() if text], target.today)
    order = orders[0] if len(orders) == 1 else date_order
    if len(orders) > 1 and not order:
        raise FileRefused([_("Days can be read in more than one order. Choose the date format.")])
    rows, notes = _rows_that_count(table, columns, target)
    groups = _groups(rows, columns)
    payouts = [payout for key, some in groups.items() if (payout := _payout(key, some, columns, order, target))]
    if not payouts:
        raise FileRefused([_("The file has no payout with payments in it.")])
    return PayoutReport(payouts=tuple(payouts), notes=tuple(notes))


Amounts = dict[int, Decimal]


def _columns(table: CsvTable, target: Target) -> _Columns:
    """Return the columns of gross and net that the fees prove row by row, and the others by their headings. Raises `FileRefused`."""
    amounts = dict(_amounts(table, target.currency))
    fees = [name for name in amounts if FEES.search(name)]
    others = [name for name in amounts if name not in fees]
    proved = list(_proved(amounts, others, fees))
    best = min(proved, key=lambda pair: (not NET.search(pair[1]), not GROSS.search(pair[0])), default=None)
    if best:
        columns = _Columns(gross=amounts[best[0]], net=amounts[best[1]])
    else:
        columns = _summed(amounts, others, fees) or _unproved(table, amounts, others, fees)
    columns.totals = next((by_row for name, by_row in amounts.items() if PAYOUT_TOTAL.search(name) and by_row is not columns.net), {})
    columns.places = _places(table, target)
    if "day" not in columns.places and "payout_day" not in columns.places:
        raise FileRefused([_("No row has a date. Choose a CSV file with a date and an amount in each row.")])
    return columns


def _amounts(table: CsvTable, currency: str) -> Iterator[tuple[str, Amounts]]:
    """Yield each column of amounts by its heading; a column of debits and one of credits with otherwise equal headings are one."""
    halves: dict[str, dict[str, Amounts]] = defaultdict(dict)
    for place, name in enumerate(table.header):
        texts = {row: text for row, text in table.column(place).items() if text}
        mark = possible_marks(texts.values(), currency)[0] if texts else MARKS[0]
        read = {row: read_amount(text, currency, mark) for row, text in texts.items()}
        if not texts or PAYOUT_ID.search(name) or any(amount is None for amount in read.values()):
            continue
        amounts = {row: amount for row, amount in read.items() if amount is not None}
        side = PAIR.search(name)
        if side:
            halves[PAIR.sub("", name).strip()][side[1].lower()] = amounts
        else:
            yield name.replace("_", " "), amounts
    for name, sides in halves.items():
        if sides.keys() == {"debit", "credit"}:
            rows = sides["debit"].keys() | sides["credit"].keys()
            yield name, {row: sides["credit"].get(row, ZERO) - sides["debit"].get(row, ZERO) for row in sorted(rows)}


def _proved(amounts: Mapping[str, Amounts], others: Sequence[str], fees: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield gross and net columns with net = gross less fees in every row, and a fee in at least one."""
    signs: tuple[Callable[[Decimal], Decimal], ...] = (abs, lambda fee: -fee, lambda fee: fee)
    some = [fees] if len(fees) < 2 else [fees, *([fee] for fee in fees)]
    for gross, net in itertools.permutations(others, 2):
        rows = amounts[net].keys() & amounts[gross].keys()
        if not rows or len(rows) < len(amounts[net]):
            continue
        for names, sign in itertools.product(some, signs):
            charged = {row: sum((sign(amounts[fee].get(row, ZERO)) for fee in names), ZERO) for row in rows}
            if any(charged.values()) and all(amounts[net][row] == amounts[gross][row] - charged[row] for row in rows):
                yield gross, net


def _summed(amounts: Mapping[str, Amounts], others: Sequence[str], fees: Sequence[str]) -> _Columns | None:
    """Return gross and net if one column is the sum of all others in every row, fees included."""
    for net in others:
        rest = [name for name in amounts if name != net and not PAYOUT_TOTAL.search(name)]
        rows = amounts[net]
        if fees and all(amount == sum((amounts[name].get(row, ZERO) for name in rest), ZERO) for row, amount in rows.items()):
            charged = {row: sum((amounts[fee].get(row, ZERO) for fee in fees), ZERO) for row in rows}
            return _Columns(gross={row: amount - charged[row] for row, amount in rows.items()}, net=rows)
    return None


def _unproved(table: CsvTable, amounts: Mapping[str, Amounts], others: Sequence[str], fees: Sequence[str]) -> _Columns:
    """Return gross and net by their headings: the amount less the fees beside it, or rows of which some are fees. The line of the bank
    proves their sum. Raises `FileRefused`."""
    gross = next((name for name in others if GROSS.search(name)), None)
    has_fee_rows = any(FEES.search(text) for row in table.rows for text in row.cells)
    if gross is None or any(NET.search(name) for name in others) or not (fees or has_fee_rows):
        raise FileRefused([_("No columns of the file prove gross, fees and net: in each row net must be gross less the fees.")])
    charged = {row: sum((abs(amounts[fee].get(row, ZERO)) for fee in fees), ZERO) for row in amounts[gross]}
    return _Columns(gross=amounts[gross], net={row: amount - charged[row] for row, amount in amounts[gross].items()})


def _places(table: CsvTable, target: Target) -> dict[str, int]:
    """Return the columns of days, ids, names, status and currency."""
    rows = [row.cells for row in table.rows]
    known = known_columns(table.header, target.currency)
    dated = [place for place in range(table.width) if rows and 2 * sum(is_date(cells[place]) for cells in rows) > len(rows)]
    places: dict[str, int] = {name: known[name] for name in ("status", "currency") if name in known}
    payout_days = [place for place in dated if PAYOUT_DAY.search(table.header[place])]
    days = [place for place in dated if place not in payout_days]
    places |= {"payout_day": payout_days[0]} if payout_days else {}
    if days:
        places["day"] = known["date"] if known.get("date") in days else days[0]
    free = [place for place in range(table.width) if place not in dated and place not in places.values()]
    ids = [place for place in free if PAYOUT_ID.search(table.header[place]) and any(cells[place] for cells in rows)]
    places |= {"payout": ids[0]} if ids else {}
    free = [place for place in free if place not in ids]
    for pattern in REFERENCE:
        unique = [place for place in free if pattern.search(table.header[place]) and _tells_apart([cells[place] for cells in rows])]
        if unique and "reference" not in places:
            places["reference"] = unique[0]
    names = [place for place in free if NAME.search(table.header[place]) and place != places.get("reference")]
    return places | ({"text": names[0]} if names else {})


def _tells_apart(texts: Sequence[str]) -> bool:
    """True if nearly every row has its own text with a digit."""
    filled = [text for text in texts if text]
    digits = sum(any(letter.isdigit() for letter in text) for text in filled)
    return 2 * len(filled) > len(texts) and digits >= 0.8 * len(filled) and 2 * len(set(filled)) > len(filled)


def _rows_that_count(table: CsvTable, columns: _Columns, target: Target) -> tuple[list[TableRow], list[str]]:
    """Return the rows with an amount that are booked and in the account's currency, and a sentence about each other kind."""
    rows, notes = [], []
    left_out: Counter[str] = Counter()
    for row in table.rows:
        status = row.cells[columns.places["status"]] if "status" in columns.places else ""
        currency = row.cells[columns.places["currency"]] if "currency" in columns.places else ""
        if row.number not in columns.net or row.number not in columns.gross:
            notes.append(in_row(row.number, _("has no amount and was passed over.")))
        elif STATUSES.get(status.casefold(), "posted") != "posted":
            left_out[status] += 1
        elif currency and target.currency not in currencies_of(currency):
            left_out[currency] += 1
        else:
            rows.append(row)
    notes += [_("Rows with %(text)s were left out: %(count)d.") % {"text": text[:40], "count": count} for text, count in left_out.items()]
    if len(rows) > MOST_PARTS:
        raise FileRefused([_("The file has more than %(most)d rows. Split it by payout or month.") % {"most": MOST_PARTS}])
    return rows, notes[:50]


def _groups(rows: Sequence[TableRow], columns: _Columns) -> dict[str, list[TableRow]]:
    """Return the rows of each payout: by its id, else its day, else up to each withdrawal that is the sum of the rows before."""
    key = columns.places.get("payout", columns.places.get("payout_day"))
    groups: dict[str, list[TableRow]] = defaultdict(list)
    if key is not None:
        for row in rows:
            if row.cells[key]:  # the others are not paid out yet
                groups[row.cells[key]].append(row)
        return groups
    for some in (rows, rows[::-1]):
        groups, waiting = defaultdict(list), list[TableRow]()
        for row in some:
            waiting.append(row)
            if _is_withdrawal(row, waiting, columns):
                groups[str(row.number)] = waiting
                waiting = []
        if groups:
            return groups
    return {"": list(rows)}


def _is_withdrawal(row: TableRow, some: Sequence[TableRow], columns: _Columns) -> bool:
    """True if the row takes out what the other rows add up to, and says so."""
    amounts = [columns.net[other.number] for other in some]
    own, is_named = columns.net[row.number], any(WITHDRAWAL.search(text) for text in row.cells)
    return is_named and own < 0 and len(some) > 1 and own == min(amounts) and sum(amounts, ZERO) == ZERO


def _payout(key: str, rows: Sequence[TableRow], columns: _Columns, order: DateOrder, target: Target) -> ReportedPayout | None:
    """Return the payout of these rows, or None if none of them is a payment."""
    places = columns.places

    def day(row: TableRow, name: str) -> dt.date | None:
        return read_date(row.cells[places[name]], order, target.today) if name in places else None

    withdrawal = next((row for row in rows if _is_withdrawal(row, rows, columns)), None)
    parts = [row for row in rows if row is not withdrawal]
    days = [paid for row in ([withdrawal] if withdrawal else rows) for name in ("payout_day", "day") if (paid := day(row, name))][:1]
    days = days if withdrawal or "payout_day" in places else [paid for row in rows if (paid := day(row, "day"))]
    if not parts or not days:
        return None
    totals = {columns.totals[row.number] for row in parts if row.number in columns.totals}
    stated = -columns.net[withdrawal.number] if withdrawal else totals.pop() if len(totals) == 1 else None

    def text(row: TableRow, name: str) -> str:
        return unguarded(row.cells[places[name]])[: LONGEST[name]] if name in places else ""

    return ReportedPayout(
        reference=unguarded(key)[: LONGEST["reference"]] if "payout" in places else "",
        paid_on=max(days),
        stated=stated,
        parts=tuple(
            ReportedPart(
                day=day(row, "day"),
                gross=_gross(row, columns),
                fee=_gross(row, columns) - columns.net[row.number],
                reference=text(row, "reference"),
                text=text(row, "text"),
            )
            for row in parts
        ),
    )


def _gross(row: TableRow, columns: _Columns) -> Decimal:
    """Return the amount before fees; zero for a row that is itself a fee."""
    return ZERO if any(FEES.search(text) for text in row.cells) and columns.gross[row.number] < 0 else columns.gross[row.number]
