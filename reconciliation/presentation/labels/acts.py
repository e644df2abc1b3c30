"""Acts of people in words: decisions, rows added to the books, and sign-off, with the reasons why one is refused."""

from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal

from django.utils.timezone import localdate
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from finance.models import Account
from finance.money import from_minor
from finance.templatetags.money import money
from people.formats import listed, written_day, written_span
from reconciliation.decisions.refused import DecisionRefused
from reconciliation.models import Decision
from reconciliation.posting import NotPosted, Obstacle
from reconciliation.presentation.labels.verdicts import REASONS, Words
from reconciliation.signoff.drift import BooksChange

WHY_NOT: dict[str, Words] = {
    "sums_differ": _("The amounts are not equal to the cent. Record the difference in the books first."),
    "no_booked_to": _("Enter the account to book the difference to."),
    "one_row_with_difference": _("Choose one row and at least one entry: the difference is booked for one row at a time."),
    "no_difference": _("The amounts are equal: match them without a difference."),
    "difference_not_booked": _("This account cannot have an entry with this date and amount."),
    "ledger_locked": _("The books are locked on this date. Nothing was changed."),
    "row_not_added": _("The remaining row cannot be added to the books. Resolve these rows one by one."),
    "contradicts": _("Another decision about these rows says otherwise. Undo it first."),
    "decided_meanwhile": _("Someone else decided this at the same moment. Check it again."),
    "asked_no_more": _("This question is resolved or has changed. Check it again."),
    "nothing_proposed": _("No match is suggested here. Choose the rows that are one payment."),
    "proposal_gone": _("This suggestion no longer applies."),
    "proposal_changed": _("What this suggestion is about has changed. Check it again."),
    "proposal_answered": _("This suggestion was already answered."),
    "line_changed": _("The printed row has changed since."),
    "no_statement": _("The statement is no longer in this file."),
    "no_entry": _("The entry is not in the books of this account."),
    "entry_does_not_count": _("The entry is pending, void or left out, so it does not count."),
    "many_to_many": _("Several rows and several entries are not one payment. Match them one by one."),
    "too_few_rows": _("Choose at least one row on each side."),
    "named_twice": _("A row is listed twice."),
    "not_opposite": _("Only two opposite amounts cancel out."),
    "stands_aside": _("This statement proves nothing yet: it overlaps another, or its account is not confirmed."),
    "nothing_compared": _("This statement was not compared with the books."),
    "opening_known": _("The books have an opening balance of their own."),
    "opening_changed": _("The statement does not print this opening balance."),
    "earlier_statement": _("The books must start with an earlier statement of the account."),
    "ledger_begins_later": _("The books begin after this statement."),
    "another_account": _("The two statements are not of the same account."),
    "days_left_uncovered": _("The other statement has days that this one does not cover."),
    "unknown_account": _("The account is not in the books."),
    "nothing_changed": _("The row already has these values."),
    "figure_out_of_range": _("The amount has more decimals than the statement prints."),
    "no_reason": _("Give a reason."),
    "not_listed": _("The statement no longer lists these rows this way."),
    "fact_changed": _("What was acknowledged has changed. Check it again."),
    "earlier_open": _("An earlier statement of the account is not signed off. Sign it off first."),
    "accepted_already": _("This row is already ignored or accepted. Undo that decision first."),
    "signed_off": _("This statement is signed off. Reopen it first."),
    "not_finished": _("The statement is being processed. Try again in a moment."),
    "days_reversed": _("The last day is before the first."),
    "typed_already": _("The same balances were already entered."),
    "withdrawn_already": _("The decision was already undone."),
    "mark_changed": _("This place in the document was read differently since. Check it again."),
    "document_changed": _("The decision was made on another document."),
    "reading_changed": _("Rows or balances have changed since. Compare them with the document again."),
    "marks_unanswered": _("Some places in the document were not read. Answer each of them first."),
    "proved_already": _("The printed figures prove this reading. It needs no confirmation."),
    "does_not_add_up": _("The rows do not lead from the opening to the closing balance. Correct what was misread first."),
    "rows_outside_days": _("A row is dated outside the statement's period."),
    "no_such_kind": _("Unknown kind of account."),
    "no_such_balance": _("Only the opening and the closing balance can be marked as not printed."),
    "row_added": _("A person added this row. Undo that decision instead."),
    "no_such_answer": _("Answer with nothing, or note."),
    "typed": _("This statement was entered by hand. Undo the entry instead."),
    "document_deleted": _("The document was deleted: upload it again."),
    "statement_already": _("This document is already read as a statement."),
    "same_client": _("The document already belongs to this client."),
    "both_contradict": _("The printed account number and currency both differ from this account. Confirm that it is the right one."),
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


OF_STATEMENT = {
    "opening": _("Opening balance"),
    "closing": _("Closing balance"),
    "first": _("First day"),
    "last": _("Last day"),
    "number": _("Account number or name"),
    "currency": _("Currency"),
}
"""Values of a statement, by the names that its decisions store them under."""
NOT_PRINTED = {"opening": _("No opening balance printed"), "closing": _("No closing balance printed")}


def in_words(decision: Decision) -> str:
    """Return a decision in words with its rows and the changed values: "One payment: Aldi Sued, Tesco Stores"."""
    other = [decision.after["other"]] if "other" in decision.after else []
    if decision.kind == Decision.Kind.ACKNOWLEDGED:
        return f"{decision.get_kind_display()}: {REASONS[decision.after['fact']].says}"
    if decision.kind == Decision.Kind.READING_CONFIRMED:
        return ngettext("Reading confirmed: %(count)d row", "Reading confirmed: %(count)d rows", decision.after["rows"]) % {
            "count": decision.after["rows"]
        }
    rows = [decision.after["mark"]["text"]] if decision.kind == Decision.Kind.MARK_ANSWERED else []
    rows += [str(row["description"]) for row in (*decision.lines, *other, *decision.entries) if row["description"]]
    days = {name: written_span(str(decision.after[name])) for name in ("date", "first", "last") if decision.after.get(name)}
    after = decision.after | days
    if after.get("no_row"):
        return gettext("Not a row: %(rows)s") % {"rows": listed(rows) or gettext("no description")}
    changes = [str(after[name]) for name in ("account", "amount", "date", "description", "balance") if after.get(name) is not None]
    changes += [f"{label}: {after[name]}" for name, label in OF_STATEMENT.items() if after.get(name) is not None]
    changes += [str(Account.Kind(after["account_kind"]).label)] if "account_kind" in after else []
    changes += [str(NOT_PRINTED[name]) for name in after.get("not_printed", ())] + (
        [gettext("Signs reversed")] if "turned" in after else []
    )
    kind = str(decision.get_kind_display())
    named = listed(rows)
    if "difference" in decision.after:
        booked = decision.after["difference"]
        values = {
            "amount": money(Decimal(booked["amount"]), decision.account.currency if decision.account else ""),
            "account": booked["nominal"],
        }
        changes.append(gettext("difference of %(amount)s booked to %(account)s") % values)
    changed = f" → {', '.join(changes)}" if changes else ""
    return f"{kind}: {named}{changed}" if named else f"{kind}{changed}"


def exception_in_words(exception: Mapping[str, str]) -> str:
    """Return the reason of an exception of a sign-off; of an acknowledged fact, the fact too."""
    fact = exception.get("fact")
    return f"{REASONS[fact].says} {exception['reason']}" if fact in REASONS else exception["reason"]


LEFT = {
    "in_the_books": _("Row %(row)d is already in the books."),
    "undecided": _("Row %(row)d needs your choice."),
    "bank_error": _("Row %(row)d is a bank error or its correction: nothing is booked."),
    "excused": _("Row %(row)d was accepted as it is. Undo that decision first."),
    "repeats": _("Row %(row)d is printed on another statement, and recorded with that one."),
    "no_date": _("Row %(row)d has no date."),
    "no_such_amount": _("Row %(row)d has an amount that the account's currency does not allow."),
    "before_opening": _("Row %(row)d is dated before the account's opening date."),
}
OBSTACLES = {
    "edited": _("%(text)s was edited since."),
    "edited_by": _("%(text)s was edited since by %(by)s."),
    "decided": _("A decision on another statement refers to %(text)s. Undo it first."),
    "finished": _("%(text)s belongs to a statement that is signed off (%(by)s). Reopen it first."),
}


def left_rows(left: Iterable[NotPosted]) -> Iterator[str]:
    """Return one sentence for each row that was left out. Rows are counted from 1, as on the page."""
    return (str(LEFT[row.code]) % {"row": row.line + 1} for row in left)


def later_work(obstacles: Iterable[Obstacle]) -> Iterator[str]:
    for obstacle in obstacles:
        code = "edited_by" if obstacle.code == "edited" and obstacle.by else obstacle.code
        yield str(OBSTACLES[code]) % {
            "text": obstacle.posting.line["description"] or gettext("A row without a description"),
            "by": obstacle.by,
        }


SIGN_OFF_REFUSALS = {
    "not_compared": _("Nothing was compared, so there is nothing to sign off."),
    "not_read": _("The comparison is not complete, so it cannot be signed off."),
    "unexplained": _("The statement does not add up, so it cannot be signed off."),
    "undecided": _("Rows need your choice. Resolve them first."),
    "unacknowledged": _("Acknowledge first what neither the document nor the books can resolve."),
    "differences": _("Statement and books differ. Resolve each difference, or accept it with a reason."),
    "unconfirmed": _("Confirm each outstanding item first."),
    "ends_unchecked": _("Check the first and the last row in the document, and confirm that none is missing."),
    "no_account": _("Choose the account of this statement first."),
    "no_reason": _("Give a reason."),
    "same_person": _("Someone else must review it: you prepared it, or added its rows to the books."),
    "changed": _("The books or the statement changed since it was prepared. Reopen it and check again."),
    "unbound": _("This sign-off does not name the rows and balances that were shown. Reopen the statement and sign it off again."),
    "signed_beside": _("Another document of the same account and days is signed off. Reopen that one first."),
}
CHANGED = {
    "changed": _("%(text)s: %(was)s on %(was_day)s became %(now)s on %(now_day)s"),
    "removed": _("%(text)s, %(was)s on %(was_day)s, was removed or no longer counts"),
    "inserted": _("%(text)s, %(now)s on %(now_day)s, was added"),
    "opening": _("The account's opening balance changed"),
    "statement": _("The rows or balances of the statement are no longer those that were signed off"),
    "earlier": _("Entries before this statement moved by %(moves)s"),
    "cancelling": _("Entries before this statement changed; their total is the same"),
}


def why_not_signed_off(code: str) -> str:
    """Return why a step is refused. A step out of order is explained as a page that is out of date."""
    return str(SIGN_OFF_REFUSALS.get(code) or gettext("Someone else changed this first. Check its status."))


IN_USE = {
    "in_use_signed_off": _("A statement of this document is signed off or closed. Reopen it first."),
    "in_use_posted": _("Rows of this document were added to the books. Undo that first."),
    "in_use_decided": _("Decisions depend on this document. Undo them first."),
    "in_use_started": _("An account was created from this document. Delete its first entries first."),
    "in_use_asked": _("A question to the client about this document is open. Close it first."),
}


def why_in_use(code: str) -> str:
    """Return why a document cannot be stopped, discarded or moved."""
    return str(IN_USE[code])


def change_in_words(change: BooksChange, account: Account) -> str:
    """Return a change in words, with its author and time as far as they are known."""
    values = {
        "text": change.description or gettext("An entry without a description"),
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
