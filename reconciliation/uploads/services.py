"""Write services for imports. Each checks the rights of its actor. `receive_statement` saves the file first, and deletes it if its
transaction fails."""

from __future__ import annotations

import datetime as dt
import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.core.files.base import File
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.views.decorators.debug import sensitive_variables

from finance import accounts as finance_accounts
from finance.accounts import CurrencyNotKnown, NoDates, StartingRow
from finance.models import Account
from finance.models.ledger import STARTED_FROM
from people.access import NotYours as NotYours  # exported for the edges, which catch it
from people.access import require as require
from people.audit import Act, record
from people.models import Membership, Organization
from people.refusal import Refusal
from people.roles import ALLOWED
from reconciliation.decisions.deciding import end, name_account, refuse_signed
from reconciliation.decisions.refused import DecisionRefused
from reconciliation.documents.limits import configured_limits
from reconciliation.documents.opening import refuse_at_once
from reconciliation.electronic.reader import is_electronic, open_file
from reconciliation.models import Cause, Decision, Statement, StatementImport
from reconciliation.models.actor import actor_of
from reconciliation.models.columns import fit
from reconciliation.models.decisions import MOVED, NOT_A_STATEMENT
from reconciliation.models.querysets import DecisionQuerySet
from reconciliation.queue.failpoints import reached
from reconciliation.queue.notify import IN_WORK, owe_a_ring, queue_again
from reconciliation.reconcile.decisions import printed_as_decided
from reconciliation.reconcile.persist import verify_again
from reconciliation.reconcile.reconcile_accounts import accounts_at_stake, lock
from reconciliation.storage import archive
from reconciliation.uploads import password_protected
from reconciliation.uploads.ending import end_import
from reconciliation.verification.account_choice import number_of

Kind, Status = Decision.Kind, StatementImport.Status

CHOSEN_BY_A_PERSON = (StatementImport.Channel.WEB, StatementImport.Channel.COMMAND_LINE, StatementImport.Channel.API)
"""Channels by which a person sends a chosen file; others may fetch a discarded one again by themselves."""


class TooManyWaiting(Refusal):
    """The organization has as many waiting documents as the settings allow: no more are accepted until some are done."""

    code, status = "too_many_waiting", 503


@dataclass(frozen=True, slots=True)
class Received:
    """The import of an upload. `already_there`: the organization had these bytes before."""

    statement_import: StatementImport
    already_there: bool


def receive_statement(
    *,
    organization: Organization,
    uploaded_by: User | None,
    channel: str,
    filename: str,
    pdf: bytes | File[bytes],
    ring: bool = True,
    pdf_only: bool = False,
) -> Received:
    """Store a PDF, or an electronic statement unless `pdf_only`, and queue it, and ring for a worker unless the caller is one.

    The same bytes are one import in an organization: a failed one is queued again, a discarded one is taken back if a person uploads it
    again, any other is returned. Raises NotYours, and before anything is stored DocumentUnreadable (`empty`, `too_large`, `not_a_pdf`, of
    an electronic statement those of `open_file`) and TooManyWaiting."""
    require(uploaded_by, organization, "upload")
    limits = configured_limits()
    content = pdf if isinstance(pdf, bytes) else pdf.read(limits.bytes + 1)  # read no more than one byte above the limit
    if pdf_only or len(content) > limits.bytes or not is_electronic(content):
        refuse_at_once(content, limits)
    else:
        open_file(content, today=timezone.localdate(), most_pages=limits.pages)
    sha256 = hashlib.sha256(content).hexdigest()
    known = StatementImport.objects.of(organization).filter(sha256=sha256).first()
    if known is not None:
        return _shown_again(known, content, by=uploaded_by if channel in CHOSEN_BY_A_PERSON else None, ring=ring)
    if ring:
        most = settings.DOCUMENTS_MAX_WAITING
        waiting = StatementImport.objects.of(organization).filter(status__in=IN_WORK).order_by()
        if waiting[:most].count() >= most:
            raise TooManyWaiting
    try:
        made = StatementImport(
            organization=organization,
            uploaded_by=uploaded_by,
            channel=channel,
            filename=fit(filename, 255) or "statement.pdf",
            sha256=sha256,
            size=len(content),
        )
        return Received(_stored(made, content, ring=ring), already_there=False)
    except IntegrityError:  # the same file arrived at the same moment
        return _shown_again(StatementImport.objects.of(organization).get(sha256=sha256), content, by=None, ring=ring)


