"""Marks of money: signs, currencies, and the words for debit and credit."""

import re

from reconciliation.reading.tokens.alternatives import lists_of, one_of, phrases

HARD_SPACE = "\u00a0"
ALIKE = str.maketrans(
    dict.fromkeys("\u2019\u2018\u00b4`\u02bc\u02b9\u2032\u00b7\u02d9\u066c\uff07", "'")
    | dict.fromkeys("\u202f\u2009\u2007\u2008\u2006\u2005\u2004\u2003\u2002", HARD_SPACE)
    | dict.fromkeys("\u201a\uff0c", ",")
    | {"\uff0e": "."}
)  # marks of one meaning, a character for a character
MINUS = "-\u2212\u2013\u2010\u2011"
SYMBOLS = "$€£¥₹₩₽₺₫₱₪฿₴₦"
CODE = phrases("countries", "currencies").upper()
CODES = frozenset(CODE.split("|"))
NAMES = (
    rf"(?:US|CA|AU|A|C|S|HK|NZ|MX|AR|RD|NT|R|RM|Rs\.?|kr\.?|Fr\.?|zł|Kč)?[{SYMBOLS}]"
    rf"|R\$|RM|Rs\.?|Rp\.?|KSh|Ksh|TL|S/\.?(?=[ ]?\d)|Kr\.?|kr\.?|zł|zl|Kč|Ft|R(?=[ ]?[{MINUS}]?[ ]?[.,]?\d)|{CODE}"
)
CURRENCY = f"(?:{one_of(NAMES)})"
OUT_WORDS, IN_WORDS = (
    [word for word in lists_of("sides")[name] if len(word) > 3 or not word.isascii()] for name in ("marks_out", "marks_in")
)
OUT_MARKS = frozenset({"DR", "OD", "DB", "D", "S", "WN", "AF"}) | set(map(str.upper, OUT_WORDS))
IN_MARKS = frozenset({"CR", "C", "H", "MA", "A", "K", "BIJ"}) | set(map(str.upper, IN_WORDS))
MARKS = OUT_MARKS | IN_MARKS
GREEK = "|".join(word.upper() for word in [*OUT_WORDS, *IN_WORDS] if not word.isascii())
SHORT_MARK = rf"(?:(?:CR|DR|Cr|Dr|cr|dr|OD|DB|Wn|Ma|WN|MA|C|D|H|S)\b\.?|(?:[AK]|A[Ff]|B(?:ij|IJ)|{GREEK})(?=\t|$))"
WORDS = "|".join([*OUT_WORDS, *IN_WORDS]).translate({ord("a"): "[aä]", ord("e"): "[eé]"})  # as they are printed
MARK = rf"(?:{SHORT_MARK}|(?i:{WORDS})(?=\t|$))"
IN_BRACKETS = r"\((?:CR|DR|Cr|Dr|cr|dr)\)"
SHORTENED = ("Rs", "Rp", "Kr", "kr", "Fr")
"""Names of currencies that a point may end."""
HAS_DIGIT, HAS_CURRENCY = re.compile(r"\d"), re.compile(CURRENCY)
