"""Management command that backs up the portal."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from portal_backend.operations.backup import BACKUP_ERRORS, IncompleteBackupError, create_backup


class Command(BaseCommand):
    """Back up a running portal: `manage.py backup [FILE]`."""

    help = "Back up the database and the stored files to one archive, while the portal keeps running."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the target file."""
        parser.add_argument(
            "file",
            type=Path,
            nargs="?",
            help="archive to create; default: portal-YYYYMMDD-HHMMSS.tar in the current folder",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Write the backup and report its location."""
        target = options["file"] or Path(f"portal-{timezone.now():%Y%m%d-%H%M%S}.tar")
        try:
            manifest = create_backup(target)
        except IncompleteBackupError as error:
            raise CommandError(f"The backup is not complete: {error}") from error
        except BACKUP_ERRORS as error:
            raise CommandError(f"Backup failed: {error}") from error
        megabytes = target.stat().st_size / 1_000_000
        self.stdout.write(f"{target}: the database and {len(manifest.digests) - 1} files, {megabytes:.1f} MB")