@transaction.atomic
def process_again(*, statement_import: StatementImport, actor: User | None) -> StatementImport:
    """Read and verify the stored file again; a discarded one is taken back. Changes nothing for an import that waits or is in
    progress. Raises NotYours."""
    require(actor, statement_import.organization, "upload")
    if statement_import.status == Status.DISCARDED:
        return take_back(statement_import=statement_import, actor=actor)
    if not statement_import.has_document:
        verify_again(statement_import, Cause.AGAIN)
    elif not queue_again(statement_import, Cause.AGAIN):
        return statement_import
    record(statement_import.organization, actor, Act.QUEUED, statement_import, reads=statement_import.has_document)
    return statement_import


@transaction.atomic
def compare_again(*, statement_import: StatementImport, actor: User | None) -> StatementImport:
    """Compare the stored reading with today's books, without reading again. Does nothing to one that is not finished. Raises NotYours."""
    require(actor, statement_import.organization, "decide")
    verify_again(statement_import, Cause.AGAIN)
    record(statement_import.organization, actor, Act.QUEUED, statement_import, reads=False)
    return statement_import


@sensitive_variables()  # covers all called functions too: no error report shows their values
def unlock(*, statement_import: StatementImport, password: str, actor: User | None, ring: bool = True) -> StatementImport:
    """Store a copy that needs no password, and queue it. A wrong password is reported on the import.

    Does nothing to an import that needs none. Raises NotYours, TooManyTries."""
    require(actor, statement_import.organization, "upload")
    if statement_import.wants_password:
        if actor is not None:  # the command line has the file itself: there is nothing to guard it from
            password_protected.count_try(statement_import)
        password_protected.unlock(statement_import, password, actor=actor, ring=ring)
    return statement_import


@transaction.atomic
def choose_account(*, statement_import: StatementImport, account: Account, actor: User | None, confirmed: bool = False) -> StatementImport:
    """Set the account of an import by a person, and verify it again at once. A printed number or currency that differs is a remark; if both
    differ, the account is used once the person has `confirmed` it.

    Raises NotYours, also for an account of another organization, and DecisionRefused if a statement of it is signed off."""
    require(actor, statement_import.organization, "upload")
    if account.organization_id != statement_import.organization_id:
        raise NotYours
    refuse_signed(statement_import.statements.select_related("account"))
    at_stake = accounts_at_stake(statement_import, printed_as_decided(statement_import))
    lock(actor_of(statement_import), {*at_stake, str(account.pk)})  # before the log is written to, as everywhere
    name_account(statement_import=statement_import, account=account, actor=actor, confirmed=confirmed)
    verify_again(statement_import, Cause.ACCOUNT_CHOSEN)
    return statement_import


@transaction.atomic
def start_account_from_statement(*, statement: Statement, name: str, actor: User | None, currency: str = "") -> Account:
    """Create an account with the statement's opening balance and rows. It proves nothing about that statement, and the verdict says so.

    `currency` is for a statement that prints none. Raises NotYours, CurrencyNotKnown, NoDates, and those of
    `finance.accounts.start_account`."""
    statement_import = statement.statement_import
    require(actor, statement_import.organization, "manage_accounts")
    account = finance_accounts.start_account(
        organization=statement_import.organization, name=name, by=actor, **starting_point(statement, currency=currency)
    )
    if statement_import.statements.count() == 1:
        name_account(statement_import=statement_import, account=account, actor=actor)
    verify_again(statement_import, Cause.ACCOUNT_STARTED)
    return account


def starting_point(statement: Statement, *, currency: str) -> dict[str, Any]:
    """Return the arguments of `finance.accounts.start_account`, without organization and name: opening balance and rows, as people
    corrected them, marked with their origin. Raises CurrencyNotKnown, NoDates."""
    lines = printed_as_decided(statement.statement_import)[statement.number].lines
    days = sorted(day for day in (statement.period_start, *(line.date for line in lines)) if day is not None)
    if not days or any(line.date is None for line in lines):
        raise NoDates
    if not (statement.currency or currency):
        raise CurrencyNotKnown
    rows = [
        StartingRow(booked_on=line.date, amount=line.amount, description=line.description[:500], reference=line.reference)
        for line in lines
        if line.date is not None
    ]
    return {
        "kind": statement.account_kind or "checking",
        "currency": statement.currency or currency,
        "opening_balance": statement.opening_balance,
        "opening_date": days[0],
        "rows": rows,
        "origin": STARTED_FROM + statement.statement_import.sha256,
        "institution": statement.institution,
        "number": number_of(statement.account_hint)[:40],
    }


