"""OFX and QFX, the exports of banks for Quicken and Money. Specification: OFX 1.6 and 2.3, chapter 11 (banking)."""

import datetime as dt
import re
from collections.abc import Iterator
from decimal import Decimal

from django.utils.translation import gettext as _

from finance.imports.amounts import read_amount
from finance.imports.csv_texts import joined
from finance.imports.ofx_tree import Node, parse_ofx
from finance.imports.problems import FileRefused
from finance.imports.rows import FileAccount, FileRow, ParsedFile, StatedBalance
from finance.imports.text import decoded
from finance.models.import_choices import Choices, Target

DAY = re.compile(r"([0-9]{4})([0-9]{2})([0-9]{2})")
KINDS = {"CHECKING": "checking", "SAVINGS": "savings", "MONEYMRKT": "savings", "CREDITLINE": "loan"}


def read_ofx(data: bytes, *, choices: Choices, target: Target) -> ParsedFile:
    """Return every account of the file. Signs are the holder's, as the specification requires. Raises `FileRefused`."""
    root = parse_ofx(decoded(data))
    accounts = tuple(_account(node, target) for node in root.every("STMTRS", "CCSTMTRS", "INVSTMTRS"))
    if not accounts:
        raise FileRefused([_("The file has no account statement: the bank answered something else. Export it anew.")])
    return ParsedFile(format="ofx", way="ofx", accounts=accounts)


def _account(node: Node, target: Target) -> FileAccount:
    source = node.first("BANKACCTFROM", "CCACCTFROM", "INVACCTFROM")
    currency = node.get("CURDEF").upper()
    return FileAccount(
        name=" ".join(filter(None, [source.get("BANKID"), source.get("ACCTID")])),
        number=source.get("ACCTID"),
        currency=currency,
        kind="credit_card" if node.name == "CCSTMTRS" else KINDS.get(source.get("ACCTTYPE").upper(), ""),
        rows=tuple(_rows(node, currency, target)),
        closing=_balance(node.first("LEDGERBAL"), target),
    )


def _rows(node: Node, currency: str, target: Target) -> Iterator[FileRow]:
    for place, entry in enumerate(node.every("STMTTRN"), 1):
        payee = entry.get("NAME") or entry.first("PAYEE").get("NAME")
        booked_on, amount = _day(entry.get("DTPOSTED")), _amount(entry.get("TRNAMT"), target)
        yield FileRow(
            place=place,
            booked_on=booked_on,
            amount=amount,
            description=joined(payee, entry.get("MEMO")),
            external_id=entry.get("FITID"),
            reference=entry.get("REFNUM"),
            number=entry.get("CHECKNUM"),
            currency=entry.first("CURRENCY").get("CURSYM").upper() or currency,
            problem=_problem(entry, dated=booked_on is not None, priced=amount is not None, target=target),
        )


def _problem(entry: Node, *, dated: bool, priced: bool, target: Target) -> str:
    if entry.get("CORRECTFITID"):
        return _("corrects the row with the id %(id)s: change that one by hand.") % {"id": entry.get("CORRECTFITID")}
    if not dated:
        return _('"%(text)s" is not a date.') % {"text": entry.get("DTPOSTED")}
    if not priced:
        return _('"%(text)s" is not an amount in %(currency)s.') % {"text": entry.get("TRNAMT"), "currency": target.currency}
    return ""


def _amount(text: str, target: Target) -> Decimal | None:
    """Return the amount. The specification (3.2.9.2) allows a comma or a point before the cents and none between thousands."""
    return read_amount(text, target.currency, "," if "," in text and "." not in text.rpartition(",")[2] else ".")


def _day(text: str) -> dt.date | None:
    """Return the day as the bank wrote it, in its own time zone."""
    match = DAY.match(text)
    try:
        return dt.date(*map(int, match.groups())) if match else None
    except ValueError:
        return None


def _balance(node: Node, target: Target) -> StatedBalance | None:
    amount = _amount(node.get("BALAMT"), target)
    return None if amount is None else StatedBalance(amount=amount, as_of=_day(node.get("DTASOF")))
