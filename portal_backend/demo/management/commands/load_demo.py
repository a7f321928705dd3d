"""Load the demo world."""

import logging

from django.core.management.base import BaseCommand

from portal_backend.demo.loading import load_demo


class Command(BaseCommand):
    """`manage.py load_demo`: does nothing where the database already has users."""

    help = "Load the demo world of fixtures/ into an empty database."

    def handle(self, *args: object, **options: object) -> None:
        """Load and tell."""
        logging.getLogger("portal").setLevel(logging.WARNING)
        self.stdout.write("demo world loaded" if load_demo() else "the database is in use; nothing loaded")
