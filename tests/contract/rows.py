"""Everything the database holds, to see that a refused call changed nothing."""

from collections.abc import Hashable

from django.apps import apps
from django.db.models import Model

# of Django and its tools: nothing of a request is in them
APPART = frozenset({"auth", "contenttypes"})
Dump = dict[str, list[tuple[Hashable, ...]]]


def models() -> list[type[Model]]:
    """The portal's models, the tables between them included."""
    return [model for model in apps.get_models(include_auto_created=True) if model._meta.app_label not in APPART]


def dump() -> Dump:
    """All rows of all tables, by table."""
    return {model._meta.db_table: list(model._base_manager.order_by("pk").values_list()) for model in models()}


def changed(before: Dump, after: Dump) -> list[str]:
    """The tables in which rows differ."""
    return [table for table in before if before[table] != after[table]]
