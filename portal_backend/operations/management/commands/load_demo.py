"""Management command that loads the demo data."""

from django.core.management.base import BaseCommand

from portal_backend.demo.loader import load_demo


class Command(BaseCommand):
    """Load the demo data into an empty database: `manage.py load_demo`.

    Does nothing if the database already has users.
    """

    help = "Load the demo data (fixtures/) into an empty database."

    def handle(self, *args: object, **options: object) -> None:
        """Load the demo data and report whether it was loaded."""
        self.stdout.write("demo data loaded" if load_demo() else "nothing loaded: the database already has users")
