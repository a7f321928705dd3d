"""Command that removes a user's factors, for when no administrator can."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from portal_backend.mfa.policy import reset_mfa_by_command


class Command(BaseCommand):
    """Reset a user's factors: `manage.py reset_two_factor admin`."""

    help = "Reset two-factor authentication of a user: delete the authenticator app and the passkeys."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the username."""
        parser.add_argument("username")

    def handle(self, *args: Any, **options: Any) -> None:
        """Remove the factors and print the result."""
        if not reset_mfa_by_command(options["username"]):
            raise CommandError(f"user not found: {options['username']!r}")
        self.stdout.write(f"two-factor authentication of {options['username']} was reset")
