"""A reading in words: its checks, remarks of its readers, and corrections that would make it add up."""

from collections.abc import Callable, Iterable, Mapping
from decimal import Decimal
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from reconciliation.presentation.labels.verdicts import Words
from reconciliation.printed.statement import Fact

SENTENCES: dict[str, Words] = {
    "rows_lead": _("The rows lead from {0} to {1}, as printed."),
    "balances_follow": _("{0} of {1} printed balances follow from their rows."),
    "totals_agree": _("{0} paid in and {1} paid out are the sums of the rows, as printed."),
    "totals_of_rows_agree": _("Printed totals that are the sums of their rows: {0}."),
    "pages_complete": _("The pages are numbered 1 to {0}, and all are there."),
    "no_opening": _("No opening balance was found."),
    "no_closing": _("No closing balance was found."),
    "no_rows": _("No rows were found, and nothing on the pages says that there are none."),
    "rows_differ": _("Opening balance and rows miss the closing balance by {0}."),
    "balance_breaks": _("The balance beside row {0} does not follow from the row."),
    "total_wrong": _("A printed total is not the sum of its rows."),
    "unproved": _("Nothing moved the account, and no printed figure confirms that."),
    "page_unread": _("Part of the file could not be read."),
    "joined_lines": _("Lines were read as one row that may be several."),
    "ink_unread": _("Something is printed here that was not read."),
    "no_headings": _("No headings say which column is money in and which is money out."),
    "under_unread": _("A heading over figures was not understood."),
    "against_sides": _("A row runs against the side that is named above its figure."),
    "figures_unaccounted": _("A figure here is neither a row nor a balance that was understood."),
    "several_readings": _("The figures can be read in another way that adds up as well."),
    "opening_unnamed": _("Nothing says that this is the first row: rows may be missing before it."),
    "closing_unnamed": _("Nothing says that this is the last row: rows may be missing after it."),
    "first_row_unconfirmed": _("The opening balance follows from the first row, and nothing else confirms that row."),
    "dates_uncertain": _("The days of the rows are not certain."),
    "days_untold": _("Nothing says which of two days a row was booked on."),
    "orientation": _("Nothing says which rows are money in and which are money out."),
    "against_names": _("Most rows run against the name above them."),
    "against_types": _("The type of a row says the other side than its figure."),
    "against_marks": _("The sign or mark of a row says the other side than its figure."),
    "side_untold": _("Nothing says whether the balances are money held or money owed."),
    "page_missing": _("The page numbers tell of a page that is not in the file."),
    "two_accounts": _("The number or the name of another account stands between the rows."),
    "two_statements": _("The pages bear the numbers or the days of two statements."),
    "of_a_supplier": _("The rows look like the invoices of a supplier."),
    "zero_rows": _("A row comes to nothing, so no sum would miss it."),
    "figures_broken": _("A figure may have lost digits to a gap."),
    "daily_differs": _("A balance in the list of daily balances is not the one that the rows lead to."),
    "table_left_out": _("A table below the rows was left out, and its figures are other ones."),
    "summary_differs": _("The summary does not agree with the rows."),
    "total_differs": _("A figure that is named as a total is not the sum of the rows."),
    "count_differs": _("A printed number of rows is not that of the rows that were read."),
    "table_without_trace": _("A table comes to nothing, so no sum tells whether it belongs to the account."),
    "other_balance": _("Another balance is printed than the one that the rows lead to."),
    "page_repeated": _("A page stands twice in the file."),
    "copy_counted": _("A table that may be a copy of another was counted."),
    "copy_with_balances": _("A table that may be a copy of another prints balances of its own."),
    "told_as_total": _("A row may be a total."),
    "currency_differs": _("The page names another currency or unit for the figures."),
    "unbooked_counted": _("The page says that a row is not booked, and the balances count it."),
    "tables_cancel": _("Two tables cancel each other."),
    "pieces": _("Two parts of the file may be one account."),
    "repeated": _("The same rows stand in the file twice."),
    "segments": _("The account is printed in parts that may not be all."),
    "overview_differs": _("The list of accounts prints another balance."),
    "model_read": _("A model pointed at the rows, and no printed figure confirms them."),
    "opening_typed": _("The opening balance was entered by a person, and no other figure confirms it."),
    "closing_typed": _("The closing balance was entered by a person, and no other figure confirms it."),
    "first_day_typed": _("The first day was entered by a person, and no adjoining statement confirms it."),
    "last_day_typed": _("The last day was entered by a person, and no adjoining statement confirms it."),
    "first_row_typed": _("The amount of the first row was entered by a person, and only the opening balance confirms it."),
    "last_row_typed": _("A person said that the last row is none, and only the closing balance confirms it."),
    "typed_unconfirmed": _("The amount of row {0} was entered by a person, and no printed figure confirms it."),
    "answers_unconfirmed": _("No running balance and no printed totals confirm that all rows are here."),
    "sides_turned": _("A person reversed the signs, and no printed figure confirms that."),
    "never_proved": _("The figures did not prove this reading when it was read."),
}


