"""Filters and tags of statements: on their pages, in reports, beside accounts, and for questions and uploads on any page."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any, TypeVar
from uuid import UUID

from django import template
from django.conf import settings
from django.template.context import Context
from django.utils.html import format_html_join
from django.utils.text import Truncator

from finance.charts import Point
from finance.models import Account, ProcessorPayout, Transaction
from people.addresses import organization_in
from people.formats import listed, written_day, written_moment
from reconciliation.examining.facts import DocumentFact
from reconciliation.forms import AddedRowForm, StatementFactsForm
from reconciliation.models import Notice
from reconciliation.presentation import formats
from reconciliation.presentation.account_page import Freshness, Standing, balance_history, calendar_of, freshness_of, standings_of
from reconciliation.presentation.labels.acts import exception_in_words
from reconciliation.presentation.labels.facts import fact_in_words
from reconciliation.presentation.payouts import ExplainedRow, rows_of_payout
from reconciliation.presentation.statement_page.open_reading import OpenMark
from reconciliation.presentation.statement_page.rows import StatementRow
from reconciliation.presentation.statement_page.sections import CorrectionProposal
from reconciliation.presentation.statement_page.sheet import Sheet
from reconciliation.presentation.statement_page.viewer import fact_place
from reconciliation.questions import Shown, waiting_for
from reconciliation.reports.report import shown
from reconciliation.uploads.batches import batch_in_words
from reconciliation.views.access import imports_asked_about

register = template.Library()
Found = TypeVar("Found")
register.filter("day", written_day)
register.filter("moment", written_moment)
register.filter("listed", lambda parts: listed(map(str, parts)))
register.filter("age", formats.age)
register.filter("bounded", formats.bounded)
register.filter("until", formats.until)
register.filter("document_type", formats.document_type)
register.filter("stage", formats.stage)
register.filter("document_deleted", formats.document_deleted)
register.filter("provider_name", formats.provider_name)
register.filter("rounded", formats.rounded)
register.filter("figure", formats.figure)
register.filter("cell", shown)
register.filter("exception", exception_in_words)
register.filter("fact_in_words", fact_in_words)


@register.filter
def beside(cells: tuple[object, ...], columns: tuple[object, ...]) -> list[tuple[object, object]]:
    """Yield each cell with its column."""
    return list(zip(cells, columns, strict=True))


@register.filter
def row_options(rows: Sequence[StatementRow], currency: str) -> str:
    """Return the options of a select, one for each row: its number, day, text and amount."""
    texts = ((row, Truncator(row.description).chars(60)) for row in rows)
    options = ((row.line, written_day(row.date), text, formats.figure(row.amount, currency)) for row, text in texts)
    return format_html_join("", '<option value="{}">{} {} {}</option>', options)


@register.filter
def place_of_fact(fact: DocumentFact, position: int) -> str:
    return fact_place(position, fact)


@register.filter
def on(enquiries: Sequence[Shown], number: int) -> list[Shown]:
    """Return the questions on the statement of this number."""
    return [shown for shown in enquiries if shown.enquiry.number == number]


@register.inclusion_tag("reconciliation/enquiry_notice.html", takes_context=True)
def enquiry_notice(context: dict[str, Any]) -> dict[str, Any]:
    request = context["request"]
    return {
        "waiting": waiting_for(request.membership, imports_asked_about(request.membership)),
        "answers": request.membership.may("decide"),
    }


@register.simple_tag
def facts_form(sheet: Sheet) -> StatementFactsForm:
    """Return the form of a statement's balances, days, number, currency and kind, filled with the known values."""
    printed = sheet.reading.printed
    known = {
        "opening": printed.opening_balance,
        "closing": printed.closing_balance,
        "first": printed.period_start,
        "last": printed.period_end,
        "number": printed.account_hint,
        "currency": printed.currency,
        "account_kind": printed.account_kind,
    }
    return StatementFactsForm(initial=known, auto_id=f"s{sheet.position}-facts-%s")


@register.simple_tag
def row_form(sheet: Sheet, mark: OpenMark) -> AddedRowForm:
    """Return the form of a row that was not read, filled from the words at its place."""
    known = asdict(mark.guess) | {"mark": mark.number}
    return AddedRowForm(initial=known, auto_id=f"s{sheet.position}-mark-{mark.number}-%s")


@register.simple_tag
def missing_row_form(sheet: Sheet, proposal: CorrectionProposal | None = None) -> AddedRowForm:
    """Return the form of a row that is missing, empty or filled from the proposal that names it."""
    if proposal is None or proposal.missing is None:
        return AddedRowForm(auto_id=f"s{sheet.position}-missing-%s")
    known = asdict(proposal.missing)
    return AddedRowForm(initial=known, auto_id=f"s{sheet.position}-missing-{sheet.proposals.index(proposal)}-%s")


@register.simple_tag
def freshness(accounts: Sequence[Account]) -> dict[UUID, Freshness]:
    return freshness_of(accounts)


@register.simple_tag
def standings(rows: Sequence[Transaction]) -> dict[UUID, Standing]:
    return standings_of(rows)


@register.simple_tag
def history(account: Account) -> list[Point]:
    return balance_history(account)


@register.simple_tag
def explained_rows(payout: ProcessorPayout) -> list[ExplainedRow]:
    return rows_of_payout(payout)


@register.filter
def of_row(by_row: Mapping[UUID, Found], row: Account | Transaction) -> Found | None:
    return by_row.get(row.pk)


@register.inclusion_tag("reconciliation/coverage.html", takes_context=True)
def coverage(context: Context, account: Account) -> dict[str, Any]:
    return {"account": account, "calendar": calendar_of(account), "request": context["request"]}


@register.inclusion_tag("reconciliation/uploads.html", takes_context=True)
def uploads(context: Context) -> dict[str, object]:
    """Return what dropped files need. They are taken on the pages of an organization alone, since others name none."""
    request = context.get("request")
    membership = getattr(request, "membership", None)
    is_inside = request is not None and organization_in(request.path_info) is not None
    return {
        "may_upload": is_inside and membership is not None and membership.may("upload"),
        "most_bytes": settings.DOCUMENT_MAX_BYTES,
        "csrf_token": context.get("csrf_token"),
    }


@register.inclusion_tag("reconciliation/batch_notice.html", takes_context=True)
def batch_notice(context: dict[str, Any]) -> dict[str, Any]:
    request = context["request"]
    notice = Notice.objects.of(request.organization).filter(user=request.user, seen_at=None).first()
    return {"request": request, "notice": notice, "says": batch_in_words(notice) if notice else ""}
