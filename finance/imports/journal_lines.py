"""The lines of a plain-text journal of beancount, hledger or ledger: transactions, postings, and asserted balances."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from finance.imports.problems import FileRefused, in_row

DAY = r"[0-9]{4}[-/.][0-9]{1,2}[-/.][0-9]{1,2}"
TRANSACTION = re.compile(rf"({DAY})(?:={DAY})?(?:\s+(txn|[*!A-Z&#?%]))?(?=\s|$)(?:\s*\(([^)]*)\))?\s*(.*)")
DIRECTIVE = re.compile(rf"({DAY})\s+([a-z]+)\s*(.*)")
BALANCE = re.compile(r"(\S+)\s+(.+)")
QUOTED = re.compile(r'"((?:[^"\\]|\\.)*)"')
POSTING = re.compile(r"[ \t]+(?:[*!]\s+)?(\S(?:[^;\t]*?\S)??)(?:(?:\s{2,}|\t)\s*(.*))?$")
BEAN_POSTING = re.compile(r"[ \t]+(?:[*!A-Z&#?%]\s+)?((?:\w[\w-]*)(?::[\w-]+)+)\s*(.*)$")
BEAN_SAID = re.compile(r'^[ \t]+(tax-code|party):\s+"((?:[^"\\]|\\.)*)"')
SAID = re.compile(r"[\s,;](tax-code|party):([^,]*)")
"""Codes beside an entry: metadata of beancount, tags in a comment of hledger."""
METADATA = re.compile(r"[ \t]+[a-z][\w-]*:(\s|$)")
BEAN_DIRECTIVES = {"open", "close", "commodity", "note", "event", "price", "query", "document", "custom", "balance", "pad"}
BLOCKS = {"comment": "end comment", "test": "end test"}


@dataclass(frozen=True, slots=True)
class JournalPosting:
    """`amount` is as written, with its commodity, price and cost; empty if the other postings imply it."""

    line: int
    account: str
    amount: str
    asserted: str = ""


@dataclass(slots=True)
class JournalEntry:
    line: int
    day: str
    text: str
    code: str = ""
    payee: str = ""
    postings: list[JournalPosting] = field(default_factory=list)
    said: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Assertion:
    """A balance that beancount asserts at the start of the day; for the kind `pad` one that it would fill in."""

    line: int
    day: str
    kind: str
    account: str
    amount: str


def journal_entries(text: str, *, is_bean: bool) -> Iterator[JournalEntry | Assertion]:
    """Yield entries and assertions in the order of the file.

    Raises `FileRefused` for what only the program itself can evaluate: included files, generated entries, days without a year.
    """
    entry: JournalEntry | None = None
    until = ""
    for number, line in enumerate(text.splitlines(), 1):
        bare = line.strip()
        if until or bare in BLOCKS:
            until = "" if bare == until else until or BLOCKS[bare]
        elif not bare or (bare[0] in ";#*%|" and line[0] == bare[0]):
            entry = None if not bare else entry
        elif line[0] in " \t":
            if entry:
                _add(entry, number, line, is_bean=is_bean)
        else:
            item = _begin(number, line, is_bean=is_bean)
            entry = item if isinstance(item, JournalEntry) else None
            if item:
                yield item


def _begin(number: int, line: str, *, is_bean: bool) -> JournalEntry | Assertion | None:
    directive = DIRECTIVE.fullmatch(line) if is_bean else None
    if directive and directive[2] in BEAN_DIRECTIVES:
        return _assertion(number, directive)
    match = TRANSACTION.fullmatch(line)
    if match:
        payee, text = _bean_texts(match[4]) if is_bean else _plain_texts(match[4])
        return JournalEntry(number, match[1], text, match[3] or "", payee)
    if line.startswith(("include", "apply account", "alias")) or line[0] in "~=" or line[0].isdigit():
        raise FileRefused(
            [in_row(number, _("needs the program that wrote it. Export with its own printing (hledger print, bean-report) and try again."))]
        )
    return None


def _assertion(number: int, match: "re.Match[str]") -> Assertion | None:
    balance = BALANCE.match(match[3])
    if match[2] not in {"balance", "pad"} or balance is None:
        return None
    return Assertion(number, match[1], match[2], balance[1], balance[2].partition(";")[0].partition("~")[0].strip())


def _add(entry: JournalEntry, number: int, line: str, *, is_bean: bool) -> None:
    """Add a posting, or codes if there are no postings yet; later codes belong to a posting."""
    if posting := _posting(number, line, is_bean=is_bean):
        entry.postings.append(posting)
    elif not entry.postings:
        codes = BEAN_SAID.findall(line) if is_bean else SAID.findall(line) if line.lstrip().startswith(";") else ()
        for name, value in codes:
            entry.said.setdefault(name, _unescaped(value) if is_bean else value.strip())


def _posting(number: int, line: str, *, is_bean: bool) -> JournalPosting | None:
    body = line.partition(";")[0].rstrip()
    match = (BEAN_POSTING if is_bean else POSTING).fullmatch(body)
    if match is None or (is_bean and METADATA.match(body)):
        return None
    amount, _equals, asserted = (match[2] or "").partition("=")
    return JournalPosting(number, match[1], amount.strip(), asserted.lstrip("=* ").strip())


def _bean_texts(text: str) -> tuple[str, str]:
    """Return payee and description from "Payee" "Narration" #tag ^link: the first of two quoted texts, and all of them."""
    quoted = [_unescaped(quotation) for quotation in QUOTED.findall(text)]
    return quoted[0] if len(quoted) > 1 else "", " ".join(quoted)


def _unescaped(quoted: str) -> str:
    return re.sub(r"\\(.)", r"\1", quoted)


def _plain_texts(text: str) -> tuple[str, str]:
    """Return payee and description of hledger, which divides payee and note by a bar."""
    bare = text.partition(";")[0]
    payee, bar, _note = bare.partition("|")
    return payee.strip() if bar else "", " ".join(bare.replace("|", " ").split())
