"""Normalized lookup for queries, with equal results on SQLite and PostgreSQL."""

from typing import Any

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created
from django.db.models import CharField, TextField, Transform

from portal_backend.base.normalization import normalize


class Normalized(Transform):
    """Lookup transform `name__normalized`: the text in the form of `normalize`."""

    lookup_name = "normalized"
    function = "portal_normalized"


CharField.register_lookup(Normalized)
TextField.register_lookup(Normalized)


def _normalized(text: object) -> object:
    return normalize(text) if isinstance(text, str) else text


def teach(connection: BaseDatabaseWrapper | Any, **signal: object) -> None:
    """Register the SQLite function that `Normalized` uses on a new connection."""
    if connection.vendor == "sqlite":
        connection.connection.create_function("portal_normalized", 1, _normalized, deterministic=True)


connection_created.connect(teach)
