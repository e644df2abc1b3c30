"""Books of GnuCash in its SQLite file (2.6 to 5, by its documented tables) or its XML file: each split is a row with its own sign.

piecash reads only SQLite and needs an unmaintained SQLAlchemy. XML is parsed with no more than one entry in memory.
"""

import datetime as dt
import io
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Context, Decimal, DecimalException, Inexact, InvalidOperation
from xml.etree.ElementTree import Element, ParseError  # nosec B405  # types alone; defusedxml reads

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import iterparse
from django.utils.translation import gettext as _

from finance.imports.rows import FileAccount, FileRow, ParsedFile, StatedBalance, joined
from finance.imports.untrusted_files import (
    GZIP,
    MOST_ROWS,
    SQLITE,
    FileRefused,
    every_at,
    name_of,
    sqlite_tables,
    text_at,
    text_of,
    too_many_rows,
    ungzipped,
    whole_of,
)
from finance.models.coding import LONGEST, Codes
from finance.models.ledger_import import Choices, Target

OFFERED = {
    "BANK": "checking",
    "CASH": "cash",
    "CREDIT": "credit_card",
    "LIABILITY": "loan",
    "ASSET": "",
    "RECEIVABLE": "",
    "PAYABLE": "",
}
"""The types of accounts that hold or owe money, and their kinds here. Shares and funds are counted in units, not in money."""
OPENING = {"opening balances", "anfangsbestand", "soldes initiaux", "saldos iniciales", "saldi iniziali"}
NOT_SORTED = ("imbalance-", "orphan-")
"""GnuCash's own accounts for unassigned splits."""
DEEPEST = 50
EXACT = Context(prec=40, traps=[Inexact, InvalidOperation])


@dataclass(frozen=True, slots=True, kw_only=True)
class BookAccount:
    """An account. `currency` is empty if it holds no money."""

    key: str
    name: str
    kind: str
    parent: str
    currency: str
    is_opening: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class BookSplit:
    """A split. `quantity` is a fraction in the currency of its account; its value in the entry's currency is not read."""

    key: str
    account: str
    quantity: tuple[int, int] | None
    memo: str
    state: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GnuCashEntry:
    key: str
    day: dt.date | None
    number: str
    text: str
    splits: tuple[BookSplit, ...]


def read_gnucash(data: bytes, *, choices: Choices, target: Target) -> ParsedFile:
    """Return every account that holds or owes money. Ids are those of the splits, equal in both formats. Raises `FileRefused`."""
    if data.startswith(SQLITE):
        return parsed_book(*book_in_database(data))
    return parsed_book(*book_in_tree(ungzipped(data) if data.startswith(GZIP) else data))


def parsed_book(accounts: Mapping[str, BookAccount], entries: list[GnuCashEntry]) -> ParsedFile:
    """Return every account of money with splits, named by its path. Raises `FileRefused` if there is none."""
    by_account: dict[str, list[tuple[GnuCashEntry, BookSplit]]] = defaultdict(list)
    for entry in entries:
        for split in entry.splits:
            account = accounts.get(split.account)
            if account and account.kind in OFFERED and account.currency:
                by_account[split.account].append((entry, split))
    if not by_account:
        raise FileRefused([_("The book has no entries of an account that holds or owes money.")])
    parts = sorted((_part(accounts, key, splits) for key, splits in by_account.items()), key=lambda part: part.name)
    return ParsedFile(format="gnucash", way="gnucash", accounts=tuple(parts))


def exact(numerator: int, denominator: int) -> Decimal | None:
    """Return the fraction as an exact decimal; None if it has none (a third) or the denominator is invalid."""
    if denominator <= 0:
        return None
    try:
        return EXACT.divide(Decimal(numerator), Decimal(denominator))
    except DecimalException:
        return None


