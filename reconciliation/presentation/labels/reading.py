"""A reading in words: its checks, remarks of its readers, and corrections that would make it add up."""

from collections.abc import Callable, Iterable, Mapping
from decimal import Decimal
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from reconciliation.presentation.labels.verdicts import Words
from reconciliation.printed.statement import Fact

SENTENCES: dict[str, Words] = {
    "rows_lead": _("The rows lead from the printed opening balance {0} to the printed closing balance {1}."),
    "balances_follow": _("{0} of {1} printed balances follow from their rows."),
    "totals_agree": _("The rows add up to the printed totals: {0} in, {1} out."),
    "totals_of_rows_agree": _("Printed totals that are the sums of their rows: {0}."),
    "parts_agree": _("Payments that are the sums of their printed parts: {0}."),
    "order_as_proved": _("Day and month are read in the order of statement {0}, which was proved."),
    "order_as_confirmed": _("Day and month are read in the order of statement {0}, which {1} confirmed."),
    "side_as_proved": _("Money in and out are read as on statement {0}, which was proved and closes with this opening balance."),
    "side_as_confirmed": _(
        "Money in and out are read as on statement {0}, which {1} confirmed, and which closes with this opening balance."
    ),
    "pages_complete": _("All pages, numbered 1 to {0}, are present."),
    "no_opening": _("No opening balance was found."),
    "no_closing": _("No closing balance was found."),
    "no_rows": _("No rows were found, and nothing on the pages says that there are none."),
    "rows_differ": _("Opening balance plus rows differs from the closing balance by {0}."),
    "balance_breaks": _("The running balance on row {0} does not follow from the row."),
    "total_wrong": _("A printed total is not the sum of its rows."),
    "unproved": _("There are no rows, and no printed figure confirms that."),
    "page_unread": _("Part of the file could not be read."),
    "joined_lines": _("Lines were read as one row but may be several."),
    "ink_unread": _("Something is printed here that was not read."),
    "no_headings": _("No headings say which column is money in and which is money out."),
    "under_unread": _("A column heading was not recognized."),
    "against_sides": _("A row contradicts the heading above its figure."),
    "figures_unaccounted": _("A figure here is neither a row nor a recognized balance."),
    "several_readings": _("The figures can be read in another way that adds up as well."),
    "opening_unnamed": _("Nothing confirms the first row: rows may be missing before it."),
    "closing_unnamed": _("Nothing confirms the last row: rows may be missing after it."),
    "first_row_unconfirmed": _("The opening balance follows from the first row, and nothing else confirms that row."),
    "dates_uncertain": _("The dates of the rows are uncertain."),
    "days_untold": _("The document does not say which of two dates is the booking date."),
    "orientation": _("The document does not say which rows are money in and which are money out."),
    "against_names": _("Most rows contradict the heading above them."),
    "against_types": _("The type of a row contradicts its column."),
    "against_marks": _("The sign or mark of a row contradicts its column."),
    "side_untold": _("The document does not say whether the balances are money held or money owed."),
    "page_missing": _("The page numbers mention a page that is not in the file."),
    "two_accounts": _("The number or the name of another account is between the rows."),
    "two_statements": _("The pages have the numbers or the dates of two statements."),
    "of_a_supplier": _("The rows look like the invoices of a supplier."),
    "zero_rows": _("A row is 0.00, so no total would miss it."),
    "figures_broken": _("A figure may have lost digits to a gap."),
    "holdings_listed": _(
        "Securities held: in {1} of {0} rows quantity times price is the value. Their sum is {2}, the printed total {3}. They are listed,"
        " and not reconciled."
    ),
    "trades_listed": _(
        "Trades: in {1} of {0} rows quantity times price is the value. Their sum is {2}, the printed total {3}. They are listed, and not"
        " reconciled."
    ),
    "trades_left_out": _("Trades are listed that are not among the rows, and no balance confirms every row. Check if they moved the cash."),
    "parts_differ": _("A payment is not the sum of its printed parts. Check principal, interest and fees."),
    "daily_differs": _("A balance in the list of daily balances differs from the rows."),
    "table_left_out": _("A table below the rows was left out, and its figures differ from theirs."),
    "summary_differs": _("The summary does not agree with the rows."),
    "total_differs": _("A figure that is labelled as a total is not the sum of the rows."),
    "count_differs": _("The printed number of rows differs from the rows that were read."),
    "table_without_trace": _("A table adds up to 0.00, so no total shows whether it belongs to the account."),
    "other_balance": _("A printed balance differs from the rows."),
    "page_repeated": _("A page is in the file twice."),
    "copy_counted": _("A table that may be a copy of another was counted."),
    "copy_with_balances": _("A table that may be a copy of another prints balances of its own."),
    "told_as_total": _("A row may be a total."),
    "currency_differs": _("The page names another currency or unit for the figures."),
    "unbooked_counted": _("The page marks a row as not booked, but the balances include it."),
    "tables_cancel": _("Two tables cancel out."),
    "pieces": _("Two parts of the file may be one account."),
    "repeated": _("The same rows are in the file twice."),
    "segments": _("The account is printed in several parts, and some may be missing."),
    "overview_differs": _("The list of accounts prints another balance."),
    "model_read": _("A model located the rows, and no printed figure confirms them."),
    "opening_typed": _("The opening balance was entered by a person, and no other figure confirms it."),
    "closing_typed": _("The closing balance was entered by a person, and no other figure confirms it."),
    "first_day_typed": _("The first day was entered by a person, and no adjoining statement confirms it."),
    "last_day_typed": _("The last day was entered by a person, and no adjoining statement confirms it."),
    "first_row_typed": _("The amount of the first row was entered by a person, and only the opening balance confirms it."),
    "last_row_typed": _("A person dismissed the last row, and only the closing balance confirms it."),
    "typed_unconfirmed": _("The amount of row {0} was entered by a person, and no printed figure confirms it."),
    "answers_unconfirmed": _("No running balance and no printed totals confirm that all rows are here."),
    "sides_turned": _("A person reversed the signs, and no printed figure confirms that."),
    "interim_report": _("The file is a report during the day or a notice: its balances are not those of a statement."),
    "never_proved": _("The figures did not prove this reading when it was read."),
}


