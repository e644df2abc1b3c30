"""`manage.py proof_key`: print the public key for checking the proofs that this installation signs."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from reconciliation.proof.form import public_key_of


class Command(BaseCommand):
    help = "Print the public key of this installation's proofs, in base64. Give it to auditors separately from the proofs."

    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.PROOF_KEY:
            raise CommandError("Proofs are not signed here: PROOF_KEY is not set.")
        self.stdout.write(public_key_of(settings.PROOF_KEY))
