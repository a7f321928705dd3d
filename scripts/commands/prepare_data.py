"""Prepare database, status positions, bucket and demo data.

Run with .venv/bin/python. One process does all of it, and skips what is already done, so that a second start is short.
"""

import logging
import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "portal_backend.config.settings")

import django
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.mail import get_connection
from django.core.management import call_command
from django.db import OperationalError, connection
from django.db.migrations.executor import MigrationExecutor


def main() -> None:
    """Apply what is missing and print what was done."""
    django.setup()
    for warning in settings.UNKNOWN_VARIABLE_WARNINGS:
        logging.getLogger("portal.settings").warning(warning)
    try:
        get_connection()
    except ImproperlyConfigured as error:
        sys.exit(f"EMAIL_URL is not valid: {error}")
    try:
        executor = MigrationExecutor(connection)
    except OperationalError as error:
        sys.exit(f"The database cannot be reached: {str(error).splitlines()[0]}")
    from portal_backend.operations.schema_origin import SCHEMA_TOO_OLD, is_schema_of_former_version

    if is_schema_of_former_version():
        sys.exit(SCHEMA_TOO_OLD)
    if plan := executor.migration_plan(executor.loader.graph.leaf_nodes()):
        call_command("migrate", interactive=False, verbosity=0)
        print(f"{len(plan)} migrations applied")
    from portal_backend.workflow.status_positions import refresh_status_positions

    if refreshed := refresh_status_positions():
        print(f"{refreshed} status positions refreshed")
    if settings.STORAGE_URL:
        from botocore.exceptions import BotoCoreError, ClientError

        from portal_backend.core.storage import ensure_bucket

        try:
            if ensure_bucket():
                print("bucket created")
        except (BotoCoreError, ClientError) as error:
            sys.exit(f"The object storage of STORAGE_URL cannot be used: {error}")
    if settings.DEMO:
        from portal_backend.demo.loader import load_demo

        if load_demo():
            print("demo data loaded")


if __name__ == "__main__":
    main()
