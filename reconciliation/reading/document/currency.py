"""The currency of an account, by a label, figures, headings, then the country's evidence; and the order of day and month usual with it."""

import json
import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from pathlib import Path

from babel.numbers import get_territory_currencies
from iso4217 import Currency

from reconciliation.reading.days.calendar import Custom
from reconciliation.reading.tokens.alternatives import words_of
from reconciliation.reading.tokens.money_marks import CODE, CODES
from reconciliation.reading.tokens.printed import Printed

SYMBOLS = (
    "€=EUR £=GBP ¥=JPY ₹=INR R$=BRL S$=SGD A$=AUD C$=CAD HK$=HKD NZ$=NZD US$=USD RM=MYR Rs=INR Rs.=INR Rp=IDR Rp.=IDR TL=TRY KSh=KES "
    "Ksh=KES S/=PEN S/.=PEN ₩=KRW zł=PLN Kč=CZK ฿=THB ₱=PHP ₪=ILS ₺=TRY ₫=VND ₴=UAH ₦=NGN"
)
SYMBOL_CODES: dict[str, str] = dict(symbol.split("=") for symbol in SYMBOLS.split())
NAMES: dict[str, str] = json.loads(Path(__file__).with_name("currency_names.json").read_text(encoding="utf-8"))
"""Currencies by their names in the languages of statements, as `scripts.currency_names` writes them."""
LONGEST_NAME, FIRST_WORDS = max(name.count(" ") for name in NAMES) + 1, frozenset(name.split()[0] for name in NAMES)
LONGEST_HEADING = 60  # characters of a line that may name the account's currency; what is longer is prose
FOREIGN = words_of(r"foreign|exchange|original|rates?|conver\w+|fremdw\w+|wechselkurs\w*|etranger\w*|cambio|koers\w*|kurs\w*")
KRONE = re.compile(r"(?<!\w)kr\.?(?!\w)|\bkron(?:or|er|ur)\b", re.IGNORECASE)
LABELS = "currency|ccy|w[aä]hrung|devise|moneda|divisa|valuta|moeda|waluta|mata uang|mata wang"
LABELLED = words_of(LABELS)
LABEL = re.compile(rf"\b(?<!foreign )(?:{LABELS})\b[^A-Za-z]{{0,6}}({CODE})\b", re.IGNORECASE)
UNIT = re.compile(
    rf"\(({CODE})\)|\b(?:amounts?|balance|betr[aä]ge?|saldo|solde|montants?|importes?|importi|bedrag|belopp|kwota|in|en) ({CODE})\b|"
    rf"\b({CODE}) (?:account|savings|current|checking|konto|compte|cuenta|conto|conta|rekening)\b",
    re.IGNORECASE,
)
WORD, IBAN_LABEL = re.compile(r"\w+"), re.compile(r"\biban\b\W*([a-z]{2})\d{2}[ \da-z]{8,}")
STATES = "a[klrz]|c[aot]|d[ce]|fl|ga|hi|i[adln]|k[sy]|la|m[adeinost]|n[cdehjmvy]|o[hkr]|pa|ri|s[cd]|t[nx]|ut|v[at]|w[aivy]"
US_ZIP_OR_TELEPHONE = re.compile(rf"\d(?<!\w.)(?:\d\d-\d{{3}}-\d{{4}}|(?<=\b(?:{STATES}) \d)\d{{4}})\b")  # looked for by a digit, for speed
CANADIAN_POSTCODE = re.compile(r"\d(?<=\b[a-z]\d)[a-z] \d[a-z]\d\b")
Countries = dict[str, tuple[re.Pattern[str], ...]]  # by currency, what only statements of its country print
SHARED: dict[str, Countries] = {
    "$": {
        "USD": (words_of(r"fdic|ncua|member fdic|routing number|aba|social security|federal reserve|irs|n\.a\."), US_ZIP_OR_TELEPHONE),
        "CAD": (words_of(r"canada|cdic|interac|chequing|transit (?:number|no)|gst/hst|hst"), CANADIAN_POSTCODE),
        "AUD": (words_of(r"bsb|abn|australia\w*|(?:nsw|vic|qld|wa|sa|tas|act|nt) \d{4}"),),
        "NZD": (words_of(r"new zealand|nzbn|aotearoa"),),
        "SGD": (words_of(r"singapore|paynow|giro"),),
        "HKD": (words_of(r"hong kong|kowloon|hksar"),),
        "MXN": (words_of(r"mexico|rfc|clabe|cdmx"),),
        "COP": (words_of(r"colombia|bogota|nit"),),
        "CLP": (words_of(r"chile|santiago|rut"),),
        "ARS": (words_of(r"argentina|buenos aires|cuit|cbu"),),
    },
    "kr": {
        "SEK": (words_of(r"sverige|svensk\w*|sweden|swedish|kontoutdrag|belopp|bankgiro|ingaende|utgaende|och|datum"),),
        "NOK": (words_of(r"norge|norsk\w*|norway|norwegian|kontoutskrift|inngaende|innskudd|uttak|avtalegiro|dato og|ikke"),),
        "DKK": (words_of(r"danmark|dansk\w*|denmark|danish|kontoudtog|kontoudskrift|indestaende|haevet|indsat|betalingsservice|belob"),),
        "ISK": (words_of(r"island|islensk\w*|iceland|icelandic|reikningsyfirlit|reikningur|kronur"),),
    },
}
NOT_ENGLISH, NOT_AMERICAN = words_of(r"saldo|cuenta|conta|solde|compte|konto"), words_of(r"iban|sort code|bsb")
MIXED = frozenset({"CAD", "PHP", "ZAR", "SEK", "DKK", "HUF", "JPY", "CNY", "RMB", "KRW", "TWD", "MNT"})
"""Currencies of countries that write both orders, or the year first and then the month, by the Unicode CLDR."""


