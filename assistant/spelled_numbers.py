"""IBANs and card numbers in any spelling: what separates their characters does not count. Their length, groups and check digits tell them
from amounts, days and references."""

import re
from collections.abc import Iterator

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
    return end if in_groups or _has_check_digits(iban) else None


def _has_check_digits(iban: str) -> bool:
    """Return True if the check digits fit (ISO 7064, modulo 97)."""
    return int("".join(str(int(character, 36)) for character in iban[4:] + iban[:4])) % 97 == 1


def _is_card(text: str) -> bool:
    """Return True for a number of an issuer of cards whose last digit is its check digit (ISO/IEC 7812)."""
    digits = [int(character) for character in text if character.isdecimal()]
    doubled = [sum(divmod(2 * digit, 10)) for digit in digits[-2::-2]]
    return _ISSUERS.match(text) is not None and (sum(digits[::-2]) + sum(doubled)) % 10 == 0
