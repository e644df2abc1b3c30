"""`manage.py remove_second_factor`, for a person who lost their telephone and recovery codes, once their identity is certain."""

from typing import Any

from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError, CommandParser

from people.sign_in.second_factor import remove
from people.sign_in.sessions import end_sessions


class Command(BaseCommand):
    help = "Remove the second factor of a login and end its sessions: from then on the password alone lets its person in."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("username")

    def handle(self, *_args: Any, username: str, **_options: Any) -> None:
        user = User.objects.filter(username=username).first()
        if user is None:
            raise CommandError(f"There is no login {username}.")
        if not remove(user):
            raise CommandError(f"{username} has no second factor.")
        ended = end_sessions(user)
        self.stdout.write(f"{username} signs in with the password alone. Sessions that were ended: {ended}.")
