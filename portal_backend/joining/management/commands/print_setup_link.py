"""Command that prints the setup link of a portal without users."""

from typing import Any

from django.core.management.base import BaseCommand

from portal_backend.joining.first_run import is_open, setup_link


class Command(BaseCommand):
    """Print the setup link: `manage.py print_setup_link`."""

    help = "Print the link of the page that creates the first administrator; nothing where there is a user."

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the link, or nothing if there is a user."""
        if is_open():
            self.stdout.write(f"There is no user yet. Create the administrator within a day at\n{setup_link()}")
