"""The number of an account in the words of a statement. The first call loads the reader's vocabulary."""


def number_of(hint: str) -> str:
    from reconciliation.reading.document.metadata import number_of as found

    return found(hint)


def last_digits(number: str) -> str:
    from reconciliation.reading.document.metadata import last_digits as found

    return found(number)
