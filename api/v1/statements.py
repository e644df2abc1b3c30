"""Operations on statements: rows, reports, posting rows to the books, and signing off."""

from typing import Any
from uuid import UUID

from django.http import HttpResponse
from ninja import Router

from api.access import TokenRequest, needs, require_scope
from api.schemas.books import AccountShape
from api.schemas.statements import (
    ImportShape,
    LeftShape,
    PostingShape,
    PublishedShape,
    PublishSent,
    SignedShape,
    SignSent,
    StartAccountSent,
    StatementShape,
    SuggestionShape,
    TypedSent,
)
from api.v1.schema import downloads
from api.v1.visible import account_of, shape_of, statement_of
from finance.models import Transaction
from reconciliation.decisions.manual_statement import reconcile_typed
from reconciliation.decisions.refused import DecisionRefused
from reconciliation.posting.entries import suggestions_for
from reconciliation.posting.publishing import publish
from reconciliation.signoff import services as signing
from reconciliation.uploads import services
from reconciliation.views.reports import evidence_pack, statement_journal, statement_report

router = Router(tags=["Statements"])
PATH = "/statements/{uuid:statement_id}"
WITH_CONFIRMATION = {"prepare": signing.prepare, "sign_off": signing.sign_off}
WITH_REASON = {"reopen": signing.reopen, "note": signing.note}
OTHER_STEPS = {"review": signing.review, "lock": signing.lock}


@router.get(PATH, auth=needs("read_books"), response=StatementShape, summary="One statement, with every printed row")
def one(request: TokenRequest, statement_id: UUID) -> StatementShape:
    return StatementShape.of(statement_of(request, statement_id))


@router.post(
    PATH + "/publish",
    auth=needs("post"),
    response=PublishedShape,
    summary="Add its new rows to the books",
    description="Judged again at that moment: what is new then is added, what is not is named in `left` with its code.",
)
def add_to_books(request: TokenRequest, statement_id: UUID, sent: PublishSent) -> PublishedShape:
    statement = statement_of(request, statement_id)
    done = publish(statement=statement, actor=request.user, lines=sent.lines, codes=sent.codes_by_row())
    return PublishedShape(
        postings=[PostingShape.of(posting) for posting in done.postings],
        left=[LeftShape(line=posting.line, code=posting.code) for posting in done.left],
        statement_import=shape_of(request, statement.statement_import_id),
    )


@router.get(
    PATH + "/suggestions",
    auth=needs("post"),
    response=list[SuggestionShape],
    summary="What its new rows would be booked as",
    description="As the last entries of the same payee were; rows of which nothing is learned yet are not named.",
)
def suggested(request: TokenRequest, statement_id: UUID) -> list[SuggestionShape]:
    return [SuggestionShape.of(line, suggestion) for line, suggestion in suggestions_for(statement_of(request, statement_id)).items()]


@router.post(
    PATH + "/start-account",
    auth=needs("manage_accounts"),
    response={201: AccountShape},
    summary="Start an account from it",
    description="With its opening balance and rows. It proves nothing about this statement, and the verdict says so.",
)
def start_account(request: TokenRequest, statement_id: UUID, sent: StartAccountSent) -> AccountShape:
    statement = statement_of(request, statement_id)
    if statement.account is not None:
        raise DecisionRefused("nothing_changed")
    made = services.start_account_from_statement(statement=statement, name=sent.name, currency=sent.currency, actor=request.user)
    return AccountShape.of(made)


@router.post(PATH + "/sign", auth=needs("decide"), response=SignedShape, summary="Prepare, review, sign off, lock, reopen, or file it")
def sign(request: TokenRequest, statement_id: UUID, sent: SignSent) -> SignedShape:
    named: dict[str, Any] = {"statement": statement_of(request, statement_id), "actor": request.user}
    if sent.step != "prepare":
        require_scope(request.token, "reopen" if sent.step == "reopen" else "sign_off")
    if sent.step in WITH_CONFIRMATION:
        step = WITH_CONFIRMATION[sent.step](**named, confirmed=sent.confirmed, ends_checked=sent.ends_checked)
    elif sent.step in WITH_REASON:
        step = WITH_REASON[sent.step](**named, reason=sent.reason)
    else:
        step = OTHER_STEPS[sent.step](**named)
    days = {"period_start": step.period_start, "period_end": step.period_end}
    return SignedShape(kind=step.kind, **days, by=step.who, at=step.at, verdict=step.verdict)


@router.get(
    PATH + "/reports/{report}",
    auth=needs("export"),
    openapi_extra=downloads("application/pdf", "text/csv", "application/json"),
    summary="A report as a file",
    description="bank-reconciliation, outstanding, cleared, unrecorded, changes, exceptions or proof, with .pdf, .csv or .json.",
)
def report(request: TokenRequest, statement_id: UUID, report: str) -> HttpResponse:
    statement = statement_of(request, statement_id)
    named = report if "." in report else f"{report}.json"
    return statement_report(request, statement.statement_import_id, statement.pk, named)  # type: ignore[return-value]


@router.get(
    PATH + "/journal/{format}",
    auth=needs("export"),
    openapi_extra=downloads("text/plain"),
    summary="What the books lack, for plain-text books",
    description="`format` is beancount or hledger: a file to include, with the bank's balance asserted where the books come to it.",
)
def journal(request: TokenRequest, statement_id: UUID, format: str) -> HttpResponse:  # noqa: A002  the name in the address
    statement = statement_of(request, statement_id)
    return statement_journal(request, statement.statement_import_id, statement.pk, format)  # type: ignore[return-value]


@router.get(
    PATH + "/evidence",
    auth=needs("export"),
    openapi_extra=downloads("application/zip"),
    summary="Document, reports and proof in one archive",
)
def evidence(request: TokenRequest, statement_id: UUID) -> HttpResponse:
    statement = statement_of(request, statement_id)
    return evidence_pack(request, statement.statement_import_id, statement.pk)  # type: ignore[return-value]


@router.post(
    "/accounts/{uuid:account_id}/typed-statements",
    auth=needs("decide"),
    response={201: ImportShape},
    summary="Enter statement balances by hand",
    description="Balances that a person typed and entries that they ticked. Nobody printed them: it is never proved.",
)
def typed(request: TokenRequest, account_id: UUID, sent: TypedSent) -> Any:
    account = account_of(request, account_id)
    entries = list(Transaction.objects.of(request.organization).filter(account=account, pk__in=sent.entries))
    if len(entries) < len(set(sent.entries)):
        raise DecisionRefused("no_entry")
    made = reconcile_typed(
        account=account,
        first=sent.first,
        last=sent.last,
        opening=sent.opening_balance,
        closing=sent.closing_balance,
        entries=entries,
        actor=request.user,
    )
    return shape_of(request, made.pk)
