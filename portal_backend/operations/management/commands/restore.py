"""Management command that restores the portal from a backup."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError

from portal_backend.accounts.models import User
from portal_backend.operations.backup import (
    BACKUP_ERRORS,
    CorruptBackupError,
    IncompleteBackupError,
    find_missing_files,
    restore_backup,
)


class Command(BaseCommand):
    """Restore a stopped portal: `manage.py restore FILE [--replace]`."""

    help = "Put a backup in the place of the database and the stored files. Stop web servers and workers first."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the source file and its options."""
        parser.add_argument("file", type=Path)
        parser.add_argument("--replace", action="store_true", help="even where the database holds something")
        parser.add_argument("--incomplete", action="store_true", help="even where files that it names are lost")

    def handle(self, *args: Any, **options: Any) -> None:
        """Restore the backup and report missing files."""
        if not options["file"].is_file():
            raise CommandError(f"There is no file {options['file']}.")
        if not options["replace"] and _is_in_use():
            raise CommandError("The database holds users already. With --replace they and all requests are replaced.")
        try:
            manifest = restore_backup(options["file"], allow_incomplete=options["incomplete"])
        except IncompleteBackupError as error:
            raise CommandError(f"Not restored: {error}. With --incomplete the rest is restored.") from error
        except (CorruptBackupError, *BACKUP_ERRORS) as error:
            raise CommandError(f"Not restored: {error}") from error
        self.stdout.write(f"Restored: the database of {manifest.made_at} and {len(manifest.digests) - 1} files")
        if missing := find_missing_files():
            raise CommandError(
                f"{len(missing)} files that the database names were not in the backup: {', '.join(missing[:5])}"
            )


def _is_in_use() -> bool:
    try:
        return User.objects.exists()
    except DatabaseError:
        return False  # the tables do not exist yet
