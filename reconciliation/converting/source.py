"""A statement to convert, with the parts that formats need: ids of rows, one-line texts, and required values."""

import datetime as dt
import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from pathlib import PurePath

from django.utils.translation import gettext as _

from reconciliation.printed.statement import PrintedLine, PrintedStatement

UNSEEN = re.compile(r"[\s\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff\ufffe\uffff\ud800-\udfff]+")
ID_LENGTH = 32
IBAN = re.compile(r"[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}")


class NotConvertible(ValueError):
    """A format needs a value that the statement does not print. The message names it, and a format that does without."""


class CurrencyUnknown(NotConvertible):
    """The format needs the currency, and none is printed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FailedFile:
    """A file of which no statement could be read, with the sentence that says why."""

    file: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ConvertedStatement:
    """A statement to write. `reasons` are sentences that say why it is not proved; a proved one has none. `lines` are its rows in the
    order of the page. `file` is the path of the file that it was read from; empty for one that is stored."""

    printed: PrintedStatement
    lines: tuple[PrintedLine, ...]
    reasons: tuple[str, ...] = ()
    file: str = ""

    @property
    def is_proved(self) -> bool:
        return not self.reasons

    @property
    def state(self) -> str:
        """`proved`; `rows follow`, if only the name of an end is missing; else `not proved`."""
        return "proved" if self.is_proved else "rows follow" if self.printed.integrity.rows_follow else "not proved"

    @property
    def origin_of_opening(self) -> str:
        """`printed`, or `computed` for an opening balance that only the first row and its balance give; empty if that is not known."""
        computed = self.printed.integrity.opening_computed
        return "" if computed is None or self.printed.opening_balance is None else "computed" if computed else "printed"

    @property
    def warning(self) -> str:
        """The mark of a statement that is not proved, with its reasons; empty if it is proved."""
        return "" if self.is_proved else f"Not proved: {one_line(' '.join(self.reasons))}"

    @property
    def file_name(self) -> str:
        """The name of its file without folders, on one line."""
        return one_line(PurePath(self.file).name)

    def lacks(self, sentence: str) -> str:
        """Return the sentence about a missing value, with the name of the file before it."""
        return f"{self.file_name}: {sentence}" if self.file else sentence

    @property
    def account(self) -> str:
        """The number of the account as it is printed; empty if none is."""
        return one_line(self.printed.account_hint or "")


def one_line(text: str) -> str:
    """Return the text on one line, without control characters and invisible marks."""
    return UNSEEN.sub(" ", text).strip()


def iban_of(statement: ConvertedStatement) -> str:
    """Return the printed IBAN without spaces; empty if the number of the account is none."""
    compact = statement.account.replace(" ", "").upper()
    return compact if IBAN.fullmatch(compact) else ""


def pieces(text: str, longest: int) -> Iterator[str]:
    """Yield the words of a text in pieces of this length. A longer word is divided."""
    piece = ""
    for word in text.split(" "):
        if piece and len(piece) + 1 + len(word) > longest:
            yield piece
            piece = ""
        piece = f"{piece} {word}" if piece else word
        while len(piece) > longest:
            yield piece[:longest]
            piece = piece[longest:]
    if piece:
        yield piece


def ids_of(statement: ConvertedStatement) -> list[str]:
    """Return an id for each row from its content, the same in every conversion. Rows of equal content are counted in their order."""
    printed, counts, ids = statement.printed, Counter[tuple[str, ...]](), []
    for line in statement.lines:
        values = (printed.account_hint, printed.currency, line.date, plain(line.amount), line.balance and plain(line.balance))
        key = (*map(str, values), one_line(line.description), one_line(line.reference))
        counts[key] += 1
        ids.append(hashlib.sha256("\x1f".join((*key, str(counts[key]))).encode()).hexdigest()[:ID_LENGTH])
    return ids


def plain(amount: Decimal) -> str:
    """Return the amount with a decimal point, and without a minus before zero."""
    return f"{amount or abs(amount):f}"


def short_names(files: Iterable[str]) -> dict[str, str]:
    """Return the shortest end of each path that no other path has, on one line: "june.pdf", or "2026/june.pdf" beside "2025/june.pdf"."""
    paths = {file: PurePath(file).parts for file in files}
    deepest = max(map(len, paths.values()), default=0)

    def end(file: str, length: int) -> str:
        return one_line(str(PurePath(*paths[file][-length:])) if file else "")

    names = {file: end(file, 1) for file in paths}
    for length in range(2, deepest + 1):
        counts = Counter(names.values())
        names = {file: name if counts[name] == 1 else end(file, length) for file, name in names.items()}
    return names


LONGEST_NAME = 22
"""Characters of a number in OFX, which has the least room."""


def names_of(statements: Sequence[ConvertedStatement]) -> list[str]:
    """Return a name for the account of each statement: its number, or without one that of its file, which may be of another account. A
    longer name is cut, and ends with a digest of the whole."""
    names = short_names(statement.file for statement in statements if not statement.account)
    return [statement.account or _name_of_file(names[statement.file]) for statement in statements]


def _name_of_file(name: str) -> str:
    name = " ".join(filter(None, ("unknown", name.rpartition(".")[0] or name)))
    digest = hashlib.sha256(name.encode()).hexdigest()[:6]
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 7]} {digest}"


def currency_of(statement: ConvertedStatement, form: str) -> str:
    """Return the currency. Raises `CurrencyUnknown` if none is printed."""
    if statement.printed.currency is None:
        sign = statement.printed.currency_sign
        if sign:
            sentence = _("Only the sign %(sign)s is printed, which several currencies share, and %(form)s needs the currency.") % {
                "sign": sign,
                "form": form,
            }
        else:
            sentence = _("No currency is printed, and %(form)s needs it.") % {"form": form}
        raise CurrencyUnknown(statement.lacks(sentence))
    return statement.printed.currency


def days_of(statement: ConvertedStatement, form: str) -> list[dt.date]:
    """Return the day of each row. Raises `NotConvertible` if one has none."""
    days = []
    for number, line in enumerate(statement.lines, 1):
        if line.date is None:
            sentence = _('Row %(row)d ("%(text)s") has no complete date, and %(form)s needs it. CSV, XLSX and JSON do without.')
            raise NotConvertible(statement.lacks(sentence % {"row": number, "text": one_line(line.description)[:60], "form": form}))
        days.append(line.date)
    return days


def ends_of(statement: ConvertedStatement, form: str) -> tuple[dt.date, dt.date]:
    """Return the first and the last day: of the printed period, else of the rows. Raises `NotConvertible` if neither has any."""
    days = [line.date for line in statement.lines if line.date]
    first, last = statement.printed.period_start or min(days, default=None), statement.printed.period_end or max(days, default=None)
    if first is None or last is None:
        sentence = _("No day is printed, and %(form)s needs the first and the last. CSV, XLSX and JSON do without.")
        raise NotConvertible(statement.lacks(sentence % {"form": form}))
    return first, last
