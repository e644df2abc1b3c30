"""Statements as banks send them, OFX, QuickBooks' Web Connect, CAMT.053 and MT940, and for plain text: QIF, beancount and hledger."""

import datetime as dt
import hashlib
import re
from collections.abc import Callable, Iterator, Sequence
from decimal import Decimal
from xml.sax.saxutils import escape  # nosec B406  # writes, and reads nothing

from django.utils.translation import gettext as _

from finance.exports import ProposedEntry, beancount_entry, beancount_name, hledger_entry, hledger_name
from finance.models import Account
from finance.ofx_writer import OfxAccount, OfxEntry, ofx_file, qbo_file
from reconciliation.converting.source import (
    ConvertedStatement,
    NotConvertible,
    currency_of,
    days_of,
    ends_of,
    iban_of,
    ids_of,
    names_of,
    one_line,
    pieces,
    plain,
)

OFX_KINDS = {"credit_card": "CREDITCARD", "savings": "SAVINGS", "loan": "CREDITLINE"}
LONGEST_OFX_NUMBER = 22
INTUIT_BANK = 3000
"""The number in Intuit's list that converters use for a bank of which they know none. QuickBooks shows that bank's name."""


def as_ofx(statements: Sequence[ConvertedStatement], now: dt.datetime) -> bytes:
    """Return OFX 2.1.1. Raises `NotConvertible` for an unknown currency or day."""
    institutions = {one_line(statement.printed.institution or "") for statement in statements}
    sender = institutions.pop() if len(institutions) == 1 else ""
    return "".join(ofx_file(_ofx_accounts(statements, "OFX"), now=now, institution=sender)).encode()


def as_qbo(statements: Sequence[ConvertedStatement], now: dt.datetime) -> bytes:
    """Return OFX 1.0.2 as QuickBooks takes it. Raises `NotConvertible` for an unknown currency or day."""
    return "".join(qbo_file(_ofx_accounts(statements, "QBO"), now=now, intuit_bank=INTUIT_BANK)).encode()


def _ofx_accounts(statements: Sequence[ConvertedStatement], form: str) -> list[OfxAccount]:
    accounts = []
    for statement, name in zip(statements, names_of(statements), strict=True):
        first, last = ends_of(statement, form)
        entries = [
            OfxEntry(day=day, amount=line.amount, fitid=fitid, text=one_line(line.description), reference=one_line(line.reference))
            for line, day, fitid in zip(statement.lines, days_of(statement, form), ids_of(statement), strict=True)
        ]
        account = OfxAccount(
            number=name[-LONGEST_OFX_NUMBER:],
            bank="0",
            kind=OFX_KINDS.get(statement.printed.account_kind or "", "CHECKING"),
            currency=currency_of(statement, form),
            first=first,
            last=last,
            entries=entries,
            balance=statement.printed.closing_balance,
            warning=statement.warning,
        )
        accounts.append(account)
    return accounts


NAMESPACE = "urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"
LONGEST_PURPOSE, LONGEST_INFORMATION, LONGEST_REFERENCE, LONGEST_NUMBER = 140, 500, 35, 34
OPENING_COMPUTED = "The opening balance is not printed: it is computed from the first row and its balance."
NOT_AVAILABLE = "<BkTxCd><Domn><Cd>XTND</Cd><Fmly><Cd>NTAV</Cd><SubFmlyCd>NTAV</SubFmlyCd></Fmly></Domn></BkTxCd>"
"""The standard's code for a kind of payment that is not known."""


def as_camt053(statements: Sequence[ConvertedStatement], now: dt.datetime) -> bytes:
    """Return camt.053.001.02. Raises `NotConvertible` for an unknown currency, or if neither balance is known with its day."""
    made = f"{now:%Y-%m-%dT%H:%M:%S}"
    parts = ["".join(_camt_statement(statement, name, made)) for statement, name in zip(statements, names_of(statements), strict=True)]
    head = f"<GrpHdr>{_tag('MsgId', _digest(statements)[:LONGEST_REFERENCE])}{_tag('CreDtTm', made)}</GrpHdr>"
    text = f'<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="{NAMESPACE}"><BkToCstmrStmt>{head}\n'
    return f"{text}{''.join(parts)}</BkToCstmrStmt></Document>\n".encode()


