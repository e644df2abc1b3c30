"""What can go wrong between a program and Tieout."""

from collections.abc import Sequence
from typing import Any


class Refused(Exception):
    """Tieout said no. `code` is what to go by: it does not change between releases; `detail` says what to do."""

    def __init__(self, status: int, code: str, detail: str = "", errors: Sequence[Any] = ()) -> None:
        self.status, self.code, self.detail, self.errors = status, code, detail, tuple(errors)
        super().__init__(" ".join(filter(None, (f"{status} {code}", detail, *(str(each.get("message", "")) for each in errors)))))


class Unreachable(Exception):
    """No answer came, however often it was asked."""


class NotInTime(Exception):
    """The document was not finished within the time that was given. It is worked on all the same: ask again."""
