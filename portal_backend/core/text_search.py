"""Text comparison in queries: ignoring case, normalized, in language order."""

import unicodedata
from collections.abc import Callable
from functools import lru_cache, partial
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


class Normalized(Transform):
    """Lookup transform `name__normalized`: the text in the form of `normalize`."""

    lookup_name = "normalized"
    function = "portal_normalized"


CharField.register_lookup(Normalized)
TextField.register_lookup(Normalized)


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


SQLITE_FUNCTIONS: dict[str, Callable[..., str]] = {
    "portal_folded": str.lower,
    "portal_normalized": normalize,
    "portal_sort_key": build_sort_key,
}


def register_functions(connection: Any, **signal: object) -> None:
    """Register the functions that these expressions use on a new SQLite connection."""
    if connection.vendor == "sqlite":
        for name, function in SQLITE_FUNCTIONS.items():
            wrapped = partial(_apply_to_text, function)
            connection.connection.create_function(name, -1, wrapped, deterministic=True)


def _apply_to_text(function: Callable[..., str], text: object, *arguments: str) -> object:
    """Apply a function to a text; NULL and numbers stay unchanged."""
    return function(text, *arguments) if isinstance(text, str) else text


connection_created.connect(register_functions)
