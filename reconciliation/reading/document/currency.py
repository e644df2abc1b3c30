"""The currency of an account, by a label, figures, headings, then the country's evidence; and the order of day and month usual with it."""

import itertools
import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path

from babel.numbers import get_territory_currencies
from iso4217 import Currency

from reconciliation.printed.currency_signs import SIGNS
from reconciliation.reading.days.calendar import Custom
from reconciliation.reading.tokens.alternatives import phrases, words_of
from reconciliation.reading.tokens.amounts import CODE, CODES, Figure
from reconciliation.reading.tokens.dates import fold
from reconciliation.reading.tokens.printed import Printed
from reconciliation.reading.vocabulary.labels import balance_kind

SYMBOLS = (
    "€=EUR ₹=INR R$=BRL S$=SGD A$=AUD AU$=AUD C$=CAD CA$=CAD HK$=HKD NZ$=NZD US$=USD MX$=MXN AR$=ARS RD$=DOP NT$=TWD RMB=CNY RM=MYR Rp=IDR "
    "TL=TRY KSh=KES Ksh=KES S/=PEN ₩=KRW 원=KRW 円=JPY zł=PLN Kč=CZK ฿=THB ₱=PHP ₪=ILS ₺=TRY ₫=VND ₴=UAH ₦=NGN ₽=RUB"
)
SYMBOL_CODES: dict[str, str] = dict(symbol.split("=") for symbol in SYMBOLS.split())
BESIDE_FIGURES = SYMBOL_CODES | {"R": "ZAR", "zl": "PLN", "Ft": "HUF"}  # symbols that name a currency only beside a figure
SYMBOL = {symbol: re.compile(rf"(?<![^\W\d]){re.escape(symbol)}(?![^\W\d])") for symbol in [*SYMBOL_CODES, *SIGNS]}
SYMBOL["R"] = re.compile(r"(?<!\w)R\d[\d ,.]*[.,]\d\d(?!\d)")
NAMES: dict[str, str] = json.loads(Path(__file__).with_name("currency_names.json").read_text(encoding="utf-8"))
"""Currencies by their names in the languages of statements, as `scripts.currency_names` writes them."""
LONGEST_NAME, FIRST_WORDS = max(name.count(" ") for name in NAMES) + 1, frozenset(name.split()[0] for name in NAMES)
LONGEST_HEADING, LONGEST_TITLE = 60, 90  # most characters of a line that names the currency; most of a cell with account and days
KRONE = re.compile(r"(?<!\w)kr\.?(?!\w)|\bkron(?:or|er|ur)\b", re.IGNORECASE)
LABELS = phrases("countries", "currency_labels")
FOREIGN, LABELLED = words_of(phrases("countries", "foreign")), words_of(LABELS)
LABEL = re.compile(rf"\b(?<!foreign )(?:{LABELS})\b[^a-z]{{0,6}}({CODE.lower()})\b")
UNIT = re.compile(
    rf"\(({CODE})\)|\b(?:amounts?|balance|betr[aä]ge?|saldo|solde|montants?|importes?|importi|bedrag|belopp|kwota|in|en) ({CODE})\b|"
    rf"\b({CODE}) (?:account|statement|savings|current|checking|konto|compte|cuenta|conto|conta|rekening)\b",
    re.IGNORECASE,
)
UNIT_SIGN = re.compile(rf"[(\[](?:in )?({'|'.join(map(re.escape, [*SYMBOL_CODES, *SIGNS]))})\.?[)\]]")  # as in "Amount (in Rs.)"
CODE_LAST = re.compile(rf"(?<!\w)({CODE})\)?$")
OF_AMOUNTS = words_of(rf"{LABELS}|amounts?|figures|betrage|montants?|importes?|importi|bedragen|belopp|kwoty|valores")
UNITS = r"(?:in|en|em) (?:thousands?|tausend|millions?|milliers|migliaia|duizend\w*|cents?|centimes|centimos|centesimi)"
OTHER_UNIT, ALSO_MONEY = words_of(UNITS), words_of(UNITS + r"|dollars?|dolares|dollari|pounds|ponden|libras|sterline")
DISTINCT = {"EUR": "€", "GBP": "£", "USD": "$", "CHF": "CHF", "JPY": "¥", "INR": "₹"}  # currencies whose sign no other currency has
WORD, IBAN_LABEL = re.compile(r"\w+"), re.compile(r"\biban\b\W*([a-z]{2})\d{2}[ \da-z]{8,}")
STATES = "a[klrz]|c[aot]|d[ce]|fl|ga|hi|i[adln]|k[sy]|la|m[adeinost]|n[cdehjmvy]|o[hkr]|pa|ri|s[cd]|t[nx]|ut|v[at]|w[aivy]"
US_ZIP_OR_TELEPHONE = re.compile(rf"\d(?<!\w.)(?:\d\d-\d{{3}}-\d{{4}}|(?<=\b(?:{STATES}) \d)\d{{4}})\b")  # begins with a digit, for speed
CANADIAN_POSTCODE = re.compile(r"\d(?<=\b[a-z]\d)[a-z] \d[a-z]\d\b")
OTHER_POUNDS = re.compile(
    r"^(?!.*\d[.,]\d\d).{0,40}\b(?:(?:(?<!new )jersey|guernsey|alderney|isle of man|gibraltar|falkland islands|st\.? helena|egypt)"
    r"(?=$| ?,| (?:je|gy|im|gx)\d| (?:limited|ltd|branch)\b)|(?:je|gy|im|gx)\d\d? \d[a-z]{2}\b)",
    re.MULTILINE,
)
JAPANESE, CHINESE = re.compile(r"[ぁ-んァ-ヶ]"), re.compile("人民币|账户|余额")
FURTHER = {"CAD": (CANADIAN_POSTCODE,), "JPY": (JAPANESE,), "CNY": (CHINESE,)} | {
    "USD": (re.compile(r"(?:, |bank )n\.a\b"), US_ZIP_OR_TELEPHONE)
}
DOLLARS = ("USD", "CAD", "AUD", "NZD", "SGD", "HKD", "MXN", "COP", "CLP", "ARS")
OF_SIGNS = {
    "$": DOLLARS,
    "kr": ("SEK", "NOK", "DKK", "ISK"),
    "¥": ("JPY", "CNY"),
    "Rs": ("INR", "Rs"),
    "peso": ("MXN", "COP", "CLP", "ARS"),
}
SHARED: dict[str, dict[str, tuple[re.Pattern[str], ...]]] = {"£": {"GBP": (), "£": (OTHER_POUNDS,)}} | {
    sign: {code: (words_of(phrases("countries", code)), *FURTHER.get(code, ())) for code in codes} for sign, codes in OF_SIGNS.items()
}
"""Patterns, by sign and currency, that only statements of the currency's country print."""
NOT_AMERICAN, DOLLARS_NAMED = words_of(r"saldo|cuenta|conta|solde|compte|konto|iban|sort code|bsb"), re.compile(r"US\$|\bUSD\b")
GULF = frozenset({"AED", "BHD", "IQD", "JOD", "KWD", "OMR", "QAR", "SAR"})
MIXED = frozenset({"CAD", "PHP", "ZAR", "SEK", "DKK", "HUF", "JPY", "CNY", "RMB", "KRW", "TWD", "MNT"}) | GULF
"""Currencies of countries that write both orders, or the year first and then the month, by the Unicode CLDR; statements of the Gulf are
printed in the English of either side."""


