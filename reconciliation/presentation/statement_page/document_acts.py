"""Acts on a document: the next step, which is one action for the first open point, and discarding, taking back or moving the
document. Also the verdict in words, for a terminal."""

import datetime as dt
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from django.utils.translation import gettext as _

from people.addresses import address
from people.models import Membership, Organization
from reconciliation.models import Decision, StatementImport
from reconciliation.models.decisions import MOVED, NOT_A_STATEMENT
from reconciliation.presentation.import_list import RUNNING
from reconciliation.presentation.labels.processing import failure
from reconciliation.presentation.statement_page.sheet import Sheet, sheets_of
from reconciliation.retention.discarded import days_of, last_day_of

Action = Literal[
    "wait",
    "unlock",
    "process_again",
    "read_as_statement",
    "start_account",
    "choose_account",
    "adopt_opening",
    "look",
    "account",
    "link",
    "sign",
    "next",
    "upload",
    "nothing",
]
SIGNING = ("sign_off", "prepare", "review")


@dataclass(frozen=True, slots=True)
class NextStep:
    """An action. `kind` is the act of the button; `sheet`, `anchor` and `address` are its target, or empty. The button of a sign-off is
    in the header of its statement."""

    kind: Action
    label: str = ""
    sheet: Sheet | None = None
    anchor: str = ""
    address: str = ""


def next_step(statement_import: StatementImport, sheets: Sequence[Sheet]) -> NextStep:
    """Return the action for the first open point, statement by statement."""
    if statement_import.status in RUNNING:
        return NextStep("wait")
    if statement_import.wants_password:
        return NextStep("unlock")
    failed = failure(statement_import.error)
    if failed:
        return NextStep("process_again", _("Try again")) if failed.may_pass else NextStep("upload", _("Upload another file"))
    if NOT_A_STATEMENT in (statement_import.reconciliation or {}).get("reasons", []) and not sheets:
        return NextStep("read_as_statement", _("This is a statement"))
    open_sheets = [sheet for sheet in sheets if not sheet.is_closed]
    if sheets and not open_sheets:
        return NextStep("next", _("Next"))
    parts = (_of_the_document, _of_the_sign_off, _of_the_facts, _of_the_opening, _of_the_rows)
    steps = (step for sheet in open_sheets for part in parts if (step := part(sheet)))
    return next(steps, NextStep("upload", _("Upload another statement")) if sheets else NextStep("nothing"))


def _of_the_document(sheet: Sheet) -> NextStep | None:
    """Return the step for the kind of the document, or for its account."""
    reasons = set(sheet.verdict["reasons"])
    if NOT_A_STATEMENT in reasons:
        return NextStep("read_as_statement", _("This is a statement"), sheet)
    if sheet.links.contradictions and not sheet.is_signed:
        return NextStep("look", _("Choose which document counts"), sheet, "contradicts")
    if "no_account" in reasons:
        return NextStep("start_account", _("Create this account from the statement"), sheet)
    if reasons & {"account_unconfirmed", "currency_conflict"}:
        return NextStep("choose_account", _("Choose the account"), sheet, "account")
    if sheet.is_incomplete:
        return NextStep("look", _("Check what was read"), sheet, "proposals" if sheet.proposals and not sheet.reading.marks else "reading")
    return NextStep("adopt_opening", sheet=sheet) if sheet.may_adopt_opening else None


def _of_the_sign_off(sheet: Sheet) -> NextStep | None:
    """Return the step that the member may take: everything ties, or each difference is accepted, or it waits for a review."""
    step = next((step for step in sheet.steps if step in SIGNING), "")
    if not step or sheet.signing is None:
        return None
    return NextStep("sign", sheet=sheet)


