"""Answers about a document: each request is one answer, recorded and verified at once; a refusal is explained in a sentence."""

from functools import partial
from uuid import UUID

from django.contrib import messages
from django.forms import Form
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from people.access import MemberRequest, member_may
from reconciliation.decisions import reading
from reconciliation.forms import AddedRowForm, ConfirmationForm, MarkForm, StatementFactsForm
from reconciliation.views.deciding import done, statement_shown


@require_POST
@member_may("decide")
def correct_statement(request: MemberRequest, import_id: UUID, statement_id: UUID) -> HttpResponse:
    """Correct balances, days, number, currency or kind of account. Fields that are left out stay as they are."""
    statement, form = statement_shown(request, import_id, statement_id), StatementFactsForm(request.POST)
    if not form.is_valid():
        return _invalid(request, import_id, form)
    return done(request, import_id, partial(reading.correct_statement, statement=statement, actor=request.user, **form.values()))


@require_POST
@member_may("decide")
def add_row(request: MemberRequest, import_id: UUID, statement_id: UUID) -> HttpResponse:
    statement, form = statement_shown(request, import_id, statement_id), AddedRowForm(request.POST)
    if not form.is_valid():
        return _invalid(request, import_id, form)
    return done(request, import_id, partial(reading.add_row, statement=statement, actor=request.user, **form.cleaned_data))


@require_POST
@member_may("decide")
def answer_mark(request: MemberRequest, import_id: UUID, statement_id: UUID) -> HttpResponse:
    statement, form = statement_shown(request, import_id, statement_id), MarkForm(request.POST)
    if not form.is_valid():
        return _invalid(request, import_id, form)
    return done(request, import_id, partial(reading.answer_mark, statement=statement, actor=request.user, **form.cleaned_data))


@require_POST
@member_may("decide")
def confirm_reading(request: MemberRequest, import_id: UUID, statement_id: UUID) -> HttpResponse:
    statement, form = statement_shown(request, import_id, statement_id), ConfirmationForm(request.POST)
    if not form.is_valid():
        return _invalid(request, import_id, form)
    return done(request, import_id, partial(reading.confirm_reading, statement=statement, actor=request.user, **form.cleaned_data))


def _invalid(request: MemberRequest, import_id: UUID, form: Form) -> HttpResponse:
    """Return to the page with what is wrong in each field."""
    wrong = [f"{form.fields[name].label or name}: {' '.join(map(str, errors))}" for name, errors in form.errors.items()]
    messages.error(request, " ".join([_("Nothing was recorded."), *wrong]))
    return redirect("import_detail", import_id=import_id)
