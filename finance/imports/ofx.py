"""OFX and QFX, the exports of banks for Quicken and Money: SGML without end tags (version 1) and XML (version 2) alike.

Specification: OFX 1.6 and 2.3, chapters 11 (banking) and 13 (investments). No XML parser is used, so its risks do not arise.
"""

import datetime as dt
import html
import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from decimal import Decimal

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from finance.imports.parts import merged
from finance.imports.rows import FileAccount, FileRow, ParsedFile, StatedBalance, joined
from finance.imports.untrusted_files import MOST_ROWS, FileRefused, decoded, too_many_rows
from finance.imports.values import read_amount
from finance.models.ledger_import import Choices, Target

TAG = re.compile(r"<(/?)([A-Za-z][A-Za-z0-9._]{0,60})(/?)>")
REFERENCE = re.compile(r"&(?:lt|gt|amp|nbsp|quot|apos|#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6});", re.IGNORECASE)
"""The characters that OFX and XML write as references; any other ampersand is one."""
CDATA = "<![CDATA["
DEEPEST = 40
STATEMENTS = ("STMTRS", "CCSTMTRS", "INVSTMTRS")
ROW = "STMTTRN"
OUT_OF_CASH = {"BUYDEBT", "BUYMF", "BUYOPT", "BUYOTHER", "BUYSTOCK"}
TRADES = (
    *sorted(OUT_OF_CASH), "SELLDEBT", "SELLMF", "SELLOPT", "SELLOTHER", "SELLSTOCK", "INCOME", "INVEXPENSE", "MARGININTEREST", "RETOFCAP",
)  # fmt: skip
"""Investment transactions whose TOTAL moves the cash of the account."""
WITHOUT_CASH = ("CLOSUREOPT", "JRNLFUND", "JRNLSEC", "REINVEST", "SPLIT", "TRANSFER")
AGGREGATES = {
    "OFX", "SIGNONMSGSRSV1", "SONRS", "STATUS", "FI", "BANKMSGSRSV1", "CREDITCARDMSGSRSV1", "INVSTMTMSGSRSV1", "SECLISTMSGSRSV1",
    "STMTTRNRS", "CCSTMTTRNRS", "INVSTMTTRNRS", *STATEMENTS, "BANKACCTFROM", "CCACCTFROM", "INVACCTFROM", "BANKTRANLIST", "INVTRANLIST",
    ROW, "LEDGERBAL", "AVAILBAL", "PAYEE", "CURRENCY", "ORIGCURRENCY", "INVBANKTRAN", "INVBUY", "INVSELL", "INVTRAN", "SECID", "INVBAL",
    "BALLIST", "BAL", "INVPOSLIST", "SECLIST", "SECINFO", *TRADES, *WITHOUT_CASH,
}  # fmt: skip
"""Aggregates that are known as such even if the file never ends them. None of them contains itself."""


@dataclass(slots=True)
class Node:
    """An aggregate: its values by name (the first counts), and its aggregates in their order."""

    name: str
    values: dict[str, str] = field(default_factory=dict)
    children: list["Node"] = field(default_factory=list)

    def every(self, *names: str) -> Iterator["Node"]:
        """Yield all aggregates of these names at any depth in the order of the file, except those inside one of them."""
        for child in self.children:
            if child.name in names:
                yield child
            else:
                yield from child.every(*names)

    def first(self, *names: str) -> "Node":
        """Return the first aggregate of these names; an empty one if there is none."""
        return next(self.every(*names), Node(names[0]))

    def get(self, name: str) -> str:
        """Return the value; if the aggregate has none, that of an aggregate inside it, which the bank may not have ended."""
        return self.values.get(name) or next(filter(None, (child.get(name) for child in self.children)), "")


