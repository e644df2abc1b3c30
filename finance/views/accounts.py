"""Pages of accounts, of their entries by hand, of their export to other programs, and of payouts of payment processors."""

from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from itertools import groupby
from urllib.parse import urlsplit
from uuid import UUID

from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import BigIntegerField, CharField, DateField, UUIDField
from django.db.models.functions import Lower
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBadRequest, HttpResponseRedirect, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.urls import Resolver404, resolve
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.text import slugify
from django.utils.timezone import localdate
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from finance import entries
from finance.balances import balances_after, book_balance, book_balances
from finance.categories import all_known
from finance.exports import FORMS, Selection, lines_of
from finance.forms.account import AccountForm, EntryCorrectionForm, EntryFilterForm, EntryForm, ExportForm
from finance.forms.ledger_file import LedgerFileForm, PayoutFileForm
from finance.imports.services import StoredPayouts, add_fees, delete_payout, store_payouts
from finance.imports.untrusted_files import FileRefused
from finance.locks import LedgerLocked
from finance.models import Account, ProcessorPayout, Transaction
from finance.paging import Sorting, numbered, sorted_page, values_of_key
from people.access import MemberRequest, member_may
from people.addresses import address, redirect_to
from people.audit import Act, record
from people.forms import save_recorded
from people.roles import Role

PAGE_SIZE = 50
ACCOUNTS_SHOWN = 100
SHOWN_IMPORTS = 20
LEDGER_BY = Sorting(
    columns={"date": ("booked_on", "id"), "text": ("words", "id"), "amount": ("amount_minor", "id")},
    labels={"date": gettext_lazy("Date"), "text": gettext_lazy("Description"), "amount": gettext_lazy("Amount")},
    fields={"booked_on": DateField(), "words": CharField(blank=True), "amount_minor": BigIntegerField(), "id": UUIDField()},
    first="date",
    rising=frozenset({"text"}),
)
PAYOUTS_SHOWN, PARTS_SHOWN = 50, 100
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
    after, order = request.GET.get("after", ""), LEDGER_BY.order(request.GET.get("sort", ""))
    page_key = values_of_key(after, order)
    if after and not page_key:
        raise Http404
    balance, narrowing = book_balance(shown_account), EntryFilterForm(request.GET)
    entries = narrowing.narrow(shown_account.transactions.select_related("coding"), shown_account.currency)
    page = sorted_page(entries.annotate(words=Lower("description")), order, PAGE_SIZE, page_key)
    narrowed = any(request.GET.get(name) for name in narrowing.fields)
    newest_first = page.rows[::-1] if order.is_rising else page.rows
    context = {
        "account": shown_account,
        "balance": balance,
        "page": page,
        "order": order,
        "orders": LEDGER_BY.orders(),
        "columns": order.heads(request.GET),
        "after": balances_after(newest_first, balance) if order.key == "date" and not narrowed else {},
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
    """Change amount, day or description of an entry on the page of a statement. A field that is left out or empty stays as it is."""
    entry, form = _entry(request, account_id, entry_id), EntryCorrectionForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("Nothing was changed. Check the amount and the date."))
        return HttpResponseRedirect(return_address(request, address("entry_edit", account_id, entry_id)))
    changes = form.changes(entry)
    if not changes:
        return HttpResponseRedirect(return_address(request, address("account", account_id)))
    return _entry_acted(request, entry, lambda: entries.edit(entry=entry, by=request.user, **changes), _("The entry was corrected."))


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
    note = _("Account codes, tax codes, payees and customers or suppliers are included where the program accepts them.")
    context = {"account": account, "form": form, "title": _("Export"), "note": note, "section": "accounts"}
    return render(request, "finance/account_download.html", context)


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


@require_safe
@member_may("import_ledger")
def payouts(request: MemberRequest, account_id: UUID) -> HttpResponse:
    return _payouts_page(request, _account(request, account_id), PayoutFileForm())


@require_POST
@member_may("import_ledger")
def payouts_upload(request: MemberRequest, account_id: UUID) -> HttpResponse:
    """Store the payouts of a report, or show why it cannot be read."""
    account, form = _account(request, account_id), PayoutFileForm(request.POST, request.FILES)
    if form.is_valid():
        file = form.cleaned_data["file"]
        try:
            stored = store_payouts(
                account=account, by=request.user, filename=file.name, data=file.read(), date_order=form.cleaned_data["date_order"]
            )
        except FileRefused as refused:
            form.add_error("file", refused.shown())
        else:
            _say_stored(request, stored)
            return redirect_to("payouts", account.pk)
    return _payouts_page(request, account, form, status=422)


def _say_stored(request: MemberRequest, stored: StoredPayouts) -> None:
    added = ngettext("%(count)d payout added.", "%(count)d payouts added.", stored.added) % {"count": stored.added}
    known = ngettext("%(count)d was there already.", "%(count)d were there already.", stored.known) % {"count": stored.known}
    messages.success(request, f"{added} {known}" if stored.known else added)
    if stored.wrong:
        messages.warning(
            request, _("Payouts whose rows do not add up to their total explain nothing: %(count)d.") % {"count": stored.wrong}
        )
    for note in stored.notes[:5]:
        messages.info(request, note)


@require_safe
@member_may("read_books")
def payout(request: MemberRequest, account_id: UUID, payout_id: UUID) -> HttpResponse:
    """Show one payout with its payments, at most a hundred on a page."""
    stored = _payout(request, account_id, payout_id)
    pages = Paginator(stored.parts, PARTS_SHOWN)
    shown = pages.get_page(request.GET.get("page"))
    parts = [part | {name: stored.amount(part[name]) for name in ("gross", "fee")} for part in shown]
    context = {"payout": stored, "account": stored.account, "parts": parts, "page": shown, "section": "accounts"}
    return render(request, "finance/payout.html", context)


@require_POST
@member_may("import_ledger")
def payout_delete(request: MemberRequest, account_id: UUID, payout_id: UUID) -> HttpResponse:
    delete_payout(payout=_payout(request, account_id, payout_id), by=request.user)
    messages.success(request, _("The payout was deleted."))
    return redirect_to("payouts", account_id)


@require_POST
@member_may("post")
def payout_fees(request: MemberRequest, account_id: UUID, payout_id: UUID) -> HttpResponse:
    """Add the entry of the fees to the books, and return to the page that asked for it."""
    stored = _payout(request, account_id, payout_id)
    try:
        add_fees(payout=stored, by=request.user)
    except LedgerLocked as locked:
        messages.error(request, str(locked))
    else:
        messages.success(request, _("The fees were added to your books."))
    return HttpResponseRedirect(return_address(request, address("payout", account_id, payout_id)))


def _payouts_page(request: MemberRequest, account: Account, form: PayoutFileForm, status: int = 200) -> HttpResponse:
    rows = ProcessorPayout.objects.of(request.organization).filter(account=account).select_related("account")
    page = Paginator(rows, PAYOUTS_SHOWN).get_page(request.GET.get("page"))
    context = {"account": account, "form": form, "page": page, "section": "accounts"}
    return render(request, "finance/payouts.html", context, status=status)


def _payout(request: MemberRequest, account_id: UUID, payout_id: UUID) -> ProcessorPayout:
    rows = ProcessorPayout.objects.of(request.organization).filter(account=_account(request, account_id)).select_related("account")
    return get_object_or_404(rows, pk=payout_id)
