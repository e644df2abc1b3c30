"""The words of a table: what its cells may say besides dates and amounts."""

STATUSES = {
    "": "posted", "posted": "posted", "booked": "posted", "cleared": "posted",
    "completed": "posted", "reconciled": "posted", "gebucht": "posted",
    "pending": "pending", "uncleared": "pending", "vorgemerkt": "pending",
    "void": "void", "voided": "void", "cancelled": "void", "canceled": "void", "storniert": "void",
}  # fmt: skip
YES_NO = {"": False, "no": False, "false": False, "0": False, "yes": True, "true": True, "1": True}


def joined(payee: str, description: str) -> str:
    """Both, unless the one says the other already."""
    if not payee or payee.casefold() in description.casefold():
        return description
    return f"{payee} {description}".rstrip()
