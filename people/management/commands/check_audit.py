"""`manage.py check_audit`: check the audit log entry by entry; exit code 1 and the faults if it was changed."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from people.audit import faults_of
from people.models import AuditEntry, AuditHead, Organization

WHY = "the log of the whole installation is checked"
SAYS = {
    "changed": "entry {number} does not say what was written",
    "missing": "entry {number} is missing",
    "foreign": "entry {number} does not follow the one before it",
    "cut_off": "the last entries are missing, from {number} on",
    "no_head": "the head of the chain is missing",
    "other_head": "the head of the chain is another than entry {number}",
    "not_there": "no entry up to {number} has the hash that was given",
}


class Command(BaseCommand):
    help = "Check every audit log. Prints the head of each: noted elsewhere, it tells with --head whether a log was rewritten."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--organization", metavar="SLUG", help="only this organization's")
        parser.add_argument("--head", metavar="HASH", default="", help="a head that was noted before: the organization's log must hold it")

    def handle(self, *args: Any, organization: str | None, head: str, **options: Any) -> None:
        if head and not organization:
            raise CommandError("--head goes with --organization: each has a chain of its own.")
        if organization and not Organization.objects.filter(slug=organization).exists():
            raise CommandError(f"There is no organization {organization!r}.")
        chains = [None, *Organization.objects.order_by("slug")] if not organization else Organization.objects.filter(slug=organization)
        is_sound = True
        for chain in chains:
            name = chain.slug if chain else "(the installation)"
            stored_head = AuditHead.objects.across_organizations(WHY).filter(organization=chain).first()
            entries = AuditEntry.objects.across_organizations(WHY).filter(organization=chain).order_by("number")
            faults = list(faults_of(entries.iterator(chunk_size=2000), stored_head, head))
            for fault in faults:
                self.stdout.write(f"{name}: {SAYS[fault.code].format(number=fault.number)}")
            if faults:
                is_sound = False
            else:
                number, head_hash = (stored_head.number, stored_head.hash or "-") if stored_head else (0, "-")
                self.stdout.write(f"{name}: {number} entries, head {head_hash}")
        if not is_sound:
            raise SystemExit(1)
