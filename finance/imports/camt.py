"""CAMT.053, .052 and .054: the statements, reports and notices of ISO 20022, in all versions.

One row is one booked entry. A batch of several payments is one entry of the bank, and one row here.
"""

import datetime as dt
import itertools
import re
from collections.abc import Iterator
from decimal import Decimal
from xml.etree.ElementTree import Element, ParseError  # nosec B405  # types alone; defusedxml reads

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import fromstring
from django.utils.translation import gettext as _

from finance.imports.parts import merged
from finance.imports.rows import FileAccount, FileRow, ParsedFile, StatedBalance, joined
from finance.imports.untrusted_files import FileRefused, decoded, every_at, in_one_currency, name_of, node_at, text_at, too_many_rows
from finance.imports.values import read_amount
from finance.models.ledger_import import Choices, Target

MOST_TAGS = 1_000_000
STATEMENTS = {"Stmt", "Rpt", "Ntfctn"}
STATUSES = {"BOOK": "posted", "": "posted", "PDNG": "pending", "FUTR": "pending"}
NO_REFERENCE = {"NOTPROVIDED", "NONREF", "NOTAVAILABLE"}


DECLARATION = re.compile(r"<\?xml[^>]*\?>")
DOCUMENT_END = re.compile(r"</(?:\w+:)?Document\s*>")
BARE = re.compile(r"&(?!(?:amp|lt|gt|quot|apos|#[0-9]{1,7}|#x[0-9a-fA-F]{1,6});)")
"""An ampersand that is no reference to a character."""
MOST_DOCUMENTS = 1000


def read_camt(data: bytes, *, choices: Choices, target: Target) -> ParsedFile:
    """Return every account of the file. Raises `FileRefused`, also for document types and entities, which no bank writes."""
    if data.count(b"<") > MOST_TAGS:
        raise too_many_rows()
    parts = [_statement(node, target) for root in _documents(data) for node in root.iter() if name_of(node) in STATEMENTS]
    if not parts:
        raise FileRefused([_("The file contains no account statement. Export it again.")])
    return ParsedFile(format="camt", way="camt", accounts=merged(parts), statements=tuple(parts))


def _documents(data: bytes) -> Iterator[Element]:
    """Yield the roots of the documents in the file: some banks write several, one after the other.

    The text is read in the encoding that its bytes prove, and an ampersand that was not escaped is one. Raises `FileRefused`.
    """
    whole = DECLARATION.sub("", decoded(data).lstrip("\ufeff"))
    whole = whole if "<![CDATA[" in whole else BARE.sub("&amp;", whole)
    cuts = [0, *(end.end() for end in DOCUMENT_END.finditer(whole))]
    try:
        try:
            yield fromstring(whole.strip().encode(), forbid_dtd=True)
        except ParseError:
            if not 3 <= len(cuts) <= MOST_DOCUMENTS:
                raise
            cuts[-1] = len(whole)
            for begin, end in itertools.pairwise(cuts):
                yield fromstring(whole[begin:end].strip().encode(), forbid_dtd=True)
    except (ParseError, DefusedXmlException, ValueError, LookupError) as error:
        raise FileRefused([_("The XML of the file is damaged, or contains parts that are not allowed. Export it again.")]) from error


