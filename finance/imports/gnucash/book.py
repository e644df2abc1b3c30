"""A book of GnuCash, and its asset and liability accounts as parts of a file: each split is a row with its own sign."""

import datetime as dt
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, replace
from decimal import Context, Decimal, DecimalException, Inexact, InvalidOperation

from django.utils.translation import gettext as _

from finance.imports.csv_texts import joined
from finance.imports.problems import FileRefused
from finance.imports.rows import FileAccount, FileRow, ParsedFile, StatedBalance, uniquely_named
from finance.models.codes import LONGEST, Codes

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
    """An account. `currency` is empty if it is not kept in money."""

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
    return ParsedFile(format="gnucash", way="gnucash", accounts=tuple(uniquely_named(parts)))


def exact(numerator: int, denominator: int) -> Decimal | None:
    """Return the fraction as an exact decimal; None if it has none (a third) or the denominator is invalid."""
    if denominator <= 0:
        return None
    try:
        return EXACT.divide(Decimal(numerator), Decimal(denominator))
    except DecimalException:
        return None


def _part(accounts: Mapping[str, BookAccount], key: str, splits: list[tuple[GnuCashEntry, BookSplit]]) -> FileAccount:
    account = accounts[key]
    ordered = sorted(splits, key=lambda pair: (pair[0].day or dt.date.min, pair[0].number, pair[1].key))
    paths: dict[str, str] = {}
    rows, opening = [], None
    for place, (entry, split) in enumerate(ordered, 1):
        opens = any(accounts[other.account].is_opening for other in entry.splits if other.account in accounts)
        row = replace(_row(entry, split, place, account.currency), codes=_codes(accounts, paths, entry, split))
        if opens and row.amount is not None and entry.day:
            opening = StatedBalance(amount=row.amount + (opening.amount if opening else 0), as_of=entry.day - dt.timedelta(days=1))
        rows.append(replace(row, problem=_("is the opening balance, which belongs to the account itself.")) if opens else row)
    return FileAccount(
        name=":".join(_path(accounts, account)), currency=account.currency, kind=OFFERED[account.kind], rows=tuple(rows), opening=opening
    )


def _row(entry: GnuCashEntry, split: BookSplit, place: int, currency: str) -> FileRow:
    amount = exact(*split.quantity) if split.quantity else None
    problem = ""
    if entry.day is None:
        problem = _("has no date or no amount.")
    elif amount is None:
        quantity = "/".join(map(str, split.quantity or ("",)))
        problem = _('"%(text)s" is not an amount in %(currency)s.') % {"text": quantity, "currency": currency}
    return FileRow(
        place=place,
        booked_on=entry.day,
        amount=amount,
        description=joined(entry.text, split.memo),
        external_id=split.key,
        reference="" if entry.number.isdigit() else entry.number,
        number=entry.number if entry.number.isdigit() else "",
        status="void" if split.state == "v" else "posted",
        problem=problem,
    )


def _codes(accounts: Mapping[str, BookAccount], paths: dict[str, str], entry: GnuCashEntry, split: BookSplit) -> Codes:
    """Return the codes; the nominal account only if there is exactly one on the other side. `paths` caches account paths."""
    other = next((one_split.account for one_split in entry.splits if one_split is not split), "") if len(entry.splits) == 2 else ""
    if other in accounts and other not in paths:
        path = ":".join(name[: LONGEST["nominal"]] for name in _path(accounts, accounts[other]))
        paths[other] = "" if path.casefold().startswith(NOT_SORTED) else path[: LONGEST["nominal"]]
    nominal = paths.get(other, "") if other != split.account else ""
    return Codes.read({"nominal": nominal, "payee": entry.text})


def _path(accounts: Mapping[str, BookAccount], account: BookAccount) -> list[str]:
    """Return the names from below the root to the account; limited in depth, because a damaged book may contain cycles."""
    names: list[str] = []
    at: BookAccount | None = account
    while at and at.kind != "ROOT" and len(names) < DEEPEST:
        names.insert(0, at.name)
        at = accounts.get(at.parent)
    return names
