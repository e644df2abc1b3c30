"""Placeholders for accounts, cards, IBANs, e-mail addresses and telephone numbers in a text, and the values behind them.

What may be an amount or a date but is not certainly one is masked: its placeholder is replaced again, and equal numbers have equal
placeholders. They are numbered in the order of the conversation, so that its next request, which begins in the same way, has the same
ones with any provider and any worker, without storage.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Literal

from assistant.masking.json_text import NO_FIELD, lines_rewritten

Kind = Literal["number", "email", "phone"]
FEWEST = 9  # digits of a number that is written with hyphens: a day has eight
FEWEST_DIALLED, MOST_DIALLED = 7, 15  # digits of a telephone number without a label; E.164 has no more
FEWEST_LABELLED = 5

SPACE = " \u00a0\u2007\u2009\u202f"
DASHES = "-\u2010\u2011\u2012\u2013\u2014"
DASH = re.escape(DASHES)
_YMD = r"(?:19|20)\d\d[-/.]?(?:0[1-9]|1[0-2])[-/.]?(?:0[1-9]|[12]\d|3[01])"
_DAY = r"(?:0?[1-9]|[12]\d|3[01])"
_MONTH = r"(?:0?[1-9]|1[0-2])"
_DAYS = re.compile(rf"(?:{_YMD}|\d\d?-\d\d?-(?:19|20)\d\d)(?:-(?:{_YMD}|\d\d?-\d\d?-(?:19|20)\d\d))*")
_YEAR = r"(?:(?:19|20)\d\d|\d\d)"
_EXCLUDED = re.compile(  # a day, one without its year, an amount with two decimals
    rf"(?<![\w.,/:])(?<!\w[{DASH}])(?:{_YMD}|{_DAY}(?P<apart>[-/.]){_MONTH}(?P=apart){_YEAR}|{_MONTH}(?P<between>[-/.]){_DAY}(?P=between){_YEAR}"
    rf"|\d\d?/\d\d?|(?:\d{{1,3}}(?:[.,]\d{{3}})+|\d+)[.,]\d\d)(?![\w/]|[.,:{DASH}]\d)"
)
_IBAN = (
    rf"(?<![\w.,-])(?:[A-Z]{{2}}\d{{2}}(?:[{SPACE}]?[A-Z0-9]{{4}}){{2,7}}(?:[{SPACE}]?[A-Z0-9]{{1,4}})?|"
    rf"[a-z]{{2}}\d{{2}}(?:[{SPACE}]?\d{{4}}){{2,7}}(?:[{SPACE}]?\d{{1,4}})?)\b"
)
_CARD = rf"\d{{4}}(?:[{SPACE}{DASH}]\d{{4}}){{2,4}}(?:[{SPACE}{DASH}]\d{{1,3}})?|\d{{4}}[{SPACE}{DASH}]\d{{6}}[{SPACE}{DASH}]\d{{5}}"
_CENTS = r"[.,]\d{1,3}(?!\d)"
_AT, _DOT = (rf"(?:{mark}|[ ]?[\[(][ ]?(?i:{word})[ ]?[\])][ ]?)" for mark, word in (("@", "at"), (r"\.", "dot")))
_EMAIL = rf"(?<![\w.+%'-])[\w.+%'-]*[\w+%]{_AT}[^\W\d_][\w-]*(?:{_DOT}[\w-]+)*"
_NEXT = rf"(?:[{SPACE}]{{1,2}}(?!\d+[.,]\d{{1,2}}(?![\d.,]))|[.{DASH}/][{SPACE}]?|(?<=\))(?=\d))"  # to the next group, which is no sum
_GROUPS = rf"\(?\d{{1,5}}\)?(?:{_NEXT}\(?\d{{1,7}}\)?){{1,7}}"
_ABROAD = (
    rf"(?<![\w+.,])(?:\+[{SPACE}]?\(?\d{{1,15}}\)?(?:{_NEXT}\(?\d{{1,9}}\)?){{0,7}}|"
    rf"00[1-9]\d{{0,3}}(?:{_NEXT}\(?\d{{1,9}}\)?){{1,7}})"
)
_LABEL = (
    r"\b(?i:tel|telephone|t[eé]l[eé]phone|telef[oó]no?|telefone|telefoon|telefonnummer|t[eé]l|phone|ph|fax|telefax|mobile?|mobil|handy|"
    r"cell|call|dial|hotline|whatsapp|sms|tlf|puhelin|gsm)\b\.?[ ]?(?:(?i:us|no|nr|number|at|on)\b\.?)?[ ]?[:#]?[ ]?|"
    r"[\u260e\u2706\u2121][ ]?"
)
_VANITY = r"(?<!\w)(?:1[- .])?8(?:00|33|44|55|66|77|88)[- .](?=[A-Z0-9-]*[A-Z]{3})[A-Z0-9]{2,7}(?:[- ][A-Z0-9]{2,4})?(?!\w)"
_ANY = re.compile(
    rf"(?P<email>{_EMAIL})|(?P<iban>{_IBAN})|(?P<vanity>{_VANITY})"
    rf"|(?P<label>{_LABEL})(?P<labelled>\+?[(]?\d[\d()./{SPACE}{DASH}]{{2,22}}\d)(?![\w]|[.,]\d)"
    rf"|(?P<abroad>{_ABROAD})(?!\d|{_CENTS})"
    rf"|(?<!\d)(?P<number>{_CARD}|\d+(?:-\d+)+|\d{{8,}})(?!\d|{_CENTS})"
    rf"|(?<![\w.,/])(?P<groups>{_GROUPS})(?!\w|{_CENTS})"
)
_DECIMALS = re.compile(rf"[(+{DASH}]?\d{{1,3}}(?:[{SPACE}.,'\u2019]\d{{3}})*[.,]\d{{1,3}}[)]?|[(+{DASH}]?\d+[.,]\d{{1,3}}[)]?")
_THOUSANDS = re.compile(rf"\d{{1,3}}(?:(?P<apart>[{SPACE}.'\u2019])\d{{3}})(?:(?P=apart)\d{{3}})*")
_HYPHENED, _AMERICAN = re.compile(r"[\d-]+"), re.compile(r"(?:1-)?\d{3}-\d{3}-\d{4}")
_MONEY = (
    r"(?:EUR|USD|GBP|CHF|JPY|KRW|CLP|COP|VND|IDR|HUF|ISK|XOF|XAF|XPF|PYG|UGX|RWF|CZK|SEK|NOK|DKK|PLN|INR|CNY|TWD|RUB|"
    r"[$\u20ac\u00a3\u00a5\u20b9\u20a9])"
)
_MONEY_BEFORE, _MONEY_AFTER = re.compile(rf"{_MONEY}[{SPACE}]?$"), re.compile(rf"[{SPACE}]?{_MONEY}")


@dataclass(frozen=True, slots=True)
class SensitiveSpan:
    """A number or address to mask, by its place in the text."""

    start: int
    end: int
    kind: Kind


def findings_in(text: str) -> Iterator[SensitiveSpan]:
    """Yield all findings from left to right, none within another."""
    excluded = [(0, 0), *(span.span() for span in _EXCLUDED.finditer(text)), (len(text), len(text))]
    for (_, after), (before, _) in pairwise(excluded):
        for match in _ANY.finditer(text, after, before):
            group = match.lastgroup or ""
            if _counts(group, match, text):
                yield SensitiveSpan(*match.span(group), _kind(group, match[group]))


def _kind(group: str, text: str) -> Kind:
    if group == "email":
        return "email"
    return "number" if group == "iban" or (group == "number" and not _AMERICAN.fullmatch(text)) else "phone"


def _counts(group: str, match: re.Match[str], text: str) -> bool:
    """Return True if it is not only similar to one: a date, an amount, a short number."""
    number, digits = match[group], _digits(match[group])
    match group:
        case "number":
            return _DAYS.fullmatch(number) is None and not ("-" in number and digits < FEWEST)
        case "labelled":
            return digits >= FEWEST_LABELLED and not _is_amount(number)
        case "abroad":
            return FEWEST_DIALLED <= digits <= MOST_DIALLED and not _is_amount(number) and not (digits < FEWEST and _in_thousands(number))
        case "groups":
            return FEWEST_DIALLED <= digits <= MOST_DIALLED and _is_dialled(number, text[: match.start()][-5:], text[match.end() :][:5])
    return True


def _digits(text: str) -> int:
    return sum(map(str.isdecimal, text))


def _is_amount(text: str) -> bool:
    """Return True for a number with decimals, or with points between its thousands."""
    whole = _in_thousands(text)
    return _DECIMALS.fullmatch(text) is not None or (whole is not None and whole["apart"] not in SPACE)


def _in_thousands(text: str) -> re.Match[str] | None:
    return _THOUSANDS.fullmatch(text.strip(f"()+{DASHES}"))


def _is_dialled(text: str, before: str, after: str) -> bool:
    """Return True for groups that are no amount and have enough digits. Thousands separated by spaces count only with nine digits."""
    if _is_amount(text) or (_HYPHENED.fullmatch(text) and _digits(text) < FEWEST):
        return False
    if _in_thousands(text) is None:
        return True
    money = _MONEY_BEFORE.search(before) or _MONEY_AFTER.match(after) or before[-1:] in tuple(DASHES) or text[:1] + text[-1:] == "()"
    return _digits(text) == FEWEST and not money


SHOWN = 4
_APART = re.compile(r"[\W_]+")
_STAND_IN = re.compile(r"\u2026\w{4}(?:#\d+)?|\[(?:email|phone)-\d+\]")
_BEGUN = re.compile(r"(?:\u2026\w{0,4}(?:#\d*)?|\[[a-z]{0,5}(?:-\d*)?)\Z")


@dataclass(slots=True)
class Placeholders:
    """Placeholders of one conversation. `money` is a pattern of the names of fields in which code has put amounts."""

    money: re.Pattern[str] = NO_FIELD
    _given: dict[str, str] = field(default_factory=dict)  # by the hidden value, in its bare letters and digits
    _means: dict[str, str] = field(default_factory=dict)  # as it was first written
    _taken: set[str] = field(default_factory=set)  # texts that look like a placeholder and are none

    def hide(self, text: str) -> str:
        r"""Return the text with placeholders: `\u20261234` for a number that ends so, `[email-1]`, `[phone-1]`.

        A line of JSON is masked value by value; a decimal in a field of `money` stays: code has put it there."""
        self._taken.update(_STAND_IN.findall(text))
        return lines_rewritten(text, self._hide, self.money)

    def hide_again(self, text: str) -> str:
        """Return a text of the model with the values behind its placeholders hidden again; its own numbers stay as they are."""
        spelled = sorted(self._means.items(), key=lambda pair: -len(pair[1]))
        for stand_in, meant in spelled:
            text = text.replace(meant, stand_in)
        return text

    def reveal(self, text: str) -> str:
        """Return the text with each placeholder replaced by its value. An unknown placeholder stays as it is."""
        return _STAND_IN.sub(lambda match: self._means.get(match.group(), match.group()), text)

    def _hide(self, text: str) -> str:
        pieces, end = [], 0
        for finding in findings_in(text):
            pieces += [text[end : finding.start], self._of(text[finding.start : finding.end], finding.kind)]
            end = finding.end
        return "".join([*pieces, text[end:]])

    def _of(self, meant: str, kind: Kind) -> str:
        bare = _APART.sub("", meant).casefold() if kind != "email" else meant.casefold()
        if bare not in self._given:
            self._given[bare] = stand_in = self._free(bare, kind)
            self._means[stand_in] = meant
        return self._given[bare]

    def _free(self, bare: str, kind: Kind) -> str:
        number = 1
        while True:
            stand_in = _named(bare, kind, number)
            if stand_in not in self._means and stand_in not in self._taken:
                return stand_in
            number += 1


def begun_in(text: str) -> int:
    """Return how many characters at the end of a text may be the beginning of a placeholder, or one that goes on."""
    begun = _BEGUN.search(text)
    return len(begun.group()) if begun else 0


def _named(bare: str, kind: Kind, number: int) -> str:
    if kind != "number":
        return f"[{kind}-{number}]"
    ending = f"\u2026{bare[-SHOWN:].upper()}"
    return ending if number == 1 else f"{ending}#{number}"


def masked(text: str, money: re.Pattern[str] = NO_FIELD) -> str:
    """Return a single text as a provider would receive it."""
    return Placeholders(money).hide(text)
