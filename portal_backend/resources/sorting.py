"""The order of a list's rows: that of what its reader sees, total, and the same on every database."""

from collections.abc import Iterable
from typing import Any

from django.core.exceptions import FieldDoesNotExist
from django.db.models import Case, F, Field, Model, SmallIntegerField, Value, When
from django.db.models.expressions import Expression, OrderBy
from modeltranslation.manager import rewrite_lookup_key

from portal_backend.base.collation import Collated, sort_key
from portal_backend.base.words import current_language, words_of
from portal_backend.resources.resource import Column


def ordering(model: type[Model], column: Column, direction: str) -> list[OrderBy]:
    """A total order: empty values last, ties broken by id, the same on every database.

    Where there are no empty values nothing is said of them: then an index may give the order.
    """
    shown, down = sorting(column), (direction == "DESC") is not column.backwards
    last = None if column.filled or _is_filled(model, shown) else True
    return [OrderBy(shown, descending=down, nulls_last=last), OrderBy(F("pk"), descending=down)]


def _is_filled(model: type[Model], shown: Expression | F) -> bool:
    """Whether it is a column that is never empty, of the model's own table or one that each row leads to."""
    path = next(iter(shown.get_source_expressions())) if isinstance(shown, Collated) else shown
    if not isinstance(path, F):
        return False
    step: Any = model
    for name in rewrite_lookup_key(model, str(vars(path)["name"])).split("__"):
        try:
            field = step._meta.get_field(name)
        except FieldDoesNotExist:
            return False
        if not isinstance(field, Field) or field.null:
            return False
        step = field.related_model
    return True


def sorting(column: Column) -> Expression | F:
    """What a column is sorted by: keys by the words that they are shown by, texts as a dictionary does."""
    if column.order is not None:
        return column.order
    if column.words and isinstance(column.words, str):
        return ranked(column.source, _by_word(column.words))
    path = F(column.source)
    return Collated(path) if column.kind in ("text", "longText") else path


def ranked(path: str, keys: Iterable[str]) -> Case:
    """The place of a key among `keys`."""
    places = [When(**{path: key}, then=Value(place)) for place, key in enumerate(keys)]
    return Case(*places, default=None, output_field=SmallIntegerField())


def _by_word(prefix: str) -> list[str]:
    """The keys below a prefix of the catalogue, in the order of their words."""
    words = words_of(prefix)
    return sorted(words, key=lambda key: sort_key(words[key], current_language()))
