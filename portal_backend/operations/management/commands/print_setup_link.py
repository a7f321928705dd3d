"""Command that prints the setup link of a portal without users."""

from typing import Any

from django.core.management.base import BaseCommand

from portal_backend.registration.first_run import build_setup_link, is_setup_open


class Command(BaseCommand):
    """Print the setup link: `manage.py print_setup_link`."""

    help = "Print the setup link that creates the first administrator. Prints nothing if a user exists."

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the link, or nothing if there is a user."""
        if is_setup_open():
            self.stdout.write(
                f"There are no users yet. Create the first administrator within a day at\n{build_setup_link()}"
            )
