"""In which currency an account is told: what a label says, what figures carry, what headings name, then the country's evidence."""

import json
import re
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from babel.numbers import get_territory_currencies
from iso4217 import Currency

from reconciliation.reading.tokens.alternatives import words_of
from reconciliation.reading.tokens.money_marks import CODE, CODES
from reconciliation.reading.tokens.printed import Printed

SYMBOL_CODES = {
    "€": "EUR",
    "£": "GBP",
    "¥": "JPY",
    "₹": "INR",
    "R$": "BRL",
    "S$": "SGD",
    "A$": "AUD",
    "C$": "CAD",
    "HK$": "HKD",
    "NZ$": "NZD",
    "US$": "USD",
    "RM": "MYR",
    "Rs": "INR",
    "Rs.": "INR",
    "Rp": "IDR",
    "Rp.": "IDR",
    "TL": "TRY",
    "KSh": "KES",
    "Ksh": "KES",
    "S/": "PEN",
    "S/.": "PEN",
    "₩": "KRW",
    "zł": "PLN",
    "Kč": "CZK",
    "฿": "THB",
    "₱": "PHP",
    "₪": "ILS",
    "₺": "TRY",
    "₫": "VND",
    "₴": "UAH",
    "₦": "NGN",
}
NAMES: dict[str, str] = json.loads(Path(__file__).with_name("currency_names.json").read_text(encoding="utf-8"))
"""Currencies by their names in the languages of statements, as `scripts.currency_names` writes them."""
LONGEST_NAME, FIRST_WORDS = max(name.count(" ") for name in NAMES) + 1, frozenset(name.split()[0] for name in NAMES)
LONGEST_HEADING = 60  # characters of a line that may name the account's currency; what is longer is prose
FOREIGN = words_of(r"foreign|exchange|original|rates?|conver\w+|fremdw\w+|wechselkurs\w*|etranger\w*|cambio|koers\w*|kurs\w*")
KRONE = re.compile(r"(?<!\w)kr\.?(?!\w)|\bkron(?:or|er|ur)\b", re.IGNORECASE)
KRONER = {
    "SEK": words_of(r"sverige|svensk\w*|sweden|swedish|kontoutdrag|belopp|bankgiro|ingaende|utgaende|och|datum"),
    "NOK": words_of(r"norge|norsk\w*|norway|norwegian|kontoutskrift|inngaende|innskudd|uttak|avtalegiro|dato og|ikke"),
    "DKK": words_of(r"danmark|dansk\w*|denmark|danish|kontoudtog|kontoudskrift|indestaende|haevet|indsat|betalingsservice|belob"),
    "ISK": words_of(r"island|islensk\w*|iceland|icelandic|reikningsyfirlit|reikningur|kronur"),
}

LABELS = "currency|ccy|w[aä]hrung|devise|moneda|divisa|valuta|moeda|waluta|mata uang|mata wang"
LABELLED = words_of(LABELS)
LABEL = re.compile(
    rf"\b(?<!foreign )(?:{LABELS})\b[^A-Za-z]{{0,6}}({CODE})\b",
    re.IGNORECASE,
)
UNIT = re.compile(
    rf"\(({CODE})\)|\b(?:amounts?|balance|betr[aä]ge?|saldo|solde|montants?|importes?|importi|bedrag|belopp|kwota|in|en) ({CODE})\b|"
    rf"\b({CODE}) (?:account|savings|current|checking|konto|compte|cuenta|conto|conta|rekening)\b",
    re.IGNORECASE,
)
IBAN_LABEL = re.compile(r"\biban\b\W*([a-z]{2})\d{2}[ \da-z]{8,}")
DOLLARS = {
    "USD": words_of(r"fdic|ncua|member fdic|routing number|aba|social security|federal reserve|irs|n\.a\."),
    "CAD": words_of(r"canada|cdic|interac|chequing|transit (?:number|no)|gst/hst|hst"),
    "AUD": words_of(r"bsb|abn|australia\w*|(?:nsw|vic|qld|wa|sa|tas|act|nt) \d{4}"),
    "NZD": words_of(r"new zealand|nzbn|aotearoa"),
    "SGD": words_of(r"singapore|paynow|giro"),
    "HKD": words_of(r"hong kong|kowloon|hksar"),
    "MXN": words_of(r"mexico|rfc|clabe|cdmx"),
    "COP": words_of(r"colombia|bogota|nit"),
    "CLP": words_of(r"chile|santiago|rut"),
    "ARS": words_of(r"argentina|buenos aires|cuit|cbu"),
}
STATES = "a[klrz]|c[aot]|d[ce]|fl|ga|hi|i[adln]|k[sy]|la|m[adeinost]|n[cdehjmvy]|o[hkr]|pa|ri|s[cd]|t[nx]|ut|v[at]|w[aivy]"
POSTCODES_AND_TELEPHONES = {  # looked for by a digit
    "USD": re.compile(rf"\d(?<!\w.)(?:\d\d-\d{{3}}-\d{{4}}|(?<=\b(?:{STATES}) \d)\d{{4}})\b"),
    "CAD": re.compile(r"\d(?<=\b[a-z]\d)[a-z] \d[a-z]\d\b"),
}
WORD = re.compile(r"\w+")
NOT_ENGLISH = words_of(r"saldo|cuenta|conta|solde|compte|konto")


