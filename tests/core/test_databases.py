"""Connection timeouts of the database and the replica."""

from typing import Any

import pytest

from portal_backend.core.databases import build_postgres_settings, build_replica_settings

URL = "postgres://ann:secret@db.example.org:5432/portal"


def timeouts(database: dict[str, Any]) -> list[int]:
    names = ("connect_timeout", "tcp_user_timeout", "keepalives_idle", "keepalives_interval")
    return [int(database["OPTIONS"][name]) for name in names]


def test_default_connection_timeouts() -> None:
    assert timeouts(build_postgres_settings(URL)) == [5, 20_000, 30, 10]
    assert timeouts(build_replica_settings(URL)) == [2, 5_000, 30, 10]


@pytest.mark.parametrize("database", [build_postgres_settings, build_replica_settings])
def test_url_options_override_default_timeouts(database: Any) -> None:
    configured = database(f"{URL}?connect_timeout=9&keepalives_idle=60")
    assert timeouts(configured)[::2] == [9, 60]
    assert configured["OPTIONS"]["options"].startswith("-c jit=off")
