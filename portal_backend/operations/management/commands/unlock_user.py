"""Command that unlocks a user, for when no administrator can."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from portal_backend.accounts.locking import unlock


class Command(BaseCommand):
    """Unlock a user: `manage.py unlock_user admin`."""

    help = "Unlock a user who was locked by an administrator."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the username."""
        parser.add_argument("username")

    def handle(self, *args: Any, **options: Any) -> None:
        """Unlock the user and print the result."""
        if not unlock(options["username"]):
            raise CommandError(f"user not found: {options['username']!r}")
        self.stdout.write(f"{options['username']} was unlocked")