def _statement(node: Element, target: Target) -> FileAccount:
    number = text_at(node, "Acct", "Id", "IBAN") or text_at(node, "Acct", "Id", "Othr", "Id")
    entries = every_at(node, "Ntry")
    by_kind = [(text_at(balance, "Tp", "CdOrPrtry", "Cd"), balance) for balance in every_at(node, "Bal")]
    balances = dict(reversed(by_kind))  # of two of one kind the first counts
    interim = [balance for code, balance in by_kind if code == "ITBD"]
    ends = balances.get("CLBD", interim[0] if len(interim) == 1 else None)
    stated = {"opening": balances.get("OPBD", balances.get("PRCD")), "closing": ends}
    in_one_currency(_currency([balance]) for balance in stated.values() if balance is not None)
    days = [text_at(balance, "Dt", "*") for balance in stated.values()]
    notes = [_('The balance date "%(text)s" is not a valid date.') % {"text": day} for day in days if day and _day(day) is None]
    span = node_at(node, "FrToDt")
    first, last = _day(text_at(span, "FrDtTm")), _day(text_at(span, "ToDtTm"))
    if first and last and first < last and text_at(span, "ToDtTm")[10:].startswith("T00:00:00"):
        last -= dt.timedelta(days=1)  # a statement that ends at midnight ends on the day before
    return FileAccount(
        name=number or text_at(node, "Acct", "Nm"),
        number=number,
        currency=text_at(node, "Acct", "Ccy") or _currency([*balances.values(), *entries]),
        rows=tuple(_row(place, entry, target) for place, entry in enumerate(entries, 1)),
        opening=_balance(stated["opening"], target),
        closing=_balance(stated["closing"], target),
        period=(first, last) if first and last and first <= last else None,
        notes=tuple(notes),
    )


def _currency(nodes: list[Element]) -> str:
    amounts = [amount for node in nodes if (amount := node_at(node, "Amt")) is not None]
    return amounts[0].get("Ccy", "") if amounts else ""


def _row(place: int, entry: Element, target: Target) -> FileRow:
    """Return the row. A single payment is described by the other party and its purpose, a batch by the bank's text."""
    details = every_at(entry, "NtryDtls", "TxDtls")
    only = details[0] if len(details) == 1 else None
    booked_on = _day(text_at(entry, "BookgDt", "*")) or _day(text_at(entry, "ValDt", "*"))
    amount, status = _amount(entry, target), text_at(entry, "Sts", "Cd") or text_at(entry, "Sts")
    problem = ""
    if status not in STATUSES:
        problem = _("is for information only and not booked.")
    elif booked_on is None:
        problem = _('"%(text)s" is not a date.') % {"text": text_at(entry, "BookgDt", "*")}
    elif amount is None:
        problem = _('"%(text)s" is not an amount in %(currency)s.') % {"text": text_at(entry, "Amt"), "currency": target.currency}
    description = text_at(entry, "AddtlNtryInf")
    if only is not None:
        other, parties = "Cdtr" if text_at(entry, "CdtDbtInd") == "DBIT" else "Dbtr", node_at(only, "RltdPties")
        party = text_at(parties, other, "Nm") or text_at(parties, other, "Pty", "Nm")
        purpose = " ".join(filter(None, (text_at(text) for text in every_at(only, "RmtInf", "Ustrd"))))
        description = joined(party, purpose or text_at(only, "AddtlTxInf") or ("" if party else description))
    structured, end_to_end = text_at(only, "RmtInf", "Strd", "CdtrRefInf", "Ref"), text_at(only, "Refs", "EndToEndId")
    return FileRow(
        place=place,
        booked_on=booked_on,
        amount=amount,
        description=description,
        external_id=text_at(entry, "AcctSvcrRef") or text_at(only, "Refs", "AcctSvcrRef"),
        reference=structured or ("" if end_to_end.upper() in NO_REFERENCE else end_to_end),
        number=text_at(only, "Refs", "ChqNb"),
        status=STATUSES.get(status, "posted"),
        currency=_currency([entry]),
        problem=problem,
    )


def _balance(node: Element | None, target: Target) -> StatedBalance | None:
    amount = None if node is None else _amount(node, target)
    return None if amount is None else StatedBalance(amount=amount, as_of=_day(text_at(node, "Dt", "*")))


def _amount(node: Element, target: Target) -> Decimal | None:
    """Return the signed amount. The indicator also holds for reversals: a reversed credit is a debit."""
    side = {"CRDT": 1, "DBIT": -1}.get(text_at(node, "CdtDbtInd"))
    amount = read_amount(text_at(node, "Amt"), target.currency, ".")
    return None if amount is None or side is None or amount < 0 else side * amount


def _day(text: str) -> dt.date | None:
    """Return the day as the bank wrote it, in its own time zone."""
    try:
        return dt.date.fromisoformat(text[:10])
    except ValueError:
        return None
