"""Accounts with statements, written in every format: several accounts, balances that follow, and texts with the marks of the format."""

import datetime as dt
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from xml.sax.saxutils import escape

from hypothesis import strategies as st

from tests.finance.imports.spreadsheets import ods, xlsx, zipped

WORDS = st.text(alphabet="abzÄß&<>'/.,:-+ 09", min_size=1, max_size=25).map(lambda text: " ".join(f"T{text}E".split()))
AMOUNTS = st.integers(min_value=-9_999_999, max_value=9_999_999).filter(bool).map(lambda cents: Decimal(cents).scaleb(-2))
LINES_LIKE_FIELDS = (":20:x", ":25:x", ":28C:1", ":60F:C260101EUR1,00", "-x")


@dataclass(frozen=True, slots=True)
class Entry:
    day: dt.date
    amount: Decimal
    text: str


@dataclass(frozen=True, slots=True)
class Made:
    """One statement: the balance before its entries, the entries, and the day of its last balance."""

    opening: Decimal
    entries: tuple[Entry, ...]
    end: dt.date

    @property
    def closing(self) -> Decimal:
        return self.opening + sum((entry.amount for entry in self.entries), Decimal(0))


@dataclass(frozen=True, slots=True)
class MadeAccount:
    number: str
    statements: tuple[Made, ...]

    @property
    def entries(self) -> list[Entry]:
        return [entry for statement in self.statements for entry in statement.entries]


@st.composite
def statements(draw: st.DrawFn) -> tuple[Made, ...]:
    balance, made = draw(AMOUNTS), []
    for month in range(1, draw(st.integers(min_value=1, max_value=3)) + 1):
        days = sorted(draw(st.lists(st.integers(min_value=1, max_value=28), min_size=1, max_size=4)))
        entries = tuple(Entry(dt.date(2026, month, day), draw(AMOUNTS), draw(WORDS)) for day in days)
        made.append(Made(balance, entries, dt.date(2026, month, 28)))
        balance = made[-1].closing
    return tuple(made)


@st.composite
def accounts(draw: st.DrawFn) -> list[MadeAccount]:
    numbers = draw(st.lists(st.integers(min_value=10**7, max_value=10**9), min_size=1, max_size=3, unique=True))
    return [MadeAccount(str(number), draw(statements())) for number in numbers]


Writer = Callable[[Sequence[MadeAccount]], bytes]
HEAD = "OFXHEADER:100\nDATA:OFXSGML\nVERSION:102\nENCODING:USASCII\nCHARSET:1252\n\n"


def ofx(made: Sequence[MadeAccount], *, leaf_ends: bool = False, ends: bool = True, raw: bool = False) -> str:
    """OFX with or without end tags of values and of aggregates, the ampersand escaped or as it is."""

    def leaf(name: str, value: object) -> str:
        return f"<{name}>{value}</{name}>\n" if leaf_ends else f"<{name}>{value}\n"

    def aggregate(name: str, *parts: str) -> str:
        return f"<{name}>\n{''.join(parts)}" + (f"</{name}>\n" if ends else "")

    parts, identity = [], 0
    for account in made:
        for statement in account.statements:
            rows = []
            for entry in statement.entries:
                identity += 1
                text = escape(entry.text).replace("&amp;", "&") if raw else escape(entry.text)
                values = {"TRNTYPE": "OTHER", "DTPOSTED": f"{entry.day:%Y%m%d}", "TRNAMT": entry.amount, "FITID": identity, "NAME": text}
                rows.append(aggregate("STMTTRN", *(leaf(name, value) for name, value in values.items())))
            source = aggregate("BANKACCTFROM", leaf("BANKID", "1"), leaf("ACCTID", account.number), leaf("ACCTTYPE", "CHECKING"))
            balance = aggregate("LEDGERBAL", leaf("BALAMT", statement.closing), leaf("DTASOF", f"{statement.end:%Y%m%d}"))
            body = aggregate("STMTRS", leaf("CURDEF", "EUR"), source, aggregate("BANKTRANLIST", *rows), balance)
            parts.append(aggregate("STMTTRNRS", leaf("TRNUID", "1"), body))
    return aggregate("OFX", aggregate("BANKMSGSRSV1", *parts))


def camt(made: Sequence[MadeAccount]) -> str:
    parts = []
    for account in made:
        for statement in account.statements:
            rows = "".join(_camt_entry(entry) for entry in statement.entries)
            balances = _camt_balance("OPBD", statement.opening, statement.entries[0].day) + _camt_balance(
                "CLBD", statement.closing, statement.end
            )
            head = f"<Acct><Id><Othr><Id>{account.number}</Id></Othr></Id><Ccy>EUR</Ccy></Acct>"
            parts.append(f"<Stmt><Id>1</Id>{head}{balances}{rows}</Stmt>")
    return (
        '<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt>'
        f"{''.join(parts)}</BkToCstmrStmt></Document>"
    )


def _camt_amount(amount: Decimal) -> str:
    return f'<Amt Ccy="EUR">{abs(amount)}</Amt><CdtDbtInd>{"DBIT" if amount < 0 else "CRDT"}</CdtDbtInd>'


def _camt_entry(entry: Entry) -> str:
    text = f"<NtryDtls><TxDtls><RmtInf><Ustrd>{escape(entry.text)}</Ustrd></RmtInf></TxDtls></NtryDtls>"
    return f"<Ntry>{_camt_amount(entry.amount)}<Sts>BOOK</Sts><BookgDt><Dt>{entry.day}</Dt></BookgDt>{text}</Ntry>"


