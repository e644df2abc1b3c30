"""Verdicts and reason codes in words, with advice for a person.

`REASONS` is in order of weight: of several reasons the first one there gives a verdict its first sentence."""

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from people.formats import listed, sentences, written_day
from reconciliation.reconcile.answers import counting, is_outstanding, is_reversal, rows_to_record
from reconciliation.verification.verdict import DEFINITE, READING, UNDECIDED

Words = str | Promise


@dataclass(frozen=True, slots=True)
class Reason:
    """A reason in words: `says` is a whole sentence, `advice` the next step, or empty."""

    says: Words
    advice: Words = ""


Json = Mapping[str, Any]
REASONS: dict[str, Reason] = {
    "not_a_statement": Reason(
        _("This document is not a bank statement."),
        _("Nothing was compared. Say whether it is a statement; otherwise discard it."),
    ),
    "unreadable": Reason(
        _("No statement could be read in this document."),
        _("Download it again from the bank as a PDF with text, not as a scan or a print of a web page."),
    ),
    "no_account": Reason(
        _("None of your accounts fits this statement."),
        _("Choose the account it belongs to, or start a new account from it."),
    ),
    "currency_conflict": Reason(
        _("The account that fits is kept in another currency."),
        _("Each currency needs an account of its own. Choose it, or start one from this statement."),
    ),
    "account_unconfirmed": Reason(
        _("It is not certain which account this statement belongs to."),
        _("Choose the account. The statement is then re-checked."),
    ),
    "ledger_from_this_statement": Reason(
        _("Your books came from this statement, so it cannot check them."),
        _("The next statement is the first real check. To close this one now, acknowledge it and sign off."),
    ),
    "integrity_failed": Reason(
        _("The statement does not add up as it was read."),
        _(
            "The rows do not lead to the closing balance, or contradict another printed figure. "
            "Compare them with the document: one was misread, or the bank erred."
        ),
    ),
    "page_unread": Reason(
        _("Not all of this statement could be read."),
        _("Something on its pages is missing or hidden. Download the statement again, or check its pages."),
    ),
    "figures_unaccounted": Reason(
        _("Not all of this statement could be read."),
        _("Some printed figures are neither a row nor a recognized balance. Look for them in the document."),
    ),
    "integrity_unproved": Reason(
        _("The printed figures do not prove that all of the statement was read."),
        _("Check the rows against the document."),
    ),
    "no_balance": Reason(
        _("The statement prints no balance to compare with."),
        _("The rows were compared one by one. Nothing proves that they are complete."),
    ),
    "no_opening": Reason(
        _("The statement prints no opening balance."),
        _("Upload the statement before this one: its closing balance is used instead."),
    ),
    "opening_unknown": Reason(
        _("The books have no opening balance to start from."),
        _("Enter the account's opening balance and its date, then check again."),
    ),
    "chain_breaks": Reason(
        _("This statement does not begin where the one before it ended."),
        _(
            "The bank's statements contradict each other. Look for a missing or reissued one. "
            "If there is none, acknowledge it and sign off."
        ),
    ),
    "overlaps": Reason(
        _("Another statement already covers part of this period."),
        _("The first one counts. Say whether this one replaces it, or acknowledge that the shared rows are the same, and sign off."),
    ),
    "ambiguous_rows": Reason(
        _("Equal rows and entries cannot be told apart."),
        _("One of them is extra or missing; only you can say which."),
    ),
    "weak_pair": Reason(
        _("An amount matches but the names differ."),
        _("Say whether it is the same payment."),
    ),
    "group_to_confirm": Reason(
        _("Several rows seem to belong together."),
        _("They add up. Confirm that they are one payment."),
    ),
    "contra_to_confirm": Reason(
        _("Two entries in the books seem to cancel out."),
        _("If one reverses the other, link them in the books."),
    ),
    "totals_only": Reason(
        _("Only the totals agree; the rows do not."),
        _("Two wrong rows can cancel out. Go through the rows below."),
    ),
    "opening_undecided": Reason(
        _("Days that no statement covers may explain why the opening balance differs."),
        _("Upload the missing statement, or check which of the earlier entries had cleared."),
    ),
    "carried_over": Reason(
        _("A difference comes from an earlier statement that is not resolved."),
        _(
            "Resolve the earlier statement first; this one is then checked again. "
            "If that one was signed off with its difference, acknowledge it here too."
        ),
    ),
    "opening_differs": Reason(
        _("The opening balance differs from the books."),
        _("Something before this period is missing or wrong in the books. The rows of this period are not the cause."),
    ),
    "new_rows": Reason(
        _("Some rows of the statement are not in the books."),
        _("Add them to the books, then check again."),
    ),
    "missing_rows": Reason(
        _("Some entries in the books are not on the statement."),
        _("Check whether they were entered twice or wrongly, or never reached the bank."),
    ),
    "amount_differs": Reason(
        _("Some amounts differ between statement and books."),
        _("Correct the entry in the books, or ask the bank, then check again."),
    ),
    "sign_differs": Reason(
        _("An entry has the wrong sign."),
        _("Money in was booked as money out, or the other way round. Correct the entry, then check again."),
    ),
    "date_differs": Reason(
        _("An entry is booked on a very different day."),
        _("Correct its date in the books, then check again."),
    ),
    "reading_confirmed": Reason(
        _("A person compared the rows with the document and confirmed them."),
        _("The printed figures do not prove the rows. The statement can be signed off, but it does not count as proved."),
    ),
    "ends_unconfirmed": Reason(
        _("The document does not confirm the first or the last row."),
        _("Each row follows from the one before. Check its first and last page, or upload the statements before and after it."),
    ),
    "outstanding_unproved": Reason(
        _("Some entries have not reached the bank yet."),
        _("This is normal. They should appear on the next statement; nothing needs to be done now."),
    ),
    "cut_off": Reason(
        _("Some payments are booked after the period in which the bank cleared them."),
        _("Change the entry to the bank's date, or leave it: it is only a timing difference."),
    ),
    "chain_gap": Reason(
        _("A statement before this one is missing."),
        _("Upload it to close the gap in the chain."),
    ),
}


