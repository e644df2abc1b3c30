"""Results of adding rows to the books, and reasons why rows were left out."""

from collections.abc import Iterable, Iterator

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from reconciliation.posting.publishing import NotPosted
from reconciliation.posting.undoing import Obstacle

LEFT = {
    "in_the_books": gettext_lazy("Row %(row)d is in the books already."),
    "undecided": gettext_lazy("Row %(row)d waits for your choice."),
    "bank_error": gettext_lazy("Row %(row)d is an error of the bank, or its correction: nothing is recorded."),
    "excused": gettext_lazy("Row %(row)d was accepted as it is: withdraw that decision first."),
    "repeats": gettext_lazy("Row %(row)d is printed on another statement, and recorded with that one."),
    "no_date": gettext_lazy("Row %(row)d has no date."),
    "no_such_amount": gettext_lazy("Row %(row)d has an amount that the account's currency does not know."),
    "before_opening": gettext_lazy("Row %(row)d lies before the account's opening date."),
}
OBSTACLES = {
    "edited": gettext_lazy("%(text)s was edited since."),
    "edited_by": gettext_lazy("%(text)s was edited since by %(by)s."),
    "decided": gettext_lazy("A decision on another statement speaks of %(text)s: withdraw it first."),
    "finished": gettext_lazy("%(text)s belongs to a statement that is signed off (%(by)s): reopen that first."),
}


def left_rows(left: Iterable[NotPosted]) -> Iterator[str]:
    """Return one sentence for each row that was left out. Rows are counted from 1, as on the page."""
    return (str(LEFT[row.code]) % {"row": row.line + 1} for row in left)


def later_work(obstacles: Iterable[Obstacle]) -> Iterator[str]:
    for obstacle in obstacles:
        code = "edited_by" if obstacle.code == "edited" and obstacle.by else obstacle.code
        yield str(OBSTACLES[code]) % {"text": obstacle.posting.line["description"] or _("A row without a text"), "by": obstacle.by}
