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

    help = "Replace the database and the stored files with a backup. Stop web servers and workers first."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the source file and its options."""
        parser.add_argument("file", type=Path)
        parser.add_argument("--replace", action="store_true", help="restore even if the database already has users")
        parser.add_argument(
            "--incomplete", action="store_true", help="restore even if files that the database references are missing"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Restore the backup and report missing files."""
        if not options["file"].is_file():
            raise CommandError(f"File not found: {options['file']}")
        if not options["replace"] and _is_in_use():
            raise CommandError("The database already has users. Use --replace to replace all of its data.")
        try:
            manifest = restore_backup(options["file"], allow_incomplete=options["incomplete"])
        except IncompleteBackupError as error:
            raise CommandError(f"Not restored: {error}. Use --incomplete to restore the rest.") from error
        except (CorruptBackupError, *BACKUP_ERRORS) as error:
            raise CommandError(f"Not restored: {error}") from error
        self.stdout.write(f"Restored the database of {manifest.made_at} and {len(manifest.digests) - 1} files")
        if missing := find_missing_files():
            raise CommandError(
                f"{len(missing)} files that the database references were not in the backup: {', '.join(missing[:5])}"
            )


def _is_in_use() -> bool:
    try:
        return User.objects.exists()
    except DatabaseError:
        return False  # the tables do not exist yet