def parse_ofx(text: str) -> Node:
    """Return the tree below <OFX>. Raises `FileRefused`.

    Values need no end tag. An end tag closes everything inside its aggregate, and is ignored if no such aggregate is open. A known
    aggregate that begins again closes the one before.
    """
    # CDATA sections become plain text, in linear time even if they are never closed.
    first, *others = text.split(CDATA)
    sections = (part.partition("]]>") for part in others)
    text = first + "".join(html.escape(inside) + after if end else inside for inside, end, after in sections)
    tags = list(TAG.finditer(text))
    ends = [*(tag.start() for tag in tags[1:]), *([len(text)] if tags else [])]
    values = [text[tag.end() : end].strip() for tag, end in zip(tags, ends, strict=True)]
    with_value = {tag[2].upper() for tag, value in zip(tags, values, strict=True) if value and not tag[1]}
    aggregates = AGGREGATES | ({tag[2].upper() for tag in tags if tag[1]} - with_value)
    root = Node("")
    stack = [root]
    for tag, value in zip(tags, values, strict=True):
        name, is_open = tag[2].upper(), any(node.name == tag[2].upper() for node in stack)
        if is_open and (tag[1] or (name in AGGREGATES and not value)):
            while stack.pop().name != name:
                pass
        if tag[1]:
            continue
        if value or tag[3] or name not in aggregates:
            if name == "TRNAMT" and name in stack[-1].values:
                raise FileRefused([_("A transaction has two amounts: lines are missing between them. Export the file again.")])
            stack[-1].values.setdefault(name, REFERENCE.sub(lambda match: html.unescape(match[0].lower()), value).strip())
            continue
        if len(stack) > DEEPEST:
            raise FileRefused([_("The file is nested too deeply for OFX.")])
        node = Node(name)
        stack[-1].children.append(node)
        stack.append(node)
    return root


DAY = re.compile(r"([0-9]{4})([0-9]{2})([0-9]{2})")
KINDS = {"CHECKING": "checking", "SAVINGS": "savings", "MONEYMRKT": "savings", "CREDITLINE": "loan"}


def read_ofx(data: bytes, *, choices: Choices, target: Target) -> ParsedFile:
    """Return every account of the file. Signs are the holder's, as the specification requires. Raises `FileRefused`."""
    root = parse_ofx(decoded(data))
    securities = {info.get("UNIQUEID"): info.get("SECNAME") for securities in root.every("SECLIST") for info in securities.every("SECINFO")}
    nodes = list(root.every(*STATEMENTS, ROW))
    statements = [node for node in nodes if node.name != ROW]
    # Some files have transactions and no statement around them.
    if bare := [node for node in nodes if node.name == ROW]:
        outer = {name: root.get(name) for name in ("CURDEF", "BANKID", "ACCTID", "ACCTTYPE")} if not statements else {}
        statements.append(Node("STMTRS", outer, [*bare, *([] if statements else root.every("LEDGERBAL"))]))
    parts = [_statement(node, securities, target) for node in statements]
    if not parts:
        raise FileRefused([_("The file contains no account statement. Export it again.")])
    return ParsedFile(format="ofx", way="ofx", accounts=merged(parts), statements=tuple(parts))


