"""How a statement is named where its account is not known, and which digits of a number are shown."""


def last_digits(number: str) -> str:
    """The last four of a printed number; nothing where it does not end in digits."""
    return number[-4:] if number[-4:].isdigit() else ""


def named_by_the_paper(institution: str, number: str) -> str:
    """What a statement says of itself: "Northwind Bank ··1234"; empty where it says neither."""
    digits = last_digits(number)
    return " ".join(filter(None, [institution, f"··{digits}" if digits else ""]))
