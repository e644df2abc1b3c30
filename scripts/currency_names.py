"""Names of currencies as Babel has them, in the languages of statements: a table that is read in a millisecond.

python -m scripts.currency_names          write it, after Babel, the list of languages or the list of currencies has changed
"""

import json
from collections import defaultdict
from pathlib import Path

from babel import Locale
from babel.numbers import get_currency_name

from reconciliation.reading.tokens.amounts import CODES
from reconciliation.reading.tokens.dates import fold
from scripts.calendar_names import LANGUAGES

TABLE = Path(__file__).parents[1] / "reconciliation" / "reading" / "document" / "currency_names.json"
IN_USE = {
    **dict.fromkeys(("sterling", "british pound sterling"), "GBP"),
    **dict.fromkeys(("euro", "euros"), "EUR"),
    "yen": "JPY",
    "zloty": "PLN",
    "baht": "THB",
    "ringgit": "MYR",
    "rupiah": "IDR",
    "forint": "HUF",
    "naira": "NGN",
    "yuan": "CNY",
    "soles": "PEN",
    "pesos": "peso",
    "円": "JPY",
    fold("원"): "KRW",
}
"""Names of one word that mean nothing else, and such as Babel does not have; a name of several currencies is a sign that they share."""
COUNTS = (1, 2, 5)  # for which languages have different forms


def names() -> dict[str, str]:
    """The code by each name of several words, folded, without points and hyphens, in the singular and the plurals. A name of several
    currencies is left out."""
    names: dict[str, set[str]] = defaultdict(set)
    for language in LANGUAGES:
        locale = Locale.parse(language)
        for code in sorted(CODES & locale.currencies.keys()):
            for name in (locale.currencies[code], *(get_currency_name(code, count, locale) for count in COUNTS)):
                names[fold(name).replace(".", "").replace("-", " ")].add(code)
    alone = {name: codes.pop() for name, codes in names.items() if len(codes) == 1 and " " in name}
    return dict(sorted((alone | IN_USE).items()))


def written() -> str:
    return json.dumps(names(), ensure_ascii=False, indent=1) + "\n"


if __name__ == "__main__":
    TABLE.write_text(written(), encoding="utf-8")
