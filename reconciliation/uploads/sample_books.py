"""Sample books to explore: an organization of their own, so that they can be deleted as a whole."""

import hashlib
import json
from pathlib import Path

from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction

from finance.loading import load_ledger
from people.access import require
from people.members import found_organization
from people.models import Organization
from reconciliation.models import StatementImport
from reconciliation.retention.erasure import erase
from reconciliation.uploads.services import receive_statement

SAMPLES = settings.BASE_DIR / "samples"


class NotSamples(ValueError):
    """The organization is not a sample, or holds `files` files that a user uploaded."""

    def __init__(self, files: int = 0) -> None:
        super().__init__(files)
        self.files = files


def there_are_samples() -> bool:
    """True if the installation includes the samples."""
    return (SAMPLES / "books.json").is_file()


@transaction.atomic
def load_samples(*, owner: User) -> Organization:
    """Create the sample books with their statements queued for a worker, or return the owner's existing ones."""
    known = Organization.objects.filter(is_sample=True, memberships__user=owner).first()
    if known:
        return known
    books = json.loads((SAMPLES / "books.json").read_text())
    sample = books["organizations"][0]
    organization = found_organization(name=sample["name"], owner=owner)
    organization.is_sample = True
    organization.save(update_fields=["is_sample"])
    load_ledger(books={"organizations": [sample | {"slug": organization.slug}]})
    for path in _files():
        receive_statement(
            organization=organization, uploaded_by=owner, channel=StatementImport.Channel.WEB, filename=path.name, pdf=path.read_bytes()
        )
    return organization


@transaction.atomic
def discard_samples(*, organization: Organization, actor: User) -> None:
    """Delete the organization with all its data and documents. Raises NotYours, and NotSamples with nothing changed."""
    require(actor, organization, "erase")
    if not Organization.objects.select_for_update().filter(pk=organization.pk, is_sample=True).exists():
        raise NotSamples
    imports = StatementImport.objects.of(organization)
    own = imports.exclude(sha256__in=[hashlib.sha256(path.read_bytes()).hexdigest() for path in _files()]).count()
    if own:
        raise NotSamples(own)
    erase(organization=organization, by=actor)


def _files() -> list[Path]:
    return sorted(SAMPLES.glob("statements/*.pdf"))
