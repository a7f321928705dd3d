"""Sort order of lists: by displayed values, total, and the same on every database."""

from collections.abc import Iterable
from typing import Any

from django.core.exceptions import FieldDoesNotExist
from django.db.models import Case, F, Field, Model, SmallIntegerField, Value, When
from django.db.models.expressions import Expression, OrderBy
from modeltranslation.manager import rewrite_lookup_key

from portal_backend.core.text_search import Collated, build_sort_key
from portal_backend.core.translations import get_current_language, get_messages
from portal_backend.resources.resource import Column


def build_order_by(model: type[Model], column: Column, direction: str) -> list[OrderBy]:
    """Build a total order: empty values last, ties broken by id.

    NULLS LAST is left out for columns without empty values, so that an index can provide the order.
    """
    expression, is_descending = get_sort_expression(column), (direction == "DESC") is not column.reverse_sort
    last = None if column.not_null or _is_not_null(model, expression) else True
    return [
        OrderBy(expression, descending=is_descending, nulls_last=last),
        OrderBy(F("pk"), descending=is_descending),
    ]


def _is_not_null(model: type[Model], expression: Expression | F) -> bool:
    """Return whether the expression is a column that is never NULL.

    The column may be in the model's own table, or in one reached by foreign keys that are never NULL either.
    """
    path = next(iter(expression.get_source_expressions())) if isinstance(expression, Collated) else expression
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


def get_sort_expression(column: Column) -> Expression | F:
    """Return the expression to sort by.

    Keys are sorted by their translated messages, texts by collation.
    """
    if column.sort_expression is not None:
        return column.sort_expression
    if column.message_prefix and isinstance(column.message_prefix, str):
        return build_rank_case(column.source, _sort_keys_by_message(column.message_prefix))
    path = F(column.source)
    return Collated(path) if column.kind in ("text", "longText") else path


def build_rank_case(path: str, keys: Iterable[str]) -> Case:
    """Build an expression for the position of a value among `keys`."""
    ranks = [When(**{path: key}, then=Value(rank)) for rank, key in enumerate(keys)]
    return Case(*ranks, default=None, output_field=SmallIntegerField())


def _sort_keys_by_message(prefix: str) -> list[str]:
    """Return the message keys below a prefix, sorted by their translations."""
    messages = get_messages(prefix)
    return sorted(messages, key=lambda key: build_sort_key(messages[key], get_current_language()))
