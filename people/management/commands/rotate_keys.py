"""Change the master key: set `ENCRYPTION_KEYS=new,old`, run this command, then set `ENCRYPTION_KEYS=new`."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from people.encryption import BrokenSeal, NoMasterKey, UnknownMasterKey, rewrap_all


class Command(BaseCommand):
    help = "Wrap the data key of every organization with the first of ENCRYPTION_KEYS. What is sealed stays as it is."

    def handle(self, *_args: Any, **_options: Any) -> None:
        try:
            count = rewrap_all()
        except (NoMasterKey, UnknownMasterKey) as error:
            raise CommandError(f"Nothing was changed: {error}. Set ENCRYPTION_KEYS to the new key and every old one.") from error
        except BrokenSeal as error:
            raise CommandError("Nothing was changed: a stored data key was altered.") from error
        self.stdout.write(f"{count} data keys wrapped anew; all are under the first of ENCRYPTION_KEYS.")
