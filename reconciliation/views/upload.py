"""Uploads, and later acts on an import: run it again, choose its account, unlock it, discard it, take it back, move it. A bad file does not
affect the others."""

import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from uuid import UUID

from django.conf import settings
from django.contrib import messages
from django.core.files.base import ContentFile, File
from django.core.files.uploadedfile import UploadedFile
from django.db import OperationalError
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext
from django.views.decorators.debug import sensitive_post_parameters, sensitive_variables
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from finance.accounts import AccountExists, NoDates
from finance.forms.ledger_file import ENDINGS
from finance.imports.preview import same_number
from finance.imports.reading import read_file, recognized_format
from finance.imports.services import show_file, target_of
from finance.imports.untrusted_files import LONGEST_FILE, ZIP, FileRefused
from finance.locks import LedgerLocked
from finance.models import Account, LedgerImport
from finance.models.ledger_import import Choices, Target
from finance.money import NotAnAmount
from people.access import MemberRequest, NotYours, member_may
from people.addresses import redirect_to
from reconciliation.decisions.refused import DecisionRefused
from reconciliation.documents.limits import configured_limits
from reconciliation.documents.unreadable import DocumentUnreadable
from reconciliation.electronic.reader import is_electronic, members_of, states_balances
from reconciliation.forms import ChooseAccountForm, StartAccountForm, UnlockForm
from reconciliation.models import StatementImport
from reconciliation.presentation.import_list import RUNNING, Summary, receipt_of, summary_of
from reconciliation.presentation.labels.acts import why_in_use, why_not
from reconciliation.presentation.labels.processing import Failure, failure
from reconciliation.uploads import services
from reconciliation.uploads.ending import DocumentInUse
from reconciliation.uploads.password_protected import TooManyTries
from reconciliation.uploads.services import TooManyWaiting, move_document, receive_statement
from reconciliation.views.access import import_seen_by, imports_seen_by, other_clients

logger = logging.getLogger(__name__)

LONGEST_REASON = 1000


@dataclass(frozen=True, slots=True, kw_only=True)
class UploadOutcome:
    """The result of one uploaded file: an import of a statement, new or known; the preview of a file of entries, or the accounts that
    it may be for; or the reason for the refusal. `statement_import` is also None if the organization has the file and this member may
    not see it. `may_be_statement` if a file of entries has balances too, so that the person chooses its kind."""

    filename: str
    statement_import: StatementImport | None = None
    already_there: bool = False
    failure: Failure | None = None
    ledger_import: LedgerImport | None = None
    accounts: Sequence[Account] = ()
    may_be_statement: bool = False
    is_receipt: bool = False
    """True for a client, who sees no verdict."""

    @property
    def summary(self) -> Summary | None:
        if self.statement_import is None:
            return None
        return receipt_of(self.statement_import) if self.is_receipt else summary_of(self.statement_import)

    @property
    def is_running(self) -> bool:
        return self.statement_import is not None and self.statement_import.status in RUNNING

    @property
    def next_act(self) -> str:
        """Return the member's next act on the statement, as the text of the link to it."""
        if self.statement_import is None or self.summary is None or self.is_running:
            return _("Follow progress")
        if self.statement_import.wants_password:
            return _("Enter the password")
        if self.is_receipt or self.statement_import.reconciliation is None:
            return pgettext("to look at it", "Open")
        if "no_account" in self.statement_import.reconciliation["reasons"]:
            return _("Choose the account")
        return _("Review and sign off") if self.summary.headline.tone == "good" else _("Resolve")


