"""Migration operations that run while the previous version serves requests.

See docs/decisions/0023.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations import AddIndex
from django.db.migrations.state import ProjectState

# whether the index of this name is usable; no row if it does not exist
INDEX_STATUS_QUERIES = {
    "postgresql": "SELECT indisvalid FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid"
    " WHERE relname = %s AND pg_table_is_visible(indexrelid)",
    "sqlite": "SELECT 1 FROM sqlite_master WHERE type = 'index' AND name = %s",
}


class AddIndexOnline(AddIndexConcurrently):
    """Add an index without blocking writes on PostgreSQL; a plain AddIndex elsewhere.

    The migration must set `atomic = False`. An interrupted migration can be run again: an existing index is skipped,
    and an invalid one that PostgreSQL left behind is dropped and rebuilt.
    """

    def database_forwards(
        self, app_label: str, schema_editor: BaseDatabaseSchemaEditor, from_state: ProjectState, to_state: ProjectState
    ) -> None:
        """Create the index unless a usable one exists."""
        connection = schema_editor.connection
        with _disable_lock_timeout(connection):
            usable = _is_index_usable(connection, self.index.name)
            if usable is False:
                self._get_operation(schema_editor).database_backwards(
                    self, app_label, schema_editor, to_state, from_state
                )
            if not usable:
                self._get_operation(schema_editor).database_forwards(
                    self, app_label, schema_editor, from_state, to_state
                )

    def database_backwards(
        self, app_label: str, schema_editor: BaseDatabaseSchemaEditor, from_state: ProjectState, to_state: ProjectState
    ) -> None:
        """Drop the index."""
        with _disable_lock_timeout(schema_editor.connection):
            self._get_operation(schema_editor).database_backwards(self, app_label, schema_editor, from_state, to_state)

    @staticmethod
    def _get_operation(schema_editor: BaseDatabaseSchemaEditor) -> Any:
        return AddIndexConcurrently if schema_editor.connection.vendor == "postgresql" else AddIndex


def _is_index_usable(connection: BaseDatabaseWrapper, name: str) -> bool | None:
    """Return whether the index of this name is usable, or None if it does not exist."""
    with connection.cursor() as cursor:
        cursor.execute(INDEX_STATUS_QUERIES[connection.vendor], [name])
        row = cursor.fetchone()
    return bool(row[0]) if row else None


@contextmanager
def _disable_lock_timeout(connection: BaseDatabaseWrapper) -> Iterator[None]:
    """Disable the lock timeout inside the block.

    No request waits for the migration, and it may itself have to wait for a long transaction such as a backup.
    """
    if connection.vendor != "postgresql":
        yield
        return
    with connection.cursor() as cursor:
        cursor.execute("SET lock_timeout = 0")
        try:
            yield
        finally:
            cursor.execute("RESET lock_timeout")
