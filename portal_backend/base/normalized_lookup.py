"""The form of `normalize_key` inside a query, alike on SQLite and PostgreSQL."""

from typing import Any

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created
from django.db.models import CharField, TextField, Transform

from portal_backend.base.normalization import normalize


class Normalized(Transform):
    """`name__normalized` is a text in the form of `normalize_key`, but for punctuation around it."""

    lookup_name = "normalized"
    function = "portal_normalized"


CharField.register_lookup(Normalized)
TextField.register_lookup(Normalized)


def _normalized(text: object) -> object:
    return normalize(text) if isinstance(text, str) else text


def teach(connection: BaseDatabaseWrapper | Any, **signal: object) -> None:
    """Give a new connection to SQLite the function that `Normalized` calls."""
    if connection.vendor == "sqlite":
        connection.connection.create_function("portal_normalized", 1, _normalized, deterministic=True)


connection_created.connect(teach)
