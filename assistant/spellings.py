"""Spellings of text and numbers.

Text is folded to plain characters, with the way back: full-width letters, digits and marks become the usual ones, and invisible characters
disappear. IBANs and card numbers are found in any spelling: separators between their characters do not count. Their length, groups and
check digits distinguish them from amounts, days and references."""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

INVISIBLE = "\u200b"
"""A zero-width space, which replaces every invisible character before all of them are removed."""
_WITHOUT_FORM = {"\u034f", "\u115f", "\u1160", "\u3164", "\uffa0", *map(chr, range(0xFE00, 0xFE10)), *map(chr, range(0x180B, 0x180F))}
"""Invisible characters that Unicode counts as letters or marks: joiners, fillers and variation selectors."""


class _Plain(dict[int, str]):
    """The plain character of each code point, computed once."""

    def __missing__(self, code: int) -> str:
        character = chr(code)
        if unicodedata.category(character) == "Cf" or character in _WITHOUT_FORM:
            plain = INVISIBLE
        elif (digit := unicodedata.decimal(character, None)) is not None:
            plain = str(digit)
        else:
            normal = unicodedata.normalize("NFKC", character)
            plain = normal if len(normal) == 1 else character
        self[code] = plain
        return plain


_PLAIN = _Plain()


@dataclass(frozen=True, slots=True)
class Folded:
    """`text` is the plain text; `places` are the positions of its characters in the original one, None if they are the same."""

    text: str
    places: list[int] | None

    def original_span(self, start: int, end: int) -> tuple[int, int]:
        """Return the place of a piece of the plain text in the original one. The piece is not empty."""
        return (start, end) if self.places is None else (self.places[start], self.places[end - 1] + 1)


def folded(text: str) -> Folded:
    if text.isascii():
        return Folded(text, None)
    plain = text.translate(_PLAIN)
    if INVISIBLE not in plain:
        return Folded(plain, None)
    places = [place for place, character in enumerate(plain) if character != INVISIBLE]
    return Folded(plain.replace(INVISIBLE, ""), places)


LENGTHS = {
    "AD": 24, "AE": 23, "AL": 28, "AT": 20, "AZ": 28, "BA": 20, "BE": 16, "BG": 22, "BH": 22, "BI": 27, "BR": 29, "BY": 28, "CH": 21,
    "CR": 22, "CY": 28, "CZ": 24, "DE": 22, "DJ": 27, "DK": 18, "DO": 28, "EE": 20, "EG": 29, "ES": 24, "FI": 18, "FK": 18, "FO": 18,
    "FR": 27, "GB": 22, "GE": 22, "GI": 23, "GL": 18, "GR": 27, "GT": 28, "HN": 28, "HR": 21, "HU": 28, "IE": 22, "IL": 23, "IQ": 23,
    "IS": 26, "IT": 27, "JO": 30, "KW": 30, "KZ": 20, "LB": 28, "LC": 32, "LI": 21, "LT": 20, "LU": 20, "LV": 21, "LY": 25, "MC": 27,
    "MD": 24, "ME": 22, "MK": 19, "MN": 20, "MR": 27, "MT": 31, "MU": 30, "NI": 28, "NL": 18, "NO": 15, "OM": 23, "PK": 24, "PL": 28,
    "PS": 29, "PT": 25, "QA": 29, "RO": 24, "RS": 22, "RU": 33, "SA": 24, "SC": 31, "SD": 18, "SE": 24, "SI": 19, "SK": 24, "SM": 27,
    "SO": 23, "ST": 25, "SV": 28, "TL": 23, "TN": 24, "TR": 26, "UA": 29, "VA": 22, "VG": 24, "XK": 20, "YE": 30,
}  # fmt: skip
"""Characters of an IBAN by its country."""
GROUP = 4
_APART = r"(?:[^\S\n]|[-._,/\\|:;*~'\u2019\u00b7\u2022\u2010-\u2015])"
_START = rf"(?<![^\W_])[A-Z]{{2}}{_APART}{{0,3}}\d{_APART}{{0,3}}\d(?=[A-Z\d]|{_APART})"
_IBAN_STARTS = re.compile(f"{_START}|{_START.replace('A-Z', 'a-z')}")
_NEXT = re.compile(rf"{_APART}{{0,3}}([A-Za-z\d])")
_ENDS = re.compile(r"(?![^\W_])")
_SEPARATORS = re.compile(rf"{_APART}+")
FEWEST_DIGITS = 8

_BETWEEN = rf"(?:{_APART}{{1,3}}|[ ]?[xX\u00d7][ ]?)"
_CARDS = [
    re.compile(rf"(?<![^\W_])(?:{form})(?![^\W_])")
    for form in (
        rf"\d{{4}}(?:{_BETWEEN}\d{{4}}){{3}}{_BETWEEN}\d{{3}}",
        rf"\d{{4}}(?:{_BETWEEN}\d{{4}}){{3}}",
        rf"\d{{4}}{_BETWEEN}\d{{6}}{_BETWEEN}\d{{5}}",
        r"\d{13,19}",
    )
]
_ISSUERS = re.compile(r"[3-6]|2[2-7]")


def spelled_numbers(text: str) -> Iterator[tuple[int, int]]:
    """Yield the places of IBANs and card numbers. They may overlap."""
    for start in _IBAN_STARTS.finditer(text):
        if end := _iban_end(text, start):
            yield start.start(), end
    for form in _CARDS:
        yield from (match.span() for match in form.finditer(text) if _is_card(match.group()))


def _iban_end(text: str, start: re.Match[str]) -> int | None:
    """Return the end of the IBAN that may begin here, None if it has another length, neither groups of four nor check digits that fit."""
    iban = _SEPARATORS.sub("", start.group())
    length, end = LENGTHS.get(iban[:2].upper()), start.end()
    if length is None:
        return None
    while len(iban) < length:
        following = _NEXT.match(text, end)
        if following is None:
            return None
        iban += following[1]
        end = following.end()
    if not _ENDS.match(text, end) or sum(map(str.isdecimal, iban)) < FEWEST_DIGITS:
        return None
    separators = set(_SEPARATORS.findall(text, start.start(), end))
    groups = _SEPARATORS.split(text[start.start() : end])
    in_groups = len(separators) == 1 and all(len(group) == GROUP for group in groups[:-1])
    if in_groups or int("".join(str(int(character, 36)) for character in iban[4:] + iban[:4])) % 97 == 1:  # ISO 7064
        return end
    return None


def _is_card(text: str) -> bool:
    """Return True for a number of an issuer of cards whose last digit is its check digit (ISO/IEC 7812)."""
    digits = [int(character) for character in text if character.isdecimal()]
    doubled = [sum(divmod(2 * digit, 10)) for digit in digits[-2::-2]]
    return _ISSUERS.match(text) is not None and (sum(digits[::-2]) + sum(doubled)) % 10 == 0
