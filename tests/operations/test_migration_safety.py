"""Migrations are safe for the previous version and for running writers.

The initial migrations precede the first release. Tables created after them are exempt because no earlier version uses
them.
"""

from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib.postgres.operations import AddIndexConcurrently, RemoveIndexConcurrently
from django.db import connection, models
from django.db.migrations import Migration
from django.db.migrations import operations as made
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState
from django.db.models import NOT_PROVIDED

from portal_backend.core.migration_operations import AddIndexOnline

FIRST_MIGRATION = "0001_initial"
SAFE_OPERATIONS = (
    made.CreateModel,
    made.AlterModelOptions,
    made.AlterModelManagers,
    made.RunPython,  # writes rows; large tables must be written in batches
    made.RemoveIndex,
    made.RemoveConstraint,
    made.AlterOrderWithRespectTo,
    AddIndexConcurrently,
    RemoveIndexConcurrently,
)
LOCK_MESSAGE = "it keeps writers waiting: AddIndexOnline, in a migration with atomic = False"


def find_harm(operation: Operation, before: ProjectState, app: str) -> str | None:
    """Return how an operation harms a running previous version, None if not at all."""
    match operation:
        case made.SeparateDatabaseAndState():
            is_database_only = bool(operation.database_operations) and not operation.state_operations
            remaining = [
                each
                for each in operation.database_operations
                if not (is_database_only and isinstance(each, made.RemoveField))
            ]
            return next((found for each in remaining if (found := find_harm(each, before, app))), None)
        case made.AddField(field=field):
            if not field.null and field.db_default is NOT_PROVIDED and not field.many_to_many:
                return "the version before writes no value: null=True or db_default"
            return LOCK_MESSAGE if field.db_index or field.unique else None
        case made.AlterField(field=field):
            old = before.apps.get_model(app, operation.model_name)._meta.get_field(operation.name)
            if old.null and not field.null:
                return "the version before may write none"
            field.set_attributes_from_name(operation.name)
            same = isinstance(field, models.ForeignKey) or old.db_type(connection) == field.db_type(connection)
            more = (field.db_index and not old.db_index) or (field.unique and not old.unique)
            return LOCK_MESSAGE if more or not same else None
        case _ if isinstance(operation, SAFE_OPERATIONS):
            return None
        case made.AddIndex() | made.AddConstraint():
            return LOCK_MESSAGE
    return "the version before uses it: first a version that does not, then SeparateDatabaseAndState takes it away"


def iter_harms(loader: MigrationLoader, baseline: str) -> Iterator[str]:
    """Yield each harmful operation of the migrations after the `baseline` ones."""
    for (app, name), migration in sorted(loader.disk_migrations.items()):
        if not migration.__module__.startswith("portal_backend.") or name <= baseline:
            continue
        state = loader.project_state((app, name), at_end=False)
        new_models = {
            operation.name.lower()
            for (other_app, other_name), other in loader.disk_migrations.items()
            if other_app == app and other_name > baseline
            for operation in other.operations
            if isinstance(operation, made.CreateModel)
        }
        for operation in migration.operations:
            named = getattr(operation, "model_name", getattr(operation, "name", ""))
            if named.lower() not in new_models and (found := find_harm(operation, state, app)):
                yield f"{app} {name}: {operation.describe()}: {found}"
            operation.state_forwards(app, state)


def test_migrations_are_safe_for_running_version() -> None:
    assert list(iter_harms(MigrationLoader(None), FIRST_MIGRATION)) == []


def test_detects_unsafe_migration(monkeypatch: pytest.MonkeyPatch) -> None:
    """Check that the rule covers migrations that follow the initial ones."""
    loader = MigrationLoader(None)
    unsafe = Migration("0002_unsafe", "workflow")
    unsafe.dependencies = [("workflow", FIRST_MIGRATION)]
    unsafe.operations = [made.RemoveField("servicerequest", "status")]
    unsafe.__module__ = "portal_backend.workflow.migrations.0002_unsafe"
    monkeypatch.setattr(loader, "disk_migrations", {**loader.disk_migrations, ("workflow", "0002_unsafe"): unsafe})
    monkeypatch.setattr(loader, "project_state", lambda *_, **__: MigrationLoader(None).project_state())
    [found] = iter_harms(loader, FIRST_MIGRATION)
    assert found.startswith("workflow 0002_unsafe: Remove field status from servicerequest: the version before uses it")


