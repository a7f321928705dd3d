"""Print the link that creates the first administrator, where there is no user."""

from typing import Any

from django.core.management.base import BaseCommand

from portal_backend.joining.first_run import is_open, setup_link


class Command(BaseCommand):
    """`manage.py print_setup_link`."""

    help = "Print the link of the page that creates the first administrator; nothing where there is a user."

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the link."""
        if is_open():
            self.stdout.write(f"There is no user yet. Create the administrator within a day at\n{setup_link()}")
