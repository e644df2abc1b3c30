"""Placeholders for numbers and addresses, and the values behind them.

They are numbered in the order of the conversation, so that its next request, which begins in the same way, has the same ones with any
provider and any worker, without storing anything."""

import re
from dataclasses import dataclass, field

from assistant.masking.finding import Kind, findings_in
from assistant.masking.json_text import NO_FIELD, lines_rewritten

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