@require_http_methods(["GET", "HEAD", "POST"])
@member_may("upload")
def upload(request: MemberRequest) -> HttpResponse:
    outcomes = [outcome for file in request.FILES.getlist("files") for outcome in _receive(request, file)]
    if outcomes and "HX-Request" in request.headers:  # of one file, or of the files of one archive: the page sends each by itself
        parts = [render_to_string("reconciliation/upload_outcome.html", {"outcome": outcome}, request) for outcome in outcomes]
        return HttpResponse("".join(parts))
    if len(outcomes) == 1 and outcomes[0].ledger_import and not outcomes[0].may_be_statement:
        return redirect_to("ledger_import", outcomes[0].ledger_import.pk)
    if len(outcomes) == 1 and outcomes[0].statement_import:
        if outcomes[0].already_there:
            messages.info(request, _("This file was uploaded before. Here is what became of it."))
        return redirect_to("import_detail", import_id=outcomes[0].statement_import.pk)
    nothing = request.method == "POST" and not outcomes
    if nothing:
        messages.error(request, _("No file was received. Choose the files and upload them again."))
    context = {
        "section": "upload",
        "outcomes": outcomes,
        "may_import": request.membership.may("import_ledger"),
        "endings": ENDINGS,
        "read_as": request.POST.get("read_as") or request.GET.get("read_as", ""),
        "most_megabytes": settings.DOCUMENT_MAX_BYTES / 1_000_000,
        "most_pages": settings.DOCUMENT_MAX_PAGES,
        "most_files": settings.DATA_UPLOAD_MAX_NUMBER_FILES,
    }
    return render(request, "reconciliation/upload.html", context, status=400 if nothing else 200)


@require_safe
@member_may("read")
def import_outcome(request: MemberRequest, import_id: UUID) -> HttpResponse:
    """Return the state of an uploaded file for htmx: its progress, then its result."""
    statement_import = import_seen_by(request, import_id)
    is_receipt = not request.membership.may("read_books")
    outcome = UploadOutcome(filename=statement_import.filename, statement_import=statement_import, is_receipt=is_receipt)
    return render(request, "reconciliation/upload_outcome.html", {"outcome": outcome})


def _receive(request: MemberRequest, file: "UploadedFile[bytes]") -> list[UploadOutcome]:
    """Return the outcome of each statement of an archive, or of the one file. An archive of entries alone is one file of entries, unless
    the member calls it statements or may not import entries."""
    if file.read(len(ZIP)) != ZIP:
        file.seek(0)
        return [_receive_one(request, file)]
    limits, name = configured_limits(), file.name or ""
    file.seek(0)
    data = file.read(limits.bytes + 1)
    try:
        members = members_of(data, limits)
    except DocumentUnreadable as error:
        return [UploadOutcome(filename=name, failure=failure({"code": error.code, "params": error.params}))]
    is_one = members is None
    may_be_entries = request.POST.get("read_as") != "statement" and request.membership.may("import_ledger")
    if may_be_entries and all(is_electronic(content) for _name, content in members or ()):
        with suppress(FileRefused):
            is_one = bool(recognized_format(data))
    if is_one:
        file.seek(0)
        return [_receive_one(request, file)]
    return [
        replace(_as_document(request, ContentFile(content, member), pdf_only=False), filename=f"{name}: {member}")
        for member, content in members or ()
    ]


def _receive_one(request: MemberRequest, file: "UploadedFile[bytes]") -> UploadOutcome:
    """Store a PDF, or another file that the person calls a statement. Any other file is one of entries. A person who may not import those,
    or has no account for them, uploads only statements: then a file with balances is one."""
    as_statement = request.POST.get("read_as") == "statement"
    outcome = _as_document(request, file, pdf_only=not as_statement)
    if as_statement or outcome.failure is None or outcome.failure.code != "not_a_pdf":
        return outcome
    entries = _as_entries(request, file)
    if entries is not None:
        return entries
    file.seek(0)
    target = Target(currency="EUR", kind=Account.Kind.CHECKING, today=timezone.localdate())
    try:
        is_statement = states_balances(read_file(file.read(LONGEST_FILE + 1), choices=Choices(), target=target))
    except FileRefused:
        return outcome
    file.seek(0)
    return _as_document(request, file, pdf_only=False) if is_statement else outcome