def _camt_statement(statement: ConvertedStatement, name: str, made: str) -> Iterator[str]:
    printed, currency = statement.printed, currency_of(statement, "CAMT.053")
    first, last = ends_of(statement, "CAMT.053")
    balances = {"OPBD": (printed.opening_balance, first), "CLBD": (printed.closing_balance, last)}
    known = {code: (amount, day) for code, (amount, day) in balances.items() if amount is not None}
    if not known:
        raise NotConvertible(statement.lacks(_("No balance is printed, and CAMT.053 needs one. OFX, CSV, XLSX and JSON do without.")))
    iban = iban_of(statement)
    number = _tag("IBAN", iban) if iban else f"<Othr>{_tag('Id', name[:LONGEST_NUMBER])}</Othr>"
    yield f"<Stmt>{_tag('Id', _digest([statement])[:LONGEST_REFERENCE])}{_tag('CreDtTm', made)}"
    yield f"<FrToDt><FrDtTm>{first}T00:00:00</FrDtTm><ToDtTm>{last}T23:59:59</ToDtTm></FrToDt>"
    yield f"<Acct><Id>{number}</Id>{_tag('Ccy', currency)}"
    if institution := one_line(printed.institution or ""):
        yield f"<Svcr><FinInstnId>{_tag('Nm', institution[:LONGEST_PURPOSE])}</FinInstnId></Svcr>"
    yield "</Acct>\n"
    for code, (amount, day) in known.items():
        yield f"<Bal><Tp><CdOrPrtry>{_tag('Cd', code)}</CdOrPrtry></Tp>{_money(amount, currency)}<Dt>{_tag('Dt', str(day))}</Dt></Bal>\n"
    for line, row_id in zip(statement.lines, ids_of(statement), strict=True):
        booked = f"<BookgDt>{_tag('Dt', str(line.date))}</BookgDt>" if line.date else ""
        valued = f"<ValDt>{_tag('Dt', str(line.value_date))}</ValDt>" if line.value_date else ""
        text = one_line(line.description)
        purpose = "".join(_tag("Ustrd", piece) for piece in pieces(text, LONGEST_PURPOSE))
        details = f"<NtryDtls><TxDtls><RmtInf>{purpose}</RmtInf></TxDtls></NtryDtls>" if text else ""
        information = _tag("AddtlNtryInf", text[:LONGEST_INFORMATION]) if text else ""
        yield f"<Ntry>{_money(line.amount, currency)}<Sts>BOOK</Sts>{booked}{valued}{_tag('AcctSvcrRef', row_id)}{NOT_AVAILABLE}"
        yield f"{details}{information}</Ntry>\n"
    computed = OPENING_COMPUTED if statement.origin_of_opening == "computed" else ""
    if information := " ".join(filter(None, (computed, statement.warning))):
        yield _tag("AddtlStmtInf", information[:LONGEST_INFORMATION])
    yield "</Stmt>\n"


def _digest(statements: Sequence[ConvertedStatement]) -> str:
    ids = [row_id for statement in statements for row_id in (statement.account, str(statement.printed.period_end), *ids_of(statement))]
    return hashlib.sha256("\n".join(ids).encode()).hexdigest()


def _money(amount: Decimal, currency: str) -> str:
    side = "DBIT" if amount < 0 else "CRDT"
    return f'<Amt Ccy="{currency}">{plain(abs(amount))}</Amt><CdtDbtInd>{side}</CdtDbtInd>'


def _tag(name: str, value: str) -> str:
    return f"<{name}>{escape(value)}</{name}>"


LONGEST_MT940_LINE = 65
SUBFIELD = re.compile(r"\?(?=\d\d)")


def as_mt940(statements: Sequence[ConvertedStatement], _now: dt.datetime) -> bytes:
    """Return MT940. Raises `NotConvertible` for an unknown currency, day or balance."""
    lines: list[str] = []
    for number, (statement, name) in enumerate(zip(statements, names_of(statements), strict=True), 1):
        printed, currency = statement.printed, currency_of(statement, "MT940")
        opening, closing = printed.opening_balance, printed.closing_balance
        if opening is None or closing is None:
            sentence = _("MT940 needs the opening and closing balances, and one of them is not printed. CSV, XLSX and JSON work without.")
            raise NotConvertible(statement.lacks(sentence))
        first, last = ends_of(statement, "MT940")
        digest = _digest([statement]).upper()
        lines.append(f":20:{digest[:16] if statement.is_proved else f'NOTPROVED{digest[:7]}'}")
        lines.append(f":25:{_swift(name)[:35]}")
        lines.append(f":28C:{number}/1")
        lines.append(f":60F:{_side(opening)}{first:%y%m%d}{currency}{_comma(opening)}")
        for line, day, row_id in zip(statement.lines, days_of(statement, "MT940"), ids_of(statement), strict=True):
            value = line.value_date or day
            value = value if abs((value - day).days) < 180 else day  # the entry's day has no year: readers take the nearest
            lines.append(f":61:{value:%y%m%d}{day:%m%d}{_side(line.amount)}{_comma(line.amount)}NMSCNONREF//{row_id[:16]}")
            if text := _swift(one_line(line.description)):
                lines += _narrative(f":86:{text}")
        lines.append(f":62F:{_side(closing)}{last:%y%m%d}{currency}{_comma(closing)}")
        lines.append("-")
    return "".join(f"{line}\r\n" for line in lines).encode()


def _side(amount: Decimal) -> str:
    return "D" if amount < 0 else "C"


def _comma(amount: Decimal) -> str:
    whole, _point, cents = plain(abs(amount)).partition(".")
    return f"{whole},{cents}"


