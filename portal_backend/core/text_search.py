"""Text comparison in queries: ignoring case, normalized, in language order."""

import unicodedata
from functools import lru_cache
from typing import Any

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created
from django.db.models import CharField, F, Func, Model, Q, TextField, Transform
from modeltranslation.manager import rewrite_lookup_key

from portal_backend.core.normalization import normalize, normalize_key
from portal_backend.core.translations import get_current_language


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


# sort before and after all letters and digits
SORTS_FIRST, SORTS_LAST = "\x02", "\U0010ffff"
COMBINING_TILDE = "\u0303"
# order of symbols in ICU, which differs from that of their code points
SYMBOL_SORT_KEYS = {
    symbol: SORTS_FIRST + chr(position)
    for position, symbol in enumerate(" _-,;:!?.'\"()[]{}@*/\\&#%`^+<=>|~$", start=0x20)
}


class Collated(Func):
    """Sort expression for a text in the current language.

    PostgreSQL uses its ICU collation; SQLite calls `build_sort_key` as a user-defined function.
    """

    arity = 1
    output_field = TextField()

    def resolve_expression(self, query: Any = None, *args: Any, **kwargs: Any) -> Any:
        """Resolve translated fields to the column of the current language."""
        copy = self.copy()
        copy.set_source_expressions([_in_current_language(path, query.model) for path in self.get_source_expressions()])
        return super(Collated, copy).resolve_expression(query, *args, **kwargs)

    def as_postgresql(self, compiler: Any, connection: BaseDatabaseWrapper, **context: Any) -> tuple[str, Any]:
        """Compile to the ICU collation of the language."""
        template = f'(%(expressions)s COLLATE "{get_current_language()}-x-icu")'
        return self.as_sql(compiler, connection, template=template, **context)

    def as_sqlite(self, compiler: Any, connection: BaseDatabaseWrapper, **context: Any) -> tuple[str, Any]:
        """Compile to the function registered on each connection."""
        template = f"portal_sort_key(%(expressions)s, '{get_current_language()}')"
        return self.as_sql(compiler, connection, template=template, **context)


def _in_current_language(path: Any, model: type[Model]) -> Any:
    return F(rewrite_lookup_key(model, str(vars(path)["name"]))) if isinstance(path, F) else path


@lru_cache(maxsize=4096)
def build_sort_key(text: str, language: str) -> str:
    """Build a sort key that orders symbols, then digits, then letters.

    Accents and case only decide between otherwise equal texts. In Spanish ñ is a letter of its own, after n.
    """
    letters = unicodedata.normalize("NFKD", text.casefold())
    if language == "es":
        letters = letters.replace(f"n{COMBINING_TILDE}", f"n{SORTS_LAST}")
    bare = (letter for letter in letters if not unicodedata.combining(letter))
    key = "".join(
        letter if letter.isalnum() or letter == SORTS_LAST else SYMBOL_SORT_KEYS.get(letter, SORTS_FIRST + letter)
        for letter in bare
    )
    return f"{key}\x01{text.swapcase()}"


def _sort_key_or_value(text: object, language: str) -> object:
    return build_sort_key(text, language) if isinstance(text, str) else text


def register_sort_key_function(connection: Any, **signal: object) -> None:
    """Register the SQLite function that `Collated` uses on a new connection."""
    if connection.vendor == "sqlite":
        connection.connection.create_function("portal_sort_key", 2, _sort_key_or_value, deterministic=True)


connection_created.connect(register_sort_key_function)
