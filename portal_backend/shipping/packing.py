"""What goes into which package, and what customs and couriers are told of it: units and parts alike."""

from collections.abc import Callable, Sequence
from typing import Any

from portal_backend.base.bulk_save import bulk_save
from portal_backend.base.errors import invalid
from portal_backend.base.words import Word
from portal_backend.shipping.models import Package, Packed
from portal_backend.shipping.schemas import PackedIn
from portal_backend.workflow.models import VersionedRow
from portal_backend.workflow.row_saves import CHANGE_FIELDS, RowChanges

CUSTOMS = ("customs_value", "hs_code", "origin")


def save_packed(
    rows: Sequence[PackedIn],
    packages: Sequence[Package],
    kept: Callable[[int], Packed],
    is_sent: Callable[[int], bool],
    path: str,
    told: Sequence[str] = CUSTOMS,
    *,
    owner: Callable[[int], VersionedRow],
    changes: RowChanges,
) -> None:
    """Store how things are sent. Raises 400 by `path` for what is not sent, or for a package that is not there.

    `kept` is what is stored of one by its id; `told` what of a row goes into it, `owner` the row that is changed.
    """
    wrong: dict[str, Any] = {}
    written = ("package_id", *told)
    changed: dict[int, Packed] = {}
    for position, row in enumerate(rows):
        own = kept(row.id)
        before = [getattr(own, name) for name in written]
        if not is_sent(row.id):
            wrong[f"{path}.{position}.id"] = Word("errors.field.not_sent")
        if row.package is not None and row.package > len(packages):
            wrong[f"{path}.{position}.package"] = Word("errors.field.package")
        else:
            own.package = None if row.package is None else packages[row.package - 1]
        for name in told:
            setattr(own, name, getattr(row, name))
        if [getattr(own, name) for name in written] != before:
            changed[row.id] = own
    if wrong:
        raise invalid(wrong)
    claimed = changes.claim((owner(pk) for pk in changed), path)
    bulk_save(claimed, CHANGE_FIELDS)
    bulk_save((changed[row.pk] for row in claimed), ("package", *told))
