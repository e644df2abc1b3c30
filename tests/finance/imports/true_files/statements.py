"""Statements of banks in OFX, CAMT.053, MT940, MT942 and BAI2, with the habits of their writers."""

import random
from decimal import Decimal
from xml.sax.saxutils import escape

from tests.finance.imports.true_files.facts import NO_LATIN, Able, TrueAccount, TrueFile, TrueRow, accounts

PLAIN = tuple(word for word in NO_LATIN["cp1252"] if not set(word) & set('"<>&;/'))
"""Words without the marks of formats that have no way to escape them."""


def ofx(pick: random.Random) -> TrueFile:
    encoding = pick.choice(("cp1252", "utf-8"))
    is_xml, ends = pick.random() < 0.3, pick.random() < 0.7
    made = accounts(pick, Able(foreign=True, ids=True), NO_LATIN[encoding])
    mark, stamp = pick.choice((".", ".", ",")), pick.choice(("", "120000", "120000.000[-5:EST]"))
    newest_first = pick.random() < 0.4

    def leaf(name: str, value: object) -> str:
        return f"<{name}>{value}</{name}>" if is_xml else f"<{name}>{value}\n"

    def group(name: str, *parts: str) -> str:
        return f"<{name}>{''.join(parts)}" + (f"</{name}>" if is_xml or ends else "")

    def row(one: TrueRow, account: TrueAccount) -> str:
        text = escape(one.text)
        values = {"TRNTYPE": "OTHER", "DTPOSTED": f"{one.day:%Y%m%d}{stamp}", "TRNAMT": str(one.amount).replace(".", mark)}
        values |= {"FITID": one.identity} if one.identity else {}
        values |= {"NAME": text} if pick.random() < 0.5 else {"NAME": text[:4], "MEMO": text}
        foreign = group("CURRENCY", leaf("CURRATE", "1.1"), leaf("CURSYM", one.currency)) if one.currency != account.currency else ""
        return group("STMTTRN", *(leaf(name, value) for name, value in values.items()), foreign)

    parts = []
    for account in made:
        source = group("BANKACCTFROM", leaf("BANKID", "1"), leaf("ACCTID", account.number), leaf("ACCTTYPE", "CHECKING"))
        balance = group("LEDGERBAL", leaf("BALAMT", account.closing), leaf("DTASOF", f"{account.end:%Y%m%d}"))
        rows = [row(one, account) for one in account.rows]
        listed = group("BANKTRANLIST", *(rows[::-1] if newest_first else rows))
        parts.append(group("STMTTRNRS", leaf("TRNUID", "1"), group("STMTRS", leaf("CURDEF", account.currency), source, listed, balance)))
    charset = {"cp1252": "ENCODING:USASCII\nCHARSET:1252", "utf-8": "ENCODING:UTF-8\nCHARSET:NONE"}[encoding]
    xml = f'<?xml version="1.0" encoding="{"windows-1252" if encoding == "cp1252" else encoding}"?>'
    head = xml if is_xml else f"OFXHEADER:100\nDATA:OFXSGML\nVERSION:102\n{charset}\n\n"
    text = head + group("OFX", group("BANKMSGSRSV1", *parts))
    # OFX states no opening balance: a wrong closing balance is seen beside the balance of the books alone
    return TrueFile(text.encode(encoding), made, shape={"format": "ofx", "xml": is_xml, "encoding": encoding})


