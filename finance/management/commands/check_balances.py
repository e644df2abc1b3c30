"""`manage.py check_balances`: compare the monthly sums with the entries; exit code 1 if they differ."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from finance.models import Account
from finance.monthly_balances.checking import Deviation, deviations_of, rebuild
from people.models import Organization

WHY = "the sums of the whole installation are checked"


class Command(BaseCommand):
    help = "Check every monthly sum against the entries of its month. With --rebuild, make those of an account that differ anew."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--organization", metavar="SLUG", help="only this organization's")
        parser.add_argument("--rebuild", action="store_true", help="make sums that differ anew")

    def handle(self, *args: Any, organization: str | None, rebuild: bool, **options: Any) -> None:
        if organization and not Organization.objects.filter(slug=organization).exists():
            raise CommandError(f"There is no organization {organization!r}.")
        accounts = Account.objects.across_organizations(WHY).select_related("organization").order_by("organization__slug", "name")
        found = accounts.filter(organization__slug=organization) if organization else accounts
        wrong = [account for account in found.iterator() if self._differs(account)]
        if not wrong:
            self.stdout.write("Every monthly sum is that of its entries.")
        elif rebuild:
            self._rebuild(wrong)
        else:
            raise SystemExit(1)

    def _differs(self, account: Account) -> bool:
        found = list(deviations_of(account))
        for each in found:
            self.stdout.write(f"{account.organization.slug}, {account.name}, {each.month:%Y-%m}: {_said(each)}")
        return bool(found)

    def _rebuild(self, accounts: list[Account]) -> None:
        for account in accounts:
            rebuild(account)
        self.stdout.write(f"Accounts whose sums were made anew: {len(accounts)}.")


def _said(deviation: Deviation) -> str:
    (kept, of_kept), (booked, of_booked) = deviation.kept, deviation.booked
    return f"kept {kept} minor units of {of_kept} entries, booked {booked} of {of_booked}"
