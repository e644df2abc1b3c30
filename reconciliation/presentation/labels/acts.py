"""Acts of people in words: decisions, rows added to the books, and sign-off, with the reasons why one is refused."""

from collections.abc import Iterable, Iterator

from django.utils.timezone import localdate
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from finance.models import Account
from finance.money import from_minor
from finance.templatetags.money import money
from people.formats import written_day, written_span
from reconciliation.decisions.refused import DecisionRefused
from reconciliation.models import Decision
from reconciliation.posting.refused import NotPosted, Obstacle
from reconciliation.presentation.labels.verdicts import Words
from reconciliation.signoff.drift import BooksChange

WHY_NOT: dict[str, Words] = {
    "sums_differ": _("The amounts are not equal to the cent. Record the difference in the books first."),
    "contradicts": _("Another decision already says something else of these rows. Withdraw that one first."),
    "decided_meanwhile": _("Somebody else decided this at the same moment. Look again."),
    "asked_no_more": _("This question is settled by now, or another one. Look again."),
    "nothing_proposed": _("Nothing is proposed here: say which rows are one payment."),
    "line_changed": _("The printed row says something else by now."),
    "no_statement": _("The statement is not in this file any more."),
    "no_entry": _("The entry is not in the books of this account."),
    "entry_does_not_count": _("The entry is pending, void or left out: it counts in no balance."),
    "many_to_many": _("Several rows and several entries are not one payment: decide them one by one."),
    "too_few_rows": _("Choose at least one row of each side."),
    "named_twice": _("A row is named twice."),
    "not_opposite": _("Only two of opposite amounts undo each other."),
    "stands_aside": _("This statement proves nothing yet: it overlaps another, or its account is not confirmed."),
    "nothing_compared": _("This statement was not compared with the books."),
    "opening_known": _("The books have an opening balance of their own."),
    "opening_changed": _("The statement does not print this opening balance."),
    "earlier_statement": _("An earlier statement of the account has to open the books."),
    "ledger_begins_later": _("The books begin only after this statement."),
    "another_account": _("The two statements are not of one account."),
    "days_left_uncovered": _("The other statement has days that this one does not cover."),
    "unknown_account": _("The account is not in the books."),
    "number_contradicts": _("The printed number is another account's."),
    "currency_contradicts": _("The printed currency is not the account's."),
    "nothing_changed": _("The row was read like this already."),
    "figure_out_of_range": _("The amount has more decimals than the statement prints."),
    "no_reason": _("Say why."),
    "not_listed": _("The statement does not list these rows as what you accept."),
    "signed_off": _("This statement is signed off: reopen it first."),
    "not_finished": _("The statement is being worked on. Try again in a moment."),
    "days_reversed": _("The last day lies before the first."),
    "typed_already": _("The same was typed before."),
    "withdrawn_already": _("The decision was withdrawn already."),
}


def why_not(code: str) -> str:
    """Return a sentence for a code of the verifier or of the services."""
    return str(WHY_NOT.get(code) or gettext("The decision cannot be applied."))


def refusal(refused: DecisionRefused) -> str:
    """Return why a decision was refused, with the difference of its sums if there is one."""
    why = why_not(refused.code)
    if refused.apart is None:
        return why
    apart = gettext("They are %(amount)s apart.") % {"amount": money(refused.apart, refused.currency)}
    return f"{why} {apart}"


def in_words(decision: Decision) -> str:
    """Return a decision in words with its rows and the changed values: "One payment: Aldi Sued, Tesco Stores"."""
    other = [decision.after["other"]] if "other" in decision.after else []
    rows = [str(row["description"]) for row in (*decision.lines, *other, *decision.entries) if row["description"]]
    after = decision.after | ({"date": written_span(str(decision.after["date"]))} if "date" in decision.after else {})
    changes = [str(after[name]) for name in ("account", "amount", "date", "description") if name in after]
    kind = str(decision.get_kind_display())
    named = ", ".join(rows)
    changed = f" → {', '.join(changes)}" if changes else ""
    return f"{kind}: {named}{changed}" if named else f"{kind}{changed}"


