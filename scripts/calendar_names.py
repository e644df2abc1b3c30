"""Months and days of the week as Babel names them, in the languages of statements: a table that is read in a millisecond.

    python -m scripts.calendar_names          write it, after Babel or the list of languages has changed

Babel itself would load all it knows of each of these languages, into every process that reads.
"""

import json
from pathlib import Path
from typing import Any

from babel import Locale

LANGUAGES = ("en", "de", "fr", "es", "it", "nl", "pt", "da", "sv", "nb", "fi", "pl", "cs", "ro", "id", "ms", "tr", "ca")
WIDTHS = ("wide", "abbreviated")
TABLE = Path(__file__).parents[1] / "reconciliation" / "reading" / "tokens" / "calendar_names.json"


def names() -> dict[str, Any]:
    """`months`: the spellings of each, by its number, in lower case and without their point, of English and French also the first
    three letters; `weekdays`: each spelling as it is."""
    months: dict[str, dict[str, None]] = {str(number): {} for number in range(1, 13)}
    weekdays: dict[str, None] = {}
    for language in LANGUAGES:
        locale = Locale.parse(language)
        for width in WIDTHS:
            weekdays |= dict.fromkeys(locale.days["format"][width].values())
            for number, name in (*locale.months["format"][width].items(), *locale.months["stand-alone"][width].items()):
                spelling = name.lower().strip(". ")
                months[str(number)] |= dict.fromkeys([spelling, spelling[:3]] if language in {"en", "fr"} else [spelling])
    return {"months": {number: [*names] for number, names in months.items()}, "weekdays": [*weekdays]}


def written() -> str:
    return json.dumps(names(), ensure_ascii=False, indent=1) + "\n"


if __name__ == "__main__":
    TABLE.write_text(written(), encoding="utf-8")
