"""The audit log: its acts, the only function that writes to it, the hash chain that detects tampering, and its files.

`record` is called inside the transaction of the act, so that both are stored or neither. Entries have the address of the current request.
Receivers record sign-ins, sign-outs and failures of them.
"""

import csv
import datetime as dt
import hashlib
import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.contrib.auth.models import User
from django.contrib.auth.signals import user_logged_in, user_logged_out, user_login_failed
from django.core.cache import cache
from django.db import models, transaction
from django.dispatch import Signal, receiver
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from people.client_address import address_of
from people.models import AuditEntry, AuditHead, Membership, Organization
from people.safe_text import EchoLine, guarded


class Act(models.TextChoices):
    UPLOADED = "uploaded", _("Uploaded")
    VIEWED = "viewed", _("Viewed")
    DOWNLOADED = "downloaded", _("Downloaded")
    UNLOCKED = "unlocked", _("Unlocked a PDF")
    QUEUED = "queued", _("Read or compared again")
    CANCELLED = "cancelled", _("Cancelled")
    DISCARDED = "discarded", _("Discarded a document")
    TOOK_BACK = "took_back", _("Restored a discarded document")
    MOVED = "moved", _("Moved a document to another client")
    ASSIGNED = "assigned", _("Assigned a statement")
    ASKED_FOR_STATEMENTS = "asked_for_statements", _("Asked a client for statements")
    DECIDED = "decided", _("Recorded a decision")
    WITHDREW = "withdrew", _("Undid a decision")
    REFUSED_PROPOSAL = "refused_proposal", _("Rejected a suggestion of a model")
    POSTED = "posted", _("Added rows to the books")
    UNDID = "undid", _("Removed added rows from the books")
    CONCLUDED = "concluded", _("Changed a sign-off")
    ENTERED = "entered", _("Added an entry")
    CHANGED_ENTRY = "changed_entry", _("Changed an entry")
    DELETED_ENTRY = "deleted_entry", _("Deleted an entry")
    CODED = "coded", _("Coded entries")
    IMPORTED = "imported", _("Imported a file into the books")
    UNDID_IMPORT = "undid_import", _("Undid the import of a file")
    SETTLED_CORRECTION = "settled_correction", _("Marked an entry as corrected in the other program")
    UNSETTLED_CORRECTION = "unsettled_correction", _("Removed the mark that an entry is corrected in the other program")
    ADDED_ACCOUNT = "added_account", _("Added an account")
    CHANGED_ACCOUNT = "changed_account", _("Changed an account")
    SET = "set", _("Changed a setting")
    DELETED_DOCUMENT = "deleted_document", _("Deleted a document after its retention period")
    DELETED_FILE = "deleted_file", _("Deleted an attachment after its retention period")
    INVITED = "invited", _("Invited")
    UNINVITED = "uninvited", _("Withdrew an invitation")
    JOINED = "joined", _("Joined")
    ADDED_MEMBER = "added_member", _("Added a member")
    CHANGED_MEMBER = "changed_member", _("Changed a member")
    REMOVED_MEMBER = "removed_member", _("Removed a member")
    CHOSE_PROVIDER = "chose_provider", _("Chose the model")
    SET_KEY = "set_key", _("Saved a key")
    REMOVED_KEY = "removed_key", _("Removed a key")
    ALLOWED_PROVIDER = "allowed_provider", _("Switched a provider on")
    FORBADE_PROVIDER = "forbade_provider", _("Switched a provider off")
    ADDED_TOOL_SERVER = "added_tool_server", _("Added a tool server")
    CHANGED_TOOL_SERVER = "changed_tool_server", _("Changed a tool server")
    REMOVED_TOOL_SERVER = "removed_tool_server", _("Removed a tool server")
    ALLOWED_TOOLS = "allowed_tools", _("Changed which tools the chat may use")
    ASKED_CLIENT = "asked_client", _("Asked a client")
    ANSWERED = "answered", _("Replied to a question")
    SENT_QUESTIONS = "sent_questions", _("Sent questions by e-mail")
    WITHDREW_QUESTIONS = "withdrew_questions", _("Withdrew the link to questions")
    CLOSED_ENQUIRY = "closed_enquiry", _("Closed a question")
    SIGNED_IN = "signed_in", _("Signed in")
    SIGNED_OUT = "signed_out", _("Signed out")
    FAILED_SIGN_IN = "failed_sign_in", _("Failed to sign in")
    CHANGED_PASSWORD = "changed_password", _("Changed a password")
    ASKED_FOR_PASSWORD = "asked_for_password", _("Asked for a new password")
    ENDED_SESSIONS = "ended_sessions", _("Signed out everywhere else")
    CHANGED_SECOND_FACTOR = "changed_second_factor", _("Changed two-factor authentication")
    FOUNDED = "founded", _("Created the organization")
    EXPORTED = "exported", _("Exported everything")
    RENAMED_LAYOUT = "renamed_layout", _("Renamed the bank of a known layout")
    FORGOT_LAYOUT = "forgot_layout", _("Forgot a known layout")
    EXPORTED_LAYOUTS = "exported_layouts", _("Exported known layouts")
    IMPORTED_LAYOUTS = "imported_layouts", _("Imported known layouts")
    MADE_TOKEN = "made_token", _("Created a token")
    REVOKED_TOKEN = "revoked_token", _("Revoked a token")
    ADDED_WEBHOOK = "added_webhook", _("Added a webhook")
    CHANGED_WEBHOOK = "changed_webhook", _("Changed a webhook")
    REMOVED_WEBHOOK = "removed_webhook", _("Removed a webhook")
    ADDED_CONNECTION = "added_connection", _("Added a connection")
    CHANGED_CONNECTION = "changed_connection", _("Changed a connection")
    REMOVED_CONNECTION = "removed_connection", _("Removed a connection")
    ERASED = "erased", _("Erased an organization")
    CLOSED_ORGANIZATION = "closed_organization", _("Closed the organization")
    REOPENED_ORGANIZATION = "reopened_organization", _("Reopened the organization")


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault of the chain at entry `number`.

    `code`: changed, missing (from this number on), foreign (does not follow the entry before it), cut_off (the head counts more
    entries), no_head, other_head, or not_there (no entry has the given hash).
    """

    number: int
    code: str


def content_of(entry: AuditEntry) -> dict[str, Any]:
    """Return every field of an entry except its hash, as it is hashed and exported."""
    return {
        "organization": str(entry.organization_id or ""),
        "number": entry.number,
        "at": entry.at.isoformat(),
        "by": entry.by,
        "name": entry.name,
        "address": entry.address,
        "act": entry.act,
        "subject": entry.subject,
        "subject_id": entry.subject_id,
        "details": entry.details,
        "previous": entry.previous,
    }


def hash_of(entry: AuditEntry) -> str:
    """Return the SHA-256 of the entry's canonical JSON: sorted keys, no spaces, UTF-8."""
    text = json.dumps(content_of(entry), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


def faults_of(entries: Iterable[AuditEntry], head: AuditHead | None, anchor: str = "") -> Iterator[Fault]:
    """Yield the faults of a chain whose entries come in the order of their numbers.

    `anchor` is a hash that was noted elsewhere: one of the entries must have it. Only an anchor detects a chain that was rewritten
    completely.
    """
    number, previous, anchored = 0, "", not anchor
    for entry in entries:
        if entry.number != number + 1:
            yield Fault(number + 1, "missing")
        elif entry.previous != previous:
            yield Fault(entry.number, "foreign")
        if entry.hash != hash_of(entry):
            yield Fault(entry.number, "changed")
        number, previous = entry.number, entry.hash
        anchored = anchored or entry.hash == anchor
    if head is None and number:
        yield Fault(number, "no_head")
    elif head and head.number > number:
        yield Fault(number + 1, "cut_off")
    elif head and (head.number, head.hash) != (number, previous):
        yield Fault(number, "other_head")
    if not anchored:
        yield Fault(number, "not_there")


COLUMNS = ("Number", "Time", "User", "Name", "Address", "Act", "Of", "Id", "Details", "Previous hash", "Hash")


def as_csv(entries: Iterable[AuditEntry]) -> Iterator[str]:
    """Yield the lines of a CSV file, with texts guarded against being read as formulas."""
    writer = csv.writer(EchoLine())
    yield "\ufeff" + writer.writerow(COLUMNS)
    for entry in entries:
        details = json.dumps(entry.details, sort_keys=True, ensure_ascii=False)
        who = (str(entry.by or ""), guarded(entry.name), guarded(entry.address))
        what = (entry.act, entry.subject, entry.subject_id, guarded(details))
        yield writer.writerow((entry.number, entry.at.isoformat(), *who, *what, entry.previous, entry.hash))


def as_json_lines(entries: Iterable[AuditEntry]) -> Iterator[str]:
    """Yield one line an entry: the canonical JSON that is hashed, and its hash, so that other programs can check it."""
    for entry in entries:
        yield json.dumps(content_of(entry) | {"hash": entry.hash}, sort_keys=True, separators=(",", ":"), ensure_ascii=False) + "\n"


_address: ContextVar[str] = ContextVar("address", default="")


def address() -> str:
    """Return the address of the current request; empty outside a request."""
    return _address.get()


@contextmanager
def comes_from(request: HttpRequest) -> Iterator[None]:
    token = _address.set(address_of(request))
    try:
        yield
    finally:
        _address.reset(token)


recorded = Signal()
"""Sent inside the transaction of each recorded act. `sender` is `AuditEntry`, `entry` the new entry."""


A_DAY = 86_400


@transaction.atomic(savepoint=False)
def record(
    organization: Organization | None, by: User | None, act: Act, subject: models.Model | None = None, /, **details: Any
) -> AuditEntry:
    """Add an entry to the chain of the organization, or of the installation (None), whose entries hold no names.

    `details` are ids, codes, counts and days; never text of a document, a secret or a whole account number. Concurrent writers wait
    for one another, so call it late in a transaction.
    """
    heads = AuditHead.objects.across_organizations("the installation has a chain too").filter(organization=organization)
    head = heads.select_for_update().first()  # locked until the transaction ends
    if head is None:
        heads.get_or_create(organization=organization)  # of two concurrent writers one creates it
        head = heads.select_for_update().get()
    entry = AuditEntry(
        organization=organization,
        number=head.number + 1,
        at=timezone.now(),
        by=by.pk if by else None,
        name=by.get_username() if by and organization else "",
        address=address(),
        act=act,
        subject=subject.__class__.__name__ if subject else "",
        subject_id=str(subject.pk) if subject else "",
        details={name: _plain(value) for name, value in details.items()},
        previous=head.hash,
    )
    entry.hash = hash_of(entry)
    entry.save(force_insert=True)
    head.number, head.hash = entry.number, entry.hash
    head.save(update_fields=["number", "hash"])
    recorded.send(sender=AuditEntry, entry=entry)
    return entry


def record_view(organization: Organization, by: User, subject: models.Model) -> None:
    """Record that a person viewed a row, once a person, row and day (UTC).

    The cache saves most pages the query.
    """
    today = timezone.now().replace(hour=0, minute=0, second=0, microsecond=0)
    cache_key = f"viewed:{by.pk}:{subject.pk}:{today:%Y%m%d}"
    if cache.get(cache_key):
        return
    views_today = AuditEntry.objects.of(organization).filter(subject_id=str(subject.pk), act=Act.VIEWED, at__gte=today, by=by.pk)
    if not views_today.exists():
        record(organization, by, Act.VIEWED, subject)
    cache.set(cache_key, 1, A_DAY)


def _plain(value: Any) -> Any:
    """Return a value as JSON reads it back, so that the hashed value equals the one that is read."""
    if isinstance(value, UUID | dt.date):
        return str(value)
    if isinstance(value, str):
        return value.replace("\0", "").encode("utf-8", "replace").decode("utf-8")
    if isinstance(value, dict):
        return {str(key): _plain(item) for key, item in value.items()}
    return [_plain(item) for item in value] if isinstance(value, list | tuple) else value


NAMES = ("username", "email", "login")
"""Keys of credentials that name the person."""


def record_of(user: User, act: Act, **details: Any) -> None:
    """Record a person's act on their own login."""
    record(_home_of(user), user, act, **details)


@receiver(user_logged_in)
def signed_in(user: User, **more: Any) -> None:
    record(_home_of(user), user, Act.SIGNED_IN)


@receiver(user_logged_out)
def signed_out(user: User | None, **more: Any) -> None:
    if user is not None:
        record(_home_of(user), user, Act.SIGNED_OUT)


@receiver(user_login_failed)
def failed(credentials: dict[str, Any], **more: Any) -> None:
    """Record a failed sign-in, without the name if no login has it: people type passwords into the wrong field."""
    names = [str(credentials[name]) for name in NAMES if credentials.get(name)]
    user = User.objects.filter(username__in=names).first() or User.objects.filter(email__in=names).exclude(email="").first()
    record(_home_of(user) if user else None, user, Act.FAILED_SIGN_IN)


def _home_of(user: User) -> Organization | None:
    memberships = Membership.objects.across_organizations("whose log a sign-in belongs to")
    active = memberships.filter(user=user).active(timezone.now()).select_related("organization")[:2]
    organizations = [membership.organization for membership in active]
    return organizations[0] if len(organizations) == 1 else None
