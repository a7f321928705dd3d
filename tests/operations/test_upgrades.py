"""Migrations are safe for the previous version and for running writers.

Migrations up to BASELINE_MIGRATIONS precede the first release. Tables created after it are exempt because no earlier
version uses them.
"""

from collections.abc import Iterator
from importlib import import_module
from typing import Any

import pytest
from django.contrib.postgres.operations import AddIndexConcurrently, RemoveIndexConcurrently
from django.db import connection, models
from django.db.migrations import operations as made
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState
from django.db.models import NOT_PROVIDED

from portal_backend.base.upgrading import AddIndexBeside

MARK = {
    "accounts": "0006_second_factors",
    "audit": "0001_initial",
    "catalogue": "0002_first_categories",
    "demo": "0001_initial",
    "factors": "0001_second_factors",
    "files": "0002_uploads_of_a_user",
    "imports": "0001_initial",
    "jobs": "0001_initial",
    "joining": "0002_asked_once",
    "notifications": "0006_mail_user_index",
    "part_requests": "0002_found_by_part",
    "remote_support": "0001_initial",
    "repairs": "0003_search_units",
    "reports": "0002_from_history",
    "saved_views": "0001_initial",
    "shipping": "0001_initial",
    "workflow": "0010_reports_keep_their_own",
}
HARMLESS = (
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
LOCKS = "it keeps writers waiting: AddIndexBeside, in a migration with atomic = False"


def harm(operation: Operation, before: ProjectState, app: str) -> str | None:
    """Return how an operation harms a running previous version, None if not at all."""
    match operation:
        case made.SeparateDatabaseAndState():
            is_database_only = bool(operation.database_operations) and not operation.state_operations
            remaining = [
                each
                for each in operation.database_operations
                if not (is_database_only and isinstance(each, made.RemoveField))
            ]
            return next((found for each in remaining if (found := harm(each, before, app))), None)
        case made.AddField(field=field):
            if not field.null and field.db_default is NOT_PROVIDED and not field.many_to_many:
                return "the version before writes no value: null=True or db_default"
            return LOCKS if field.db_index or field.unique else None
        case made.AlterField(field=field):
            old = before.apps.get_model(app, operation.model_name)._meta.get_field(operation.name)
            if old.null and not field.null:
                return "the version before may write none"
            field.set_attributes_from_name(operation.name)
            same = isinstance(field, models.ForeignKey) or old.db_type(connection) == field.db_type(connection)
            more = (field.db_index and not old.db_index) or (field.unique and not old.unique)
            return LOCKS if more or not same else None
        case _ if isinstance(operation, HARMLESS):
            return None
        case made.AddIndex() | made.AddConstraint():
            return LOCKS
    return "the version before uses it: first a version that does not, then SeparateDatabaseAndState takes it away"


def harms(loader: MigrationLoader, baseline: dict[str, str]) -> Iterator[str]:
    """Yield each harmful operation of the migrations after the given ones."""
    for (app, name), migration in sorted(loader.disk_migrations.items()):
        if not migration.__module__.startswith("portal_backend.") or name <= baseline.get(app, ""):
            continue
        state = loader.project_state((app, name), at_end=False)
        new_models = {
            operation.name.lower()
            for (other_app, other_name), other in loader.disk_migrations.items()
            if other_app == app and other_name > baseline.get(app, "")
            for operation in other.operations
            if isinstance(operation, made.CreateModel)
        }
        for operation in migration.operations:
            named = getattr(operation, "model_name", getattr(operation, "name", ""))
            if named.lower() not in new_models and (found := harm(operation, state, app)):
                yield f"{app} {name}: {operation.describe()}: {found}"
            operation.state_forwards(app, state)


def test_migrations_are_safe_for_running_version() -> None:
    assert list(harms(MigrationLoader(None), MARK)) == []


def test_detects_unsafe_operations_in_old_migrations() -> None:
    """Check that the rule finds unsafe migrations from before the first release."""
    found = list(harms(MigrationLoader(None), dict.fromkeys(MARK, "0001_zzz")))
    for message in ("AddIndexBeside", "db_default", "uses it"):
        assert any(message in each for each in found), message


@pytest.mark.parametrize(
    ("operation", "wrong"),
    [
        (made.AddField("request", "colour", models.CharField(max_length=5)), "db_default"),
        (made.AddField("request", "colour", models.CharField(max_length=5, db_default="")), ""),
        (made.AddField("request", "colour", models.CharField(max_length=5, null=True)), ""),
        (made.AddField("request", "colour", models.CharField(max_length=5, null=True, unique=True)), "waiting"),
        (made.AddIndex("request", models.Index(fields=["number"], name="x")), "waiting"),
        (AddIndexBeside("request", models.Index(fields=["number"], name="x")), ""),
        (made.RemoveField("request", "status"), "uses it"),
        (made.RenameField("request", "status", "state"), "uses it"),
        (made.DeleteModel("Request"), "uses it"),
        (made.RunSQL("SELECT 1"), "uses it"),
        (made.AlterField("request", "status", models.TextField()), "waiting"),
        (made.AlterField("request", "completed_at", models.DateTimeField()), "write none"),
        (made.SeparateDatabaseAndState(state_operations=[made.RemoveField("request", "status")]), ""),
        (made.SeparateDatabaseAndState([made.RemoveField("request", "status")]), ""),
        (
            made.SeparateDatabaseAndState(
                [made.RemoveField("request", "status")], [made.RemoveField("request", "status")]
            ),
            "uses it",
        ),
    ],
    ids=lambda value: value.describe() if isinstance(value, Operation) else None,
)
def test_detects_unsafe_operation(operation: Operation, message: str) -> None:
    state = MigrationLoader(None).project_state()
    found = harm(operation, state, "workflow") or ""
    assert (message in found) if message else not found


BESIDE = AddIndexBeside("request", models.Index(fields=["version"], name="made_beside"))


def run(direction: str = "forwards") -> None:
    """Run ADD_INDEX as a migration does."""
    before = MigrationLoader(None).project_state()
    after = before.clone()
    BESIDE.state_forwards("workflow", after)
    with connection.schema_editor(atomic=False) as editor:
        if direction == "forwards":
            BESIDE.database_forwards("workflow", editor, before, after)
        else:
            BESIDE.database_backwards("workflow", editor, after, before)


def rows(sql: str) -> list[tuple[Any, ...]]:
    """Return the rows of a query."""
    with connection.cursor() as cursor:
        cursor.execute(sql)
        return list(cursor.fetchall())


def indexes() -> set[str]:
    """Return the names of the indexes and constraints of the request table."""
    with connection.cursor() as cursor:
        return set(connection.introspection.get_constraints(cursor, "workflow_request"))


@pytest.fixture
def _drop_index_afterwards() -> Iterator[None]:
    yield
    if "made_beside" in indexes():
        run("backwards")


only_postgresql = pytest.mark.skipif(
    connection.vendor != "postgresql", reason="only PostgreSQL creates indexes concurrently"
)


@pytest.mark.usefixtures("_drop_index_afterwards")
@pytest.mark.django_db(transaction=True)
class TestMadeBeside:
    def test_creates_and_removes_index_on_both_databases(self) -> None:
        run()
        assert "made_beside" in indexes()
        run("backwards")
        assert "made_beside" not in indexes()

    def test_interrupted_migration_skips_existing_index(self) -> None:
        run()
        if connection.vendor == "postgresql":
            index_id = rows("SELECT 'made_beside'::regclass::oid")
        run()
        assert "made_beside" in indexes()
        if connection.vendor == "postgresql":
            assert rows("SELECT 'made_beside'::regclass::oid") == index_id

    @only_postgresql
    def test_recreates_invalid_index(self) -> None:
        run()
        valid = "SELECT indisvalid FROM pg_index WHERE indexrelid = 'made_beside'::regclass"
        with connection.cursor() as cursor:
            cursor.execute("UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'made_beside'::regclass")
        assert rows(valid) == [(False,)]
        run()
        assert rows(valid) == [(True,)]

    @only_postgresql
    def test_disables_lock_timeout_while_creating_index(self, monkeypatch: pytest.MonkeyPatch) -> None:
        timeouts: list[str] = []

        def record_timeout(*_: Any) -> None:
            timeouts.append(rows("SHOW lock_timeout")[0][0])

        monkeypatch.setattr(AddIndexConcurrently, "database_forwards", record_timeout)
        run()
        assert (timeouts, rows("SHOW lock_timeout")) == (["0"], [("20s",)])


@only_postgresql
@pytest.mark.django_db(transaction=True)
def test_migration_that_creates_index_is_repeatable() -> None:
    migration = import_module("portal_backend.repairs.migrations.0005_known_again")
    with connection.schema_editor(atomic=False) as editor:
        migration.search(None, editor)
    assert rows("SELECT indisvalid FROM pg_index WHERE indexrelid = 'instrument_search'::regclass") == [(True,)]
