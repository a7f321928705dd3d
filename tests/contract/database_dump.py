"""Dump of the database, to check that rejected calls change nothing."""

from collections.abc import Hashable

from django.apps import apps
from django.db.models import Model

# apps of Django that contain no data of requests
IGNORED_APPS = frozenset({"auth", "contenttypes"})
Dump = dict[str, list[tuple[Hashable, ...]]]


def get_dumped_models() -> list[type[Model]]:
    """Return the portal's models, including those of many-to-many tables."""
    return [model for model in apps.get_models(include_auto_created=True) if model._meta.app_label not in IGNORED_APPS]


def dump_database() -> Dump:
    """Return all rows by table."""
    return {
        model._meta.db_table: list(model._base_manager.order_by("pk").values_list()) for model in get_dumped_models()
    }


def find_changed_tables(before: Dump, after: Dump) -> list[str]:
    """Return the tables whose rows differ."""
    return [table for table in before if before[table] != after[table]]
