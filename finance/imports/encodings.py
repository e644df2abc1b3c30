"""Encodings of files without a mark, decided by the letters of the languages that are written in them."""

import re
from collections import Counter

LETTERS = {
    "cp1252": (
        "äöüßé", "àâæçèéêëîïôœùûüÿ", "áéíñóúüªº", "àèéìíîòóùú", "áâãàçéêíóôõúüªº", "éëïíóöüèáàê", "æøåéäöü", "åäöéü", "áðéíóúýþæö",
        "àçèéíïòóúü·", "šžõäöü",
    ),
    "cp1250": ("ąćęłńóśźż", "áčďéěíňóřšťúůýžö", "áäčďéíĺľňóôŕšťúýž", "áéíóöőúüű", "čšžćđ", "ăâîşţ", "çë"),
    "cp1251": ("абвгдежзийклмнопрстуфхцчшщъыьэюяё", "абвгґдеєжзиіїйклмнопрстуфхцчшщьюя", "абвгдђежзијклљмнњопрстћуфхцчџшќѓѕ",
    "абвгдеёжзійклмнопрстуўфхцчшыьэюя"),
    "cp1253": ("αβγδεζηθικλμνξοπρσςτυφχψωάέήίόύώϊϋΐΰ",),
    "cp1254": ("çğıöşüâîû",),
    "cp1257": ("ąčęėįšųūž", "āčēģīķļņšūž"),
    "cp850": ("äöüßé", "àâæçèéêëîïôùûüÿ", "áéíñóúü", "àèéìòù", "áâãàçéêíóôõú", "æøåé", "åäöé"),
    "cp852": ("ąćęłńóśźż", "áčďéěíňóřšťúůýž", "áéíóöőúüű", "čšžćđ"),
    "cp866": ("абвгдежзийклмнопрстуфхцчшщъыьэюяё",),
}  # fmt: skip
"""The letters beyond ASCII of the languages of each encoding. Of two encodings that fit equally well the first is taken."""
COMMON = {
    "cp1251": "оеаинтсрвлкмдпу",
    "cp866": "оеаинтсрвлкмдпу",
    "cp1253": "αοιετσνηυρπκμλςάόίέή",
}
"""The most common letters of alphabets that fill the whole upper half of an encoding, where each byte is a letter of any of them."""
WORD = re.compile(rb"[^\x00-\x20,;|\"0-9]*[\x80-\xff][^\x00-\x20,;|\"0-9]*")
LETTERS_ONLY = re.compile(r"[^\W\d_]+")
TYPOGRAPHIC = "«»–—‘’“”„‚…•·‹›©®™¡¿†‡‰´`¬\u00a0\u00ad"  # noqa: RUF001  as word processors write them
OPENING = "„‚¿¡"  # noqa: RUF001  no letter precedes them
ATTACHED = "§°€£¢¥ªº¹²³¼½¾±×÷¨"  # noqa: RUF001  no letter follows them
MOST_WORDS = 3000
LEAST_GAIN = 0.15
"""The share of words by which another encoding has to fit better than the usual one."""


def likely_encodings(data: bytes) -> list[str]:
    """Return the possible encodings of bytes that are not UTF-8, the likeliest first. Windows' western one is the usual one."""
    words = Counter(match[0] for _place, match in zip(range(MOST_WORDS), WORD.finditer(data), strict=False))
    scores: dict[str, float] = {}
    for encoding in LETTERS:
        try:
            data.decode(encoding)
        except UnicodeDecodeError:
            continue
        # the share of the words that are words of a language of the encoding, among those that are words at all
        weighed = [(weight, count) for word, count in words.items() if (weight := _fits(word.decode(encoding), encoding)) is not None]
        total = sum(count for _weight, count in weighed)
        scores[encoding] = sum(weight * count for weight, count in weighed) / total if weighed else 1.0
    usual = scores.get("cp1252", -1.0)
    best = max(scores, key=lambda encoding: (scores[encoding] > usual + LEAST_GAIN, scores[encoding]), default="cp1252")
    first = best if scores.get(best, 0) > usual + LEAST_GAIN else "cp1252"
    others = sorted((name for name in scores if name != first), key=lambda name: -scores[name])
    return [first, *others] if first in scores else others


def _fits(word: str, encoding: str) -> float | None:
    """Return 1 for letters of one language in usual capitals, less for rare letters, 0 for another text; None for marks alone."""
    for before, mark, after in zip(" " + word, word, word[1:] + " ", strict=False):
        if mark.isascii() or mark.isalpha():
            continue
        if mark in OPENING and before.isalpha():
            return 0.0
        if mark not in TYPOGRAPHIC + ATTACHED or (mark in ATTACHED and (after.isalpha() or (before.isalpha() and mark not in "ªº°²³"))):
            return 0.0
    parts = [part for part in LETTERS_ONLY.findall(word) if len(part) > 1 and not part.isascii()]
    return min((_part_fits(part, encoding) for part in parts), default=None)


def _part_fits(part: str, encoding: str) -> float:
    cased = part.replace("ß", "")  # stays as it is among capitals
    if cased and not (cased.islower() or cased.isupper() or cased[1:].islower()):
        return 0.0
    foreign = [letter for letter in part.lower() if not letter.isascii()]
    if not any(all(letter in own for letter in foreign) for own in LETTERS[encoding]):
        return 0.0
    if encoding not in COMMON:
        return 1.0
    if len(foreign) < len(part):
        return 0.0  # two alphabets in one word
    return min(1.0, 1.4 * sum(letter in COMMON[encoding] for letter in foreign) / len(foreign))
