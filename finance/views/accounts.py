"""Pages of accounts, of their entries by hand, and of their export to other programs."""

from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from itertools import groupby
from urllib.parse import urlsplit
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBadRequest, HttpResponseRedirect, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.urls import Resolver404, resolve
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.text import slugify
from django.utils.timezone import localdate
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from finance import entries
from finance.balances import balances_after, book_balance, book_balances
from finance.categories import all_known
from finance.exports import FORMS, Selection, lines_of
from finance.forms.account import AccountForm, EntryCorrectionForm, EntryFilterForm, EntryForm, ExportForm
from finance.forms.ledger_file import LedgerFileForm
from finance.locks import LedgerLocked
from finance.models import Account, Transaction
from finance.paging import BadPageKey, PageKey, numbered
from people.access import MemberRequest, member_may
from people.addresses import address, redirect_to
from people.audit import Act, record
from people.forms import save_recorded
from people.roles import Role

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
@member_may("read_books")
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
    return render(
        request,
        "finance/accounts.html",
        {"sections": sections, "page": page, "section": "accounts", "this_year": localdate().year} | _rights(request),
    )


@require_safe
@member_may("read_books")
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
    balance, narrowing = book_balance(shown_account), EntryFilterForm(request.GET)
    entries = narrowing.narrow(shown_account.transactions.select_related("coding"), shown_account.currency)
    page = entries.page(size=PAGE_SIZE, after=page_key, newest_first=True)
    narrowed = any(request.GET.get(name) for name in narrowing.fields)
    context = {
        "account": shown_account,
        "balance": balance,
        "page": page,
        "after": {} if narrowed else balances_after(page.rows, balance),
        "narrowing": narrowing,
        "narrowed": narrowed,
        "form": form,
        "imports": shown_account.ledger_imports.listed()[:SHOWN_IMPORTS],
        "section": "accounts",
    }
    return render(request, "finance/account.html", context | _rights(request), status=status)


def _account_form(request: MemberRequest, form: AccountForm) -> HttpResponse:
    if request.method == "POST" and form.is_valid():
        act = Act.ADDED_ACCOUNT if form.is_new else Act.CHANGED_ACCOUNT
        saved = save_recorded(form, organization=request.organization, by=request.user, act=act, named_only=WITHOUT_VALUES)
        return redirect_to("account", saved.pk)
    return render(request, "finance/account_form.html", {"form": form, "account": form.instance, "section": "accounts"})


def _rights(request: MemberRequest) -> dict[str, bool]:
    may = request.membership.may
    return {"may_manage": may("manage_accounts"), "may_import": may("import_ledger"), "may_post": may("post"), "may_export": may("export")}


@require_http_methods(["GET", "HEAD", "POST"])
@member_may("post")
def entry_new(request: MemberRequest, account_id: UUID) -> HttpResponse:
    account = _account(request, account_id)
    form = _entry_form(request, Transaction(account=account))
    return _entry_page(request, form, lambda: entries.enter(account=account, by=request.user, codes=form.codes(), **form.entry_fields()))


@require_http_methods(["GET", "HEAD", "POST"])
@member_may("post")
def entry_edit(request: MemberRequest, account_id: UUID, entry_id: UUID) -> HttpResponse:
    entry = _entry(request, account_id, entry_id)
    form = _entry_form(request, entry)
    return _entry_page(request, form, lambda: entries.edit(entry=entry, by=request.user, codes=form.codes(), **form.entry_fields()))


@require_POST
@member_may("post")
def entry_delete(request: MemberRequest, account_id: UUID, entry_id: UUID) -> HttpResponse:
    entry = _entry(request, account_id, entry_id)
    return _entry_acted(request, entry, lambda: entries.delete(entry=entry, by=request.user), _("The entry was deleted."))


@require_POST
@member_may("post")
def entry_duplicate(request: MemberRequest, account_id: UUID, entry_id: UUID) -> HttpResponse:
    """Void an entry that was entered twice: it stays in sight and counts in no balance."""
    entry = _entry(request, account_id, entry_id)
    message = _("The entry is marked as a duplicate. It stays visible and does not count.")
    return _entry_acted(request, entry, lambda: entries.void(entry=entry, by=request.user), message)


