"""Language and formats of a reader: their own, else their organization's."""

from people.formats import Formats
from people.models import Preferences, ReadingPreferences


def uses_letter_keys(own: Preferences | None) -> bool:
    """True if single-key shortcuts are on. People who use speech input or hit keys by chance switch them off."""
    return own is None or own.letter_keys


def language_for(*readings: ReadingPreferences | None) -> str:
    """Return the first chosen language; empty leaves it to the browser."""
    return _first("language", readings)


def formats_for(*readings: ReadingPreferences | None) -> Formats:
    return Formats(day=_first("day_format", readings), numbers=_first("number_format", readings))


def _first(name: str, readings: tuple[ReadingPreferences | None, ...]) -> str:
    return next((value for reading in readings if reading and (value := getattr(reading, name))), "")
