"""Masking of account and card numbers, IBANs, e-mail addresses and telephone numbers: a provider receives placeholders instead, and its
answers are translated back.

What may be an amount or a date but is not certainly one is masked: its placeholder is replaced again, and equal numbers have equal
placeholders. They are numbered in the order of the conversation, so that its next request, which begins in the same way, has the same
ones with any provider and any worker, without storage.
"""

import json
import re
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Literal

from assistant.contract import Around, Json, Message, Provider, ReasoningDelta, Request, TextDelta, Turn, TurnEnd, TurnEvent
from assistant.spellings import folded, spelled_numbers
from assistant.strict_json import write

Kind = Literal["number", "email", "phone"]
FEWEST = 9  # digits of a number that is written with hyphens: a day has eight
FEWEST_DIALLED, MOST_DIALLED = 7, 15  # digits of a telephone number without a label; E.164 has no more
FEWEST_LABELLED = 5
FEWEST_OF_ACCOUNT = 6  # digits of an account after its label: charts of accounts have shorter codes

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
_EMAIL_APART = (  # with spaces around its sign, or a percent code for it: then only with a complete domain
    rf"(?<![\w.+%'-])[\w.+%'-]*[\w+%](?:[{SPACE}\t]{{0,3}}@[{SPACE}\t]{{0,3}}|%(?:25)*40|&#64;)"
    r"[^\W\d_][\w-]*(?:\.[\w-]+)*\.[^\W\d_]{2,}"
)
_ACCOUNT = (
    r"(?<![^\W_])(?i:account|acct|acc|a/c|kontonummer|konto|kto|compte|cuenta|conta|conto|rekeningnummer|rekening|\u53e3\u5ea7(?:\u756a\u53f7)?)"
    rf"\.?[{SPACE}-]?(?i:(?:number|nummer|n[u\u00fa]mero|num|no|nr)\b\.?|n\u00b0)?[{SPACE}]?[:#=\uff1a]?[{SPACE}\t]{{0,2}}"
)
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
    rf"(?P<email>{_EMAIL_APART}|{_EMAIL})|(?P<iban>{_IBAN})|(?P<vanity>{_VANITY})"
    rf"|{_ACCOUNT}(?P<account>\d(?:[{SPACE}{DASH}./]?\d){{{FEWEST_OF_ACCOUNT - 1},33}})(?!\w|[.,]\d)"
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
    """Yield all findings from left to right, none within another. They are looked for in the plain characters of the text."""
    plain = folded(text)
    for finding in _findings_in_plain(plain.text):
        start, end = plain.original_span(finding.start, finding.end)
        yield replace(finding, start=start, end=end)


def _findings_in_plain(text: str) -> Iterator[SensitiveSpan]:
    end, spelled = 0, list[tuple[int, int]]()
    for span in sorted(spelled_numbers(text), key=lambda span: (span[0], -span[1])):
        if span[0] >= end:
            spelled.append(span)
            end = span[1]
    amounts = (span.span() for span in _EXCLUDED.finditer(text))
    excluded = [span for span in amounts if not any(start < span[1] and span[0] < end for start, end in spelled)]
    cuts = [(0, 0), *sorted(excluded + spelled), (len(text), len(text))]
    for (begin, after), (before, _) in pairwise(cuts):
        if (begin, after) in spelled:
            yield SensitiveSpan(begin, after, "number")
        for match in _ANY.finditer(text, after, before):
            group = match.lastgroup or ""
            if not _counts(group, match, text):
                continue
            kind: Kind = "email" if group == "email" else "phone"
            if group in {"iban", "account"} or (group == "number" and not _AMERICAN.fullmatch(match[group])):
                kind = "number"
            yield SensitiveSpan(*match.span(group), kind)


def _counts(group: str, match: re.Match[str], text: str) -> bool:
    """Return True if it is not only similar to one: a date, an amount, a short number."""
    number, digits = match[group], sum(map(str.isdecimal, match[group]))
    match group:
        case "number":
            return _DAYS.fullmatch(number) is None and not ("-" in number and digits < FEWEST)
        case "account":
            return not _is_amount(number) and _DAYS.fullmatch(number) is None
        case "labelled":
            return digits >= FEWEST_LABELLED and not _is_amount(number)
        case "abroad":
            return FEWEST_DIALLED <= digits <= MOST_DIALLED and not _is_amount(number) and not (digits < FEWEST and _in_thousands(number))
        case "groups":
            if not FEWEST_DIALLED <= digits <= MOST_DIALLED or _is_amount(number) or (_HYPHENED.fullmatch(number) and digits < FEWEST):
                return False
            before, after = text[: match.start()][-5:], text[match.end() :][:5]
            is_money = (
                _MONEY_BEFORE.search(before)
                or _MONEY_AFTER.match(after)
                or before[-1:] in tuple(DASHES)
                or number[:1] + number[-1:] == "()"
            )
            # thousands separated by spaces count only with nine digits
            return _in_thousands(number) is None or (digits == FEWEST and not is_money)
    return True


