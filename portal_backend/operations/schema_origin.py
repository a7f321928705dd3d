"""Origin of the database schema: versions before 0.2 had other tables."""

from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

# apps that 0.2 renamed; only databases of 0.1 have migrations of them
FORMER_APPS = frozenset({"factors", "joining"})
SCHEMA_TOO_OLD = (
    "The database was created by version 0.1 of the portal, and 0.2 starts with a new schema. "
    "Keep version 0.1 to use its data, or start with an empty database (DATABASE_URL, PORTAL_DATA_DIR)."
)


def is_schema_of_former_version() -> bool:
    """Return whether the database was migrated by a version before 0.2."""
    return any(app in FORMER_APPS for app, _ in MigrationRecorder(connection).applied_migrations())