LEFT = {
    "in_the_books": _("Row %(row)d is in the books already."),
    "undecided": _("Row %(row)d waits for your choice."),
    "bank_error": _("Row %(row)d is an error of the bank, or its correction: nothing is recorded."),
    "excused": _("Row %(row)d was accepted as it is: withdraw that decision first."),
    "repeats": _("Row %(row)d is printed on another statement, and recorded with that one."),
    "no_date": _("Row %(row)d has no date."),
    "no_such_amount": _("Row %(row)d has an amount that the account's currency does not know."),
    "before_opening": _("Row %(row)d lies before the account's opening date."),
}
OBSTACLES = {
    "edited": _("%(text)s was edited since."),
    "edited_by": _("%(text)s was edited since by %(by)s."),
    "decided": _("A decision on another statement speaks of %(text)s: withdraw it first."),
    "finished": _("%(text)s belongs to a statement that is signed off (%(by)s): reopen that first."),
}


def left_rows(left: Iterable[NotPosted]) -> Iterator[str]:
    """Return one sentence for each row that was left out. Rows are counted from 1, as on the page."""
    return (str(LEFT[row.code]) % {"row": row.line + 1} for row in left)


def later_work(obstacles: Iterable[Obstacle]) -> Iterator[str]:
    for obstacle in obstacles:
        code = "edited_by" if obstacle.code == "edited" and obstacle.by else obstacle.code
        yield str(OBSTACLES[code]) % {"text": obstacle.posting.line["description"] or gettext("A row without a text"), "by": obstacle.by}


SIGN_OFF_REFUSALS = {
    "not_compared": _("Nothing was compared, so there is nothing to sign off."),
    "not_read": _("The comparison is not complete, so it cannot be signed off."),
    "unexplained": _("The statement does not add up, so it cannot be signed off."),
    "undecided": _("Rows wait for your choice: settle them first."),
    "differences": _("Statement and books differ: settle each difference, or accept it with a reason."),
    "unconfirmed": _("Confirm each outstanding item first."),
    "ends_unchecked": _("Look at the first and the last row in the document, and confirm that none is missing."),
    "no_account": _("Say first which account this statement belongs to."),
    "no_reason": _("Give a reason."),
    "same_person": _("Somebody else has to review it: you prepared it, or added rows of it to the books."),
    "changed": _("The books changed since it was prepared: reopen it and look again."),
}
CHANGED = {
    "changed": _("%(text)s: %(was)s on %(was_day)s became %(now)s on %(now_day)s"),
    "removed": _("%(text)s, %(was)s on %(was_day)s, is gone or counts no more"),
    "inserted": _("%(text)s, %(now)s on %(now_day)s, came in"),
    "opening": _("The account's opening balance changed"),
    "earlier": _("Entries before this statement moved by %(moves)s"),
    "cancelling": _("Entries before this statement changed; their sum is what it was"),
}


def why_not_signed_off(code: str) -> str:
    """Return why a step is refused. A step out of order is explained as a page that is out of date."""
    return str(SIGN_OFF_REFUSALS.get(code) or gettext("Somebody was quicker: look at its status again."))


def change_in_words(change: BooksChange, account: Account) -> str:
    """Return a change in words, with its author and time as far as they are known."""
    values = {
        "text": change.description or gettext("An entry without a text"),
        "was": _amount(change.was, account),
        "was_day": written_span(change.was[0]) if change.was else "",
        "now": _amount(change.now, account),
        "now_day": written_span(change.now[0]) if change.now else "",
        "moves": money(change.moves, account.currency),
    }
    kind = "cancelling" if change.kind == "earlier" and not change.moves else change.kind
    sentence = str(CHANGED[kind]) % values
    if change.by and change.at:
        return gettext("%(what)s (%(by)s, %(day)s).") % {"what": sentence, "by": change.by, "day": written_day(localdate(change.at))}
    return f"{sentence}."


def _amount(row: list[object] | None, account: Account) -> str:
    return money(from_minor(int(str(row[1])), account.currency), account.currency) if row else ""
