"""Database dumps: SQLite's backup API, PostgreSQL's pg_dump and pg_restore."""

import os
import shutil
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path
from typing import cast

from django.db import connection
from django.db.backends.postgresql.client import DatabaseClient

POSTGRESQL_ROOT = Path("/usr/lib/postgresql")
# dropping the schema also removes objects that are newer than the dump
RESET_SCHEMA_SQL = "DROP SCHEMA public CASCADE; CREATE SCHEMA public"


class DatabaseToolError(Exception):
    """Database tool is missing or failed; the message contains its error output."""


def dump_database(target: Path) -> None:
    """Dump a consistent copy of the database while it is in use.

    Raises DatabaseToolError.
    """
    if connection.vendor == "sqlite":
        with closing(sqlite3.connect(target)) as copy:
            _get_sqlite_connection().backup(copy)
        return
    _run_tool(
        "pg_dump", "--format=custom", "--no-owner", "--no-privileges", f"--file={target}", *_get_connection_arguments()
    )


def restore_database(source: Path) -> None:
    """Replace the whole database by a dump, or leave it unchanged on failure.

    Raises DatabaseToolError.
    """
    if connection.vendor == "sqlite":
        with closing(sqlite3.connect(source)) as copy:
            if copy.execute("PRAGMA integrity_check").fetchone() != ("ok",):
                raise DatabaseToolError("The database in the backup is damaged.")
            copy.backup(_get_sqlite_connection())
        connection.close()
        return
    connection.close()
    script = source.with_suffix(".sql")
    _run_tool("pg_restore", "--no-owner", "--no-privileges", f"--file={script}", str(source))
    options = ("--no-psqlrc", "--quiet", "--single-transaction", "--set=ON_ERROR_STOP=1")
    _run_tool("psql", *options, f"--command={RESET_SCHEMA_SQL}", f"--file={script}", *_get_connection_arguments())


def _get_sqlite_connection() -> sqlite3.Connection:
    connection.ensure_connection()
    return cast("sqlite3.Connection", connection.connection)


def _find_tool(name: str) -> str:
    """Find a PostgreSQL program, preferring the newest version of Debian's packages.

    One that is older than the server would refuse to work.
    """
    versions = sorted(POSTGRESQL_ROOT.glob("*/bin"), key=lambda folder: float(folder.parent.name), reverse=True)
    path = shutil.which(name, path=os.pathsep.join([*map(str, versions), os.environ.get("PATH", os.defpath)]))
    if not path:
        raise DatabaseToolError(f"{name} is missing: install PostgreSQL's client programs (Debian: postgresql-client).")
    return path


def _get_connection_arguments() -> list[str]:
    """Return the arguments with which PostgreSQL's programs connect to the database."""
    arguments, _ = DatabaseClient.settings_to_cmd_args_env(connection.settings_dict, [])
    return arguments[1:]


def _run_tool(name: str, *arguments: str) -> None:
    _, secrets = DatabaseClient.settings_to_cmd_args_env(connection.settings_dict, [])
    process = subprocess.run(  # noqa: S603 - programs and arguments are not user input
        [_find_tool(name), *arguments],
        env={**os.environ, **(secrets or {})},
        capture_output=True,
        text=True,
        check=False,
    )
    if process.returncode:
        lines = process.stderr.splitlines() or [f"{name} exited with code {process.returncode}"]
        raise DatabaseToolError(next((line for line in lines if "error" in line.lower()), lines[-1]))
