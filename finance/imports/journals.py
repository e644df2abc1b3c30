"""Plain-text journals of beancount, hledger and ledger: each posting to an account is a row, with its sign, which is the holder's."""

import datetime as dt
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from decimal import Decimal

from django.utils.translation import gettext as _

from finance.imports.rows import FileAccount, FileRow, ParsedFile, StatedBalance, TableShape
from finance.imports.untrusted_files import FileRefused, decoded, in_row
from finance.imports.values import MARKS, currencies_of, possible_marks
from finance.models.coding import Codes
from finance.models.ledger_import import Choices, DecimalMark, Target

DAY = r"[0-9]{4}[-/.][0-9]{1,2}[-/.][0-9]{1,2}"
TRANSACTION = re.compile(rf"({DAY})(?:={DAY})?(?:\s+(txn|[*!A-Z&#?%]))?(?=\s|$)(?:\s*\(([^)]*)\))?\s*(.*)")
LEDGER_TRANSACTION = re.compile(rf"({DAY})(?:={DAY})?(?:\s+([*!]))?(?=\s|$)(?:\s*\(([^)]*)\))?\s*(.*)")
"""Forms without beancount's letters for the status: here they are the first word of a text."""
DIRECTIVE = re.compile(rf"({DAY})\s+([a-z]+)\s*(.*)")
BALANCE = re.compile(r"(\S+)\s+(.+)")
QUOTED = re.compile(r'"((?:[^"\\]|\\.)*)"')
POSTING = re.compile(r"[ \t]+(?:[*!]\s+)?(\S(?:[^;\t]*?\S)??)(?:(?:\s{2,}|\t)\s*(.*))?$")
BEAN_POSTING = re.compile(r"[ \t]+(?:[*!A-Z&#?%]\s+)?((?:\w[\w-]*)(?::[\w-]+)+)\s*(.*)$")
BEAN_SAID = re.compile(r'^[ \t]+(tax-code|party):\s+"((?:[^"\\]|\\.)*)"')
SAID = re.compile(r"[\s,;](tax-code|party):([^,]*)")
"""Codes beside an entry: metadata of beancount, tags in a comment of hledger."""
METADATA = re.compile(r"[ \t]+[a-z][\w-]*:(\s|\"|$)")
BEAN_LINKS = re.compile(r"[ \t]+[#^]\S+(\s+[#^]\S+)*")
BEAN_WORDS = {"option", "plugin", "pushtag", "poptag", "pushmeta", "popmeta"}
"""Directives of beancount without a day."""
STRINGS = re.compile(r'"(?:[^"\\]|\\.)*"|"|;')
CLOSED = re.compile(r'(?:[^"\\]|\\.)*"')
MOST_LINES_OF_TEXT = 1000
LEDGER_WORDS = {
    "account", "commodity", "D", "P", "N", "Y", "year", "C", "decimal-mark", "payee", "tag", "end", "bucket", "A", "assert", "check",
    "capture", "define", "def", "eval", "expr", "value", "python", "i", "I", "o", "O", "b", "h",
}  # fmt: skip
"""Directives of hledger and ledger, whose indented lines are no postings."""
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
    codes: dict[str, str] = field(default_factory=dict)

    def add(self, number: int, line: str, *, is_bean: bool) -> None:
        """Add a posting, or codes if there are no postings yet; later codes belong to a posting."""
        body = line.partition(";")[0].rstrip()
        match = (BEAN_POSTING if is_bean else POSTING).fullmatch(body)
        if match and not (is_bean and METADATA.match(body)):
            amount, _equals, asserted = (match[2] or "").partition("=")
            self.postings.append(JournalPosting(number, match[1], amount.strip(), asserted.lstrip("=* ").strip()))
        elif not self.postings:
            codes = BEAN_SAID.findall(line) if is_bean else SAID.findall(line) if line.lstrip().startswith(";") else ()
            for name, value in codes:
                self.codes.setdefault(name, _unescaped(value) if is_bean else value.strip())
        if not match and body.strip() and not (is_bean and (METADATA.match(body) or BEAN_LINKS.fullmatch(body))):
            raise FileRefused([in_row(number, _('"%(text)s" is no posting.') % {"text": body.strip()[:40]})])

    def codes_by_account(self, accounts: set[str]) -> dict[str, Codes]:
        """Return the codes for each account; the nominal account only if there is exactly one on the other side."""
        codes = {"tax_code": self.codes.get("tax-code"), "payee": self.payee, "party": self.codes.get("party")}
        if len(accounts) != 2:
            return dict.fromkeys(accounts, Codes.read(codes))
        first, second = accounts
        pairs = ((first, second), (second, first))
        return {this: Codes.read({**codes, "nominal": "" if that.casefold() in NOT_SORTED else that}) for this, that in pairs}


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

    Raises `FileRefused` for directives that only the program itself can evaluate: included files, generated entries, days without a year.
    """
    entry: JournalEntry | None = None
    until, is_open = "", False
    for number, line in _lines(text, is_bean=is_bean):
        bare = line.strip()
        if until or bare in BLOCKS:
            until = "" if bare == until else until or BLOCKS[bare]
        elif not bare or (bare[0] in ";#*%|" and line[0] == bare[0]):
            entry, is_open = (entry, is_open) if bare else (None, False)
        elif line[0] in " \t":
            if entry:
                entry.add(number, line, is_bean=is_bean)
            elif not is_open and bare[0] != ";":
                raise FileRefused([in_row(number, _("belongs to no transaction. Move it below its first line, or delete it."))])
        else:
            item = _begin(number, line, is_bean=is_bean)
            entry = item if isinstance(item, JournalEntry) else None
            is_open = entry is None and (is_bean or line.lstrip("@!").split()[0] in LEDGER_WORDS)
            if item:
                yield item


def _lines(text: str, *, is_bean: bool) -> Iterator[tuple[int, str]]:
    """Yield the lines by number; a text of beancount in quotation marks that runs over several lines is one line.

    Raises `FileRefused` if the text never ends.
    """
    begin, parts = 0, [""]
    for number, line in enumerate(text.splitlines(), 1):
        if not is_bean:
            yield number, line
            continue
        if begin:
            parts.append(line.strip())
        else:
            begin, parts = number, [line]
        if not _is_open(line, inside=len(parts) > 1):
            yield begin, " ".join(parts)
            begin = 0
        elif len(parts) > MOST_LINES_OF_TEXT:
            break
    if begin:
        raise FileRefused([in_row(begin, _("has a quotation mark that is never closed."))])


def _is_open(line: str, *, inside: bool) -> bool:
    """True if a quotation mark, of the line or before it, is not closed at the end of the line; those of a comment do not count."""
    if inside:
        end = CLOSED.match(line)
        if end is None:
            return True
        line = line[end.end() :]
    mark = next((match[0] for match in STRINGS.finditer(line) if len(match[0]) == 1), "")
    return mark == '"'


def _begin(number: int, line: str, *, is_bean: bool) -> JournalEntry | Assertion | None:
    """Return the entry or assertion that the line begins; None for a line of another kind.

    Beancount writes "Payee" "Narration" #tag ^link, hledger divides payee and note by a bar.
    """
    directive = DIRECTIVE.fullmatch(line) if is_bean else None
    if directive and directive[2] in BEAN_DIRECTIVES:
        balance = BALANCE.match(directive[3])
        if directive[2] not in {"balance", "pad"} or balance is None:
            return None
        amount = balance[2].partition(";")[0].partition("~")[0].strip()
        return Assertion(number, directive[1], directive[2], balance[1], amount)
    match = (TRANSACTION if is_bean else LEDGER_TRANSACTION).fullmatch(line)
    if match and is_bean:
        quoted = [_unescaped(quotation) for quotation in QUOTED.findall(match[4])]
        return JournalEntry(number, match[1], " ".join(quoted), match[3] or "", quoted[0] if len(quoted) > 1 else "")
    if match:
        text = match[4].partition(";")[0]
        payee, bar, _note = text.partition("|")
        return JournalEntry(number, match[1], " ".join(text.replace("|", " ").split()), match[3] or "", payee.strip() if bar else "")
    if line.startswith(("include", "apply account", "alias")) or line[0] in "~=" or line[0].isdigit():
        raise FileRefused(
            [in_row(number, _("needs the program that wrote it. Export with its own printing (hledger print, bean-report) and try again."))]
        )
    if is_bean and line.split()[0] not in BEAN_WORDS:
        raise FileRefused([in_row(number, _('begins with "%(text)s", which is nothing of beancount.') % {"text": line.split()[0][:40]})])
    return None


def _unescaped(quoted: str) -> str:
    return re.sub(r"\\(.)", r"\1", quoted)


COMMODITY = r'"[^"]+"|[^\s\d.,;@{}()=+*/"-]+'
BEFORE = re.compile(rf"(-|\+)?\s*({COMMODITY})\s*(-|\+)?\s*([0-9][0-9.,' ]*)")
AFTER = re.compile(rf"(-|\+)?\s*([0-9][0-9.,' ]*?)\s*({COMMODITY})?")
GROUPS = {".": re.compile(r"[0-9]+(,[0-9]{2,3})*(\.[0-9]*)?"), ",": re.compile(r"[0-9]+(\.[0-9]{2,3})*(,[0-9]*)?")}


@dataclass(frozen=True, slots=True)
class Written:
    """An amount. `weight` is its value in the transaction: its price or cost if there is one."""

    quantity: Decimal | None
    commodity: str = ""
    weight: Decimal | None = None
    weight_commodity: str = ""
    is_missing: bool = False


def written(text: str, mark: DecimalMark) -> Written | None:
    """Return the amount; None if the text is no plain amount, such as an expression."""
    if not text:
        return Written(None, is_missing=True)
    cost = re.search(r"\{([^{}#*,]*)\}", text)
    bare, at, price = re.sub(r"\{.*?\}+", "", text).partition("@")
    plain = _plain(bare.strip(), mark)
    if plain is None:
        return None
    quantity, commodity = plain
    price_text = cost[1].strip() if cost else price.lstrip("@").strip()
    if not price_text:
        return Written(quantity, commodity, None if cost or at else quantity, commodity)
    unit = _plain(price_text, mark)
    if unit is None:
        return Written(quantity, commodity)
    total = not cost and price.startswith("@")
    weight = abs(unit[0]).copy_sign(quantity) if total else quantity * unit[0]
    return Written(quantity, commodity, weight, unit[1])


def _plain(text: str, mark: DecimalMark) -> tuple[Decimal, str] | None:
    if match := BEFORE.fullmatch(text):
        minus, figure, commodity = [match[1], match[3]].count("-") == 1, match[4], match[2]
    elif match := AFTER.fullmatch(text):
        minus, figure, commodity = match[1] == "-", match[2], match[3] or ""
    else:
        return None
    figure = re.sub(r"[' ]", "", figure)
    if not mark or not GROUPS[mark].fullmatch(figure):
        return None
    amount = Decimal(figure.replace("," if mark == "." else ".", "").replace(mark, "."))
    return (-amount if minus else amount), commodity.strip('"')


OWN = re.compile(
    r"(assets?|liabilit(y|ies)|aktiva|passiva|vermögen|verbindlichkeiten|actifs?|passifs?|activos?|pasivos?)(:|$)", re.IGNORECASE
)

MOST_NOTES = 5
ROUNDING = Decimal("0.05")
"""The most by which a balanced transaction may differ from zero, because prices are rounded."""
NOT_SORTED = {"expenses:unassigned", "income:unassigned"}
"""Tieout's own names for an unknown other side."""


