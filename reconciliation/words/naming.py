"""Accounts as they are called on a page."""

import re

NUMBER = re.compile(r"(?:^|\s)((?:[xX*•]{2,}\s*)*\S*\d\S*(?:\s+\S*\d\S*)*)$")


def number_of(hint: str) -> str:
    """The number that a printed account line ends with: "Joint Savings xx1234" gives xx1234; empty where it ends in words."""
    found = NUMBER.search(hint)
    return found[1] if found else ""


def last_digits(number: str) -> str:
    """The last four of a printed number; nothing where it does not end in digits."""
    return number[-4:] if number[-4:].isdigit() else ""


def named_by_the_paper(institution: str, hint: str) -> str:
    """What a statement says of itself: "Joint Savings ··1234", else "Northwind Bank ··1234"; empty where it says nothing."""
    name = hint.removesuffix(number_of(hint)).strip()
    digits = last_digits(hint)
    return " ".join(filter(None, [name or institution, f"··{digits}" if digits else ""]))
