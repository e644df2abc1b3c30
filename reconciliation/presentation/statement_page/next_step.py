"""The next action on the page of an import."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from django.utils.translation import gettext as _

from reconciliation.models import StatementImport
from reconciliation.presentation.labels import failure
from reconciliation.presentation.statement_page.sheet import Sheet
from reconciliation.presentation.statement_page.summary import RUNNING
from reconciliation.reconcile.answers import rows_to_record

Kind = Literal[
    "wait", "unlock", "process_again", "start_account", "choose_account", "adopt_opening", "look", "account", "upload", "nothing"
]
WANTS_A_PERSON = ("choice", "differing", "new", "investigate")
GAP_IN_THE_READING = {"integrity_failed", "page_unread", "figures_unaccounted", "integrity_unproved"}


@dataclass(frozen=True, slots=True)
class NextStep:
    """An action. `kind` is what the button does; `sheet` and `anchor` are where it leads, or empty."""

    kind: Kind
    label: str = ""
    sheet: Sheet | None = None
    anchor: str = ""


def next_step(statement_import: StatementImport, sheets: Sequence[Sheet]) -> NextStep:
    """Return the action for the first open point, statement by statement."""
    if statement_import.status in RUNNING:
        return NextStep("wait")
    if statement_import.wants_password:
        return NextStep("unlock")
    failed = failure(statement_import.error)
    if failed:
        return NextStep("process_again", _("Try again")) if failed.may_pass else NextStep("upload", _("Upload another file"))
    unsettled = (step for sheet in sheets if (step := _step_of(sheet)))
    return next(unsettled, NextStep("upload", _("Upload another statement")) if sheets else NextStep("nothing"))


def _step_of(sheet: Sheet) -> NextStep | None:
    reasons = set(sheet.verdict["reasons"])
    if "no_account" in reasons:
        return NextStep("start_account", _("Start this account from the statement"), sheet)
    if reasons & {"account_unconfirmed", "currency_conflict"}:
        return NextStep("choose_account", _("Choose the account"), sheet, "account")
    if sheet.may_adopt_opening:
        return NextStep("adopt_opening", sheet=sheet)
    if reasons & {"opening_unknown", "opening_differs"} and sheet.account:
        return NextStep("account", _("Look at the account's opening balance"), sheet)
    for section in sheet.sections:
        if section.anchor in WANTS_A_PERSON and (section.anchor != "new" or rows_to_record(sheet.verdict)):
            return NextStep("look", _task(section.anchor), sheet, section.anchor)
    if reasons & GAP_IN_THE_READING:
        return NextStep("look", _("Compare the rows with the document"), sheet, "rows")
    return None


def _task(anchor: str) -> str:
    return {
        "choice": _("Make your choice"),
        "differing": _("See what differs"),
        "new": _("See what to record"),
        "investigate": _("See what to investigate"),
    }[anchor]