def read_beancount(data: bytes, *, choices: Choices, target: Target) -> ParsedFile:
    """Return every asset and liability of the journal. Raises `FileRefused`."""
    return _journal(data, "beancount", ".", (), target)


def read_hledger(data: bytes, *, choices: Choices, target: Target) -> ParsedFile:
    """Return every asset and liability of the journal; the decimal mark is asked if no amount proves it. Raises `FileRefused`."""
    entries = [item for item in journal_entries(decoded(data), is_bean=False) if isinstance(item, JournalEntry)]
    figures = [figure for entry in entries for posting in entry.postings for figure in re.findall(r"[0-9][0-9.,]*", posting.amount)]
    marks = possible_marks(figures, target.currency)
    return _journal(data, "hledger", marks[0] if len(marks) == 1 else choices.decimal_mark, marks, target)


def _journal(data: bytes, name: str, mark: DecimalMark, marks: tuple[DecimalMark, ...], target: Target) -> ParsedFile:
    items = list(journal_entries(decoded(data), is_bean=name == "beancount"))
    entries = [entry for entry in items if isinstance(entry, JournalEntry)]
    reading = _Reading(mark or MARKS[0], target)
    rows: dict[str, list[FileRow]] = defaultdict(list)
    closing: dict[str, StatedBalance] = {}
    notes = []
    for entry in entries:
        if not reading.adds_up(entry):
            notes.append(in_row(entry.line, _("the postings of this transaction do not add up to zero. Check that none is missing.")))
        for account, row, balance in reading.rows(entry):
            rows[account].append(row)
            closing |= {account: balance} if balance else {}
    for assertion in items:
        if not isinstance(assertion, Assertion):
            continue
        day = _day(assertion.day)
        if assertion.kind == "pad":
            why = _("is filled in by beancount itself: write the missing entry.")
            rows[assertion.account].append(FileRow(place=assertion.line, booked_on=day, amount=None, problem=why))
        elif day and (amount := written(assertion.amount, reading.mark)) and amount.quantity is not None:
            closing[assertion.account] = StatedBalance(amount=amount.quantity, as_of=day - dt.timedelta(days=1))
    if not rows:
        raise FileRefused([_("The journal has no transactions.")])
    own = [account for account in rows if OWN.match(account)] or list(rows)
    return ParsedFile(
        format=name,
        way=name,
        accounts=tuple(FileAccount(name=account, rows=tuple(rows[account]), closing=closing.get(account)) for account in sorted(own)),
        questions=() if mark else ("decimal_mark",),
        table=TableShape(header=(), sample=(), columns={}, date_order="", date_orders=(), decimal_mark=mark, decimal_marks=marks),
        notes=(
            *notes[:MOST_NOTES],
            *([_("... and %(count)d more.") % {"count": len(notes) - MOST_NOTES}] if len(notes) > MOST_NOTES else []),
        ),
    )


