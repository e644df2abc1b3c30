"""The one way into the audit log. Called where something happens, inside its transaction: both are there, or neither is."""

import datetime as dt
from typing import Any
from uuid import UUID

from django.contrib.auth.models import User
from django.core.cache import cache
from django.db import models, transaction
from django.utils import timezone

from people.audit.acts import Act
from people.audit.chain import hash_of
from people.audit.origin import address
from people.models import Organization
from people.models.audit import AuditEntry, AuditHead
from people.signals import recorded

A_DAY = 86_400


@transaction.atomic(savepoint=False)
def record(
    organization: Organization | None, by: User | None, act: Act, subject: models.Model | None = None, /, **details: Any
) -> AuditEntry:
    """Add an entry to the chain of the organization, or (None) of the installation. That one keeps no names: who is gone is a number.

    `details` are ids, codes, counts, days; never what a document says, a secret, or a whole number of an account. Of two writers at once
    one waits: call it late in a transaction."""
    head = _held(organization)
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
    """That somebody looked at it: once a person, row and day (UTC), for who works on a statement opens it again and again.

    The database knows; the cache spares every page the question."""
    today = timezone.now().replace(hour=0, minute=0, second=0, microsecond=0)
    known = f"viewed:{by.pk}:{subject.pk}:{today:%Y%m%d}"
    if cache.get(known):
        return
    seen = AuditEntry.objects.of(organization).filter(subject_id=str(subject.pk), act=Act.VIEWED, at__gte=today, by=by.pk)
    if not seen.exists():
        record(organization, by, Act.VIEWED, subject)
    cache.set(known, 1, A_DAY)


def _held(organization: Organization | None) -> AuditHead:
    """Nobody else adds to the chain until the transaction ends."""
    heads = AuditHead.objects.across_organizations("the installation has a chain too").filter(organization=organization)
    found = heads.select_for_update().first()
    if found is None:
        heads.get_or_create(organization=organization)  # of two at once, one makes it
        found = heads.select_for_update().get()
    return found


def _plain(value: Any) -> Any:
    """As JSON gives it back: what is hashed is what is read."""
    if isinstance(value, UUID | dt.date):
        return str(value)
    if isinstance(value, str):
        return value.replace("\0", "").encode("utf-8", "replace").decode("utf-8")
    if isinstance(value, dict):
        return {str(key): _plain(each) for key, each in value.items()}
    return [_plain(each) for each in value] if isinstance(value, list | tuple) else value
