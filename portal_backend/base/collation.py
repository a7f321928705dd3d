"""Texts in the order in which a reader looks for them: whatever their case and accents, in every alphabet."""

import unicodedata
from functools import lru_cache
from typing import Any

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created
from django.db.models import F, Func, Model, TextField
from modeltranslation.manager import rewrite_lookup_key

from portal_backend.base.words import current_language

# what sorts before every letter and digit, and after them
BEFORE, AFTER = "\x02", "\U0010ffff"
TILDE = "\u0303"
# the order that ICU has for signs, which is not that of their codes
SIGNS = {sign: BEFORE + chr(place) for place, sign in enumerate(" _-,;:!?.'\"()[]{}@*/\\&#%`^+<=>|~$", start=0x20)}


class Collated(Func):
    """A text to sort by, in the reader's language: PostgreSQL knows how by itself, SQLite is taught `sort_key`."""

    arity = 1
    output_field = TextField()

    def resolve_expression(self, query: Any = None, *more: Any, **how: Any) -> Any:
        """Of a translated text, that of the reader's language."""
        spoken = self.copy()
        spoken.set_source_expressions([_spoken(path, query.model) for path in self.get_source_expressions()])
        return super(Collated, spoken).resolve_expression(query, *more, **how)

    def as_postgresql(self, compiler: Any, connection: BaseDatabaseWrapper, **context: Any) -> tuple[str, Any]:
        """By the collation of ICU for the language."""
        template = f'(%(expressions)s COLLATE "{current_language()}-x-icu")'
        return self.as_sql(compiler, connection, template=template, **context)

    def as_sqlite(self, compiler: Any, connection: BaseDatabaseWrapper, **context: Any) -> tuple[str, Any]:
        """By the function that each connection is taught."""
        template = f"portal_sort_key(%(expressions)s, '{current_language()}')"
        return self.as_sql(compiler, connection, template=template, **context)


def _spoken(path: Any, model: type[Model]) -> Any:
    return F(rewrite_lookup_key(model, str(vars(path)["name"]))) if isinstance(path, F) else path


@lru_cache(maxsize=4096)
def sort_key(text: str, language: str) -> str:
    """What a text is sorted by, character by character: signs, digits, letters; accents only between equal letters.

    In Spanish the n with a tilde is a letter of its own.
    """
    letters = unicodedata.normalize("NFKD", text.casefold())
    if language == "es":
        letters = letters.replace(f"n{TILDE}", f"n{AFTER}")
    bare = (letter for letter in letters if not unicodedata.combining(letter))
    key = "".join(
        letter if letter.isalnum() or letter == AFTER else SIGNS.get(letter, BEFORE + letter) for letter in bare
    )
    return f"{key}\x01{text.swapcase()}"


def _key(text: object, language: str) -> object:
    return sort_key(text, language) if isinstance(text, str) else text


def teach(connection: Any, **signal: object) -> None:
    """Give a new connection to SQLite the function that Collated calls."""
    if connection.vendor == "sqlite":
        connection.connection.create_function("portal_sort_key", 2, _key, deterministic=True)


connection_created.connect(teach)
