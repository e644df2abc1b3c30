"""Accounts, what is booked in them, and rows from a file."""

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from itertools import groupby
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from finance.access import member_may
from finance.balances import book_balance, book_balances
from finance.forms import AccountForm, CsvFileForm
from finance.imports.problems import FileRefused
from finance.models import Account
from finance.paging import BadPageKey, PageKey
from finance.requests import MemberRequest
from finance.services import CsvReport, import_csv

PAGE_SIZE = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class CurrencySection:
    """The accounts of one currency: sums never cross currencies. `total` is of the balances that are known."""

    currency: str
    accounts: tuple[tuple[Account, Decimal | None], ...]

    @property
    def total(self) -> Decimal:
        return sum((balance for _account, balance in self.accounts if balance is not None), Decimal(0))

    @property
    def unknown(self) -> int:
        return sum(balance is None for _account, balance in self.accounts)


@require_safe
@member_may("read")
def accounts(request: MemberRequest) -> HttpResponse:
    found = Account.objects.visible_to(request.membership).order_by("currency", "name")
    sections = list(_sections(found, book_balances(found)))
    return render(request, "finance/accounts.html", {"sections": sections, "section": "accounts"} | _rights(request))


@require_safe
@member_may("read")
def account(request: MemberRequest, account_id: UUID) -> HttpResponse:
    return _account_page(request, _account(request, account_id), CsvFileForm())


@require_http_methods(["GET", "POST"])
@member_may("manage_accounts")
def account_new(request: MemberRequest) -> HttpResponse:
    return _account_form(request, AccountForm(request.POST or None, organization=request.organization))


@require_http_methods(["GET", "POST"])
@member_may("manage_accounts")
def account_edit(request: MemberRequest, account_id: UUID) -> HttpResponse:
    instance = _account(request, account_id)
    return _account_form(request, AccountForm(request.POST or None, instance=instance, organization=request.organization))


@require_POST
@member_may("import_ledger")
def account_import(request: MemberRequest, account_id: UUID) -> HttpResponse:
    """Adds the rows of a CSV file, or says by row why not."""
    found = _account(request, account_id)
    form = CsvFileForm(request.POST, request.FILES)
    if form.is_valid():
        try:
            report = import_csv(account=found, data=form.cleaned_data["file"].read())
        except FileRefused as refused:
            form.add_error("file", [_("Nothing was imported."), *refused.shown()])
        else:
            messages.success(request, _outcome(report))
            return redirect("account", found.pk)
    return _account_page(request, found, form, status=422)


def _account(request: MemberRequest, account_id: UUID) -> Account:
    return get_object_or_404(Account.objects.visible_to(request.membership), pk=account_id)


def _account_page(request: MemberRequest, found: Account, form: CsvFileForm, *, status: int = 200) -> HttpResponse:
    page = found.transactions.all().page(size=PAGE_SIZE, after=_page_key(request), newest_first=True)
    context = {"account": found, "balance": book_balance(found), "page": page, "form": form, "section": "accounts"}
    return render(request, "finance/account.html", context | _rights(request), status=status)


def _account_form(request: MemberRequest, form: AccountForm) -> HttpResponse:
    if request.method == "POST" and form.is_valid():
        return redirect("account", form.save().pk)
    return render(request, "finance/account_form.html", {"form": form, "account": form.instance, "section": "accounts"})


def _page_key(request: MemberRequest) -> PageKey | None:
    text = request.GET.get("after", "")
    try:
        return PageKey.parse(text) if text else None
    except BadPageKey as error:
        raise Http404 from error


def _sections(found: Iterable[Account], balances: dict[UUID, Decimal | None]) -> Iterable[CurrencySection]:
    for currency, ours in groupby(found, key=lambda account: account.currency):
        yield CurrencySection(currency=currency, accounts=tuple((account, balances[account.pk]) for account in ours))


def _rights(request: MemberRequest) -> dict[str, bool]:
    return {"may_manage": request.membership.may("manage_accounts"), "may_import": request.membership.may("import_ledger")}


def _outcome(report: CsvReport) -> str:
    said = [_("%(added)d transactions added, %(known)d were there already.") % {"added": report.added, "known": report.known}]
    if report.changed:
        said.append(
            _("%(changed)d have an id that the account knows with other content, and were left alone.") % {"changed": report.changed}
        )
    return " ".join(said)