TYPED = "typed"
SAID = {
    TYPED: Reason(
        _("These balances were entered by hand. No document proves them."),
        _("Upload the statement when you have it: it replaces what was entered."),
    ),
    **REASONS,
}
"""The reasons with one more, of a statement without a document."""


def as_typed(statement: Json) -> Json:
    """Return the verdict on a statement without a document as the pages show it. Its rows are the entries that a person ticked, so that
    nothing can be misread; its reason is that no document proves it."""
    return {**statement, "reasons": [TYPED if code == "integrity_unproved" else code for code in statement["reasons"]]}


def reasons_of(codes: Iterable[str]) -> list[Reason]:
    """Return the known reasons among `codes`, weightiest first. Unknown codes are left out; the verdict does not depend on them. While the
    reading is incomplete, those about the books are left out too."""
    wanted = set(codes)
    if wanted & set(READING):
        wanted -= {*DEFINITE, *UNDECIDED, "carried_over", "cut_off", "outstanding_unproved"}
    return [reason for code, reason in SAID.items() if code in wanted]


Tone = Literal["good", "calm", "warn", "bad"]
ONLY_TIMING = {"reading_confirmed", "ends_unconfirmed", "outstanding_unproved", "cut_off", "chain_gap"}


@dataclass(frozen=True, slots=True)
class Headline:
    """A verdict in words. `tag` has two or three words, `detail` is for lists, `sentence` is complete; `tone` sets the colour."""

    tag: str
    sentence: str
    tone: Tone
    detail: str = ""
    lead: str = ""

    @property
    def status(self) -> str:
        """The sentence without the counts of open points, which a page lists beside it."""
        return self.lead or self.sentence


def tone_of(verdict: str, reasons: Sequence[str]) -> Tone:
    """Return the tone: good (proved), calm (ties, only later statements can prove it), bad (differs), warn (needs a person)."""
    if verdict == "matched":
        return "good"
    if verdict == "mismatched":
        return "bad"
    return "calm" if ties_but_for_timing(verdict, reasons) else "warn"


def ties_but_for_timing(verdict: str, reasons: Sequence[str]) -> bool:
    return verdict == "partial" and bool(reasons) and set(reasons) <= ONLY_TIMING


def headline(reconciliation: Json, *, typed: bool = False) -> Headline:
    """Return the headline of a file: that of its only statement, or how many of its statements are proved. Copies are left out. A
    `typed` one has no document, and a single statement."""
    statements = counting(reconciliation["statements"]) or reconciliation["statements"][:1]
    if len(statements) == 1:
        return headline_of_statement(as_typed(statements[0]) if typed else statements[0])
    verdict, reasons = reconciliation["verdict"], reconciliation["reasons"]
    proved = sum(statement["verdict"] == "matched" for statement in statements)
    counted = ngettext(
        "%(proved)d of %(count)d statement in this file is proved.",
        "%(proved)d of %(count)d statements in this file are proved.",
        len(statements),
    ) % {"proved": proved, "count": len(statements)}
    sentence = counted if statements else _first_reason(reasons)
    return Headline(_tag(verdict, reasons), sentence, tone_of(verdict, reasons), sentence)


