"""What migrations use so that the version before serves on while they run (docs/decisions/0022)."""

from typing import Any

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations import AddIndex
from django.db.migrations.state import ProjectState


class AddIndexBeside(AddIndexConcurrently):
    """An index that is made while others write; its migration says `atomic = False`. Elsewhere than on PostgreSQL a
    plain one."""

    def database_forwards(
        self, app_label: str, schema_editor: BaseDatabaseSchemaEditor, from_state: ProjectState, to_state: ProjectState
    ) -> None:
        """Make it."""
        self._way(schema_editor).database_forwards(self, app_label, schema_editor, from_state, to_state)

    def database_backwards(
        self, app_label: str, schema_editor: BaseDatabaseSchemaEditor, from_state: ProjectState, to_state: ProjectState
    ) -> None:
        """Drop it."""
        self._way(schema_editor).database_backwards(self, app_label, schema_editor, from_state, to_state)

    @staticmethod
    def _way(schema_editor: BaseDatabaseSchemaEditor) -> Any:
        return AddIndexConcurrently if schema_editor.connection.vendor == "postgresql" else AddIndex
