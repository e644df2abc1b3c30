"""`manage.py match`: the row matcher alone, one problem in, one answer out."""

import gc
import json
import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from reconciliation.matching.problem import solve


class Command(BaseCommand):
    help = "Match printed lines against transactions: reads a problem as JSON, prints pairs, ambiguous groups, new and missing rows."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--json", action="store_true", help="accepted for symmetry: the answer is always JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        gc.disable()  # very many small values, and no circles among them
        try:
            answer = solve(json.load(sys.stdin))
        except (ValueError, RecursionError) as error:
            raise CommandError(str(error), returncode=2) from error
        finally:
            gc.enable()
        self.stdout.write(json.dumps(answer, ensure_ascii=True))
