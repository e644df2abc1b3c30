"""`manage.py verify`: the verifier alone, one case a line in, one answer a line out."""

import json
import sys
from typing import Any

from django.core.management.base import BaseCommand

from reconciliation.verification.case import answer_case


class Command(BaseCommand):
    help = "Verify statements against books: reads one JSON case a line, prints one answer a line, in order. Stores nothing."
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        for line in sys.stdin.buffer:
            self.stdout.write(json.dumps(answer_case(line), ensure_ascii=True, allow_nan=False))