def _swift(text: str) -> str:
    """Return the text without braces, which end a message, and without marks of subfields."""
    return SUBFIELD.sub("? ", text.replace("{", "(").replace("}", ")"))


def _narrative(text: str) -> Iterator[str]:
    """Yield lines of words. No line begins like a field or like the end of a message, and a long word is not divided."""
    line = ""
    for word in text.split(" "):
        if line and len(line) + 1 + len(word) > LONGEST_MT940_LINE and word[:1] not in ":-":
            yield line
            line = word
        else:
            line = f"{line} {word}" if line else word
    yield line


QIF_TYPES = {"credit_card": "CCard", "loan": "Oth L", "cash": "Cash"}


def as_qif(statements: Sequence[ConvertedStatement], _now: dt.datetime) -> bytes:
    """Return QIF with the days as ISO 8601, which no program can read in two ways. Raises `NotConvertible` for an unknown day."""
    parts: list[str] = []
    for statement, name in zip(statements, names_of(statements), strict=True):
        printed = statement.printed
        kind = QIF_TYPES.get(printed.account_kind or "", "Bank")
        parts.append(f"!Account\nN{name}\nT{kind}\n")
        if statement.warning:
            parts.append(f"D{statement.warning}\n")
        if printed.closing_balance is not None and printed.period_end is not None:
            parts.append(f"/{printed.period_end}\n${plain(printed.closing_balance)}\n")
        parts.append(f"^\n!Type:{kind}\n")
        for line, day in zip(statement.lines, days_of(statement, "QIF"), strict=True):
            text = one_line(line.description)
            parts.append(f"D{day}\nT{plain(line.amount)}\n" + (f"P{text}\n" if text else "") + "^\n")
    return "".join(parts).encode()


def as_beancount(statements: Sequence[ConvertedStatement], _now: dt.datetime) -> bytes:
    """Return a journal that beancount accepts as it is. Raises `NotConvertible` for an unknown currency or day."""
    first: dict[str, dt.date] = {}  # the day on which each account is opened
    for statement, account in _accounts(statements, "beancount"):
        for line, day in zip(statement.lines, days_of(statement, "beancount"), strict=True):
            for name in (beancount_name(account), f"{'Income' if line.amount > 0 else 'Expenses'}:Unassigned"):
                first[name] = min(day, first.get(name, day))
    parts = [*(f"{day} open {name}\n" for name, day in sorted(first.items())), "\n"]
    for statement, account in _accounts(statements, "beancount"):
        parts += [*_head(statement), *_entries(statement, account, "beancount", beancount_entry)]
        if statement.printed.closing_balance is not None and statement.printed.period_end is not None:
            day, balance = statement.printed.period_end + dt.timedelta(days=1), plain(statement.printed.closing_balance)
            parts.append(f"; {day} balance {beancount_name(account)}  {balance} {account.currency}\n\n")
    return "".join(parts).encode()


def as_hledger(statements: Sequence[ConvertedStatement], _now: dt.datetime) -> bytes:
    """Return a journal that hledger accepts as it is. Raises `NotConvertible` for an unknown currency or day."""
    parts = []
    for statement, account in _accounts(statements, "hledger"):
        parts += [*_head(statement), *_entries(statement, account, "hledger", hledger_entry)]
        if statement.printed.closing_balance is not None and statement.printed.period_end is not None:
            balance = plain(statement.printed.closing_balance)
            parts.append(f"; {statement.printed.period_end} {hledger_name(account)}  = {balance} {account.currency}\n\n")
    return "".join(parts).encode()


def _accounts(statements: Sequence[ConvertedStatement], form: str) -> Iterator[tuple[ConvertedStatement, Account]]:
    """Yield each statement with an account that is not stored, for its name."""
    for statement in statements:
        kind = statement.printed.account_kind
        name = " ".join(filter(None, (one_line(statement.printed.institution or ""), statement.account)))
        known = kind if kind in Account.Kind.values else Account.Kind.CHECKING
        yield statement, Account(name=name, kind=known, currency=currency_of(statement, form))


def _head(statement: ConvertedStatement) -> Iterator[str]:
    """Yield comments: the balances, which hold only in books that have the opening balance, and the mark of a statement not proved."""
    printed = statement.printed
    if statement.warning:
        yield f"; {statement.warning}\n"
    if printed.opening_balance is not None:
        origin = " (computed from the first row: not printed)" if statement.origin_of_opening == "computed" else ""
        yield f"; opening balance {plain(printed.opening_balance)} {printed.currency}{origin}\n"
    yield "\n"


def _entries(statement: ConvertedStatement, account: Account, form: str, write: Callable[[Account, ProposedEntry], str]) -> Iterator[str]:
    for line, day, row_id in zip(statement.lines, days_of(statement, form), ids_of(statement), strict=True):
        entry = ProposedEntry(day=day, text=one_line(line.description), amount=line.amount, told={"bank-row": row_id})
        yield write(account, entry)