def _of_the_facts(sheet: Sheet) -> NextStep | None:
    """Return the step for a point that neither the document nor the books can settle: the statement before it if that ends with another
    balance or is not settled, else the fact that a person may acknowledge."""
    if not sheet.facts:
        return None
    fact = sheet.facts[0]
    if fact.code == "chain_breaks" and fact.others:
        there = address("import_detail", fact.others[0].statement_import_id)
        return NextStep("link", _("Open the previous statement"), sheet, address=there)
    return NextStep("look", _("See what cannot be resolved"), sheet, "facts") if fact.may_be else None


def _of_the_opening(sheet: Sheet) -> NextStep | None:
    """Return the step for a wrong opening balance: the statement that it comes from, else the entries that would explain it, else the
    opening balance of the account."""
    reasons = set(sheet.verdict["reasons"])
    if not reasons & {"opening_unknown", "opening_differs"} or sheet.account is None:
        return None
    origin = next((part["statement"] for part in sheet.verdict.get("opening_parts", []) if part["statement"]), None)
    if origin and "opening_differs" in reasons:
        there = address("import_detail", origin["import"])
        return NextStep("link", _("Open the statement that the difference comes from"), sheet, address=there)
    if "opening_differs" in reasons and sheet.verdict["opening_set"]:
        return NextStep("look", _("See the entries that would explain it"), sheet, "opening")
    return NextStep("account", _("Look at the account's opening balance"), sheet)


def _of_the_rows(sheet: Sheet) -> NextStep | None:
    tasks = {
        "names": _("Confirm the names"),
        "choice": _("Make your choice"),
        "differing": _("See what differs"),
        "new": _("See what is missing"),
        "investigate": _("See what is not on the statement"),
    }
    for section in sheet.sections:
        if section.anchor in tasks and (section.anchor != "new" or section.can_be_added):
            return NextStep("look", tasks[section.anchor], sheet, section.anchor)
    return None


@dataclass(frozen=True, slots=True, kw_only=True)
class Discarding:
    """`decision` discarded the document, or is None. `days` is the time in which it can be taken back, `deleted_on` the day on which it is
    deleted, None once it is."""

    decision: Decision | None
    reason: str
    days: int
    deleted_on: dt.date | None
    clients: Sequence[Organization]


def discarding_of(statement_import: StatementImport, others: Sequence[Membership]) -> Discarding:
    """Return the acts that the page offers; `others` are the memberships of clients that the document may belong to."""
    decision = None
    if statement_import.status == StatementImport.Status.DISCARDED:
        decisions = Decision.objects.of(statement_import.organization).standing().filter(statement_import=statement_import)
        decision = decisions.filter(kind=Decision.Kind.DISCARDED).select_related("made_by", "organization").first()
    gone = decision is None or not statement_import.has_document
    return Discarding(
        decision=decision,
        reason=reason_in_words(decision.reason) if decision else "",
        days=days_of(statement_import.organization),
        deleted_on=None if gone or decision is None else last_day_of(decision),
        clients=[membership.organization for membership in others],
    )


def reason_in_words(reason: str) -> str:
    """Return the reason as the person gave it, or in words if the product gave it."""
    return {NOT_A_STATEMENT: _("It is not a statement."), MOVED: _("It was moved to another client.")}.get(reason, reason)


def as_text(statement_import: StatementImport) -> Iterator[str]:
    """Yield the verdict in words and every row that needs a person."""
    yield f"{statement_import.filename}: {statement_import.verdict or statement_import.get_status_display()}"
    wrong = failure(statement_import.error)
    if wrong:
        yield f"  {wrong.what} {wrong.advice}"
    for sheet in sheets_of(statement_import):
        yield f"  {sheet.title}: {sheet.headline.sentence}"
        for section in sheet.sections:
            if section.folded:
                continue
            yield f"    {section.title}"
            for item in section.items:
                sides = " against ".join(f"{row.date} {row.amount:>9} {row.description}" for row in [*item.bank, *item.books])
                yield f"      {sides}   {item.why}" if item.why else f"      {sides}"