OF_MONEY = frozenset({"rows_lead", "rows_differ", "totals_agree"})
"""Codes of facts whose figures are amounts."""


def sentence(fact: Fact, figure: Callable[[Decimal], str] | None = None) -> str:
    """Return the sentence for a fact in the active language; `figure` formats its amounts."""
    amounts = fact.figures if figure and fact.code in OF_MONEY else ()
    written = [figure(Decimal(each.replace(",", ""))) for each in amounts] if figure else []
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
    "doubled_row": _("If row %(row)d (%(right)s) were not there a second time, %(follows)s."),
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
        "follows": gettext("every balance would follow") if repair["alone"] else gettext("the balances up to the next break would follow"),
    }
    if kind == "missing_row":
        if line == 0 and until == rows:
            sentence = gettext("If one more row of %(right)s stood there, %(follows)s.")
        elif line == 0:
            sentence = gettext("If one more row of %(right)s stood before row %(before)d, %(follows)s.")
        elif until == rows:
            sentence = gettext("If one more row of %(right)s stood after row %(after)d, %(follows)s.")
        else:
            sentence = gettext("If one more row of %(right)s stood between rows %(after)d and %(before)d, %(follows)s.")
        return sentence % (words | {"after": line, "before": until + 1})
    sentence = str(REPAIRS.get(kind, AMOUNT)) % (words | {"read": figure(Decimal(read))})
    return f"{sentence} {HINTS[kind]}" if kind in HINTS else sentence


SKIPPED = _("Parts of the file are damaged and were left out. Download it again from the bank.")
NOTES: dict[str, Words] = {
    "cut_short": _("The file ends before its end: the download was probably cut short."),
    "second_engine": _("The file could only be read by the second reader, which sees less."),
    "second_engine_failed": _("The second reader could not look at the file."),
    "engines_disagree": _("Two readers see different figures on a page."),
    "font_contradicts": _("A font draws other characters than it claims: what is copied from this file is not what is seen."),
    "has_attachments": _("The file holds other files, which no page shows."),
    "portfolio": _("The file is a folder of other files. Upload the statement in it by itself."),
    "form_not_drawn": _("The file holds a form of a kind (XFA) that is not drawn here. Print it to a new PDF, and upload that."),
    "layer_unconfirmed": _("A picture covers the words of a page. They were not compared with the picture: install text recognition."),
    "uncertain_figures": _("Figures were recognised in a picture and are not sure: compare them with the page."),
    "scanned_pages_unread": _("Scanned pages were not read."),
    "too_many_scans": _("There are more scanned pages than are read at once."),
    "no_text": _("Text recognition is not installed: scanned pages stay unread."),
    "ocr_timeout": _("Recognising the scanned pages took too long."),
    "ocr_memory": _("Recognising the scanned pages needs more memory than it may use."),
    "limit_reached": _("The file is nested too deeply to be read to its end."),
    "object_skipped": SKIPPED,
    "stream_skipped": SKIPPED,
    "text_dropped": SKIPPED,
}
FLAGS: dict[str, Words] = {
    "page_missing": _("A page is missing: the printed page numbers do not follow each other."),
    "model_read": _("These rows were pointed at by a model; code looked each up on the page."),
}
"""The codes that no reason of the verdict covers."""


def remarks(codes: list[str]) -> list[str]:
    """Return one sentence for each code without duplicates. Unknown codes are left out; the verdict reports what was not read."""
    return list(dict.fromkeys(str(NOTES[code]) for code in codes if code in NOTES))