def headline_of_statement(statement: Json) -> Headline:
    """Return the verdict in a sentence, then the open points and the outstanding items."""
    aside = _headline_set_aside(statement)
    if aside:
        return aside
    verdict, reasons = statement["verdict"], statement["reasons"]
    if verdict == "matched":
        lead = gettext("Reconciled, and proved row by row.")
    elif ties_but_for_timing(verdict, reasons):
        lead = gettext("Ties with the bank.") if statement["bridge"] else gettext("Every row is in the books.")
    elif verdict == "mismatched":
        lead = gettext("Statement and books differ.")
    else:
        lead = _first_reason(reasons)
    to_do = listed(left_to_do(statement)) if verdict != "unverifiable" else ""
    waiting = "" if is_incomplete(statement) else outstanding(statement)
    people = [confirmed] if (confirmed := reading_confirmed(statement)) else []
    people += [gettext("Acknowledged by %(who)s.") % {"who": who} for who in dict.fromkeys(statement.get("acknowledged_by", ()))]
    sentence, tone = sentences(lead, to_do, waiting, *people), tone_of(verdict, reasons)
    detail = sentence if tone == "warn" else sentences(to_do, waiting, *people)
    return Headline(_tag(verdict, reasons), sentence, tone, detail, sentences(lead, *people))


def _headline_set_aside(statement: Json) -> Headline | None:
    """Return the headline of a statement that was compared with nothing because another one of its days counts, else None."""
    if statement.get("same_as"):
        return Headline(gettext("Duplicate copy"), gettext("This statement is here already. This copy does not count."), "calm")
    if statement.get("replaced_by"):
        return Headline(gettext("Replaced"), gettext("Another document counts instead of this one."), "calm")
    if any(not other["counts"] for other in statement.get("contradicts", ())):
        sentence = gettext("This document contradicts another one of the same period. Choose which one counts.")
        return Headline(gettext("Contradicts"), sentence, "warn", sentence)
    return None


def _tag(verdict: str, reasons: Sequence[str]) -> str:
    if ties_but_for_timing(verdict, reasons):
        return gettext("Ties with the bank")
    return {
        "matched": gettext("Reconciled, proved"),
        "mismatched": gettext("Differs"),
        "partial": gettext("Needs attention"),
        "unverifiable": gettext("Not compared"),
    }[verdict]


def _first_reason(reasons: Sequence[str]) -> str:
    first = next((SAID[code].says for code in SAID if code in reasons), None)
    return str(first) if first else gettext("Nothing could be compared.")


def is_incomplete(statement: Json) -> bool:
    """True if the reading is neither proved nor confirmed. Its differences may be errors of the reading, so they are not shown as
    differences."""
    return bool(set(READING) & set(statement["reasons"]))


def reading_confirmed(statement: Json) -> str:
    """Return who confirmed the reading, and when, or an empty text."""
    confirmed = statement.get("reading_confirmed")
    if not confirmed or not confirmed["at"]:
        return ""
    day = written_day(dt.datetime.fromisoformat(confirmed["at"]))
    if not confirmed["by"]:
        return gettext("Reading confirmed on %(day)s.") % {"day": day}
    return gettext("Reading confirmed by %(who)s on %(day)s.") % {"who": confirmed["by"], "day": day}


@dataclass(frozen=True, slots=True)
class ChecklistPoint:
    """A count of open points, in words, and the list of the page that it leads to."""

    says: str
    anchor: str


def left_to_do(statement: Json) -> list[str]:
    """Return the counts of open points in words."""
    return [point.says for point in open_points(statement)]


def open_points(statement: Json) -> list[ChecklistPoint]:
    """Return the counts of open points: "1 choice to make", "2 rows missing from your books"; nothing of the books while the reading
    is incomplete."""
    if is_incomplete(statement):
        return []
    differing = [pair["kind"] for pair in statement["differing"]]
    choices, new = len(statement["ambiguous"]), len(rows_to_record(statement))
    amounts, signs, dates = differing.count("amount"), differing.count("sign"), differing.count("date")
    missing = sum(not is_outstanding(item) for item in statement["missing"])
    counts = [
        (choices, "choice", ngettext("%(count)d choice to make", "%(count)d choices to make", choices)),
        (amounts, "differing", ngettext("%(count)d amount differs", "%(count)d amounts differ", amounts)),
        (signs, "differing", ngettext("%(count)d wrong sign", "%(count)d wrong signs", signs)),
        (dates, "differing", ngettext("%(count)d wrong date", "%(count)d wrong dates", dates)),
        (new, "new", ngettext("%(count)d row missing from your books", "%(count)d rows missing from your books", new)),
        (missing, "investigate", ngettext("%(count)d entry not on the statement", "%(count)d entries not on the statement", missing)),
    ]
    errors = sum(bool(row.get("undone_by")) for row in statement["new"])
    corrected = ngettext("%(count)d bank error that was corrected", "%(count)d bank errors that were corrected", errors)
    counts.append((errors, "new", corrected))
    opening = "opening" if statement.get("opening_set") else "brought-forward"
    begins = [ChecklistPoint(gettext("the opening balance differs"), opening)] if "opening_differs" in statement["reasons"] else []
    return [*begins, *(ChecklistPoint(words % {"count": count}, anchor) for count, anchor, words in counts if count)]


def outstanding(statement: Json) -> str:
    """Return "2 items outstanding", or an empty text."""
    count = sum(is_outstanding(item) and not is_reversal(item) for item in statement["missing"])
    return ngettext("%(count)d item outstanding", "%(count)d items outstanding", count) % {"count": count} if count else ""
