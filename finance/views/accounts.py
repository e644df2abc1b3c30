"""Pages of accounts and their entries."""

from dataclasses import dataclass
from decimal import Decimal
from itertools import groupby
from uuid import UUID

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from finance.balances import book_balance, book_balances
from finance.forms import AccountForm, LedgerFileForm
from finance.models import Account
from finance.paging import BadPageKey, PageKey, numbered
from people.access import MemberRequest, member_may
from people.audit.acts import Act
from people.forms.rendering import save_recorded

PAGE_SIZE = 50
ACCOUNTS_SHOWN = 100
SHOWN_IMPORTS = 20
WITHOUT_VALUES = frozenset({"number", "opening_balance"})
"""Fields of an account whose changes the audit log records without values."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CurrencySection:
    """The accounts of one currency: sums never cross currencies. `total` sums the known balances, `shown` are those of this page."""

    currency: str
    accounts: tuple[tuple[Account, Decimal | None], ...]
    shown: tuple[tuple[Account, Decimal | None], ...]

    @property
    def total(self) -> Decimal:
        return sum((balance for _account, balance in self.accounts if balance is not None), Decimal(0))

    @property
    def unknown(self) -> int:
        return sum(balance is None for _account, balance in self.accounts)


@require_safe
@member_may("read")
def accounts(request: MemberRequest) -> HttpResponse:
    """List the accounts by currency; a page shows the currencies that have accounts on it."""
    visible = Account.objects.visible_to(request.membership).select_related("organization").order_by("currency", "name")
    balances = book_balances(visible)
    page = numbered(visible, ACCOUNTS_SHOWN, request.GET.get("accounts", ""))
    on_page = set(page.rows)
    sections = []
    for currency, group in groupby(visible, key=lambda account: account.currency):
        rows = tuple((account, balances[account.pk]) for account in group)
        shown = tuple(row for row in rows if row[0] in on_page)
        if shown:
            sections.append(CurrencySection(currency=currency, accounts=rows, shown=shown))
    return render(request, "finance/accounts.html", {"sections": sections, "page": page, "section": "accounts"} | _rights(request))


@require_safe
@member_may("read")
def account(request: MemberRequest, account_id: UUID) -> HttpResponse:
    return account_page(request, _account(request, account_id), LedgerFileForm())


@require_http_methods(["GET", "POST"])
@member_may("manage_accounts")
def account_new(request: MemberRequest) -> HttpResponse:
    """Create an account; the query string may prefill its name and currency."""
    prefilled = {name: request.GET[name] for name in ("name", "currency") if name in request.GET}
    return _account_form(request, AccountForm(request.POST or None, initial=prefilled, organization=request.organization))


@require_http_methods(["GET", "POST"])
@member_may("manage_accounts")
def account_edit(request: MemberRequest, account_id: UUID) -> HttpResponse:
    instance = _account(request, account_id)
    return _account_form(request, AccountForm(request.POST or None, instance=instance, organization=request.organization))


def _account(request: MemberRequest, account_id: UUID) -> Account:
    return get_object_or_404(Account.objects.visible_to(request.membership), pk=account_id)


def account_page(request: MemberRequest, shown_account: Account, form: LedgerFileForm, *, status: int = 200) -> HttpResponse:
    """Return the page of an account, with a form for a file that may show why one was refused."""
    after = request.GET.get("after", "")
    try:
        page_key = PageKey.parse(after) if after else None
    except BadPageKey as error:
        raise Http404 from error
    context = {
        "account": shown_account,
        "balance": book_balance(shown_account),
        "page": shown_account.transactions.select_related("coding").page(size=PAGE_SIZE, after=page_key, newest_first=True),
        "form": form,
        "imports": shown_account.ledger_imports.listed()[:SHOWN_IMPORTS],
        "section": "accounts",
    }
    return render(request, "finance/account.html", context | _rights(request), status=status)


def _account_form(request: MemberRequest, form: AccountForm) -> HttpResponse:
    if request.method == "POST" and form.is_valid():
        act = Act.ADDED_ACCOUNT if form.is_new else Act.CHANGED_ACCOUNT
        saved = save_recorded(form, organization=request.organization, by=request.user, act=act, named_only=WITHOUT_VALUES)
        return redirect("account", saved.pk)
    return render(request, "finance/account_form.html", {"form": form, "account": form.instance, "section": "accounts"})


def _rights(request: MemberRequest) -> dict[str, bool]:
    may = request.membership.may
    return {"may_manage": may("manage_accounts"), "may_import": may("import_ledger"), "may_post": may("post"), "may_export": may("export")}
