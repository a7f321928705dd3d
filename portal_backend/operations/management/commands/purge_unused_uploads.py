"""Command that deletes unused uploads."""

from django.core.management.base import BaseCommand

from portal_backend.files.actions import purge_unused


class Command(BaseCommand):
    """Delete unused uploads: `manage.py purge_unused_uploads`, for a daily timer."""

    help = (
        "Delete uploads that were not used for PORTAL_UNUSED_UPLOAD_RETENTION_DAYS (default 7), and incomplete files."
    )

    def handle(self, *args: object, **options: object) -> None:
        """Purge the files and print their number."""
        self.stdout.write(f"{purge_unused()} unused uploads deleted")
