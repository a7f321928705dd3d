"""Packing of units and items: packages, and data for customs and couriers."""

from collections.abc import Callable, Sequence
from typing import Any

from portal_backend.core.bulk_save import bulk_save
from portal_backend.core.errors import invalid
from portal_backend.core.translations import LazyMessage
from portal_backend.shipping.models import Package, PackingDetails
from portal_backend.shipping.schemas import PackedIn
from portal_backend.workflow.models import VersionedRow
from portal_backend.workflow.row_saves import CHANGE_FIELDS, RowChanges

CUSTOMS_FIELDS = ("customs_value", "hs_code", "origin")


def save_packing_rows(
    rows: Sequence[PackedIn],
    packages: Sequence[Package],
    get_packing: Callable[[int], PackingDetails],
    is_sent: Callable[[int], bool],
    path: str,
    fields: Sequence[str] = CUSTOMS_FIELDS,
    *,
    owner: Callable[[int], VersionedRow],
    changes: RowChanges,
) -> None:
    """Save the packing of units or items.

    Raises 400 below `path` for a row that is not sent or a package that does not exist.

    `get_packing` returns the stored packing by id, and `owner` the versioned row that changes. `fields` are copied from
    each row.
    """
    errors: dict[str, Any] = {}
    compared = ("package_id", *fields)
    changed: dict[int, PackingDetails] = {}
    for position, row in enumerate(rows):
        packing = get_packing(row.id)
        before = [getattr(packing, name) for name in compared]
        if not is_sent(row.id):
            errors[f"{path}.{position}.id"] = LazyMessage("errors.field.not_sent")
        if row.package is not None and row.package > len(packages):
            errors[f"{path}.{position}.package"] = LazyMessage("errors.field.package")
        else:
            packing.package = None if row.package is None else packages[row.package - 1]
        for name in fields:
            setattr(packing, name, getattr(row, name))
        if [getattr(packing, name) for name in compared] != before:
            changed[row.id] = packing
    if errors:
        raise invalid(errors)
    claimed = changes.claim((owner(pk) for pk in changed), path)
    bulk_save(claimed, CHANGE_FIELDS)
    bulk_save((changed[row.pk] for row in claimed), ("package", *fields))
