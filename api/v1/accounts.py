"""Operations on accounts."""

from typing import Any
from uuid import UUID

from django.db import transaction
from django.http import Http404, HttpResponse, StreamingHttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from ninja import Router

from api.access import TokenRequest, needs
from api.http.pages import USUAL, slice_of
from api.http.problems import Refused
from api.http.repeats import refuse_unseen, tagged
from api.schemas.books import AccountChange, AccountSent, AccountShape, BalanceShape, CorrectionSent, CorrectionShape
from api.schemas.common import After, Day, Limit, PageOf
from api.v1.schema import downloads
from api.v1.visible import account_of
from finance.accounts import add_account, change_account
from finance.balances import book_balance
from finance.imports.corrections import corrections_of, settle, unsettle
from finance.models import Account
from finance.views.accounts import account_export
from reconciliation.converting.source import NotConvertible
from reconciliation.reports.statement_files import ALL_FORMS, download, of_account

router = Router(tags=["Accounts"])


@router.get("/accounts", auth=needs("read_books"), response=PageOf[AccountShape], summary="Accounts, by name")
def accounts(request: TokenRequest, after: After = "", limit: Limit = USUAL) -> dict[str, Any]:
    page = slice_of(Account.objects.visible_to(request.membership), by="name", read=str, after=after, limit=limit)
    return {"items": [AccountShape.of(account) for account in page.rows], "next": page.next}


@router.post("/accounts", auth=needs("manage_accounts"), response={201: AccountShape}, summary="Add an account")
def account_add(request: TokenRequest, response: HttpResponse, sent: AccountSent) -> Any:
    return tagged(response, AccountShape.of(add_account(organization=request.organization, by=request.user, **sent.fields())))


@router.get("/accounts/{uuid:account_id}", auth=needs("read_books"), response=AccountShape, summary="One account")
def account(request: TokenRequest, response: HttpResponse, account_id: UUID) -> Any:
    return tagged(response, AccountShape.of(account_of(request, account_id)))


@router.patch(
    "/accounts/{uuid:account_id}",
    auth=needs("manage_accounts"),
    response=AccountShape,
    summary="Change an account",
    description="With `If-Match` only what its author has seen is changed.",
)
def account_change(request: TokenRequest, response: HttpResponse, account_id: UUID, sent: AccountChange) -> Any:
    with transaction.atomic():
        account = get_object_or_404(Account.objects.visible_to(request.membership).select_for_update(of=("self",)), pk=account_id)
        refuse_unseen(request, AccountShape.of(account))
        changed = change_account(account=account, by=request.user, **sent.changes("opening_balance", "opening_date", "locked_until"))
    return tagged(response, AccountShape.of(changed))


@router.get("/accounts/{uuid:account_id}/balance", auth=needs("read_books"), response=BalanceShape, summary="The book balance of a day")
def balance(request: TokenRequest, account_id: UUID, as_of: Day | None = None) -> BalanceShape:
    account, day = account_of(request, account_id), as_of or timezone.localdate()
    return BalanceShape(account=account.pk, as_of=day, currency=account.currency, balance=book_balance(account, day))


@router.get(
    "/accounts/{uuid:account_id}/export/{format}",
    auth=needs("export"),
    openapi_extra=downloads("text/csv", "application/x-ofx", "text/plain"),
    summary="Entries as a file for other programs",
    description="`format` is csv, ofx, quickbooks, quickbooks-journal, xero, gnucash, actual, beancount or hledger. Without days the whole "
    "account; `added_here` leaves out what came from a file of the books.",
)
def export(
    request: TokenRequest,
    account_id: UUID,
    format: str,  # noqa: A002  the name in the address
    first: Day | None = None,
    last: Day | None = None,
    *,
    added_here: bool = False,
) -> StreamingHttpResponse:
    answer: StreamingHttpResponse = account_export(request, account_id, format)  # type: ignore[assignment]
    return answer


@router.get(
    "/accounts/{uuid:account_id}/convert/{format}",
    auth=needs("export"),
    openapi_extra=downloads(*sorted({form.media_type.partition(";")[0] for form in ALL_FORMS.values()})),
    summary="Statements of an account as a file for other programs",
    description="Whole statements that have a day from `first` to `last`, without copies; `format` and answer as for one document.",
)
def convert(
    request: TokenRequest,
    account_id: UUID,
    format: str,  # noqa: A002  the name in the address
    first: Day | None = None,
    last: Day | None = None,
) -> HttpResponse:
    if format not in ALL_FORMS:
        raise Http404
    account = account_of(request, account_id)
    try:
        return download(request, account, of_account(account, first, last), format, "statements")
    except NotConvertible as error:
        raise Refused(409, "not_convertible", str(error)) from error


@router.get(
    "/accounts/{uuid:account_id}/corrections",
    auth=needs("read_books"),
    response=list[CorrectionShape],
    summary="What has to be corrected in the program that the books come from",
    description="Entries that were corrected, added or deleted here, and that the program still has otherwise, as far as its files show.",
)
def corrections(request: TokenRequest, account_id: UUID) -> list[CorrectionShape]:
    return [CorrectionShape.of(correction) for correction in corrections_of(account_of(request, account_id)).open]


@router.post(
    "/accounts/{uuid:account_id}/corrections/{uuid:entry_id}/settle",
    auth=needs("import_ledger"),
    response={204: None},
    summary="Mark an entry as corrected in the other program",
)
def correction_settle(request: TokenRequest, account_id: UUID, entry_id: UUID, sent: CorrectionSent) -> None:
    settle(account=account_of(request, account_id), entry=entry_id, by=request.user, mark=sent.mark)


@router.post(
    "/accounts/{uuid:account_id}/corrections/{uuid:entry_id}/unsettle",
    auth=needs("import_ledger"),
    response={204: None},
    summary="Take back that an entry is corrected in the other program",
)
def correction_unsettle(request: TokenRequest, account_id: UUID, entry_id: UUID) -> None:
    unsettle(account=account_of(request, account_id), entry=entry_id, by=request.user)
