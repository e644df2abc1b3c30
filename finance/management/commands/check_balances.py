"""`manage.py check_balances`: compare the monthly sums with the entries; exit code 1 if they differ."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from finance.balances import deviations_of
from finance.balances import rebuild as rebuild_sums
from finance.models import Account
from people.models import Organization

WHY = "the sums of the whole installation are checked"


class Command(BaseCommand):
    help = "Check every monthly sum against the entries of its month. With --rebuild, make those of an account that differ again."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--organization", metavar="SLUG", help="only this organization's")
        parser.add_argument("--rebuild", action="store_true", help="compute sums that differ again")

    def handle(self, *args: Any, organization: str | None, rebuild: bool, **options: Any) -> None:
        if organization and not Organization.objects.filter(slug=organization).exists():
            raise CommandError(f"There is no organization {organization!r}.")
        accounts = Account.objects.across_organizations(WHY).select_related("organization").order_by("organization__slug", "name")
        chosen = accounts.filter(organization__slug=organization) if organization else accounts
        wrong = []
        for account in chosen.iterator():
            deviations = list(deviations_of(account))
            if deviations:
                wrong.append(account)
            for deviation in deviations:
                (stored, stored_count), (booked, booked_count) = deviation.stored, deviation.booked
                figures = f"kept {stored} minor units of {stored_count} entries, booked {booked} of {booked_count}"
                self.stdout.write(f"{account.organization.slug}, {account.name}, {deviation.month:%Y-%m}: {figures}")
        if not wrong:
            self.stdout.write("Every monthly sum equals the sum of its entries.")
        elif rebuild:
            for account in wrong:
                rebuild_sums(account)
            self.stdout.write(f"Accounts whose sums were made anew: {len(wrong)}.")
        else:
            raise SystemExit(1)
