"""Reasons why a decision was refused or no longer applies."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from finance.templatetags.money import money
from people.formats import written_span
from reconciliation.decisions.recording import DecisionRefused
from reconciliation.models import Decision
from reconciliation.presentation.labels.reasons import Words

WHY_NOT: dict[str, Words] = {
    "sums_differ": gettext_lazy("The amounts are not equal to the cent. Record the difference in the books first."),
    "contradicts": gettext_lazy("Another decision already says something else of these rows. Withdraw that one first."),
    "decided_meanwhile": gettext_lazy("Somebody else decided this at the same moment. Look again."),
    "asked_no_more": gettext_lazy("This question is settled by now, or another one. Look again."),
    "nothing_proposed": gettext_lazy("Nothing is proposed here: say which rows are one payment."),
    "line_changed": gettext_lazy("The printed row says something else by now."),
    "no_statement": gettext_lazy("The statement is not in this file any more."),
    "no_entry": gettext_lazy("The entry is not in the books of this account."),
    "entry_does_not_count": gettext_lazy("The entry is pending, void or left out: it counts in no balance."),
    "many_to_many": gettext_lazy("Several rows and several entries are not one payment: decide them one by one."),
    "too_few_rows": gettext_lazy("Choose at least one row of each side."),
    "named_twice": gettext_lazy("A row is named twice."),
    "not_opposite": gettext_lazy("Only two of opposite amounts undo each other."),
    "stands_aside": gettext_lazy("This statement proves nothing yet: it overlaps another, or its account is not confirmed."),
    "nothing_compared": gettext_lazy("This statement was not compared with the books."),
    "opening_known": gettext_lazy("The books have an opening balance of their own."),
    "opening_changed": gettext_lazy("The statement does not print this opening balance."),
    "earlier_statement": gettext_lazy("An earlier statement of the account has to open the books."),
    "ledger_begins_later": gettext_lazy("The books begin only after this statement."),
    "another_account": gettext_lazy("The two statements are not of one account."),
    "days_left_uncovered": gettext_lazy("The other statement has days that this one does not cover."),
    "unknown_account": gettext_lazy("The account is not in the books."),
    "number_contradicts": gettext_lazy("The printed number is another account's."),
    "currency_contradicts": gettext_lazy("The printed currency is not the account's."),
    "nothing_changed": gettext_lazy("The row was read like this already."),
    "figure_out_of_range": gettext_lazy("The amount has more decimals than the statement prints."),
    "no_reason": gettext_lazy("Say why."),
    "not_listed": gettext_lazy("The statement does not list these rows as what you accept."),
    "signed_off": gettext_lazy("This statement is signed off: reopen it first."),
    "not_finished": gettext_lazy("The statement is being worked on. Try again in a moment."),
    "days_reversed": gettext_lazy("The last day lies before the first."),
    "typed_already": gettext_lazy("The same was typed before."),
    "withdrawn_already": gettext_lazy("The decision was withdrawn already."),
}


def why_not(code: str) -> str:
    """Return a sentence for a code of the verifier or of the services."""
    return str(WHY_NOT.get(code) or _("The decision cannot be applied."))


def refusal(refused: DecisionRefused) -> str:
    """Return why a decision was refused, with the difference of its sums if there is one."""
    why = why_not(refused.code)
    if refused.apart is None:
        return why
    apart = _("They are %(amount)s apart.") % {"amount": money(refused.apart, refused.currency)}
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