def _part(accounts: Mapping[str, BookAccount], key: str, splits: list[tuple[GnuCashEntry, BookSplit]]) -> FileAccount:
    """Return the account with its splits by day; a split of an opening balance is a row with a problem."""
    account = accounts[key]
    ordered = sorted(splits, key=lambda pair: (pair[0].day or dt.date.min, pair[0].number, pair[1].key))
    paths: dict[str, str] = {}
    rows, opening = [], None
    for place, (entry, split) in enumerate(ordered, 1):
        amount = exact(*split.quantity) if split.quantity else None
        problem = ""
        if any(accounts[other.account].is_opening for other in entry.splits if other.account in accounts):
            problem = _("is the opening balance, which belongs to the account itself.")
            if amount is not None and entry.day:
                opening = StatedBalance(amount=amount + (opening.amount if opening else 0), as_of=entry.day - dt.timedelta(days=1))
        elif entry.day is None:
            problem = _("has no date or no amount.")
        elif amount is None:
            quantity = "/".join(map(str, split.quantity or ("",)))
            problem = _('"%(text)s" is not an amount in %(currency)s.') % {"text": quantity, "currency": account.currency}
        # The nominal account is known only if there is exactly one on the other side.
        other = next((one_split.account for one_split in entry.splits if one_split is not split), "") if len(entry.splits) == 2 else ""
        if other in accounts and other not in paths:
            path = ":".join(name[: LONGEST["nominal"]] for name in _path(accounts, accounts[other]))
            paths[other] = "" if path.casefold().startswith(NOT_SORTED) else path[: LONGEST["nominal"]]
        nominal = paths.get(other, "") if other != split.account else ""
        row = FileRow(
            place=place,
            booked_on=entry.day,
            amount=amount,
            description=joined(entry.text, split.memo),
            external_id=split.key,
            reference="" if entry.number.isdigit() else entry.number,
            number=entry.number if entry.number.isdigit() else "",
            status="void" if split.state == "v" else "posted",
            codes=Codes.read({"nominal": nominal, "payee": entry.text}),
            problem=problem,
        )
        rows.append(row)
    name = ":".join(_path(accounts, account))
    return FileAccount(name=name, currency=account.currency, kind=OFFERED[account.kind], rows=tuple(rows), opening=opening)


def _path(accounts: Mapping[str, BookAccount], account: BookAccount) -> list[str]:
    """Return the names from below the root to the account; limited in depth, because a damaged book may contain cycles."""
    names: list[str] = []
    at: BookAccount | None = account
    while at and at.kind != "ROOT" and len(names) < DEEPEST:
        names.insert(0, at.name)
        at = accounts.get(at.parent)
    return names


WANTED = {
    "accounts": ("guid", "name", "account_type", "commodity_guid", "parent_guid"),
    "commodities": ("guid", "namespace", "mnemonic"),
    "transactions": ("guid", "num", "post_date", "description"),
    "splits": ("guid", "tx_guid", "account_guid", "memo", "reconcile_state", "quantity_num", "quantity_denom"),
    "slots": ("obj_guid", "name", "string_val", "gdate_val"),
}
ACCOUNTS = "SELECT guid, name, account_type, parent_guid, commodity_guid FROM accounts"
SPLITS = "SELECT guid, tx_guid, account_guid, memo, reconcile_state, quantity_num, quantity_denom FROM splits"
MOST = 6 * MOST_ROWS
"""Splits of all accounts, of which the offered ones may be few."""
MONEY = {"CURRENCY", "ISO4217"}
DATABASE_DAY = re.compile(r"([0-9]{4})-?([0-9]{2})-?([0-9]{2})")


def book_in_database(data: bytes) -> tuple[dict[str, BookAccount], list[GnuCashEntry]]:
    """Return accounts and entries. Raises `FileRefused` if the file is another program's, damaged or too long.

    The day of an entry is that of its slot if there is one, because the other column is a time in some time zone.
    """
    with sqlite_tables(data) as tables:
        if not tables.has(WANTED):
            raise FileRefused([_("This database comes from another program. Choose a GnuCash book.")])
        commodities = tables.rows("SELECT guid, namespace, mnemonic FROM commodities", most=MOST)
        currencies = {text_of(key): text_of(mnemonic) for key, space, mnemonic in commodities if space in MONEY}
        slots = tables.rows("SELECT obj_guid, string_val FROM slots WHERE name = 'equity-type'", most=MOST)
        opening = {text_of(key) for key, kind in slots if kind == "opening-balance"}
        accounts = {
            text_of(key): BookAccount(
                key=text_of(key),
                name=text_of(name),
                kind=text_of(kind),
                parent=text_of(parent),
                currency=currencies.get(text_of(commodity), ""),
                is_opening=key in opening or (kind == "EQUITY" and text_of(name).casefold() in OPENING),
            )
            for key, name, kind, parent, commodity in tables.rows(ACCOUNTS, most=MOST)
        }
        days = {row[0]: row[1] for row in tables.rows("SELECT obj_guid, gdate_val FROM slots WHERE name = 'date-posted'", most=MOST)}
        splits: dict[str, list[BookSplit]] = defaultdict(list)
        for key, entry, account, memo, state, numerator, denominator in tables.rows(SPLITS, most=MOST):
            above, below = whole_of(numerator), whole_of(denominator)
            quantity = None if above is None or below is None else (above, below)
            split = BookSplit(key=text_of(key), account=text_of(account), quantity=quantity, memo=text_of(memo), state=text_of(state))
            splits[text_of(entry)].append(split)
        entries = [
            GnuCashEntry(
                key=text_of(key),
                day=_day(DATABASE_DAY.match(text_of(days.get(key) or posted))),
                number=text_of(num),
                text=text_of(text),
                splits=tuple(splits[text_of(key)]),
            )
            for key, num, posted, text in tables.rows("SELECT guid, num, post_date, description FROM transactions", most=MOST)
        ]
    return accounts, entries