@transaction.atomic
def cancel(*, statement_import: StatementImport, actor: User | None) -> StatementImport:
    """Stop an import for good. Does nothing to a completed one. Raises NotYours, and DocumentInUse with nothing changed."""
    require(actor, statement_import.organization, "upload")
    if end_import(statement_import, Status.CANCELLED):
        record(statement_import.organization, actor, Act.CANCELLED, statement_import)
    statement_import.refresh_from_db()
    return statement_import


def _stored(statement_import: StatementImport, content: bytes, *, ring: bool) -> StatementImport:
    """Store file, row and ring, or none of them. If the commit is uncertain the file remains, and `discard_leftovers` checks it later."""
    statement_import.stored_as = archive.keep(statement_import.organization, content)
    reached("upload.file_saved")
    try:
        with transaction.atomic():
            statement_import.save(force_insert=True)
            detail = {"channel": statement_import.channel, "sha256": statement_import.sha256}
            record(statement_import.organization, statement_import.uploaded_by, Act.UPLOADED, statement_import, **detail)
            owe_a_ring(statement_import, Cause.UPLOAD, ring=ring)
            reached("upload.row_written")
    except Exception:
        if not StatementImport.objects.of(statement_import.organization).filter(pk=statement_import.pk).exists():
            archive.discard(statement_import.stored_as)
        raise
    return statement_import


def _shown_again(known: StatementImport, content: bytes, *, by: User | None, ring: bool) -> Received:
    """Return the known import of these bytes; `by` is the person who chose the file, None for a connection."""
    if known.status == Status.FAILED:
        if (known.error or {}).get("code") == archive.DocumentGone.code:
            _store_again(known, content)  # a lost unlocked copy goes too: its password is asked for again
        queue_again(known, Cause.AGAIN, ring=ring)
    elif known.status == Status.DISCARDED and by is not None:
        if not known.has_document:
            _store_again(known, content)
        take_back(statement_import=known, actor=by, ring=ring)
    return Received(known, already_there=True)


def _store_again(known: StatementImport, content: bytes) -> None:
    """Store the upload in place of a lost or deleted document."""
    before = [known.stored_as, known.unlocked_as]
    known.stored_as, known.unlocked_as = archive.keep(known.organization, content), ""
    known.document_deleted_at = known.document_kept_days = None
    known.save(update_fields=["stored_as", "unlocked_as", "document_deleted_at", "document_kept_days"])
    for name in filter(None, before):
        archive.discard(name)


@transaction.atomic
def discard(*, statement_import: StatementImport, reason: str, actor: User | None, not_a_statement: bool = False) -> StatementImport:
    """Discard an upload on which nothing depends. It leaves every list. Its document is deleted after the retention time
    and can be taken back until then. `not_a_statement` says that it is another kind of document, which is a reason by itself.

    Does nothing to a discarded one. Raises NotYours, DocumentInUse, and DecisionRefused (`no_reason`, `typed`)."""
    organization = statement_import.organization
    require(actor, organization, "upload")
    if not statement_import.came_as_document:
        raise DecisionRefused("typed")
    because = reason.strip() or (NOT_A_STATEMENT if not_a_statement else "")
    if not because:
        raise DecisionRefused("no_reason")
    if end_import(statement_import, Status.DISCARDED):
        end(list(_on_the_document(statement_import, Kind.IS_STATEMENT)), actor=actor)
        before = {"document": statement_import.document_type}
        after = {"document": NOT_A_STATEMENT} if not_a_statement else {}
        _decide(statement_import, Kind.DISCARDED, actor, reason=because, before=before, after=after)
        record(organization, actor, Act.DISCARDED, statement_import, reason=because)
    statement_import.refresh_from_db()
    return statement_import


@transaction.atomic
def take_back(*, statement_import: StatementImport, actor: User | None, ring: bool = True) -> StatementImport:
    """Take a discarded upload back, and read it again. Does nothing to any other. Raises NotYours, and DecisionRefused
    (`document_deleted`)."""
    require(actor, statement_import.organization, "upload")
    held = StatementImport.objects.of(statement_import.organization).select_for_update().get(pk=statement_import.pk)
    if held.status == Status.DISCARDED:
        if not held.has_document:
            raise DecisionRefused("document_deleted")
        end(list(_on_the_document(held, Kind.DISCARDED)), actor=actor)
        queue_again(held, Cause.AGAIN, ring=ring)
        record(held.organization, actor, Act.TOOK_BACK, held)
    statement_import.refresh_from_db()
    return statement_import


