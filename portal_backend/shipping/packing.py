"""What goes into which package, and what customs and couriers are told of it: units and parts alike."""

from collections.abc import Callable, Sequence
from typing import Any

from portal_backend.base.bulk_save import bulk_save
from portal_backend.base.errors import invalid
from portal_backend.base.words import Word
from portal_backend.shipping.models import Package, Packed
from portal_backend.shipping.schemas import PackedIn

CUSTOMS = ("customs_value", "hs_code", "origin")


def save_packed(
    rows: Sequence[PackedIn],
    packages: Sequence[Package],
    kept: Callable[[int], Packed],
    is_sent: Callable[[int], bool],
    path: str,
    told: Sequence[str] = CUSTOMS,
) -> None:
    """Store how things are sent. Raises 400 by `path` for what is not sent, or for a package that is not there.

    `kept` is what is stored of one by its id; `told` what of a row goes into it.
    """
    wrong: dict[str, Any] = {}
    saved = []
    for position, row in enumerate(rows):
        own = kept(row.id)
        if not is_sent(row.id):
            wrong[f"{path}.{position}.id"] = Word("errors.field.not_sent")
        if row.package is not None and row.package > len(packages):
            wrong[f"{path}.{position}.package"] = Word("errors.field.package")
        else:
            own.package = None if row.package is None else packages[row.package - 1]
        for name in told:
            setattr(own, name, getattr(row, name))
        saved.append(own)
    if wrong:
        raise invalid(wrong)
    bulk_save(saved, ("package", *told))