def _day(match: re.Match[str] | None) -> dt.date | None:
    """Return the date of year, month and day; None without a match, or if there is no such day."""
    try:
        return dt.date(*map(int, match.groups())) if match else None
    except ValueError:
        return None


MOST_AT_ONCE = 1_000_000
FRACTION = re.compile(r"(-?[0-9]{1,20})/([0-9]{1,20})")
TREE_DAY = re.compile(r"([0-9]{4})-([0-9]{2})-([0-9]{2})")


def book_in_tree(data: bytes) -> tuple[dict[str, BookAccount], list[GnuCashEntry]]:
    """Return accounts and entries. Raises `FileRefused` for damage, document types and entities, which GnuCash never writes."""
    accounts: dict[str, BookAccount] = {}
    entries: list[GnuCashEntry] = []
    try:
        for node in _parts(data):
            if name_of(node) == "account":
                key, kind, name = text_at(node, "id"), text_at(node, "type"), text_at(node, "name")
                is_opening = _slots(node).get("equity-type") == "opening-balance" or (kind == "EQUITY" and name.casefold() in OPENING)
                accounts[key] = BookAccount(
                    key=key,
                    name=name,
                    kind=kind,
                    parent=text_at(node, "parent"),
                    currency=text_at(node, "commodity", "id") if text_at(node, "commodity", "space") in MONEY else "",
                    is_opening=is_opening,
                )
            elif name_of(node) == "transaction":
                splits = []
                for split in every_at(node, "splits", "split"):
                    fraction = FRACTION.fullmatch(text_at(split, "quantity"))
                    book_split = BookSplit(
                        key=text_at(split, "id"),
                        account=text_at(split, "account"),
                        quantity=(int(fraction[1]), int(fraction[2])) if fraction else None,
                        memo=text_at(split, "memo"),
                        state=text_at(split, "reconciled-state"),
                    )
                    splits.append(book_split)
                # The day is that of the slot, else as written in its author's time zone.
                day = _slots(node).get("date-posted") or text_at(node, "date-posted", "date")
                entry = GnuCashEntry(
                    key=text_at(node, "id"),
                    day=_day(TREE_DAY.match(day)),
                    number=text_at(node, "num"),
                    text=text_at(node, "description"),
                    splits=tuple(splits),
                )
                entries.append(entry)
    except (ParseError, DefusedXmlException, ValueError, LookupError) as error:
        raise FileRefused([_("The XML of the file is damaged, or contains parts that are not allowed. Export it again.")]) from error
    return accounts, entries


def _parts(data: bytes) -> Iterator[Element]:
    """Yield the direct children of the book, each deleted after use. Templates contain no entries."""
    inside: list[Element] = []
    alive = 0
    for event, node in iterparse(io.BytesIO(data), events=("start", "end"), forbid_dtd=True):
        if event == "start":
            inside.append(node)
            alive += 1
            if alive > MOST_AT_ONCE:
                raise too_many_rows()
            continue
        inside.pop()
        if len(inside) <= 2:
            if [name_of(outer) for outer in inside] == ["gnc-v2", "book"]:
                yield node
            if inside:
                inside[-1].clear()
            alive = len(inside)


def _slots(node: Element) -> dict[str, str]:
    """Return the plain values attached to an account or entry."""
    slots = every_at(node, "slots", "slot")
    return {text_at(slot, "key"): text_at(slot, "value") or text_at(slot, "value", "gdate") for slot in slots}
