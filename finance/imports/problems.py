"""Errors of a file, row by row."""

from collections.abc import Iterable

from django.utils.translation import gettext as _


class FileRefused(ValueError):
    """The file cannot be imported; `problems` lists the reasons by row. Nothing of it was imported."""

    SHOWN = 10

    def __init__(self, problems: Iterable[str]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(self.problems))

    def shown(self) -> list[str]:
        """Return the first messages, and the number of further ones."""
        more = len(self.problems) - self.SHOWN
        return [*self.problems[: self.SHOWN], *([_("... and %(count)d more.") % {"count": more}] if more > 0 else [])]


def in_row(row: int, what: str) -> str:
    return _("Row %(row)d: %(what)s") % {"row": row, "what": what}
