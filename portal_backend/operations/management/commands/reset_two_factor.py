"""Command that removes a user's factors, for when no administrator can."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from portal_backend.mfa.policy import reset_mfa_by_command


class Command(BaseCommand):
    """Reset a user's factors: `manage.py reset_two_factor admin`."""

    help = "Remove a user's two-factor codes and passkeys, so that they can log in with their password alone."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the username."""
        parser.add_argument("username")

    def handle(self, *args: Any, **options: Any) -> None:
        """Remove the factors and print the result."""
        if not reset_mfa_by_command(options["username"]):
            raise CommandError(f"there is no user {options['username']!r}")
        self.stdout.write(f"{options['username']} logs in with the password alone")