def currency_of(rows: Sequence[Printed]) -> str | None:
    """Return the currency that a label names; else the code or symbol that most figures carry, unless headings name one and few figures
    carry another; else that of the headings, of a symbol in the text, or of the IBAN's country. A sign of several currencies means that of
    the headings, or of the country most evident; else the sign itself is returned."""
    lines = [(printed, printed.row.text.replace("\t", " ")) for printed in rows]
    text, plain = "\n".join(line for _, line in lines), _plain(rows)
    coded = [(printed, line) for printed, line in lines if not CODES.isdisjoint(WORD.findall(line.upper()))]
    behind_labels = [code.upper() for _, line in coded for code in LABEL.findall(fold(line))] if LABELLED.search(plain) else []
    labelled = Counter(code for code in behind_labels if code in CODES) or _named([row for row in rows if LABELLED.search(row.plain)])
    if labelled:
        return _meant(_most(labelled), {}, plain)
    heads = [printed for printed in rows if not printed.figures and not printed.days]
    units = [code for printed, line in coded if not printed.figures and not printed.days for match in UNIT.findall(line) for code in match]
    celled = [(printed, line[:3]) for printed, line in coded if printed.row.text[3:4] == "\t"]
    units += [code for printed, code in celled if balance_kind(printed.folded) in {"opening", "brought"}]
    headed = Counter(code for code in units if code in CODES) + _named(heads)
    if not headed:  # codes at the end of short cells without money, above the first row with a day and money
        above = itertools.takewhile(lambda printed: not (printed.figures and printed.begins_with_day), rows)
        cells = [cell.strip() for line in above if not line.figures and not _foreign(line) for cell in line.row.text.split("\t")]
        codes = [match[1] for cell in cells if len(cell) <= LONGEST_TITLE and (match := CODE_LAST.search(cell))]
        headed = Counter(code for code in codes if code != "USD")  # banks of every country keep accounts in US dollars
    named = headed or Counter(sign for printed in heads for sign in UNIT_SIGN.findall(printed.row.text))
    figures = [(printed, figure) for printed in rows if not _foreign(printed) for figure in printed.figures]
    alone = [(printed, figure) for printed, figure in figures if not printed.among_words(figure.start, figure.end)]  # as rows' own are
    marks = [figure.currency for _, figure in (alone if any(figure.currency for _, figure in alone) else figures)]
    mark = _most(Counter(filter(None, marks)))
    if mark:
        other_unit = len(named) == 1 and not any(mark in SIGNS.get(sign, ()) for sign in named)
        if not other_unit or 2 * marks.count(mark) >= len(marks):
            return _meant(mark, headed, plain)
    if named:
        return _meant(_most(named), {}, plain)
    symbols = Counter({symbol: len(SYMBOL[symbol].findall(text)) for symbol in sorted(SYMBOL, key=len, reverse=True)})  # the longer of two
    return _meant(_most(+symbols), {}, plain) or _of_iban(plain)


