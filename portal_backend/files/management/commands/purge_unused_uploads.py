"""Command that deletes unused uploads."""

from django.core.management.base import BaseCommand

from portal_backend.files.actions import purge_unused


class Command(BaseCommand):
    """Delete unused uploads: `manage.py purge_unused_uploads`, for a daily timer."""

    help = (
        "Remove uploads that nothing has referred to for seven days (PORTAL_UNUSED_UPLOAD_DAYS), and what crashes left."
    )

    def handle(self, *args: object, **options: object) -> None:
        """Purge the files and print their number."""
        self.stdout.write(f"{purge_unused()} unused uploads removed")