def _camt_balance(code: str, amount: Decimal, day: dt.date) -> str:
    return f"<Bal><Tp><CdOrPrtry><Cd>{code}</Cd></CdOrPrtry></Tp>{_camt_amount(amount)}<Dt><Dt>{day}</Dt></Dt></Bal>"


def camt_documents(made: Sequence[MadeAccount]) -> str:
    return "\n".join(camt([MadeAccount(account.number, (statement,))]) for account in made for statement in account.statements)


def camt_archive(made: Sequence[MadeAccount]) -> bytes:
    files = [camt([MadeAccount(account.number, (statement,))]) for account in made for statement in reversed(account.statements)]
    return zipped({f"{number:03d}.xml": text.encode() for number, text in enumerate(files)})


def mt940(made: Sequence[MadeAccount], *, further: str = "") -> str:
    """MT940; `further` is a line at the end of each text that looks like a field."""
    parts = []
    for account in made:
        for statement in account.statements:
            lines = [":20:REF", f":25:{account.number}", ":28C:1/1", _mt940_balance("60F", statement.opening, statement.entries[0].day)]
            for entry in statement.entries:
                day = f"{entry.day:%y%m%d%m%d}"
                lines += [f":61:{day}{_mt940_amount(entry.amount)}NMSCNONREF", f":86:{entry.text}", *filter(None, [further])]
            parts.append("\r\n".join([*lines, _mt940_balance("62F", statement.closing, statement.end), "-"]))
    return "\r\n".join(parts)


def _mt940_amount(amount: Decimal) -> str:
    return f"{'D' if amount < 0 else 'C'}{abs(amount)}".replace(".", ",")


def _mt940_balance(tag: str, amount: Decimal, day: dt.date) -> str:
    side, figure = _mt940_amount(amount)[0], _mt940_amount(amount)[1:]
    return f":{tag}:{side}{day:%y%m%d}EUR{figure}"


def qif(made: Sequence[MadeAccount]) -> str:
    parts = []
    for account in made:
        last = account.statements[-1]
        parts.append(f"!Account\nN{account.number}\nTBank\n${last.closing}\n/{last.end:%d.%m'%Y}\n^\n!Type:Bank\n")
        parts += [f"D{entry.day:%d.%m'%Y}\nT{entry.amount}\nP{entry.text}\n^\n" for entry in account.entries]
    return "".join(parts)


def bai2(made: Sequence[MadeAccount]) -> str:
    """BAI2 with one group for each day; a text of two words has a continuation, and none a slash, which ends a record."""
    lines = ["01,A,B,260101,0000,1,,,2/"]
    for account in made:
        balance = account.statements[0].opening
        for entry in account.entries:
            cents, before, after = (int(amount.scaleb(2)) for amount in (abs(entry.amount), balance, balance + entry.amount))
            balance += entry.amount
            code = 475 if entry.amount < 0 else 165
            first, _blank, rest = entry.text.replace("/", "-").partition(" ")
            texts = [f"16,{code},{cents},V,{entry.day:%y%m%d},,B,C,{first}", *([f"88,{rest}"] if rest else [])]
            lines += [f"02,B,A,1,{entry.day:%y%m%d},0000,EUR,2/", f"03,{account.number},,010,{before},,,015,{after},,/", *texts]
            lines += [f"49,{cents + before + after},{len(texts) + 2}/", "98,0,1,0/"]
    return "\n".join([*lines, "99,0,1,0/"])


def beancount(made: Sequence[MadeAccount]) -> str:
    parts = ['option "title" "Books"\n2026-01-01 open Assets:Bank EUR\n']
    for account in made:
        for entry in account.entries:
            text = entry.text.replace(" ", "\n", 1)
            parts.append(f'{entry.day} * "{text}"\n  Assets:N{account.number}  {entry.amount} EUR\n  Expenses:Other\n\n')
    return "".join(parts)


def hledger(made: Sequence[MadeAccount]) -> str:
    parts = ["account assets:bank\n    ; type: A\n\n"]
    for account in made:
        own = f"assets:N{account.number}"
        parts += [f"{entry.day} {entry.text}\n    {own}    {entry.amount} EUR\n    expenses:other\n\n" for entry in account.entries]
    return "".join(parts)


def table(made: Sequence[MadeAccount]) -> list[list[object]]:
    """The entries of the first account below a heading."""
    rows = [[entry.day, entry.text, float(entry.amount)] for entry in made[0].entries]
    return [["Account statement"], [], ["Date", "Description", "Amount"], *rows]


STATEMENTS: dict[str, Writer] = {
    "ofx": lambda made: (HEAD + ofx(made)).encode("cp1252"),
    "ofx, ampersands as they are": lambda made: (HEAD + ofx(made, raw=True)).encode("cp1252"),
    "ofx without end tags": lambda made: (HEAD + ofx(made, ends=False)).encode("cp1252"),
    "ofx as xml": lambda made: ('<?xml version="1.0" encoding="ISO-8859-1"?>' + ofx(made, leaf_ends=True)).encode("latin-1"),
    "camt": lambda made: camt(made).encode(),
    "camt, several documents": lambda made: camt_documents(made).encode(),
    "camt, archive": camt_archive,
    "camt, declared as another encoding": lambda made: camt(made).replace("UTF-8", "ISO-8859-2").encode(),
    "mt940": lambda made: mt940(made).encode("cp1252"),
    "bai2": lambda made: bai2(made).encode(),
}
"""Formats with balances for each statement."""
BOOKS: dict[str, Writer] = {
    "qif": lambda made: qif(made).encode(),
    "beancount": lambda made: beancount(made).encode(),
    "hledger": lambda made: hledger(made).encode(),
}
TABLES: dict[str, Writer] = {"xlsx": lambda made: xlsx(table(made)), "ods": lambda made: ods(table(made))}
