"""Pages for entries by hand: new, changed, deleted."""

from collections.abc import Callable
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from finance import entries
from finance.categories import all_known
from finance.forms import EntryForm
from finance.locks import LedgerLocked
from finance.models import Account, Transaction
from people.access import MemberRequest, member_may
from people.roles import Role


@require_http_methods(["GET", "HEAD", "POST"])
@member_may("post")
def entry_new(request: MemberRequest, account_id: UUID) -> HttpResponse:
    account = get_object_or_404(Account.objects.visible_to(request.membership), pk=account_id)
    form = _form(request, Transaction(account=account))
    return _form_page(request, form, lambda: entries.enter(account=account, by=request.user, codes=form.codes(), **form.entry_fields()))


@require_http_methods(["GET", "HEAD", "POST"])
@member_may("post")
def entry_edit(request: MemberRequest, account_id: UUID, entry_id: UUID) -> HttpResponse:
    entry = _entry(request, account_id, entry_id)
    form = _form(request, entry)
    return _form_page(request, form, lambda: entries.edit(entry=entry, by=request.user, codes=form.codes(), **form.entry_fields()))


@require_POST
@member_may("post")
def entry_delete(request: MemberRequest, account_id: UUID, entry_id: UUID) -> HttpResponse:
    try:
        entries.delete(entry=_entry(request, account_id, entry_id), by=request.user)
    except LedgerLocked as locked:
        messages.error(request, str(locked))
        return redirect("entry_edit", account_id, entry_id)
    messages.success(request, _("The entry was deleted."))
    return redirect("account", account_id)


def _entry(request: MemberRequest, account_id: UUID, entry_id: UUID) -> Transaction:
    return get_object_or_404(Transaction.objects.visible_to(request.membership).filter(account=account_id), pk=entry_id)


def _form(request: MemberRequest, entry: Transaction) -> EntryForm:
    entry.clean_for_owner = request.membership.role == Role.OWNER
    return EntryForm(request.POST or None, instance=entry)


def _form_page(request: MemberRequest, form: EntryForm, save: Callable[[], object]) -> HttpResponse:
    account = form.instance.account
    if form.is_valid():
        try:
            save()
        except LedgerLocked as locked:
            form.add_error(None, locked.shown())
        else:
            return redirect("account", account.pk)
    is_new = form.instance._state.adding  # noqa: SLF001  Django's name
    context = {"form": form, "account": account, "is_new": is_new, "section": "accounts", "known": all_known(request.organization)}
    return render(request, "finance/entry_form.html", context)
