"""Texts compared whatever their case: in every alphabet, and alike on every database."""

from typing import Any

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created
from django.db.models import CharField, Q, TextField, Transform

from portal_backend.base import normalized_lookup  # noqa: F401 - registers the lookup that is used below
from portal_backend.base.normalization import normalize_key


class Folded(Transform):
    """`name__folded` is the name in small letters. SQLite's own LOWER and LIKE know those of ASCII alone."""

    lookup_name = "folded"
    function = "LOWER"

    def as_sqlite(self, compiler: Any, connection: BaseDatabaseWrapper, **context: Any) -> tuple[str, Any]:
        """By the function that each connection is taught."""
        return super().as_sql(compiler, connection, function="portal_folded", **context)


CharField.register_lookup(Folded)
TextField.register_lookup(Folded)


def matching_any(keyword: str, *attributes: str) -> Q:
    """Match rows of which one text holds the keyword in the form of `normalize_key`; signs alone match none."""
    found, key = Q(pk__in=()), normalize_key(keyword)
    for attribute in attributes if key else ():
        found |= Q(**{f"{attribute}__normalized__contains": key})
    return found


def same(**texts: str) -> Q:
    """Rows of which each of these texts is the given one."""
    return Q(**{f"{attribute}__folded": text.lower() for attribute, text in texts.items()})


def _folded(text: object) -> object:
    return text.lower() if isinstance(text, str) else text


def teach(connection: Any, **signal: object) -> None:
    """Give a new connection to SQLite the function that Folded calls."""
    if connection.vendor == "sqlite":
        connection.connection.create_function("portal_folded", 1, _folded, deterministic=True)


connection_created.connect(teach)
