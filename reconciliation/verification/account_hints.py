"""The number of an account in what a statement calls it. Asked for the first time, it loads the words that statements are read by."""


def number_of(hint: str) -> str:
    from reconciliation.reading.document.metadata import number_of as found

    return found(hint)


def last_digits(number: str) -> str:
    from reconciliation.reading.document.metadata import last_digits as found

    return found(number)
