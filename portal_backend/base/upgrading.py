"""What migrations use so that the version before serves on while they run (docs/decisions/0023)."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations import AddIndex
from django.db.migrations.state import ProjectState

# whether an index of that name can be used; no row where there is none
USABLE = {
    "postgresql": "SELECT indisvalid FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid"
    " WHERE relname = %s AND pg_table_is_visible(indexrelid)",
    "sqlite": "SELECT 1 FROM sqlite_master WHERE type = 'index' AND name = %s",
}


class AddIndexBeside(AddIndexConcurrently):
    """An index that is made while others write; its migration says `atomic = False`. Elsewhere than on PostgreSQL a
    plain one.

    As nothing is undone where such a migration is broken off, it can be run again: what stands is passed over, and an
    index that PostgreSQL left half made is made anew.
    """

    def database_forwards(
        self, app_label: str, schema_editor: BaseDatabaseSchemaEditor, from_state: ProjectState, to_state: ProjectState
    ) -> None:
        """Make it."""
        connection = schema_editor.connection
        with _patience(connection):
            usable = _usable(connection, self.index.name)
            if usable is False:
                self._way(schema_editor).database_backwards(self, app_label, schema_editor, to_state, from_state)
            if not usable:
                self._way(schema_editor).database_forwards(self, app_label, schema_editor, from_state, to_state)

    def database_backwards(
        self, app_label: str, schema_editor: BaseDatabaseSchemaEditor, from_state: ProjectState, to_state: ProjectState
    ) -> None:
        """Drop it."""
        with _patience(schema_editor.connection):
            self._way(schema_editor).database_backwards(self, app_label, schema_editor, from_state, to_state)

    @staticmethod
    def _way(schema_editor: BaseDatabaseSchemaEditor) -> Any:
        return AddIndexConcurrently if schema_editor.connection.vendor == "postgresql" else AddIndex


def _usable(connection: BaseDatabaseWrapper, name: str) -> bool | None:
    """Whether the index of that name can be used, None where there is none."""
    with connection.cursor() as cursor:
        cursor.execute(USABLE[connection.vendor], [name])
        row = cursor.fetchone()
    return bool(row[0]) if row else None


@contextmanager
def _patience(connection: BaseDatabaseWrapper) -> Iterator[None]:
    """Wait as long as it takes: nobody stands behind it, and what it waits for may be a backup of an hour."""
    if connection.vendor != "postgresql":
        yield
        return
    with connection.cursor() as cursor:
        cursor.execute("SET lock_timeout = 0")
        try:
            yield
        finally:
            cursor.execute("RESET lock_timeout")
