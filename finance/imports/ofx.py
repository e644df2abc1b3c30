"""OFX and QFX, the exports of banks for Quicken and Money: SGML without end tags (version 1) and XML (version 2) alike.

Specification: OFX 1.6 and 2.3, chapter 11 (banking). No XML parser is used, so its risks do not arise.
"""

import datetime as dt
import html
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from decimal import Decimal

from django.utils.translation import gettext as _

from finance.imports.rows import FileAccount, FileRow, ParsedFile, StatedBalance, joined
from finance.imports.untrusted_files import FileRefused, decoded
from finance.imports.values import read_amount
from finance.models.ledger_import import Choices, Target

TAG = re.compile(r"<(/?)([A-Za-z][A-Za-z0-9._]{0,60})(/?)>([^<]*)")
CDATA = "<![CDATA["
DEEPEST = 40


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
        return self.values.get(name, "")


def parse_ofx(text: str) -> Node:
    """Return the tree below <OFX>. Raises `FileRefused`.

    Values need no end tag. An end tag closes everything inside its aggregate, and is ignored if no such aggregate is open.
    """
    # CDATA sections become plain text, in linear time even if they are never closed.
    first, *others = text.split(CDATA)
    sections = (part.partition("]]>") for part in others)
    text = first + "".join(html.escape(inside) + after if end else inside for inside, end, after in sections)
    aggregates = {name.upper() for end, name, _empty, _text in TAG.findall(text) if end}
    root = Node("")
    stack = [root]
    for match in TAG.finditer(text):
        name, value = match[2].upper(), html.unescape(match[4]).strip()
        if match[1]:
            if any(node.name == name for node in stack):
                while stack.pop().name != name:
                    pass
        elif value or match[3] or name not in aggregates:
            stack[-1].values.setdefault(name, value)
        else:
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
    accounts = []
    for node in parse_ofx(decoded(data)).every("STMTRS", "CCSTMTRS", "INVSTMTRS"):
        source, ledger = node.first("BANKACCTFROM", "CCACCTFROM", "INVACCTFROM"), node.first("LEDGERBAL")
        currency = node.get("CURDEF").upper()
        balance = _amount(ledger.get("BALAMT"), target)
        account = FileAccount(
            name=" ".join(filter(None, [source.get("BANKID"), source.get("ACCTID")])),
            number=source.get("ACCTID"),
            currency=currency,
            kind="credit_card" if node.name == "CCSTMTRS" else KINDS.get(source.get("ACCTTYPE").upper(), ""),
            rows=tuple(_row(place, entry, currency, target) for place, entry in enumerate(node.every("STMTTRN"), 1)),
            closing=None if balance is None else StatedBalance(amount=balance, as_of=_day(ledger.get("DTASOF"))),
        )
        accounts.append(account)
    if not accounts:
        raise FileRefused([_("The file contains no account statement. Export it again.")])
    return ParsedFile(format="ofx", way="ofx", accounts=tuple(accounts))


def _row(place: int, entry: Node, currency: str, target: Target) -> FileRow:
    booked_on, amount = _day(entry.get("DTPOSTED")), _amount(entry.get("TRNAMT"), target)
    problem = ""
    if entry.get("CORRECTFITID"):
        problem = _("corrects the row with the ID %(id)s: change that row by hand.") % {"id": entry.get("CORRECTFITID")}
    elif booked_on is None:
        problem = _('"%(text)s" is not a date.') % {"text": entry.get("DTPOSTED")}
    elif amount is None:
        problem = _('"%(text)s" is not an amount in %(currency)s.') % {"text": entry.get("TRNAMT"), "currency": target.currency}
    return FileRow(
        place=place,
        booked_on=booked_on,
        amount=amount,
        description=joined(entry.get("NAME") or entry.first("PAYEE").get("NAME"), entry.get("MEMO")),
        external_id=entry.get("FITID"),
        reference=entry.get("REFNUM"),
        number=entry.get("CHECKNUM"),
        currency=entry.first("CURRENCY").get("CURSYM").upper() or currency,
        problem=problem,
    )


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