def _as_document(request: MemberRequest, file: "File[bytes]", *, pdf_only: bool) -> UploadOutcome:
    filename, channel = file.name or "", StatementImport.Channel.WEB
    try:
        received = receive_statement(
            organization=request.organization, uploaded_by=request.user, channel=channel, filename=filename, pdf=file, pdf_only=pdf_only
        )
    except DocumentUnreadable as error:
        return UploadOutcome(filename=filename, failure=failure({"code": error.code, "params": error.params}))
    except TooManyWaiting as error:
        return UploadOutcome(filename=filename, failure=failure({"code": error.code}))
    except (OSError, OperationalError):  # a full disk, a database that is away: nothing was accepted
        logger.exception("an upload could not be stored")
        return UploadOutcome(filename=filename, failure=failure({"code": "not_stored"}))
    visible = imports_seen_by(request).filter(pk=received.statement_import.pk).first()
    is_receipt = not request.membership.may("read_books")
    return UploadOutcome(filename=filename, statement_import=visible, already_there=received.already_there, is_receipt=is_receipt)


def _as_entries(request: MemberRequest, file: "UploadedFile[bytes]") -> UploadOutcome | None:
    """Store a file of entries for a preview, if its account is certain: the only one, or the one whose number it names. Return None for any
    other file, and for a member who may not import."""
    filename = file.name or ""
    accounts = list(Account.objects.visible_to(request.membership).select_related("organization").order_by("name"))
    if not accounts or not request.membership.may("import_ledger"):
        return None
    file.seek(0)
    data = file.read(LONGEST_FILE + 1)
    try:
        parsed = read_file(data, choices=Choices(), target=target_of(accounts[0]))
        may_be_statement = states_balances(parsed)
        numbers = [part.number for part in parsed.accounts if part.number]
        named = [account for account in accounts if account.number and any(same_number(number, account.number) for number in numbers)]
        fitting = named or accounts
        if len(fitting) > 1:
            return UploadOutcome(filename=filename, accounts=fitting, may_be_statement=may_be_statement)
        shown = show_file(account=fitting[0], by=request.user, filename=filename, data=data)
    except FileRefused as refused:
        if not filename.lower().endswith(ENDINGS):
            return None
        return UploadOutcome(filename=filename, failure=Failure("file_refused", _("Nothing was imported."), " ".join(refused.shown())))
    return UploadOutcome(filename=filename, ledger_import=shown, may_be_statement=may_be_statement)


@require_POST
@member_may("upload")
def process_again(request: MemberRequest, import_id: UUID) -> HttpResponse:
    services.process_again(statement_import=import_seen_by(request, import_id), actor=request.user)
    return redirect_to("import_detail", import_id=import_id)


@require_POST
@member_may("decide")
def verify_again(request: MemberRequest, import_id: UUID) -> HttpResponse:
    """Compare the stored reading with today's books, without reading the document again."""
    services.compare_again(statement_import=import_seen_by(request, import_id), actor=request.user)
    messages.success(request, _("Re-checked against your books."))
    return redirect_to("import_detail", import_id=import_id)


@require_POST
@member_may("decide")
def choose_account(request: MemberRequest, import_id: UUID) -> HttpResponse:
    statement_import = import_seen_by(request, import_id)
    form = ChooseAccountForm(request)
    if not form.is_valid():
        raise Http404
    account, confirmed = form.cleaned_data["account"], form.cleaned_data["confirmed"]
    try:
        services.choose_account(statement_import=statement_import, account=account, actor=request.user, confirmed=confirmed)
    except DecisionRefused as refused:
        messages.error(request, why_not(refused.code))
    else:
        if any(statement.account == account for statement in statement_import.statements.select_related("account")):
            messages.success(request, _("Now compared with %(account)s.") % {"account": account.name})
        else:
            messages.warning(
                request, _("Your choice was saved. Nothing has been compared with %(account)s yet.") % {"account": account.name}
            )
    return redirect_to("import_detail", import_id=import_id)


@sensitive_variables()
@sensitive_post_parameters()
@require_POST
@member_may("upload")
def unlock(request: MemberRequest, import_id: UUID) -> HttpResponse:
    """Unlock the document; the import's page shows the result."""
    statement_import = import_seen_by(request, import_id)
    form = UnlockForm(request.POST)
    if form.is_valid():
        try:
            services.unlock(statement_import=statement_import, password=form.cleaned_data["password"], actor=request.user)
        except TooManyTries as too_many:
            sentence = ngettext(
                "Too many attempts. Try again in %(minutes)d minute.",
                "Too many attempts. Try again in %(minutes)d minutes.",
                too_many.minutes,
            )
            messages.error(request, sentence % {"minutes": too_many.minutes})
    return redirect_to("import_detail", import_id=import_id)