@require_POST
@member_may("post")
def entry_correct(request: MemberRequest, account_id: UUID, entry_id: UUID) -> HttpResponse:
    """Change the amount and the day of an entry to those that a statement prints. A field that is left out stays as it is."""
    entry, form = _entry(request, account_id, entry_id), EntryCorrectionForm(request.POST)
    if not form.is_valid():
        raise Http404
    return _entry_acted(request, entry, lambda: entries.edit(entry=entry, by=request.user, **form.given()), _("The entry was corrected."))


def _entry_acted(request: MemberRequest, entry: Transaction, act: Callable[[], object], message: str) -> HttpResponse:
    """Run the act and return to the page that asked for it; a lock is explained there, or on the entry's page."""
    account_id, entry_id = entry.account_id, entry.pk
    try:
        act()
    except LedgerLocked as locked:
        messages.error(request, str(locked))
        return HttpResponseRedirect(return_address(request, address("entry_edit", account_id, entry_id)))
    messages.success(request, message)
    return HttpResponseRedirect(return_address(request, address("account", account_id)))


def _entry(request: MemberRequest, account_id: UUID, entry_id: UUID) -> Transaction:
    return get_object_or_404(Transaction.objects.visible_to(request.membership).filter(account=account_id), pk=entry_id)


def _entry_form(request: MemberRequest, entry: Transaction) -> EntryForm:
    entry.clean_for_owner = request.membership.role == Role.OWNER
    return EntryForm(request.POST or None, instance=entry)


def _entry_page(request: MemberRequest, form: EntryForm, save: Callable[[], object]) -> HttpResponse:
    account = form.instance.account
    back = return_address(request, address("account", account.pk))
    if form.is_valid():
        try:
            save()
        except LedgerLocked as locked:
            form.add_error(None, locked.shown())
        else:
            return HttpResponseRedirect(back)
    is_new = form.instance._state.adding  # noqa: SLF001  Django's name
    context = {"form": form, "account": account, "is_new": is_new, "section": "accounts", "known": all_known(request.organization)}
    return render(request, "finance/entry_form.html", context | {"back": back})


@require_safe
@member_may("export")
def account_exports(request: MemberRequest, account_id: UUID) -> HttpResponseBase:
    """Show the choices of an export; submitted, return the file."""
    account = _account(request, account_id)
    form = ExportForm(request.GET if "form" in request.GET else None)
    if form.is_valid():
        return _file(request, account, form, form.cleaned_data["form"])
    return render(request, "finance/account_export.html", {"account": account, "form": form, "section": "accounts"})


@require_safe
@member_may("export")
def account_export(request: MemberRequest, account_id: UUID, format: str) -> HttpResponseBase:  # noqa: A002  the name in the address
    """Return the file in one form, oldest entry first; the query string may name `first`, `last` and `added_here`."""
    account = _account(request, account_id)
    if format not in FORMS:
        raise Http404
    query = request.GET.copy()
    query["form"] = format
    form = ExportForm(query)
    if not form.is_valid():
        return HttpResponseBadRequest(form.errors.as_text(), content_type="text/plain; charset=utf-8")
    return _file(request, account, form, format)


def _file(request: MemberRequest, account: Account, form: ExportForm, name: str) -> StreamingHttpResponse:
    record(request.organization, request.user, Act.DOWNLOADED, account, what=f"entries.{name}")
    selection = Selection(account=account, **form.selected())
    filename = f"{slugify(account.name) or 'account'}.{FORMS[name].ending}"
    return StreamingHttpResponse(
        (line.encode() for line in lines_of(selection, name)),
        content_type=FORMS[name].type,
        headers={"Content-Disposition": f'attachment; filename="{filename}"'},
    )


def return_address(request: HttpRequest, usual: str) -> str:
    """Return the address in `next` if it is a page of this application, without a host, else `usual`."""
    wanted = request.POST.get("next") or request.GET.get("next", "")
    if not url_has_allowed_host_and_scheme(wanted, allowed_hosts=None):
        return usual
    try:
        resolve(urlsplit(wanted).path)
    except Resolver404:
        return usual
    return wanted
