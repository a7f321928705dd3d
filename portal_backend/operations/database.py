"""Copies of the database as its own tools make them: SQLite's backup, PostgreSQL's pg_dump and pg_restore."""

import os
import shutil
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path
from typing import cast

from django.db import connection
from django.db.backends.postgresql.client import DatabaseClient

DEBIAN = Path("/usr/lib/postgresql")
# what the copy does not know, because it is younger, goes as well
EMPTY = "DROP SCHEMA public CASCADE; CREATE SCHEMA public"


class ToolError(Exception):
    """A tool of the database is missing or failed; the text says what it told."""


def copy_database(target: Path) -> None:
    """Write a copy of the database as it is at one moment, while others go on writing. Raises ToolError."""
    if connection.vendor == "sqlite":
        with closing(sqlite3.connect(target)) as copy:
            _sqlite().backup(copy)
        return
    _run("pg_dump", "--format=custom", "--no-owner", "--no-privileges", f"--file={target}", *_address())


def replace_database(source: Path) -> None:
    """Put a copy in the place of the database: all of it, or nothing. Raises ToolError."""
    if connection.vendor == "sqlite":
        with closing(sqlite3.connect(source)) as copy:
            if copy.execute("PRAGMA integrity_check").fetchone() != ("ok",):
                raise ToolError("The copy of the database is damaged.")
            copy.backup(_sqlite())
        connection.close()
        return
    connection.close()
    script = source.with_suffix(".sql")
    _run("pg_restore", "--no-owner", "--no-privileges", f"--file={script}", str(source))
    once = ("--no-psqlrc", "--quiet", "--single-transaction", "--set=ON_ERROR_STOP=1")
    _run("psql", *once, f"--command={EMPTY}", f"--file={script}", *_address())


def _sqlite() -> sqlite3.Connection:
    connection.ensure_connection()
    return cast("sqlite3.Connection", connection.connection)


def _tool(name: str) -> str:
    """A program of PostgreSQL: the newest that Debian keeps, for one that is older than the server refuses to work."""
    versions = sorted(DEBIAN.glob("*/bin"), key=lambda folder: float(folder.parent.name), reverse=True)
    found = shutil.which(name, path=os.pathsep.join([*map(str, versions), os.environ.get("PATH", os.defpath)]))
    if not found:
        raise ToolError(f"{name} is missing: install PostgreSQL's client programs (Debian: postgresql-client).")
    return found


def _address() -> list[str]:
    """The arguments that lead a program of PostgreSQL to the portal's database."""
    words, _ = DatabaseClient.settings_to_cmd_args_env(connection.settings_dict, [])
    return words[1:]


def _run(name: str, *arguments: str) -> None:
    _, secrets = DatabaseClient.settings_to_cmd_args_env(connection.settings_dict, [])
    ended = subprocess.run(  # noqa: S603 - programs and arguments are ours
        [_tool(name), *arguments], env={**os.environ, **(secrets or {})}, capture_output=True, text=True, check=False
    )
    if ended.returncode:
        lines = ended.stderr.splitlines() or [f"{name} ended with code {ended.returncode}"]
        raise ToolError(next((line for line in lines if "error" in line.lower()), lines[-1]))
