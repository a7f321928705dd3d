"""Bring a deleted request back."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from portal_backend.workflow.actions import restore_request
from portal_backend.workflow.models import Request


class Command(BaseCommand):
    """`manage.py restore_request R-2026-000123` (contract 4.1)."""

    help = "Restore a request that an administrator deleted, by its number."

    def add_arguments(self, parser: CommandParser) -> None:
        """The request's number."""
        parser.add_argument("number")

    def handle(self, *args: object, **options: Any) -> None:
        """Restore, or say that there is no deleted request of that number."""
        try:
            request = restore_request(options["number"])
        except Request.DoesNotExist:
            raise CommandError(f"No deleted request {options['number']}") from None
        self.stdout.write(f"{request.number} is back as {request.status}")
