"""Remove uploads that nothing refers to."""

from django.core.management.base import BaseCommand

from portal_backend.files.actions import purge_unused


class Command(BaseCommand):
    """`manage.py purge_unused_uploads`: for a daily timer."""

    help = (
        "Remove uploads that nothing has referred to for seven days (PORTAL_UNUSED_UPLOAD_DAYS), and what crashes left."
    )

    def handle(self, *args: object, **options: object) -> None:
        """Purge and tell how many went."""
        self.stdout.write(f"{purge_unused()} unused uploads removed")