def _is_amount(text: str) -> bool:
    """Return True for a number with decimals, or with points between its thousands."""
    whole = _in_thousands(text)
    return _DECIMALS.fullmatch(text) is not None or (whole is not None and whole["apart"] not in SPACE)


def _in_thousands(text: str) -> re.Match[str] | None:
    return _THOUSANDS.fullmatch(text.strip(f"()+{DASHES}"))


_AMOUNT = re.compile(r"-?\d+(?:\.\d+)?")
NO_FIELD = re.compile(r"(?!)")
Rewrite = Callable[[str], str]


def lines_rewritten(text: str, rewrite: Rewrite, money: re.Pattern[str]) -> str:
    """Return the text with `rewrite` applied to each string of a line of JSON and to each other line. Decimals in a field whose name
    matches `money`, or in such a column of a table with `columns` (also of grouped rows), are unchanged: code has put them there, so
    they are amounts, whatever their length."""
    rewriter = _JsonRewriter(rewrite, money)
    lines: list[str] = []
    for line in text.split("\n"):
        rewritten: str | None = None
        if line.startswith(("{", "[")):
            with suppress(ValueError, RecursionError):  # a line that is no JSON is rewritten as any text
                rewritten = write(rewriter.value(json.loads(line), is_money=False))
        lines.append(rewrite(line) if rewritten is None else rewritten)
    return "\n".join(lines)


def strings_rewritten(value: Json, rewrite: Rewrite) -> Json:
    """Return the same value with `rewrite` applied to each of its strings; names of fields stay."""
    if isinstance(value, Mapping):
        return {name: strings_rewritten(item, rewrite) for name, item in value.items()}
    if isinstance(value, list):
        return [strings_rewritten(item, rewrite) for item in value]
    return rewrite(value) if isinstance(value, str) else value


@dataclass(frozen=True, slots=True)
class _JsonRewriter:
    rewrite: Rewrite
    money: re.Pattern[str]

    def value(self, value: Json, *, is_money: bool) -> Json:
        if isinstance(value, Mapping):
            return self.fields(value, is_money=is_money)
        if isinstance(value, list):
            return [self.value(item, is_money=is_money) for item in value]
        if isinstance(value, bool | float) or value is None or (is_money and _AMOUNT.fullmatch(str(value))):
            return value
        return value if (text := self.rewrite(str(value))) == str(value) else text

    def fields(self, value: Mapping[str, Json], *, is_money: bool) -> dict[str, Json]:
        columns = value.get("columns")
        names = [str(name) for name in columns] if isinstance(columns, list) else []

        def inner(name: str, content: Json) -> Json:
            if names and name != "columns" and (rows := self._table(content, names, is_money=is_money)) is not None:
                return rows
            return self.value(content, is_money=is_money or self._is_money(name))

        return {self.rewrite(name): inner(name, content) for name, content in value.items()}

    def _table(self, content: Json, names: list[str], *, is_money: bool) -> Json:
        """Return rows with the headings `names`, or rows grouped by a common value; None for anything else."""
        if isinstance(content, Mapping) and all(isinstance(rows, list) for rows in content.values()):
            return {self.rewrite(group): self._table(rows, names, is_money=is_money) for group, rows in content.items()}
        if not isinstance(content, list):
            return None
        rows: list[Json] = []
        for row in content:
            if isinstance(row, list) and len(row) == len(names):
                rows.append([self.value(cell, is_money=self._is_money(name)) for name, cell in zip(names, row, strict=True)])
            else:
                rows.append(self.value(row, is_money=is_money))
        return rows

    def _is_money(self, name: str) -> bool:
        return self.money.fullmatch(name) is not None


