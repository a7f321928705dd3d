"""Restore the portal from a backup."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError

from portal_backend.accounts.models import User
from portal_backend.operations.archive import DamagedError
from portal_backend.operations.backup import FAILURES, IncompleteError, lost_files, restore


class Command(BaseCommand):
    """`manage.py restore FILE [--replace]`: while the portal stands still."""

    help = "Put a backup in the place of the database and the stored files. Stop web servers and workers first."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Where from."""
        parser.add_argument("file", type=Path)
        parser.add_argument("--replace", action="store_true", help="even where the database holds something")
        parser.add_argument("--incomplete", action="store_true", help="even where files that it names are lost")

    def handle(self, *args: Any, **options: Any) -> None:
        """Restore and tell what was."""
        if not options["file"].is_file():
            raise CommandError(f"There is no file {options['file']}.")
        if not options["replace"] and _is_in_use():
            raise CommandError("The database holds users already. With --replace they and all requests are replaced.")
        try:
            manifest = restore(options["file"], accepts_incomplete=options["incomplete"])
        except IncompleteError as error:
            raise CommandError(f"Not restored: {error}. With --incomplete the rest is restored.") from error
        except (DamagedError, *FAILURES) as error:
            raise CommandError(f"Not restored: {error}") from error
        self.stdout.write(f"Restored: the database of {manifest.made_at} and {len(manifest.digests) - 1} files")
        if lost := lost_files():
            raise CommandError(
                f"{len(lost)} files that the database names were not in the backup: {', '.join(lost[:5])}"
            )


def _is_in_use() -> bool:
    try:
        return User.objects.exists()
    except DatabaseError:
        return False  # not even migrated
