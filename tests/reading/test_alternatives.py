"""Long lists of words compiled by their first letters match the same words as simple alternatives."""

import re

from reconciliation.reading.tokens.alternatives import begins_of, lists_of, words_of
from reconciliation.reading.vocabulary.phrases import may_begin_name, role_of

WORDS = r"fees?|(?:gas|water) bill|form (?:1|2|w-?2)|fee note|\w*sum|a-?b|a?cre|f[eo]e|gas [a|b]|total\|sum"
TEXT = "fees fee note foe form w2, gas bill gas a gas | water bill a-b ab acre cre checksum sum total|sum bill of feet"


def test_words_sorted_by_their_letters_are_found_as_in_their_own_order() -> None:
    assert words_of(WORDS).findall(TEXT) == re.findall(rf"\b(?:{WORDS})\b", TEXT)


def test_a_choice_at_the_beginning_and_one_that_may_be_left_out_are_found_in_their_own_order() -> None:
    words = r"(?:gas|water|(?:oil|gas)(?:es)?) bill|(?:sub-?)?total|(?:fee|form)+ note|(?:a|b|)-b|(?:check)?sum\b|ga(?:s|p)"

    assert begins_of(words).findall(TEXT) == re.findall(rf"\b(?:{words})", TEXT)


def test_words_of_few_letters_are_found_where_a_word_begins_and_nowhere_else() -> None:
    words = r"fees?|(?:gas|water) bill|form (?:1|2|w-?2)|a[bc]re|ab"

    assert words_of(words).findall(TEXT) == re.findall(rf"\b(?:{words})\b", TEXT)
    assert begins_of(words).findall(TEXT) == re.findall(rf"\b(?:{words})", TEXT)
    assert words_of("fee|a").findall("fee\na fee_a afee é-fee éa (a") == ["fee", "a", "fee", "a"]


def test_every_name_of_a_column_is_recognised_by_its_first_word() -> None:
    names = {name for names in lists_of("columns").values() for name in names}
    others = {"eur balance", "in gbp balance", "rechnungsdatum", "fecha de cargo", "debit/credit", "posted/value date"}

    assert all(may_begin_name(name) for name in names | others)
    assert all(role_of(name) for name in names | others)
