"""Command that restores a deleted service request."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from portal_backend.workflow.actions import restore_request
from portal_backend.workflow.models import ServiceRequest


class Command(BaseCommand):
    """`manage.py restore_request R-2026-000123` (contract 4.1)."""

    help = "Restore a deleted service request by its request number."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the number of the request."""
        parser.add_argument("number")

    def handle(self, *args: object, **options: Any) -> None:
        """Restore the request. Raises CommandError if no deleted request has the number."""
        try:
            request = restore_request(options["number"])
        except ServiceRequest.DoesNotExist:
            raise CommandError(f"no deleted request has the number {options['number']}") from None
        self.stdout.write(f"{request.number} was restored with status {request.status}")
