"""What goes instead of a number or an address, and what it stands for.

Stand-ins are given in the order in which a conversation names things, so that its next request, which begins as this one did, has the
same ones: whoever is asked, whichever worker asks, and without anything that would have to be kept.
"""

import re
from dataclasses import dataclass, field

from assistant.masking.finding import Kind, found_in
from assistant.masking.json_text import NO_FIELD, told_as_json

SHOWN = 4
_APART = re.compile(r"[\W_]+")
_STAND_IN = re.compile(r"\u2026\w{4}(?:#\d+)?|\[(?:email|phone)-\d+\]")
_BEGUN = re.compile(r"(?:\u2026\w{0,4}(?:#\d*)?|\[[a-z]{0,5}(?:-\d*)?)\Z")


@dataclass(slots=True)
class Placeholders:
    """Those of one conversation. `money` is a pattern of the names of fields in which code has put amounts."""

    money: re.Pattern[str] = NO_FIELD
    _given: dict[str, str] = field(default_factory=dict)  # by what they stand for, in its bare letters and digits
    _means: dict[str, str] = field(default_factory=dict)  # as it was first written
    _taken: set[str] = field(default_factory=set)  # what stands in the texts themselves, and looks like one

    def hide(self, text: str) -> str:
        """The text with each as its stand-in: `\u20261234` for a number that ends so, `[email-1]`, `[phone-1]`.

        A line of JSON is gone through value by value; what stands in a field of `money` and is a decimal stays: code put it there."""
        self._taken.update(_STAND_IN.findall(text))
        return told_as_json(text, self._hide, self.money)

    def hide_again(self, text: str) -> str:
        """A text of the model, with what it was told by stand-ins as that; a number of its own goes back as it said it."""
        spelled = sorted(self._means.items(), key=lambda pair: -len(pair[1]))
        for stand_in, meant in spelled:
            text = text.replace(meant, stand_in)
        return text

    def reveal(self, text: str) -> str:
        """The text with each stand-in as what it stands for. What was never given stays as it is."""
        return _STAND_IN.sub(lambda found: self._means.get(found.group(), found.group()), text)

    def _hide(self, text: str) -> str:
        pieces, end = [], 0
        for found in found_in(text):
            pieces += [text[end : found.start], self._of(text[found.start : found.end], found.kind)]
            end = found.end
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
    """How many characters at the text's end may be the beginning of a stand-in, or be one that goes on."""
    begun = _BEGUN.search(text)
    return len(begun.group()) if begun else 0


def _named(bare: str, kind: Kind, number: int) -> str:
    if kind != "number":
        return f"[{kind}-{number}]"
    ending = f"\u2026{bare[-SHOWN:].upper()}"
    return ending if number == 1 else f"{ending}#{number}"


def masked(text: str, money: re.Pattern[str] = NO_FIELD) -> str:
    """The text by itself, as its provider would be told it."""
    return Placeholders(money).hide(text)