@require_http_methods(["GET", "HEAD", "POST"])
@member_may("manage_accounts")
def start_account(request: MemberRequest, import_id: UUID, position: int) -> HttpResponse:
    """Ask for the values that the statement does not print, then create the account and compare again."""
    statement_import = import_seen_by(request, import_id)
    statements = list(statement_import.statements.order_by("number"))
    if not 1 <= position <= len(statements) or statements[position - 1].account is not None:
        raise Http404
    statement = statements[position - 1]
    form = StartAccountForm(request.POST if request.method == "POST" else None, statement)
    if form.is_valid():
        try:
            account = services.start_account_from_statement(statement=statement, actor=request.user, **form.cleaned_data)
        except AccountExists:
            form.add_error("name", _("An account with this name exists."))
        except NoDates:
            form.add_error(None, _("Some rows have no date, so no account can be created from them."))
        except LedgerLocked as locked:
            form.add_error(None, locked.shown())
        except NotAnAmount:
            form.add_error("currency", _("The printed amounts do not fit this currency."))
        else:
            messages.success(request, _("%(account)s was created from this statement.") % {"account": account.name})
            return redirect_to("import_detail", import_id=import_id)
    context = {"section": "statements", "statement_import": statement_import, "statement": statement, "form": form}
    return render(request, "reconciliation/start_account.html", context)


@require_POST
@member_may("decide")
def discard(request: MemberRequest, import_id: UUID) -> HttpResponse:
    """Discard the document with a reason, or because it is not a statement."""
    statement_import = import_seen_by(request, import_id)
    act = partial(
        services.discard,
        statement_import=statement_import,
        reason=request.POST.get("reason", "")[:LONGEST_REASON],
        not_a_statement="not_a_statement" in request.POST,
        actor=request.user,
    )
    return _done(request, import_id, act, _("The document was discarded. You can restore it below."))


@require_POST
@member_may("decide")
def take_back(request: MemberRequest, import_id: UUID) -> HttpResponse:
    act = partial(services.take_back, statement_import=import_seen_by(request, import_id), actor=request.user)
    return _done(request, import_id, act, _("The document was restored and is being read again."))


@require_POST
@member_may("decide")
def read_as_statement(request: MemberRequest, import_id: UUID) -> HttpResponse:
    act = partial(services.read_as_statement, statement_import=import_seen_by(request, import_id), actor=request.user)
    return _done(request, import_id, act, _("The document is read as a statement."))


@require_POST
@member_may("decide")
def move(request: MemberRequest, import_id: UUID) -> HttpResponse:
    """Move the document to the client named by `organization`, of those in which the member may upload."""
    statement_import = import_seen_by(request, import_id)
    chosen = request.POST.get("organization", "")
    there = next((membership for membership in other_clients(request) if str(membership.organization_id) == chosen), None)
    if there is None:
        raise Http404
    act = partial(move_document, statement_import=statement_import, to=there.organization, actor=request.user)
    return _done(request, import_id, act, _("The document was moved to %(client)s.") % {"client": there.organization})


def _done(request: MemberRequest, import_id: UUID, act: Callable[[], object], done: str) -> HttpResponse:
    try:
        act()
    except DocumentInUse as refused:
        messages.error(request, why_in_use(refused.code))
    except DecisionRefused as refused:
        messages.error(request, why_not(refused.code))
    except (DocumentUnreadable, TooManyWaiting) as refused:
        wrong = failure({"code": refused.code, "params": getattr(refused, "params", {})})
        messages.error(request, wrong.what if wrong else why_not(refused.code))
    except NotYours:
        messages.error(request, _("Your role does not allow this."))
    else:
        messages.success(request, done)
    return redirect_to("import_detail", import_id=import_id)
