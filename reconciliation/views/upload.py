"""Upload of many statements at once: each file has its own outcome, and a bad one does not affect the others."""

import logging
from dataclasses import dataclass
from uuid import UUID

from django.conf import settings
from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.db import OperationalError
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from people.access import MemberRequest, member_may
from reconciliation.documents.unreadable import DocumentUnreadable
from reconciliation.models import StatementImport
from reconciliation.presentation.import_list import RUNNING, Summary, summary_of
from reconciliation.presentation.labels import Failure, failure
from reconciliation.uploads.services import TooManyWaiting, receive_statement
from reconciliation.views.access import import_seen_by, imports_seen_by

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class UploadOutcome:
    """The result of one uploaded file: an import, new or known, or the reason for the refusal. `statement_import` is also None if the
    organization has the file and this member may not see it."""

    filename: str
    statement_import: StatementImport | None = None
    already_there: bool = False
    failure: Failure | None = None

    @property
    def summary(self) -> Summary | None:
        return summary_of(self.statement_import) if self.statement_import else None

    @property
    def is_running(self) -> bool:
        return self.statement_import is not None and self.statement_import.status in RUNNING


@require_http_methods(["GET", "HEAD", "POST"])
@member_may("upload")
def upload(request: MemberRequest) -> HttpResponse:
    outcomes = [_receive(request, file) for file in request.FILES.getlist("files")]
    if outcomes and "HX-Request" in request.headers:  # one of many: the page sends each by itself
        return render(request, "reconciliation/upload_outcome.html", {"outcome": outcomes[0]})
    if len(outcomes) == 1 and outcomes[0].statement_import:
        return _straight_to(request, outcomes[0], outcomes[0].statement_import)
    nothing = request.method == "POST" and not outcomes
    if nothing:
        messages.error(request, _("No file arrived. Choose the files, and send them again."))
    context = {
        "section": "upload",
        "outcomes": outcomes,
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
    outcome = UploadOutcome(filename=statement_import.filename, statement_import=statement_import)
    return render(request, "reconciliation/upload_outcome.html", {"outcome": outcome})


def _receive(request: MemberRequest, file: "UploadedFile[bytes]") -> UploadOutcome:
    filename = file.name or ""
    try:
        received = receive_statement(
            organization=request.organization, uploaded_by=request.user, channel=StatementImport.Channel.WEB, filename=filename, pdf=file
        )
    except DocumentUnreadable as error:
        return UploadOutcome(filename=filename, failure=failure({"code": error.code, "params": error.params}))
    except TooManyWaiting as error:
        return UploadOutcome(filename=filename, failure=failure({"code": error.code}))
    except (OSError, OperationalError):  # a full disk, a database that is away: nothing was accepted
        logger.exception("an upload could not be stored")
        return UploadOutcome(filename=filename, failure=failure({"code": "not_stored"}))
    visible = imports_seen_by(request).filter(pk=received.statement_import.pk).first()
    return UploadOutcome(filename=filename, statement_import=visible, already_there=received.already_there)


def _straight_to(request: MemberRequest, outcome: UploadOutcome, statement_import: StatementImport) -> HttpResponse:
    if outcome.already_there:
        messages.info(request, _("This file was uploaded before. Here is what became of it."))
    return redirect("import_detail", import_id=statement_import.pk)