@pytest.mark.parametrize(
    ("operation", "message"),
    [
        (made.AddField("servicerequest", "colour", models.CharField(max_length=5)), "db_default"),
        (made.AddField("servicerequest", "colour", models.CharField(max_length=5, db_default="")), ""),
        (made.AddField("servicerequest", "colour", models.CharField(max_length=5, null=True)), ""),
        (made.AddField("servicerequest", "colour", models.CharField(max_length=5, null=True, unique=True)), "waiting"),
        (made.AddIndex("servicerequest", models.Index(fields=["number"], name="x")), "waiting"),
        (AddIndexOnline("servicerequest", models.Index(fields=["number"], name="x")), ""),
        (made.RemoveField("servicerequest", "status"), "uses it"),
        (made.RenameField("servicerequest", "status", "state"), "uses it"),
        (made.DeleteModel("ServiceRequest"), "uses it"),
        (made.RunSQL("SELECT 1"), "uses it"),
        (made.AlterField("servicerequest", "status", models.TextField()), "waiting"),
        (made.AlterField("servicerequest", "completed_at", models.DateTimeField()), "write none"),
        (made.SeparateDatabaseAndState(state_operations=[made.RemoveField("servicerequest", "status")]), ""),
        (made.SeparateDatabaseAndState([made.RemoveField("servicerequest", "status")]), ""),
        (
            made.SeparateDatabaseAndState(
                [made.RemoveField("servicerequest", "status")], [made.RemoveField("servicerequest", "status")]
            ),
            "uses it",
        ),
    ],
    ids=lambda value: value.describe() if isinstance(value, Operation) else None,
)
def test_detects_unsafe_operation(operation: Operation, message: str) -> None:
    state = MigrationLoader(None).project_state()
    found = find_harm(operation, state, "workflow") or ""
    assert (message in found) if message else not found


ADD_INDEX = AddIndexOnline("servicerequest", models.Index(fields=["version"], name="added_online"))


def run_operation(direction: str = "forwards") -> None:
    """Run ADD_INDEX as a migration does."""
    before = MigrationLoader(None).project_state()
    after = before.clone()
    ADD_INDEX.state_forwards("workflow", after)
    with connection.schema_editor(atomic=False) as editor:
        if direction == "forwards":
            ADD_INDEX.database_forwards("workflow", editor, before, after)
        else:
            ADD_INDEX.database_backwards("workflow", editor, after, before)


def fetch_rows(sql: str) -> list[tuple[Any, ...]]:
    """Return the rows of a query."""
    with connection.cursor() as cursor:
        cursor.execute(sql)
        return list(cursor.fetchall())


def get_index_names() -> set[str]:
    """Return the names of the indexes and constraints of the request table."""
    with connection.cursor() as cursor:
        return set(connection.introspection.get_constraints(cursor, "workflow_servicerequest"))


@pytest.fixture
def _drop_index_afterwards() -> Iterator[None]:
    yield
    if "added_online" in get_index_names():
        run_operation("backwards")


only_postgresql = pytest.mark.skipif(
    connection.vendor != "postgresql", reason="only PostgreSQL creates indexes concurrently"
)


@pytest.mark.usefixtures("_drop_index_afterwards")
@pytest.mark.django_db(transaction=True)
class TestConcurrentIndex:
    def test_creates_and_removes_index_on_both_databases(self) -> None:
        run_operation()
        assert "added_online" in get_index_names()
        run_operation("backwards")
        assert "added_online" not in get_index_names()

    def test_interrupted_migration_skips_existing_index(self) -> None:
        run_operation()
        if connection.vendor == "postgresql":
            index_id = fetch_rows("SELECT 'added_online'::regclass::oid")
        run_operation()
        assert "added_online" in get_index_names()
        if connection.vendor == "postgresql":
            assert fetch_rows("SELECT 'added_online'::regclass::oid") == index_id

    @only_postgresql
    def test_recreates_invalid_index(self) -> None:
        run_operation()
        valid = "SELECT indisvalid FROM pg_index WHERE indexrelid = 'added_online'::regclass"
        with connection.cursor() as cursor:
            cursor.execute("UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'added_online'::regclass")
        assert fetch_rows(valid) == [(False,)]
        run_operation()
        assert fetch_rows(valid) == [(True,)]

    @only_postgresql
    def test_disables_lock_timeout_while_creating_index(self, monkeypatch: pytest.MonkeyPatch) -> None:
        timeouts: list[str] = []

        def record_timeout(*_: Any) -> None:
            timeouts.append(fetch_rows("SHOW lock_timeout")[0][0])

        monkeypatch.setattr(AddIndexConcurrently, "database_forwards", record_timeout)
        run_operation()
        assert (timeouts, fetch_rows("SHOW lock_timeout")) == (["0"], [("20s",)])
