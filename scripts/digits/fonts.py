"""The typefaces that are trained on: each once, and only those that have digits."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from string import ascii_letters, digits

import numpy as np
from PIL import ImageFont

EM = 64  # pixels of the type size in which characters are drawn
ENDINGS = {".ttf", ".otf", ".ttc", ".pfb", ".t1"}
SIGNS = "+-=.,:;'/()[]%&#*@?!<>$\u00a3\u20ac\u00a5\u00a7"
FOREIGN = "\u00e4\u00f1\u00e9\u00df\u00f8\u00c5\u0416\u0429\u042f\u0434\u044e\u03a3\u03a9\u03bb\u03c0"
LARGEST = 200  # pixels; a character of more is an ornament


@dataclass(frozen=True)
class Character:
    """One drawn character: its ink (height, width) 0 to 255, where that begins right of and above the pen, and its advance."""

    ink: np.ndarray
    left: int
    top: int
    advance: float


class Typeface:
    """One font's file. Raises OSError where it cannot be drawn from."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.font = ImageFont.truetype(str(path), EM, layout_engine=ImageFont.Layout.BASIC)

    @cached_property
    def characters(self) -> dict[str, Character]:
        """Return the characters that it has: a drawing equal to that of an unknown character is not counted."""
        unknown = self.drawn("\U0010fffe")
        characters = {}
        for text in digits + ascii_letters + SIGNS + FOREIGN:
            character = self.drawn(text)
            if character and not (unknown and same(character, unknown)):
                characters[text] = character
        return characters

    @property
    def has_digits(self) -> bool:
        """True if it has all ten digits and no two are alike."""
        own = [self.characters[digit] for digit in digits if digit in self.characters]
        return len(own) == len({character.ink.tobytes() for character in own}) == len(digits)

    def drawn(self, text: str) -> Character | None:
        mask, (left, top) = self.font.getmask2(text, "L", anchor="ls")
        width, height = mask.size
        if not 0 < width <= LARGEST or not 0 < height <= LARGEST:
            return None
        ink = np.frombuffer(bytes(mask), np.uint8).reshape(height, width)
        return Character(ink, left, top, self.font.getlength(text)) if ink.any() else None

    @property
    def fingerprint(self) -> str:
        """Return a hash that is the same for typefaces that draw the digits alike."""
        return sha256(b"".join(self.characters[digit].ink.tobytes() for digit in digits)).hexdigest()


def same(character: Character, other: Character) -> bool:
    return character.ink.shape == other.ink.shape and bool((character.ink == other.ink).all())


def typefaces(folder: Path) -> Iterator[Typeface]:
    """Yield the typefaces below a folder, by name, each drawing of the digits once."""
    known = set()
    for path in sorted(folder.rglob("*")):
        if path.suffix.lower() not in ENDINGS:
            continue
        try:
            typeface = Typeface(path)
            if not typeface.has_digits or typeface.fingerprint in known:
                continue
        except (OSError, ValueError, UnicodeError):
            continue
        known.add(typeface.fingerprint)
        yield typeface
