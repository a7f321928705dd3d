"""Update of a few fields of many rows in one statement."""

from collections.abc import Iterable, Sequence

from django.db.models import Model


def bulk_save(rows: Iterable[Model], fields: Sequence[str]) -> None:
    """Write `fields` of existing rows, which a lock must protect from deletion.

    Django's `bulk_update` builds an expression for every value: 35 times the CPU time for the 300 rows and 11 fields
    of a diagnostics table.
    """
    instances = list(rows)
    if instances:
        model = type(instances[0])
        model._default_manager.bulk_create(instances, update_conflicts=True, unique_fields=["pk"], update_fields=fields)