def _statement(node: Node, securities: dict[str, str], target: Target) -> FileAccount:
    source, currency = node.first("BANKACCTFROM", "CCACCTFROM", "INVACCTFROM"), node.get("CURDEF").upper()
    source = source if source.children or source.values else node
    is_investment = node.name == "INVSTMTRS"
    rows: list[FileRow] = []
    sides: list[str] = []  # the word of each row for its side
    notes, no_cash = [], 0
    for entry in node.every(ROW, *(TRADES if is_investment else ()), *(WITHOUT_CASH if is_investment else ())):
        if len(rows) > MOST_ROWS:
            raise too_many_rows()
        if entry.name in WITHOUT_CASH:
            no_cash += 1
        elif entry.name == ROW:
            rows.append(_row(len(rows) + 1, entry, currency, target))
            sides.append(entry.get("TRNTYPE").upper())
        else:
            rows.append(_trade(len(rows) + 1, entry, currency, securities, target))
            sides.append("")
    if no_cash:
        what = ngettext(
            "%(count)d movement of securities without cash was left out.", "%(count)d movements of securities without cash were left out.",
            no_cash,
        )  # fmt: skip
        notes.append(what % {"count": no_cash})
    ledger = node.first("INVBAL") if is_investment else node.first("LEDGERBAL")
    balance, day = ledger.values.get("AVAILCASH" if is_investment else "BALAMT", ""), ledger.get("DTASOF") or node.get("DTASOF")
    amount, as_of = _amount(balance, target), _day(day)
    if balance and amount is None:
        notes.append(_('The balance "%(text)s" is not an amount in %(currency)s.') % {"text": balance, "currency": target.currency})
    elif balance and day and as_of is None:
        notes.append(_('The balance date "%(text)s" is not a valid date.') % {"text": day})
    kind = KINDS.get(source.get("ACCTTYPE").upper(), "")
    # the days that the list of entries covers
    listed = node.first("BANKTRANLIST", "INVTRANLIST")
    first, last = _day(listed.get("DTSTART")), _day(listed.get("DTEND"))
    if len({row.amount > 0 for row in rows if row.amount}) == 1:
        rows = [_against_its_type(row, kind) for row, kind in zip(rows, sides, strict=True)]
    return FileAccount(
        name=" ".join(filter(None, [source.get("BANKID") or source.get("BROKERID"), source.get("ACCTID")])),
        number=source.get("ACCTID"),
        currency=currency,
        kind={"CCSTMTRS": "credit_card", "INVSTMTRS": "investment"}.get(node.name, kind),
        rows=tuple(rows),
        closing=None if amount is None else StatedBalance(amount=amount, as_of=as_of),
        period=((first, last) if first and last and first <= last else None),
        notes=tuple(notes),
    )


def _row(place: int, entry: Node, currency: str, target: Target) -> FileRow:
    booked_on, amount = _day(entry.get("DTPOSTED")), _amount(entry.get("TRNAMT"), target)
    problem = _problem(entry.get("DTPOSTED"), booked_on, entry.get("TRNAMT"), amount, target)
    if entry.get("CORRECTFITID"):
        problem = _("corrects the row with the ID %(id)s: change that row by hand.") % {"id": entry.get("CORRECTFITID")}
    return FileRow(
        place=place,
        booked_on=booked_on,
        amount=amount,
        description=joined(entry.get("NAME"), entry.get("MEMO")),
        external_id=entry.get("FITID"),
        reference=entry.get("REFNUM"),
        number=entry.get("CHECKNUM"),
        currency=entry.first("CURRENCY").get("CURSYM").upper() or currency,
        problem=problem,
    )


def _against_its_type(row: FileRow, side: str) -> FileRow:
    """Return a row of a statement whose amounts all have one sign, with a problem if its type says the other side."""
    if row.problem or not row.amount or side not in {"DEBIT", "CREDIT"} or (side == "CREDIT") == (row.amount > 0):
        return row
    sentence = _("is a %(type)s, but all amounts of the statement have the same sign. Export another format, such as CSV.")
    return replace(row, problem=sentence % {"type": side})


def _trade(place: int, entry: Node, currency: str, securities: dict[str, str], target: Target) -> FileRow:
    """Return the movement of cash by a purchase, a sale, income or a fee (13.9), on the day of the trade."""
    day, total = entry.get("DTTRADE") or entry.get("DTSETTLE"), entry.get("TOTAL")
    booked_on, amount = _day(day), _amount(total, target)
    problem = _problem(day, booked_on, total, amount, target)
    if not problem and amount and amount > 0 and entry.name in OUT_OF_CASH:
        problem = _("is a purchase that brings %(amount)s in. Enter it by hand.") % {"amount": amount}
    return FileRow(
        place=place,
        booked_on=booked_on,
        amount=amount,
        description=joined(securities.get(entry.get("UNIQUEID"), ""), entry.get("MEMO")) or entry.get("UNIQUEID") or entry.name,
        external_id=entry.get("FITID"),
        currency=entry.first("CURRENCY").get("CURSYM").upper() or currency,
        problem=problem,
    )


def _problem(day: str, booked_on: dt.date | None, text: str, amount: Decimal | None, target: Target) -> str:
    if booked_on is None:
        return _('"%(text)s" is not a date.') % {"text": day}
    if amount is None:
        return _('"%(text)s" is not an amount in %(currency)s.') % {"text": text, "currency": target.currency}
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
