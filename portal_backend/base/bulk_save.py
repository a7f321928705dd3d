"""Writing a few fields of many rows in one statement."""

from collections.abc import Iterable, Sequence

from django.db.models import Model


def bulk_save(rows: Iterable[Model], fields: Sequence[str]) -> None:
    """Write `fields` of existing rows that a lock keeps from being deleted meanwhile.

    `bulk_update` would build an expression for every value: 35 times the processor time for the 300 rows and 11
    fields of a diagnostics table.
    """
    known = list(rows)
    if known:
        kind = type(known[0])
        kind._default_manager.bulk_create(known, update_conflicts=True, unique_fields=["pk"], update_fields=fields)
