"""The marks that stand with money: signs, currencies, and the words for debit and credit."""

import re

from reconciliation.reading.tokens.alternatives import one_of
from reconciliation.reading.vocabulary.lists import phrases

HARD_SPACE = "\u00a0"
ALIKE = str.maketrans(
    dict.fromkeys("\u2019\u2018\u00b4`\u02bc\u02b9\u2032\u00b7\u02d9\u066c\uff07", "'")
    | dict.fromkeys("\u202f\u2009\u2007\u2008\u2006\u2005\u2004\u2003\u2002", HARD_SPACE)
    | dict.fromkeys("\u201a\uff0c", ",")
    | {"\uff0e": "."}
)  # marks that stand for one another, one character for one
MINUS = "-\u2212\u2013\u2010\u2011"
SYMBOLS = "$€£¥₹₩₽₺₫₱₪฿₴₦"
CODE = phrases("countries", "codes").upper()
CODES = frozenset(CODE.split("|"))
NAMES = (
    rf"(?:US|CA|AU|A|C|S|HK|NZ|MX|AR|RD|NT|R|RM|Rs\.?|kr\.?|Fr\.?|zł|Kč)?[{SYMBOLS}]"
    rf"|R\$|RM|Rs\.?|Rp\.?|KSh|Ksh|TL|S/\.?(?=[ ]?\d)|Kr\.?|kr\.?|zł|zl|Kč|Ft|R(?=[ ]?[{MINUS}]?[ ]?[.,]?\d)|{CODE}"
)
CURRENCY = f"(?:{one_of(NAMES)})"
OUT_MARKS = frozenset({"DR", "OD", "DB", "D", "S", "WN", "AF", "DEBIT", "DEBET"})
IN_MARKS = frozenset({"CR", "C", "H", "MA", "A", "K", "BIJ", "CREDIT"})
MARKS = OUT_MARKS | IN_MARKS
MARK = (
    r"(?:(?:CR|DR|Cr|Dr|cr|dr|OD|DB|Wn|Ma|WN|MA|C|D|H|S)\b\.?|(?:[AK]|A[Ff]|B(?:ij|IJ)|C(?:redit|REDIT)|D(?:ebit|EBIT|ebet|EBET))(?=\t|$))"
)
IN_BRACKETS = r"\((?:CR|DR|Cr|Dr|cr|dr)\)"
SHORTENED = ("Rs", "Rp", "Kr", "kr", "Fr")
"""Names of currencies that a point may end."""
HAS_DIGIT = re.compile(r"\d")
HAS_CURRENCY = re.compile(CURRENCY)
