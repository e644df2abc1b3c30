"""OFX as text: accounts with their entries and a balance, signed from the holder's side as the specification requires.

Version 2.1.1 is XML. Version 1.0.2 is SGML with the same aggregates; QuickBooks calls it Web Connect (.qbo), with the number of a bank
in Intuit's list.
"""

import datetime as dt
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from xml.sax.saxutils import escape  # nosec B406  # writes, and reads nothing

NOT_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
LONGEST_NAME = 32
LONGEST_MESSAGE = 255
XML_HEAD = (
    '<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n'
    '<?OFX OFXHEADER="200" VERSION="211" SECURITY="NONE" OLDFILEUID="NONE" NEWFILEUID="NONE"?>\n'
)
FINE = "<STATUS><CODE>0</CODE><SEVERITY>INFO</SEVERITY></STATUS>"


@dataclass(frozen=True, slots=True, kw_only=True)
class OfxEntry:
    """`fitid` is the id by which a program recognises the entry when it comes again."""

    day: dt.date
    amount: Decimal
    fitid: str
    text: str
    number: str = ""
    reference: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class OfxAccount:
    """One account's part of a file. `kind` is a type of the specification, or "CREDITCARD". `balance` is the balance at the end of `last`;
    the file has none if it is None. `warning` is for the status of the part."""

    number: str
    bank: str
    kind: str
    currency: str
    first: dt.date
    last: dt.date
    entries: Iterable[OfxEntry]
    balance: Decimal | None
    warning: str = ""

    def statement(self, number: int, inner: str) -> Iterator[str]:
        source = _value("ACCTID", self.number)
        if inner:
            source = f"<CCACCTFROM>{source}</CCACCTFROM>"
        else:
            source = f"<BANKACCTFROM>{_value('BANKID', self.bank)}{source}{_value('ACCTTYPE', self.kind)}</BANKACCTFROM>"
        status = FINE
        if self.warning:
            message = _value("MESSAGE", self.warning[:LONGEST_MESSAGE])
            status = f"<STATUS><CODE>0</CODE><SEVERITY>WARN</SEVERITY>{message}</STATUS>"
        yield f"<{inner}STMTTRNRS><TRNUID>{number}</TRNUID>{status}<{inner}STMTRS><CURDEF>{self.currency}</CURDEF>{source}\n"
        yield f"<BANKTRANLIST><DTSTART>{self.first:%Y%m%d}</DTSTART><DTEND>{self.last:%Y%m%d}</DTEND>\n"
        for entry in self.entries:
            values = {
                "TRNTYPE": "CHECK" if entry.number else "CREDIT" if entry.amount >= 0 else "DEBIT",
                "DTPOSTED": f"{entry.day:%Y%m%d}",
                "TRNAMT": f"{entry.amount:f}",
                "FITID": entry.fitid,
                "CHECKNUM": entry.number,
                "REFNUM": entry.reference,
                # A text too long for a name is repeated whole in the memo.
                "NAME": entry.text[:LONGEST_NAME],
                "MEMO": entry.text if len(entry.text) > LONGEST_NAME else "",
            }
            yield f"<STMTTRN>{''.join(_value(name, value) for name, value in values.items() if value)}</STMTTRN>\n"
        yield "</BANKTRANLIST>"
        if self.balance is not None:
            yield f"<LEDGERBAL><BALAMT>{self.balance:f}</BALAMT><DTASOF>{self.last:%Y%m%d}</DTASOF></LEDGERBAL>"
        yield f"</{inner}STMTRS></{inner}STMTTRNRS>"


def ofx_file(accounts: Iterable[OfxAccount], *, now: dt.datetime, institution: str = "") -> Iterator[str]:
    """Yield a file of version 2.1.1."""
    yield XML_HEAD
    yield from _body(accounts, now, f"<FI>{_value('ORG', institution[:LONGEST_NAME])}</FI>" if institution else "")


def qbo_file(accounts: Iterable[OfxAccount], *, now: dt.datetime, intuit_bank: int) -> Iterator[str]:
    """Yield a file of version 1.0.2, to be written in UTF-8. `intuit_bank` is the bank's number in Intuit's list."""
    head = {
        "OFXHEADER": "100",
        "DATA": "OFXSGML",
        "VERSION": "102",
        "SECURITY": "NONE",
        "ENCODING": "UTF-8",
        "CHARSET": "NONE",
        "COMPRESSION": "NONE",
        "OLDFILEUID": "NONE",
        "NEWFILEUID": "NONE",
    }
    yield "".join(f"{name}:{value}\n" for name, value in head.items()) + "\n"
    yield from _body(accounts, now, _value("INTU.BID", str(intuit_bank)))


def _body(accounts: Iterable[OfxAccount], now: dt.datetime, sender: str) -> Iterator[str]:
    """Yield what both versions have in common; accounts and cards are in message sets of their own."""
    yield f"<OFX><SIGNONMSGSRSV1><SONRS>{FINE}<DTSERVER>{now:%Y%m%d%H%M%S}</DTSERVER><LANGUAGE>ENG</LANGUAGE>{sender}</SONRS>"
    yield "</SIGNONMSGSRSV1>\n"
    open_set = ""
    for number, account in enumerate(sorted(accounts, key=lambda account: account.kind == "CREDITCARD")):
        is_card = account.kind == "CREDITCARD"
        message_set = "CREDITCARDMSGSRSV1" if is_card else "BANKMSGSRSV1"
        if message_set != open_set:
            yield (f"</{open_set}>" if open_set else "") + f"<{message_set}>"
            open_set = message_set
        yield from account.statement(number, "CC" if is_card else "")
    yield (f"</{open_set}>" if open_set else "") + "</OFX>\n"


def _value(name: str, value: str) -> str:
    return f"<{name}>{escape(NOT_XML.sub(' ', value))}</{name}>"