def other_currency(rows: Sequence[Printed], headed: Sequence[tuple[Printed | None, Figure]], currency: str | None) -> bool:
    """True if a figure's mark, a code in its heading, or a line that names the unit of all amounts says another currency or unit."""
    for heading, figure in headed if currency else ():
        over = [word.text for word in heading.row.words if word.x0 < figure.x1 and figure.x0 < word.x1] if heading else []
        codes = {word.strip("()[]") for word in over} & CODES
        other_mark = figure.currency in {*CODES, *DISTINCT.values()} - {currency, DISTINCT.get(currency or "")}
        if (codes and currency not in codes) or (currency in DISTINCT and other_mark):
            return True
    short = [row for row in rows if not (row.figures or row.days or len(row.plain) > LONGEST_HEADING)]
    lines = [row for row in short if OF_AMOUNTS.search(row.plain) and not FOREIGN.search(row.plain)]
    unit = ALSO_MONEY if currency in {"EUR", "CHF", "JPY", "INR"} else OTHER_UNIT
    return any(unit.search(row.plain) or (currency and {currency} != {currency, *_named([row])}) for row in lines)


def _plain(rows: Iterable[Printed]) -> str:
    return "\n".join(printed.plain for printed in rows)


def _most(counts: Mapping[str, int]) -> str | None:
    return max(counts, key=lambda code: counts[code], default=None)


def _foreign(printed: Printed) -> bool:
    """True for a row with a rate of exchange or words for foreign money."""
    return not {"@", "="}.isdisjoint(printed.plain) or FOREIGN.search(printed.plain) is not None


def _meant(symbol: str | None, headed: Mapping[str, int], plain: str) -> str | None:
    """Return the currency of a symbol: for a symbol of several currencies, that of the headings or of the most evident country, else the
    sign."""
    if symbol is None:
        return None
    sign = "kr" if KRONE.fullmatch(symbol) else symbol.rstrip(".")
    if sign not in SIGNS:
        return BESIDE_FIGURES.get(sign, sign)
    return _most({code: count for code, count in headed.items() if code in SIGNS[sign]}) or _of_country(sign, plain)


def _of_country(sign: str, plain: str) -> str:
    """Return the currency of the country most evident, else the IBAN's; the sign where there is neither. Pounds without evidence are
    those of the United Kingdom."""
    (code, most), (_, second) = Counter(_evidence(sign, plain)).most_common(2)
    return code if most > second else _of_iban(plain) or ("GBP" if sign == "£" else sign)


@lru_cache(maxsize=1)
def _evidence(symbol: str, plain: str) -> Mapping[str, int]:
    """Count the different things of each currency's country that the text names."""
    return {code: sum(len(set(pattern.findall(plain))) for pattern in patterns) for code, patterns in SHARED[symbol].items()}


def _named(rows: Sequence[Printed]) -> Counter[str]:
    """Count how often short lines call each currency by its name, without lines about foreign money."""
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
    """Return each account's own currency. One that names none shares the document's, unless the accounts differ; the country most evident
    in the document tells the currency of a sign."""
    if len(sections) == 1:
        return [document]
    own, plain = map(currency_of, sections), _plain(itertools.chain.from_iterable(sections))
    named = [_of_country(currency, plain) if currency in SIGNS else currency for currency in own]
    shared = document if len(set(filter(None, named))) < 2 else None
    return [currency or shared for currency in named]


def usual(currency: str | None) -> str | None:
    """Return the currency, or of a sign the most usual one."""
    return SIGNS[currency][0] if currency in SIGNS else currency


def exponent(currency: str | None) -> int:
    """Return the decimals of a currency, or of a sign's usual one, by ISO 4217; 2 if none is known."""
    try:
        return int(Currency(usual(currency)).exponent or 0)
    except ValueError:
        return 2


def custom_of(rows: Sequence[Printed], currency: str | None) -> Custom:
    """Return the custom of the countries of a currency or sign; dollars of no country, and money on an American account, name none."""
    plain = _plain(rows)
    if usual(currency) != "USD":
        named = MIXED.isdisjoint(SIGNS.get(currency, (currency,))) if currency else False
        return Custom(day_first=currency not in {None, "CAD"}, named=named and _of_iban(plain) != "USD")
    evidence = _evidence("$", plain)
    if currency in SIGNS or NOT_AMERICAN.search(plain) or max(evidence.values()) > evidence["USD"]:
        return Custom(day_first=False, named=False)
    named = evidence["USD"] > 0 or any(DOLLARS_NAMED.search(printed.row.text) for printed in rows)
    return Custom(day_first=False, named=named)
