"""Case-insensitive comparison of texts in every alphabet, equal on all databases."""

from typing import Any

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created
from django.db.models import CharField, Q, TextField, Transform

from portal_backend.core import normalized_lookup  # noqa: F401 - registers the lookup that is used below
from portal_backend.core.normalization import normalize_key


class CaseFold(Transform):
    """Lookup transform `name__casefold`: the text in lower case.

    SQLite's own LOWER and LIKE only handle ASCII.
    """

    lookup_name = "folded"
    function = "LOWER"

    def as_sqlite(self, compiler: Any, connection: BaseDatabaseWrapper, **context: Any) -> tuple[str, Any]:
        """Compile to the function registered on each connection."""
        return super().as_sql(compiler, connection, function="portal_folded", **context)


CharField.register_lookup(CaseFold)
TextField.register_lookup(CaseFold)


def contains_any(keyword: str, *attributes: str) -> Q:
    """Match rows with at least one text that contains the keyword after normalization.

    See `normalize_key`. A keyword of only symbols matches no rows.
    """
    query, key = Q(pk__in=()), normalize_key(keyword)
    for attribute in attributes if key else ():
        query |= Q(**{f"{attribute}__normalized__contains": key})
    return query


def equals_ignoring_case(**texts: str) -> Q:
    """Match rows whose texts equal the given ones regardless of case."""
    return Q(**{f"{attribute}__folded": text.lower() for attribute, text in texts.items()})


def _fold_case(text: object) -> object:
    return text.lower() if isinstance(text, str) else text


def register_case_folding_function(connection: Any, **signal: object) -> None:
    """Register the SQLite function that `CaseFold` uses on a new connection."""
    if connection.vendor == "sqlite":
        connection.connection.create_function("portal_folded", 1, _fold_case, deterministic=True)


connection_created.connect(register_case_folding_function)
