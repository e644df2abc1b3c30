"""An account as OFX 2.1.1: the posted entries, signed from the holder's side as the specification requires."""

import datetime as dt
import re
from collections.abc import Iterable, Iterator
from decimal import Decimal
from xml.sax.saxutils import escape  # nosec B406  # writes, and reads nothing

from finance.models import Account, Transaction

NOT_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
TYPES = {Account.Kind.SAVINGS: "SAVINGS", Account.Kind.LOAN: "CREDITLINE"}
LONGEST_NAME = 32
HEAD = (
    '<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n'
    '<?OFX OFXHEADER="200" VERSION="211" SECURITY="NONE" OLDFILEUID="NONE" NEWFILEUID="NONE"?>\n'
)
FINE = "<STATUS><CODE>0</CODE><SEVERITY>INFO</SEVERITY></STATUS>"


def ofx_lines(
    account: Account, rows: Iterable[Transaction], *, first: dt.date, last: dt.date, balance: Decimal | None, now: dt.datetime
) -> Iterator[str]:
    """Yield the file. `rows` are the posted entries from `first` to `last`, `balance` the book balance at the end of `last`.

    The file has no balance if it is None.
    """
    outer, inner = ("CREDITCARDMSGSRSV1", "CC") if account.kind == Account.Kind.CREDIT_CARD else ("BANKMSGSRSV1", "")
    yield HEAD
    yield f"<OFX><SIGNONMSGSRSV1><SONRS>{FINE}<DTSERVER>{now:%Y%m%d%H%M%S}</DTSERVER><LANGUAGE>ENG</LANGUAGE></SONRS></SIGNONMSGSRSV1>\n"
    yield f"<{outer}><{inner}STMTTRNRS><TRNUID>0</TRNUID>{FINE}<{inner}STMTRS><CURDEF>{account.currency}</CURDEF>{_source(account)}\n"
    yield f"<BANKTRANLIST><DTSTART>{first:%Y%m%d}</DTSTART><DTEND>{last:%Y%m%d}</DTEND>\n"
    yield from map(_entry, rows)
    yield "</BANKTRANLIST>"
    if balance is not None:
        yield f"<LEDGERBAL><BALAMT>{balance:f}</BALAMT><DTASOF>{last:%Y%m%d}</DTASOF></LEDGERBAL>"
    yield f"</{inner}STMTRS></{inner}STMTTRNRS></{outer}></OFX>\n"


def _source(account: Account) -> str:
    number = _value("ACCTID", account.number or account.name)
    if account.kind == Account.Kind.CREDIT_CARD:
        return f"<CCACCTFROM>{number}</CCACCTFROM>"
    kind = _value("ACCTTYPE", TYPES.get(Account.Kind(account.kind), "CHECKING"))
    return f"<BANKACCTFROM>{_value('BANKID', account.institution or '0')}{number}{kind}</BANKACCTFROM>"


def _entry(row: Transaction) -> str:
    """Return one transaction; a text too long for a name is repeated whole in the memo."""
    kind = "CHECK" if row.number else "CREDIT" if row.amount_minor >= 0 else "DEBIT"
    values = {
        "TRNTYPE": kind,
        "DTPOSTED": f"{row.booked_on:%Y%m%d}",
        "TRNAMT": f"{row.amount:f}",
        "FITID": row.external_id or row.pk.hex,
        "CHECKNUM": row.number,
        "REFNUM": row.reference,
        "NAME": row.description[:LONGEST_NAME],
        "MEMO": row.description if len(row.description) > LONGEST_NAME else "",
    }
    return f"<STMTTRN>{''.join(_value(name, value) for name, value in values.items() if value)}</STMTTRN>\n"


def _value(name: str, value: str) -> str:
    return f"<{name}>{escape(NOT_XML.sub(' ', value))}</{name}>"