@transaction.atomic
def read_as_statement(*, statement_import: StatementImport, actor: User | None) -> StatementImport:
    """Read a document as a statement although the reader took it for another kind, or a person discarded it as one.

    Raises NotYours, and DecisionRefused (`document_deleted`, `not_finished`, `statement_already`)."""
    require(actor, statement_import.organization, "upload")
    held = StatementImport.objects.of(statement_import.organization).select_for_update().get(pk=statement_import.pk)
    if not held.has_document:
        raise DecisionRefused("document_deleted")
    if held.status in IN_WORK:
        raise DecisionRefused("not_finished")
    if held.status != Status.DISCARDED and NOT_A_STATEMENT not in (held.reconciliation or {}).get("reasons", []):
        raise DecisionRefused("statement_already")
    end(list(_on_the_document(held, Kind.DISCARDED)), actor=actor)
    if not _on_the_document(held, Kind.IS_STATEMENT).exists():
        _decide(held, Kind.IS_STATEMENT, actor, before={"document": held.document_type})
        record(held.organization, actor, Act.DECIDED, held, kind=Kind.IS_STATEMENT)
    queue_again(held, Cause.DECIDED)
    statement_import.refresh_from_db()
    return statement_import


@transaction.atomic
def move_document(*, statement_import: StatementImport, to: Organization, actor: User) -> StatementImport:
    """Upload the document to another organization and discard it here; its bytes leave this one at once. Return the import there.

    Nothing that was read or decided here goes with it. Raises NotYours, DocumentInUse, DecisionRefused (`document_deleted`,
    `same_client`), and those of `receive_statement`."""
    here = statement_import.organization
    require(actor, here, "upload")
    require(actor, to, "upload")
    if to == here:
        raise DecisionRefused("same_client")
    if not statement_import.has_document:
        raise DecisionRefused("document_deleted")
    try:
        content = archive.fetch(here, statement_import.stored_as)
    except (FileNotFoundError, archive.DocumentSealed) as lost:
        raise DecisionRefused("document_deleted") from lost
    if statement_import.status != Status.DISCARDED:
        discard(statement_import=statement_import, reason=MOVED, actor=actor)
    received = receive_statement(
        organization=to, uploaded_by=actor, channel=StatementImport.Channel.WEB, filename=statement_import.filename, pdf=content
    )
    there = received.statement_import
    names = [name for name in (statement_import.stored_as, statement_import.unlocked_as) if name]
    rows = StatementImport.objects.of(here).filter(pk=statement_import.pk)
    rows.update(stored_as="", unlocked_as="", document_deleted_at=timezone.now(), document_kept_days=0)
    record(here, actor, Act.MOVED, statement_import, to=to.pk)
    record(to, actor, Act.MOVED, there, came_from=here.pk)
    transaction.on_commit(lambda: [archive.discard(name) for name in names] and None)
    statement_import.refresh_from_db()
    return there


def _on_the_document(statement_import: StatementImport, kind: str) -> DecisionQuerySet:
    return Decision.objects.of(statement_import.organization).standing().filter(statement_import=statement_import, kind=kind)


def _decide(statement_import: StatementImport, kind: str, actor: User | None, **more: Any) -> None:
    """Store the decision. Raises DecisionRefused if another user decides at the same moment."""
    decision = Decision(organization=statement_import.organization, statement_import=statement_import, kind=kind, made_by=actor, **more)
    try:
        with transaction.atomic():
            decision.save()
    except IntegrityError as meanwhile:
        raise DecisionRefused("decided_meanwhile") from meanwhile


DECIDING = [role for role, actions in ALLOWED.items() if "decide" in actions]


class NoColleague(ValueError):
    """The person has no role in the organization that decides about statements."""


def colleagues(organizations: Iterable[Organization]) -> list[User]:
    """Return the people who may decide about statements in one of these organizations, by name."""
    members = Membership.objects.across_organizations("limited to organizations of the person who assigns").active(timezone.now())
    deciding = members.filter(organization__in=organizations, role__in=DECIDING)
    return list(User.objects.filter(pk__in=deciding.values("user"), is_active=True).order_by("username"))


@transaction.atomic
def assign(*, statement_import: StatementImport, to: User | None, due_on: dt.date | None, actor: User | None) -> None:
    """Assign a statement to a person who may decide about it, or to no person. Raises NotYours and NoColleague."""
    organization = statement_import.organization
    require(actor, organization, "decide")
    if to is not None and to not in colleagues([organization]):
        raise NoColleague
    statement_import.assigned_to, statement_import.due_on = to, due_on
    statement_import.save(update_fields=["assigned_to", "due_on"])
    record(organization, actor, Act.ASSIGNED, statement_import, to=to.pk if to else None, due_on=due_on)
