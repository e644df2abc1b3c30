"""The only way to write to the audit log. It is called inside the transaction of the act, so that both are stored or neither."""

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
    """Add an entry to the chain of the organization, or of the installation (None), whose entries hold no names.

    `details` are ids, codes, counts and days; never text of a document, a secret or a whole account number. Concurrent writers wait
    for one another, so call it late in a transaction.
    """
    head = _locked_head(organization)
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


def _locked_head(organization: Organization | None) -> AuditHead:
    """Return the head of the chain, locked until the transaction ends; created if it is missing."""
    heads = AuditHead.objects.across_organizations("the installation has a chain too").filter(organization=organization)
    head = heads.select_for_update().first()
    if head is None:
        heads.get_or_create(organization=organization)  # of two at once, one makes it
        head = heads.select_for_update().get()
    return head


def _plain(value: Any) -> Any:
    """Return a value as JSON reads it back, so that what is hashed equals what is read."""
    if isinstance(value, UUID | dt.date):
        return str(value)
    if isinstance(value, str):
        return value.replace("\0", "").encode("utf-8", "replace").decode("utf-8")
    if isinstance(value, dict):
        return {str(key): _plain(item) for key, item in value.items()}
    return [_plain(item) for item in value] if isinstance(value, list | tuple) else value
