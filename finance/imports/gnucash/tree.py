"""A book in GnuCash's XML file, parsed with no more than one entry in memory."""

import datetime as dt
import io
import re
from collections.abc import Iterator
from xml.etree.ElementTree import Element, ParseError  # nosec B405  # types alone; defusedxml reads

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import iterparse
from django.utils.translation import gettext as _

from finance.imports.gnucash.book import OPENING, BookAccount, BookSplit, GnuCashEntry
from finance.imports.gnucash.database import MONEY
from finance.imports.nodes import every_at, name_of, text_at
from finance.imports.problems import FileRefused
from finance.imports.text import too_many_rows

MOST_AT_ONCE = 1_000_000
FRACTION = re.compile(r"(-?[0-9]{1,20})/([0-9]{1,20})")
DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


def book_in_tree(data: bytes) -> tuple[dict[str, BookAccount], list[GnuCashEntry]]:
    """Return accounts and entries. Raises `FileRefused` for damage, document types and entities, which GnuCash never writes."""
    accounts: dict[str, BookAccount] = {}
    entries: list[GnuCashEntry] = []
    try:
        for node in _parts(data):
            if name_of(node) == "account":
                account = _account(node)
                accounts[account.key] = account
            elif name_of(node) == "transaction":
                entries.append(_entry(node))
    except (ParseError, DefusedXmlException, ValueError, LookupError) as error:
        raise FileRefused([_("The XML of the file is damaged, or holds what no bank writes. Export it anew.")]) from error
    return accounts, entries


def _parts(data: bytes) -> Iterator[Element]:
    """Yield the direct children of the book, each deleted after use. Templates contain no entries."""
    inside: list[Element] = []
    alive = 0
    for event, node in iterparse(io.BytesIO(data), events=("start", "end"), forbid_dtd=True):
        if event == "start":
            inside.append(node)
            alive += 1
            if alive > MOST_AT_ONCE:
                raise too_many_rows()
            continue
        inside.pop()
        if len(inside) <= 2:
            if [name_of(outer) for outer in inside] == ["gnc-v2", "book"]:
                yield node
            if inside:
                inside[-1].clear()
            alive = len(inside)


def _account(node: Element) -> BookAccount:
    kind, name, slots = text_at(node, "type"), text_at(node, "name"), _slots(node)
    money = text_at(node, "commodity", "space") in MONEY
    return BookAccount(
        key=text_at(node, "id"),
        name=name,
        kind=kind,
        parent=text_at(node, "parent"),
        currency=text_at(node, "commodity", "id") if money else "",
        is_opening=slots.get("equity-type") == "opening-balance" or (kind == "EQUITY" and name.casefold() in OPENING),
    )


def _entry(node: Element) -> GnuCashEntry:
    """Return the entry with the day of the slot, else as written in its author's time zone."""
    day = _slots(node).get("date-posted") or text_at(node, "date-posted", "date")
    return GnuCashEntry(
        key=text_at(node, "id"),
        day=_day(day),
        number=text_at(node, "num"),
        text=text_at(node, "description"),
        splits=tuple(map(_split, every_at(node, "splits", "split"))),
    )


def _split(node: Element) -> BookSplit:
    match = FRACTION.fullmatch(text_at(node, "quantity"))
    return BookSplit(
        key=text_at(node, "id"),
        account=text_at(node, "account"),
        quantity=(int(match[1]), int(match[2])) if match else None,
        memo=text_at(node, "memo"),
        state=text_at(node, "reconciled-state"),
    )


def _slots(node: Element) -> dict[str, str]:
    """Return the plain values attached to an account or entry."""
    slots = every_at(node, "slots", "slot")
    return {text_at(slot, "key"): text_at(slot, "value") or text_at(slot, "value", "gdate") for slot in slots}


def _day(text: str) -> dt.date | None:
    match = DAY.match(text)
    try:
        return dt.date.fromisoformat(match[0]) if match else None
    except ValueError:
        return None
