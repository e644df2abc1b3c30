"""A month of an account as its bank gives it to programs: the same rows and balances as on paper."""

import datetime as dt
from collections.abc import Iterator
from decimal import Decimal
from html import escape

from tests.pipeline.papers import Paper


def _rows(paper: Paper) -> Iterator[tuple[dt.date, str, Decimal, Decimal]]:
    """Day, text, amount and the balance after each row."""
    balance = Decimal(paper.opening)
    for day, text, amount in paper.rows:
        balance += Decimal(amount)
        yield paper.first.replace(day=day), text, Decimal(amount), balance


def _side(amount: Decimal) -> str:
    return "CRDT" if amount >= 0 else "DBIT"


def camt_statement(paper: Paper, *, kind: str = "Stmt") -> str:
    """One statement of a CAMT file."""

    def balance(code: str, amount: Decimal, day: dt.date) -> str:
        figure = f'<Amt Ccy="{paper.currency}">{abs(amount)}</Amt><CdtDbtInd>{_side(amount)}</CdtDbtInd><Dt><Dt>{day}</Dt></Dt>'
        return f"<Bal><Tp><CdOrPrtry><Cd>{code}</Cd></CdOrPrtry></Tp>{figure}</Bal>"

    entries = [
        f'<Ntry><Amt Ccy="{paper.currency}">{abs(amount)}</Amt><CdtDbtInd>{_side(amount)}</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>'
        f"<BookgDt><Dt>{day}</Dt></BookgDt><AddtlNtryInf>{escape(text)}</AddtlNtryInf></Ntry>"
        for day, text, amount, _ in _rows(paper)
    ]
    return (
        f"<{kind}><Id>1</Id><FrToDt><FrDtTm>{paper.first}T00:00:00</FrDtTm><ToDtTm>{paper.last}T23:59:59</ToDtTm></FrToDt>"
        f"<Acct><Id><Othr><Id>{paper.number}</Id></Othr></Id><Ccy>{paper.currency}</Ccy></Acct>"
        + balance("OPBD", Decimal(paper.opening), paper.first)
        + balance("CLBD", paper.closing_balance, paper.last)
        + "".join(entries)
        + f"</{kind}>"
    )


def camt(*statements: str, message: str = "camt.053.001.08") -> bytes:
    head = '<?xml version="1.0" encoding="UTF-8"?>\n'
    body = f'<Document xmlns="urn:iso:std:iso:20022:tech:xsd:{message}"><BkToCstmrStmt>{"".join(statements)}</BkToCstmrStmt></Document>'
    return (head + body).encode()


def camt_of(paper: Paper) -> bytes:
    return camt(camt_statement(paper))


def mt940_of(paper: Paper) -> bytes:
    def signed(amount: Decimal) -> tuple[str, str]:
        return ("C" if amount >= 0 else "D"), f"{abs(amount):.2f}".replace(".", ",")

    def balance(tag: str, day: dt.date, amount: Decimal) -> str:
        side, figure = signed(amount)
        return f":{tag}:{side}{day:%y%m%d}{paper.currency}{figure}"

    lines = [":20:STATEMENT", f":25:{paper.number}", ":28C:1/1"]
    lines.append(balance("60F", paper.first - dt.timedelta(days=1), Decimal(paper.opening)))
    for day, text, amount, _ in _rows(paper):
        side, figure = signed(amount)
        lines += [f":61:{day:%y%m%d}{day:%m%d}{side}{figure}NTRFNONREF", f":86:{text}"]
    lines.append(balance("62F", paper.last, paper.closing_balance))
    return "\r\n".join([*lines, "-", ""]).encode()


def ofx_of(paper: Paper) -> bytes:
    entries = [
        f"<STMTTRN><TRNTYPE>OTHER<DTPOSTED>{day:%Y%m%d}<TRNAMT>{amount}<FITID>{place}<NAME>{escape(text)}</STMTTRN>"
        for place, (day, text, amount, _) in enumerate(_rows(paper), 1)
    ]
    body = (
        f"<BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>{paper.currency}<BANKACCTFROM><BANKID>1<ACCTID>{paper.number}<ACCTTYPE>CHECKING"
        f"</BANKACCTFROM><BANKTRANLIST><DTSTART>{paper.first:%Y%m%d}<DTEND>{paper.last:%Y%m%d}{''.join(entries)}</BANKTRANLIST>"
        f"<LEDGERBAL><BALAMT>{paper.closing_balance}<DTASOF>{paper.last:%Y%m%d}</LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1>"
    )
    return f"OFXHEADER:100\nDATA:OFXSGML\nVERSION:102\n\n<OFX>{body}</OFX>\n".encode()


def csv_of(paper: Paper) -> bytes:
    lines = ["Date,Description,Amount,Balance"]
    lines += [f'{day},"{text}",{amount:+},{balance}' for day, text, amount, balance in _rows(paper)]
    return "\n".join([*lines, ""]).encode()


def qif_of(paper: Paper) -> bytes:
    entries = [f"D{day:%Y-%m-%d}\nT{amount}\nP{text}\n^\n" for day, text, amount, _ in _rows(paper)]
    opening = f"D{paper.first:%Y-%m-%d}\nT{paper.opening}\nPOpening Balance\n^\n"
    return f"!Type:Bank\n{opening}{''.join(entries)}".encode()
