"""Normalized lookup for queries, with equal results on SQLite and PostgreSQL."""

from typing import Any

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created
from django.db.models import CharField, TextField, Transform

from portal_backend.core.normalization import normalize


class Normalized(Transform):
    """Lookup transform `name__normalized`: the text in the form of `normalize`."""

    lookup_name = "normalized"
    function = "portal_normalized"


CharField.register_lookup(Normalized)
TextField.register_lookup(Normalized)


def _normalize_or_value(text: object) -> object:
    return normalize(text) if isinstance(text, str) else text


def register_normalized_function(connection: BaseDatabaseWrapper | Any, **signal: object) -> None:
    """Register the SQLite function that `Normalized` uses on a new connection."""
    if connection.vendor == "sqlite":
        connection.connection.create_function("portal_normalized", 1, _normalize_or_value, deterministic=True)


connection_created.connect(register_normalized_function)