OF_MONEY = frozenset({"rows_lead", "rows_differ", "totals_agree"})
"""Codes of facts whose figures are amounts."""


def sentence(fact: Fact, figure: Callable[[Decimal], str] | None = None) -> str:
    """Return the sentence for a fact in the active language; `figure` formats its amounts."""
    amounts = fact.figures if figure and fact.code in OF_MONEY else ()
    written = [figure(Decimal(amount.replace(",", ""))) for amount in amounts] if figure else []
    return str(SENTENCES[fact.code]).format(*(written or fact.figures))


def sentences(facts: Iterable[Fact], figure: Callable[[Decimal], str] | None = None) -> list[str]:
    """Return the sentences for facts without duplicates. The code of another version has no sentence."""
    return list(dict.fromkeys(sentence(fact, figure) for fact in facts if fact.code in SENTENCES))


Json = Mapping[str, Any]

AMOUNT = _("If row %(row)d were %(right)s instead of %(read)s, %(follows)s.")
REPAIRS: dict[str, Words] = {
    "balance_misread": _("If the balance on row %(row)d were %(right)s instead of %(read)s, %(follows)s."),
    "opening_misread": _("If the opening balance were %(right)s instead of %(read)s, %(follows)s."),
    "closing_misread": _("If the closing balance were %(right)s instead of %(read)s, %(follows)s."),
    "doubled_row": _("Row %(row)d (%(right)s) may be counted twice. Without it, %(follows)s."),
}
HINTS: dict[str, Words] = {
    "wrong_sign": _("The sign may have been misread."),
    "digits_swapped": _("Two digits may have changed places."),
    "digit_misread": _("One digit may have been misread."),
}


def repair_in_words(repair: Json, rows: int, figure: Callable[[Decimal], str]) -> str:
    """Return the sentence for a statement of so many rows; `figure` formats an amount. Rows are counted from 1."""
    kind, line, until, read = repair["kind"], repair["line"], repair["until"], repair["read"]
    words = {
        "row": line + 1,
        "right": figure(Decimal(repair["amount"])),
        "follows": gettext("every balance would agree") if repair["alone"] else gettext("the balances up to the next break would agree"),
    }
    if kind == "missing_row":
        if line == 0 and until == rows:
            sentence = gettext("A row of %(right)s seems to be missing. With it, %(follows)s.")
        elif line == 0:
            sentence = gettext("A row of %(right)s seems to be missing before row %(before)d. With it, %(follows)s.")
        elif until == rows:
            sentence = gettext("A row of %(right)s seems to be missing after row %(after)d. With it, %(follows)s.")
        else:
            sentence = gettext("A row of %(right)s seems to be missing between rows %(after)d and %(before)d. With it, %(follows)s.")
        return sentence % (words | {"after": line, "before": until + 1})
    sentence = str(REPAIRS.get(kind, AMOUNT)) % (words | {"read": figure(Decimal(read))})
    return f"{sentence} {HINTS[kind]}" if kind in HINTS else sentence


SKIPPED = _("Parts of the file are damaged and were left out. Download it again from the bank.")
NOTES: dict[str, Words] = {
    "cut_short": _("The file is cut off: the download was probably incomplete."),
    "second_engine": _("Only the second reader could open the file, and it reads less."),
    "second_engine_failed": _("The second reader could not open the file."),
    "engines_disagree": _("Two readers see different figures on a page."),
    "font_contradicts": _("A font shows other characters than the file says: copied text differs from the page."),
    "has_attachments": _("The file has attachments that no page shows."),
    "pending_rows": _("Rows that the bank had not booked, or cancelled, were left out."),
    "portfolio": _("The file is a PDF portfolio. Upload the statement in it separately."),
    "form_not_drawn": _("The file contains an XFA form, which cannot be shown here. Print it to a new PDF and upload that."),
    "layer_unconfirmed": _("A picture covers the words of a page. They were not compared with the picture: install text recognition."),
    "uncertain_figures": _("Figures were recognized in a picture and are uncertain. Compare them with the page."),
    "scanned_pages_unread": _("Scanned pages were not read."),
    "too_many_scans": _("There are more scanned pages than are read at once."),
    "no_text": _("Text recognition is not installed: scanned pages stay unread."),
    "ocr_timeout": _("Recognizing the scanned pages took too long."),
    "ocr_memory": _("Recognizing the scanned pages needs more memory than it may use."),
    "limit_reached": _("The file is nested too deeply to be read to its end."),
    "object_skipped": SKIPPED,
    "stream_skipped": SKIPPED,
    "text_dropped": SKIPPED,
}
FLAGS: dict[str, Words] = {
    "page_missing": _("A page is missing: the printed page numbers do not follow each other."),
    "model_read": _("A model located these rows; code checked each on the page."),
}
"""The codes that no reason of the verdict covers."""


def remarks(codes: list[str]) -> list[str]:
    """Return one sentence for each code without duplicates. Unknown codes are left out; the verdict reports unread parts."""
    return list(dict.fromkeys(str(NOTES[code]) for code in codes if code in NOTES))