def currency_of(rows: Sequence[Printed]) -> str | None:
    """The code or the name behind a label; else the code or symbol that figures carry most, unless headings name one and few figures carry
    another. Of dollars and kroner the one that headings name, or that of the country of which the page speaks most; in English the US
    dollar where it speaks of none. Where figures carry nothing, what headings and titles name; else a symbol or kroner in the text; else
    that of the IBAN's country."""
    words = [printed.row.text.replace("\t", " ") for printed in rows]
    told = filter(_names_code, words) if LABELLED.search("\n".join(words).lower()) else ()
    labelled = Counter(code for text in told for code in map(str.upper, LABEL.findall(text)) if code in CODES)
    labelled = labelled or _named([one for one in rows if LABELLED.search(one.plain)])
    if labelled:
        return _most(labelled)
    heads = [text for text, one in zip(words, rows, strict=True) if not one.figures and not one.days and _names_code(text)]
    units = Counter(code for text in heads for found in UNIT.findall(text) for code in found if code in CODES)
    units += _named([one for one in rows if not one.figures and not one.days])
    figures = [figure.currency for printed in rows for figure in printed.figures]
    worn = _most(Counter(filter(None, figures)))
    plain = "\n".join(printed.plain for printed in rows)
    if worn and KRONE.fullmatch(worn):
        return _most(Counter({code: count for code, count in units.items() if code in KRONER})) or _kroner(plain)
    if worn and worn != "$" and not (len(units) == 1 and 2 * figures.count(worn) < len(figures)):
        return SYMBOL_CODES.get(worn, worn)
    if worn == "$":
        return _most(Counter({code: count for code, count in units.items() if code in DOLLARS})) or _dollar(plain)
    return _most(units) or _in_text("\n".join(words), plain) or _of_iban(plain)


def _names_code(text: str) -> bool:
    """Is one of its words a currency's code?"""
    return not CODES.isdisjoint(WORD.findall(text.upper()))


def _most(counts: Counter[str]) -> str | None:
    return counts.most_common(1)[0][0] if counts else None


def _in_text(text: str, plain: str) -> str | None:
    """By the symbol used most, the longer one where two are; else kroner."""
    symbols = sorted((symbol for symbol in SYMBOL_CODES if symbol in text), key=len, reverse=True)
    used = Counter({one: count for one in symbols if (count := len(re.findall(rf"(?<!\w){re.escape(one)}(?![^\W\d])", text)))})
    if used:
        return SYMBOL_CODES[used.most_common(1)[0][0]]
    if "$" in text:
        return _dollar(plain)
    return _kroner(plain) if KRONE.search(plain) else None


def _kroner(plain: str) -> str | None:
    """Those of the country whose words the text has most of, or of the IBAN's; None where two are alike."""
    return _first_alone(Counter({code: len(set(words.findall(plain))) for code, words in KRONER.items()})) or _of_iban(plain)


def _first_alone(counts: Counter[str]) -> str | None:
    best = (+counts).most_common(2)
    return best[0][0] if best and (len(best) == 1 or best[0][1] > best[1][1]) else None


@lru_cache(maxsize=1)  # a text is asked again where only its days are told otherwise
def _dollar(plain: str) -> str | None:
    counts = Counter({code: count for code in DOLLARS if (count := speaks_of(code, plain))})
    return _first_alone(counts) if counts or NOT_ENGLISH.search(plain) else "USD"


def speaks_of(code: str, plain: str) -> int:
    """How many different things of a dollar's country the text names."""
    return sum(len(set(one.findall(plain))) for one in (DOLLARS[code], POSTCODES_AND_TELEPHONES.get(code)) if one is not None)


def names_currency(code: str, rows: Sequence[Printed]) -> bool:
    """True if the document names the currency by its code, its name, or a symbol that no other currency has."""
    symbols = [symbol for symbol, known in SYMBOL_CODES.items() if known == code]
    text = "\n".join(printed.row.text for printed in rows)
    return bool(re.search(rf"\b{code}\b", text)) or any(one in text for one in symbols) or code in _named(rows)


def _named(rows: Sequence[Printed]) -> Counter[str]:
    """How often short lines call each currency by its name, but for what they say of foreign money."""
    found: Counter[str] = Counter()
    for printed in rows:
        plain = printed.plain
        if len(plain) > LONGEST_HEADING or "=" in plain or FOREIGN.search(plain):
            continue
        words = WORD.findall(plain.replace(".", ""))
        for index, word in enumerate(words):
            grams = (" ".join(words[index : index + count]) for count in range(LONGEST_NAME, 0, -1)) if word in FIRST_WORDS else ()
            found.update(code for code in [next((NAMES[gram] for gram in grams if gram in NAMES), None)] if code)
    return found


def _of_iban(plain: str) -> str | None:
    found = IBAN_LABEL.search(plain)
    known = get_territory_currencies(found[1].upper()) if found else []
    return known[0] if len(known) == 1 else None


def currencies_of(sections: Sequence[Sequence[Printed]], document: str | None) -> list[str | None]:
    """Of each account its own; where the accounts of a file differ, one that names none has none that is known."""
    if len(sections) == 1:
        return [document]
    own = [currency_of(section) for section in sections]
    shared = document if len({one for one in own if one}) < 2 else None
    return [one or shared for one in own]


def exponent(currency: str | None) -> int:
    """Decimals of a currency by ISO 4217; 2 where none is known."""
    if currency is None:
        return 2
    try:
        places: int | None = Currency(currency).exponent
    except ValueError:
        return 2
    return places or 0
