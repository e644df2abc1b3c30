"""Text that a document claims instead of what it shows (ActualText): taken off, so that the page is read as printed."""

import codecs
from ctypes import byref, c_ulong, c_ushort, c_void_p, cast
from dataclasses import dataclass, field
from typing import Any
from unicodedata import normalize

import pypdfium2_raw as pdfium

from reconciliation.documents.child import calls
from reconciliation.documents.child.content_stream import address
from reconciliation.documents.child.words import UNKNOWN, Glyph, Piece, Stretch, printed

KEY = b"ActualText"


GARBLED = 0.2  # share of letters claimed for what is none: the font then tells nothing of its characters


@dataclass(slots=True)
class TextClaim:
    """The text that the objects under one mark claim, and the text that they show."""

    text: str
    mark: int
    painted_by: list[int]
    stretches: list[Stretch] = field(default_factory=list)

    @property
    def shown(self) -> list[Glyph]:
        return [glyph for stretch in self.stretches for glyph in stretch.glyphs]

    @property
    def shown_text(self) -> str:
        return "".join(text for stretch in self.stretches for text in stretch.texts())

    def letter_by_letter(self) -> bool:
        return len(self.text) == len(self.shown) == len(self.shown_text)

    def contradicts(self) -> bool:
        claimed_letters = letters(self.text)
        return bool(claimed_letters and self.shown) and claimed_letters != letters(self.shown_text)


def taken_off(texts: list[c_void_p]) -> list[TextClaim]:
    """The claims of a page's text objects, in order; afterwards the engine reads the characters themselves."""
    claims: list[TextClaim] = []
    for text in texts:
        for index in reversed(range(calls.marks_on(text))):  # none where it is below 0
            handle = cast(text, pdfium.FPDF_PAGEOBJECT)
            mark = pdfium.FPDFPageObj_GetMark(handle, index)
            text_claimed = parameter(mark)
            if text_claimed is None:
                continue
            if claims and claims[-1].mark == address(mark):
                claims[-1].painted_by.append(address(text))
            else:
                claims.append(TextClaim(text_claimed, address(mark), [address(text)]))
            pdfium.FPDFPageObj_RemoveMark(handle, mark)
    return claims


def parameter(mark: Any) -> str | None:
    size = c_ulong()
    if not pdfium.FPDFPageObjMark_GetParamStringValue(mark, KEY, None, 0, byref(size)):
        return None
    buffer = (c_ushort * (size.value // 2 + 1))()
    pdfium.FPDFPageObjMark_GetParamStringValue(mark, KEY, buffer, size.value, byref(size))
    text = codecs.utf_16_le_decode(bytes(buffer)[: max(0, size.value - 2)], "replace")[0]  # codecs can no longer be loaded
    return "".join(printed(ord(character)) for character in text)


def settled(claims: list[TextClaim], stretches: list[Stretch]) -> list[Piece]:
    """The claims that say something else than their characters, each where these stand.

    Where a font tells nothing of its characters, a claim for each single one is how the document says what they are: it is believed.
    """
    shown: dict[int, list[Stretch]] = {}
    for stretch in stretches if claims else ():
        shown.setdefault(stretch.painted_by, []).append(stretch)
    for claim in claims:
        claim.stretches = [stretch for key in claim.painted_by for stretch in shown.get(key, ())]
        spell(claim, only=UNKNOWN)
    wrong = [claim for claim in claims if claim.contradicts()]
    spelling = [claim for claim in wrong if claim.letter_by_letter()]
    if is_garbled(spelling):
        wrong = [claim for claim in wrong if not claim.letter_by_letter()]
        for claim in claims:
            spell(claim)
    return [claimed(claim) for claim in wrong]


def is_garbled(claims: list[TextClaim]) -> bool:
    pairs = [
        (character, shown) for claim in claims for character, shown in zip(claim.text, claim.shown_text, strict=True) if character.isalnum()
    ]
    return bool(pairs) and sum(not shown.isalnum() for _, shown in pairs) >= GARBLED * len(pairs)


def spell(claim: TextClaim, *, only: str | None = None) -> None:
    """Characters become what is claimed of them: all, or only those that read so."""
    characters = iter(claim.text)
    for stretch in claim.stretches if claim.letter_by_letter() else ():
        stretch.glyphs = [
            (character if only in {None, text} else text, x0, x1, after_space)
            for (text, x0, x1, after_space), character in zip(stretch.glyphs, characters, strict=False)
        ]


def claimed(claim: TextClaim) -> Piece:
    first = claim.stretches[0]
    return Piece(claim.text, first.glyphs[0][1], max(x1 for _, _, x1, _ in claim.shown), first.baseline, first.size)


def letters(text: str) -> str:
    return "".join(character for character in normalize("NFKC", text).casefold() if character.isalnum())