SHOWN = 4
_APART, _TIMES = re.compile(r"[\W_]+"), re.compile(r"(?<=\d)[ ]?x[ ]?(?=\d)")
_PLACEHOLDER = re.compile(r"\u2026\w{4}(?:#\d+)?|\[(?:email|phone)-\d+\]")
_BEGUN = re.compile(r"(?:\u2026\w{0,4}(?:#\d*)?|\[[a-z]{0,5}(?:-\d*)?)\Z")
"""The end of a text that may be the beginning of a placeholder, or one that goes on."""


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
        self._taken.update(_PLACEHOLDER.findall(text))
        return lines_rewritten(text, self._hide, self.money)

    def hide_again(self, text: str) -> str:
        """Return a text of the model with the values behind its placeholders hidden again; its own numbers stay as they are."""
        spelled = sorted(self._means.items(), key=lambda pair: -len(pair[1]))
        for placeholder, meant in spelled:
            text = text.replace(meant, placeholder)
        return text

    def reveal(self, text: str) -> str:
        """Return the text with each placeholder replaced by its value. An unknown placeholder stays as it is."""
        return _PLACEHOLDER.sub(lambda match: self._means.get(match.group(), match.group()), text)

    def _hide(self, text: str) -> str:
        """Return the text with placeholders. A value that has none yet gets a free one, numbered if needed."""
        pieces, end = [], 0
        for finding in findings_in(text):
            kind, meant, number = finding.kind, text[finding.start : finding.end], 0
            plain = folded(meant).text.casefold()
            bare = _APART.sub("", _TIMES.sub("", plain)) if kind != "email" else plain
            while bare not in self._given:
                number += 1
                placeholder = f"[{kind}-{number}]"
                if kind == "number":
                    placeholder = f"\u2026{bare[-SHOWN:].upper()}" + ("" if number == 1 else f"#{number}")
                if placeholder not in self._means and placeholder not in self._taken:
                    self._given[bare] = placeholder
                    self._means[placeholder] = meant
            pieces += [text[end : finding.start], self._given[bare]]
            end = finding.end
        return "".join([*pieces, text[end:]])


def masked(text: str, money: re.Pattern[str] = NO_FIELD) -> str:
    """Return a single text as a provider would receive it. For tests of what leaves: the product masks whole requests."""
    return Placeholders(money).hide(text)


class Masked(Around):
    """A provider behind placeholders. A turn's `state`, which is the provider's own, still has them, and goes back unchanged."""

    def __init__(self, provider: Provider, money: re.Pattern[str] = NO_FIELD) -> None:
        super().__init__(provider)
        self._money = money

    def generate(self, request: Request) -> Turn:
        placeholders = Placeholders(self._money)
        return _rewritten(self._provider.generate(_hidden(request, placeholders)), placeholders.reveal)

    def stream(self, request: Request) -> Generator[TurnEvent, None, None]:
        """Yield the pieces as soon as no placeholder can begin in one of them and end in the next."""
        placeholders = Placeholders(self._money)
        pending: TextDelta | ReasoningDelta | None = None
        for event in self._provider.stream(_hidden(request, placeholders)):
            if pending is not None and type(event) is not type(pending):
                yield replace(pending, text=placeholders.reveal(pending.text))
                pending = None
            if not isinstance(event, TextDelta | ReasoningDelta):
                yield TurnEnd(_rewritten(event.turn, placeholders.reveal)) if isinstance(event, TurnEnd) else event
                continue
            text = pending.text + event.text if pending is not None else event.text
            begun = _BEGUN.search(text)
            complete, rest = (text[: begun.start()], begun.group()) if begun else (text, "")
            pending = replace(event, text=rest) if rest else None
            if complete:
                yield replace(event, text=placeholders.reveal(complete))


def _hidden(request: Request, placeholders: Placeholders) -> Request:
    """Return the request with placeholders; earlier turns of the model have those that it used."""
    instructions = placeholders.hide(request.instructions)
    messages: list[Message] = []
    for message in request.messages:
        text = placeholders.hide(message.text)
        turn = _rewritten(message.turn, placeholders.hide_again) if message.turn else None
        results = tuple(replace(result, content=placeholders.hide(result.content)) for result in message.results)
        messages.append(replace(message, text=text, turn=turn, results=results))
    return replace(request, instructions=instructions, messages=messages)


def _rewritten(turn: Turn, rewrite: Rewrite) -> Turn:
    """Return the turn with `rewrite` applied to its text, its reasoning and the arguments of its calls."""
    calls = tuple(
        replace(call, arguments=strings_rewritten(call.arguments, rewrite), raw_arguments=rewrite(call.raw_arguments))
        for call in turn.tool_calls
    )
    return replace(turn, text=rewrite(turn.text), reasoning=rewrite(turn.reasoning), tool_calls=calls)
