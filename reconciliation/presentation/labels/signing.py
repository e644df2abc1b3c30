"""The sign-off status of a statement in words: its steps, why the next one is refused, and later changes."""

from django.utils.timezone import localdate
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from finance.models import Account
from finance.money import from_minor
from finance.templatetags.money import money
from people.formats import written_day, written_span
from reconciliation.signoff.drift import BooksChange

WHY_NOT = {
    "not_compared": gettext_lazy("Nothing was compared, so there is nothing to sign off."),
    "not_read": gettext_lazy("The comparison is not complete, so it cannot be signed off."),
    "unexplained": gettext_lazy("The statement does not add up, so it cannot be signed off."),
    "undecided": gettext_lazy("Rows wait for your choice: settle them first."),
    "differences": gettext_lazy("Statement and books differ: settle each difference, or accept it with a reason."),
    "unconfirmed": gettext_lazy("Confirm each outstanding item first."),
    "ends_unchecked": gettext_lazy("Look at the first and the last row in the document, and confirm that none is missing."),
    "no_account": gettext_lazy("Say first which account this statement belongs to."),
    "no_reason": gettext_lazy("Give a reason."),
    "same_person": gettext_lazy("Somebody else has to review it: you prepared it, or added rows of it to the books."),
    "changed": gettext_lazy("The books changed since it was prepared: reopen it and look again."),
}
CHANGED = {
    "changed": gettext_lazy("%(text)s: %(was)s on %(was_day)s became %(now)s on %(now_day)s"),
    "removed": gettext_lazy("%(text)s, %(was)s on %(was_day)s, is gone or counts no more"),
    "inserted": gettext_lazy("%(text)s, %(now)s on %(now_day)s, came in"),
    "opening": gettext_lazy("The account's opening balance changed"),
    "earlier": gettext_lazy("Entries before this statement moved by %(moves)s"),
    "cancelling": gettext_lazy("Entries before this statement changed; their sum is what it was"),
}


def why_not(code: str) -> str:
    """Return why a step is refused. A step out of order is explained as a page that is out of date."""
    return str(WHY_NOT.get(code) or _("Somebody was quicker: look at its status again."))


def change_in_words(change: BooksChange, account: Account) -> str:
    """Return a change in words, with its author and time as far as they are known."""
    values = {
        "text": change.description or _("An entry without a text"),
        "was": _amount(change.was, account),
        "was_day": written_span(change.was[0]) if change.was else "",
        "now": _amount(change.now, account),
        "now_day": written_span(change.now[0]) if change.now else "",
        "moves": money(change.moves, account.currency),
    }
    kind = "cancelling" if change.kind == "earlier" and not change.moves else change.kind
    sentence = str(CHANGED[kind]) % values
    if change.by and change.at:
        return _("%(what)s (%(by)s, %(day)s).") % {"what": sentence, "by": change.by, "day": written_day(localdate(change.at))}
    return f"{sentence}."


def _amount(row: list[object] | None, account: Account) -> str:
    return money(from_minor(int(str(row[1])), account.currency), account.currency) if row else ""