def camt(pick: random.Random) -> TrueFile:
    made = accounts(pick, Able(statuses=("posted", "pending"), foreign=True, ids=True), NO_LATIN["utf-8"])
    version, coded = pick.choice((("02", False), ("08", True)))

    def money(amount: Decimal, currency: str) -> str:
        # a reversal is the other way round in no field but RvslInd, which says so of an amount that is right already
        return f'<Amt Ccy="{currency}">{abs(amount)}</Amt><CdtDbtInd>{"DBIT" if amount < 0 else "CRDT"}</CdtDbtInd>'

    def entry(one: TrueRow) -> str:
        status = {"posted": "BOOK", "pending": "PDNG"}[one.status]
        written = f"<Sts><Cd>{status}</Cd></Sts>" if coded else f"<Sts>{status}</Sts>"
        identity = f"<AcctSvcrRef>{one.identity}</AcctSvcrRef>" if one.identity else ""
        text = f"<NtryDtls><TxDtls><RmtInf><Ustrd>{escape(one.text)}</Ustrd></RmtInf></TxDtls></NtryDtls>"
        turned = "<RvslInd>true</RvslInd>" if pick.random() < 0.1 else ""
        day = f"<Dt>{one.day}</Dt>" if pick.random() < 0.8 else f"<DtTm>{one.day}T10:00:00+01:00</DtTm>"
        return f"<Ntry>{money(one.amount, one.currency)}{turned}{written}<BookgDt>{day}</BookgDt>{identity}{text}</Ntry>"

    def balance(code: str, amount: Decimal, account: TrueAccount, day: object) -> str:
        return f"<Bal><Tp><CdOrPrtry><Cd>{code}</Cd></CdOrPrtry></Tp>{money(amount, account.currency)}<Dt><Dt>{day}</Dt></Dt></Bal>"

    parts = []
    for account in made:
        head = f"<Acct><Id><Othr><Id>{account.number}</Id></Othr></Id><Ccy>{account.currency}</Ccy></Acct>"
        ends = [balance("OPBD", account.opening, account, account.rows[0].day), balance("CLBD", account.closing, account, account.end)]
        rows = "".join(map(entry, account.rows[::-1] if pick.random() < 0.3 else account.rows))
        parts.append(f"<Stmt><Id>1</Id>{head}{''.join(ends)}{rows}</Stmt>")
    text = (
        f'<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.{version}"><BkToCstmrStmt>'
        f"{''.join(parts)}</BkToCstmrStmt></Document>"
    )
    return TrueFile(text.encode(), made, states_balances=True, shape={"format": "camt", "version": version})


def mt940(pick: random.Random) -> TrueFile:
    return _mt(pick, interim=False)


def mt942(pick: random.Random) -> TrueFile:
    return _mt(pick, interim=True)


def _mt(pick: random.Random, *, interim: bool) -> TrueFile:
    made = accounts(pick, Able(ids=True), PLAIN)
    end, further = pick.choice(("\r\n", "\n")), pick.random() < 0.3

    def figure(amount: Decimal) -> str:
        return str(abs(amount)).replace(".", ",")

    def balance(tag: str, amount: Decimal, account: TrueAccount, day: object) -> str:
        return f":{tag}:{'D' if amount < 0 else 'C'}{day:%y%m%d}{account.currency}{figure(amount)}"

    lines: list[str] = []
    for account in made:
        lines += [":20:STATEMENT", f":25:{account.number}", ":28C:1/1"]
        lines += [f":34F:{account.currency}0,", ":13D:2604011200+0100"] if interim else []
        lines += [] if interim else [balance("60F", account.opening, account, account.rows[0].day)]
        for row in account.rows:
            side = pick.choice(("D", "RC", "D")) if row.amount < 0 else pick.choice(("C", "RD", "C"))
            entered = f"{row.day:%m%d}" if pick.random() < 0.6 else ""
            reference = row.identity or "NONREF"
            lines += [f":61:{row.day:%y%m%d}{entered}{side}{figure(row.amount)}NMSC{reference}", f":86:{row.text}"]
            lines += ["more of the text"] if further else []
        sums = [f":90{side}:0{account.currency}0," for side in "DC"] if further else []
        lines += sums if interim else [balance("62F", account.closing, account, account.end)]
        lines += ["-"]
    shape: dict[str, object] = {"format": "mt942" if interim else "mt940"}
    return TrueFile(end.join([*lines, ""]).encode("cp1252"), made, states_balances=not interim, shape=shape)


def bai2(pick: random.Random) -> TrueFile:
    made = accounts(pick, Able(), PLAIN)
    lines = ["01,A,B,260101,0000,1,,,2/"]
    for account in made:
        balance = account.opening
        for place, row in enumerate(account.rows):
            after = balance + row.amount + (account.wrong_by if place == len(account.rows) - 1 else 0)
            code = pick.choice((475, 455, 698)) if row.amount < 0 else pick.choice((165, 301, 195))
            funds = pick.choice(("Z", "0", f"V,{row.day:%y%m%d},", "S,0,0,0", ""))
            first, _blank, rest = row.text.partition(" ")
            texts = [f"16,{code},{_cents(abs(row.amount))},{funds},B,C,{first}", *([f"88,{rest}"] if rest else [])]
            lines += [f"02,B,A,1,{row.day:%y%m%d},0000,{account.currency},2/"]
            lines += [f"03,{account.number},,010,{_cents(balance)},,,015,{_cents(after)},,/", *texts]
            lines += [f"49,{_cents(abs(row.amount)) + _cents(balance) + _cents(after)},{len(texts) + 2}/", "98,0,1,0/"]
            balance = after
    return TrueFile("\n".join([*lines, "99,0,1,0/"]).encode(), made, states_balances=True, shape={"format": "bai2"})


def _cents(amount: Decimal) -> int:
    return int(amount.scaleb(2))
