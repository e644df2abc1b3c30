"""Months, days of the week and signs of currencies as Babel has them in all its languages, for files of entries.

python -m scripts.import_names          write the table, after Babel or one of the lists below has changed
"""

import json
import unicodedata
from collections import defaultdict
from itertools import product
from pathlib import Path
from typing import Any

from babel import Locale
from babel.localedata import locale_identifiers
from babel.numbers import get_currency_symbol

from finance.money import is_currency

TABLE = Path(__file__).parents[1] / "finance" / "imports" / "names.json"
FIRST = (
    "en", "de", "fr", "es", "it", "pt", "nl", "da", "sv", "nb", "fi", "is", "et", "lv", "lt", "pl", "cs", "sk", "hu", "sl", "hr",
    "sr", "bs",
    "mk", "bg", "ro", "sq", "el", "tr", "ru", "uk", "be", "ca", "eu", "gl", "ga", "cy", "mt", "id", "ms", "vi", "ja", "ko", "zh",
    "he", "ar", "hi",
)  # fmt: skip
"""Languages whose names of months come before an equal name of another month in a language that is not among them."""
WIDTHS = ("wide", "abbreviated")
IN_USE = {
    "Rs": ["INR", "LKR", "MUR", "NPR", "PKR", "SCR"], "SFr": ["CHF"], "Fr": ["CHF"], "руб": ["RUB"], "р": ["RUB"], "грн": ["UAH"],  # noqa: RUF001  as it is written
    "лв": ["BGN"], "лева": ["BGN"], "S/": ["PEN"], "kr": ["DKK", "ISK", "NOK", "SEK"], "RM": ["MYR"], "Rp": ["IDR"], "TL": ["TRY"],
    "KSh": ["KES"], "zl": ["PLN"], "Kc": ["CZK"], "Ft": ["HUF"], "元": ["CNY", "TWD", "HKD"], "円": ["JPY"], "원": ["KRW"],
    "lei": ["RON", "MDL"], "euro": ["EUR"], "euros": ["EUR"], "¥": ["CNY", "JPY"], "£": ["GBP"], "C$": ["CAD", "NIO"], "€": ["EUR"],
}  # fmt: skip
"""Signs that statements print and Babel lacks."""


def names() -> dict[str, Any]:
    """Return `months` by name, `of_language` for names of several months, `weekdays`, and the currencies of each sign."""
    by_name, weekdays = calendar()
    months: dict[str, int] = {}
    several: set[str] = set()
    for name, languages in by_name.items():
        best = {language: number for language, number in languages.items() if language in FIRST} or languages
        if len(set(best.values())) == 1:
            months[name] = next(iter(best.values()))
        else:
            several |= best.keys() & set(FIRST)
    return {
        "months": dict(sorted(months.items())),
        "of_language": {
            language: {name: own[language] for name, own in sorted(by_name.items()) if language in own} for language in sorted(several)
        },
        "weekdays": sorted(filter(str.isalpha, weekdays)),
        "signs": {sign: sorted(codes) for sign, codes in sorted(signs().items())},
    }


def calendar() -> tuple[dict[str, dict[str, int]], set[str]]:
    """Return the number of each month's name by language, and the names of the days of the week."""
    by_name: dict[str, dict[str, int]] = defaultdict(dict, {"mrz": {"de": 3}})
    weekdays: set[str] = set()
    for identifier in sorted(locale_identifiers()):
        locale = Locale.parse(identifier)
        for width, form in product(WIDTHS, ("format", "stand-alone")):
            weekdays |= {fold(name) for name in locale.days[form][width].values()}
            for number, name in locale.months[form][width].items():
                for spelling in {fold(name), without_accents(fold(name))}:
                    by_name[spelling].setdefault(identifier.partition("_")[0], number)
    return {name: languages for name, languages in by_name.items() if name.isalpha()}, weekdays


def signs() -> dict[str, set[str]]:
    """Return the codes of each sign in lower case. A single letter is no sign, except for the rand: D and C are sides."""
    codes: dict[str, set[str]] = defaultdict(set)
    for locale in map(Locale.parse, sorted(locale_identifiers())):
        for code in filter(is_currency, locale.currencies):
            sign = unicodedata.normalize("NFKC", get_currency_symbol(code, locale))
            codes[sign.strip(" .\u200b\u200e\u200f").casefold()].add(code)
    for sign, own in IN_USE.items():
        codes[sign.casefold()] |= set(own)
    return {
        sign: own
        for sign, own in codes.items()
        if sign and not any(map(str.isdigit, sign)) and (len(sign) > 1 or sign in "$r" or not sign.isascii())
    }


def fold(name: str) -> str:
    """Return the name as days are compared: in lower case, composed, without points."""
    return unicodedata.normalize("NFKC", name).casefold().replace(".", "").strip()


def without_accents(name: str) -> str:
    return "".join(letter for letter in unicodedata.normalize("NFD", name) if not unicodedata.combining(letter))


def written() -> str:
    return json.dumps(names(), ensure_ascii=False, indent=0) + "\n"


if __name__ == "__main__":
    TABLE.write_text(written(), encoding="utf-8")