@dataclass(frozen=True)
class _Reading:
    mark: DecimalMark
    target: Target

    def adds_up(self, entry: JournalEntry) -> bool:
        """True unless a posting is certainly missing: fewer than two, or amounts of one commodity that are not balanced."""
        real = [posting for posting in entry.postings if posting.account[0] not in "(["]
        amounts = [written(posting.amount, self.mark) for posting in real]
        if len(real) < 2:
            return len(real) < len(entry.postings)
        weights = [amount.weight for amount in amounts if amount]
        commodities = {amount.weight_commodity for amount in amounts if amount}
        if len(weights) < len(real) or len(commodities) > 1 or any(weight is None for weight in weights):
            return True
        return abs(sum((weight for weight in weights if weight is not None), Decimal(0))) <= ROUNDING

    def rows(self, entry: JournalEntry) -> Iterator[tuple[str, FileRow, StatedBalance | None]]:
        """Yield for each real posting its account, its row, and the balance that hledger asserts after it."""
        day = _day(entry.day)
        real = [posting for posting in entry.postings if posting.account[0] not in "(["]  # the others move nothing
        amounts = [written(posting.amount, self.mark) for posting in real]
        missing, codes = _missing(amounts), entry.codes_by_account({posting.account for posting in real})
        for posting, amount in zip(real, amounts, strict=True):
            effective = missing if amount and amount.is_missing else amount
            quantity, commodity = (effective.quantity, effective.commodity) if effective else (None, "")
            problem = ""
            if day is None:
                problem = _('"%(text)s" is not a date.') % {"text": entry.day}
            elif quantity is None:
                problem = _('"%(text)s" is an amount that only the program itself can calculate.') % {"text": posting.amount}
            row = FileRow(
                place=posting.line,
                booked_on=day,
                amount=quantity,
                description=entry.text,
                number=entry.code if entry.code.isdigit() else "",
                currency="" if self.target.currency in {commodity, *currencies_of(commodity)} else commodity,
                codes=codes[posting.account],
                problem=problem,
            )
            asserted = written(posting.asserted, self.mark) if posting.asserted else None
            balance = None
            if asserted and asserted.quantity is not None and quantity is not None:
                balance = StatedBalance(amount=asserted.quantity, as_of=day)
            yield posting.account, row, balance


def _missing(amounts: Iterable[Written | None]) -> Written | None:
    """Return the amount of the one posting without amount; None unless it is one amount of one commodity."""
    weights: dict[str, Decimal] = defaultdict(Decimal)
    known = [amount for amount in amounts if amount is None or not amount.is_missing]
    for amount in known:
        if amount is None or amount.weight is None:
            return None
        weights[amount.weight_commodity] += amount.weight
    left = {commodity: total for commodity, total in weights.items() if total} or dict.fromkeys(weights, Decimal(0))
    if len(left) != 1:
        return None
    ((commodity, total),) = left.items()
    return Written(-total, commodity, -total, commodity)


def _day(text: str) -> dt.date | None:
    try:
        return dt.date(*map(int, re.split(r"[-/.]", text)))
    except ValueError:
        return None