def currency_of(rows: Sequence[Printed]) -> str | None:
    """Return the currency that a label names; else the code or symbol that most figures carry, unless headings name one and few figures
    carry another; else what headings name, a symbol in the text, or the IBAN's country. Dollars and kroner are those that headings name, or
    of the country most evident; in English without evidence the US dollar."""
    lines = [(printed, printed.row.text.replace("\t", " ")) for printed in rows]
    text, plain = "\n".join(line for _, line in lines), "\n".join(printed.plain for printed in rows)
    coded = [(printed, line) for printed, line in lines if not CODES.isdisjoint(WORD.findall(line.upper()))]
    behind_labels = [code.upper() for _, line in coded for code in LABEL.findall(line)] if LABELLED.search(text.lower()) else []
    labelled = Counter(code for code in behind_labels if code in CODES) or _named([row for row in rows if LABELLED.search(row.plain)])
    if labelled:
        return _most(labelled)
    heads = [printed for printed in rows if not printed.figures and not printed.days]
    units = [code for printed, line in coded if not printed.figures and not printed.days for match in UNIT.findall(line) for code in match]
    headed = Counter(code for code in units if code in CODES) + _named(heads)
    marks = [figure.currency for printed in rows for figure in printed.figures]
    mark = _most(Counter(filter(None, marks)))
    symbol = "kr" if mark and KRONE.fullmatch(mark) else mark
    if symbol in SHARED:
        return _most(headed, SHARED[symbol]) or _of_country(symbol, plain)
    if mark and not (len(headed) == 1 and 2 * marks.count(mark) < len(marks)):
        return SYMBOL_CODES.get(mark, mark)
    return _most(headed) or _in_text(text, plain) or _of_iban(plain)


def _most(counts: Mapping[str, int], among: Collection[str] | None = None) -> str | None:
    return max((code for code in counts if among is None or code in among), key=lambda code: counts[code], default=None)


def _in_text(text: str, plain: str) -> str | None:
    """Return the currency of the symbol used most, the longer one where two are; else kroner."""
    symbols = sorted((symbol for symbol in SYMBOL_CODES if symbol in text), key=len, reverse=True)
    counts = {symbol: len(re.findall(rf"(?<!\w){re.escape(symbol)}(?![^\W\d])", text)) for symbol in symbols}
    if any(counts.values()):
        return SYMBOL_CODES[max(counts, key=lambda symbol: counts[symbol])]
    if "$" in text:
        return _of_country("$", plain)
    return _of_country("kr", plain) if KRONE.search(plain) else None


def _of_country(symbol: str, plain: str) -> str | None:
    """Return the currency of the country most evident; of dollars without evidence in English the US dollar, of kroner the IBAN's."""
    (code, most), (_, second) = Counter(_evidence(symbol, plain)).most_common(2)
    if most > second:
        return code
    if symbol == "kr":
        return _of_iban(plain)
    return None if most or NOT_ENGLISH.search(plain) else "USD"


@lru_cache(maxsize=1)
def _evidence(symbol: str, plain: str) -> Mapping[str, int]:
    """Count the different things of each currency's country that the text names."""
    return {code: sum(len(set(pattern.findall(plain))) for pattern in patterns) for code, patterns in SHARED[symbol].items()}


def _named(rows: Sequence[Printed]) -> Counter[str]:
    """Count how often short lines call each currency by its name, but for what they say of foreign money."""
    counts: Counter[str] = Counter()
    for printed in rows:
        plain = printed.plain
        if len(plain) > LONGEST_HEADING or "=" in plain or FOREIGN.search(plain):
            continue
        words = WORD.findall(plain.replace(".", ""))
        for index, word in enumerate(words):
            names = (" ".join(words[index : index + count]) for count in range(LONGEST_NAME, 0, -1)) if word in FIRST_WORDS else ()
            counts.update([NAMES[name] for name in names if name in NAMES][:1])
    return counts


def _of_iban(plain: str) -> str | None:
    match = IBAN_LABEL.search(plain)
    known = get_territory_currencies(match[1].upper()) if match else []
    return known[0] if len(known) == 1 else None


def currencies_of(sections: Sequence[Sequence[Printed]], document: str | None) -> list[str | None]:
    """Return each account's own currency; one that names none shares the document's, unless the accounts differ."""
    own = [currency_of(section) for section in sections] if len(sections) > 1 else [document]
    shared = document if len(set(filter(None, own))) < 2 else None
    return [currency or shared for currency in own]


def exponent(currency: str | None) -> int:
    """Return the decimals of a currency by ISO 4217; 2 where none is known."""
    try:
        return int(Currency(currency).exponent or 0)
    except ValueError:
        return 2


def custom_of(rows: Sequence[Printed], currency: str | None) -> Custom:
    """Return the custom of the currency's countries; of dollars without a country the month comes first, and nothing is named."""
    if currency != "USD":
        return Custom(day_first=currency not in {None, "CAD"}, named=currency not in {None, *MIXED})
    plain = "\n".join(printed.plain for printed in rows)
    evidence = _evidence("$", plain)
    if NOT_ENGLISH.search(plain) or NOT_AMERICAN.search(plain) or max(evidence.values()) > evidence["USD"]:
        return Custom(day_first=False, named=False)
    text = "\n".join(printed.row.text for printed in rows)
    named = evidence["USD"] or "US$" in text or re.search(r"\bUSD\b", text) or "USD" in _named(rows)
    return Custom(day_first=False, named=bool(named))
