"""Which unit is in which package, and what customs and couriers are told of it."""

from collections.abc import Sequence
from typing import Any

from portal_backend.base.bulk_save import bulk_save
from portal_backend.base.errors import invalid
from portal_backend.base.words import Word
from portal_backend.repairs.facts import Facts, approved, packed, parts_by_id
from portal_backend.repairs.models import RepairPart
from portal_backend.shipping.models import Package
from portal_backend.shipping.schemas import PackedUnitIn

TOLD = ("customs_value", "hs_code", "origin", "battery", "check_source")


def pack(facts: Facts, rows: Sequence[PackedUnitIn], packages: Sequence[Package]) -> None:
    """Store how units are sent. Raises 400 for a unit or package that is not sent, 404 for another repair's unit."""
    by_id = parts_by_id(facts, [row.id for row in rows])
    wrong: dict[str, Any] = {}
    saved = []
    for position, row in enumerate(rows):
        own = packed(by_id[row.id])
        if not approved(by_id[row.id]):
            wrong[f"units.{position}.id"] = Word("errors.field.not_sent")
        if row.package is not None and row.package > len(packages):
            wrong[f"units.{position}.package"] = Word("errors.field.package")
        elif row.package is None:
            own.package = None
        else:
            own.package = packages[row.package - 1]
        for name in TOLD:
            setattr(own, name, getattr(row, name))
        saved.append(own)
    if wrong:
        raise invalid(wrong)
    bulk_save(saved, ("package", *TOLD))


def described_packing(part: RepairPart) -> dict[str, Any]:
    """How a unit is sent, as answers tell it."""
    own = packed(part)
    return {
        "packageId": own.package_id,
        "customsValue": own.customs_value,
        "hsCode": own.hs_code,
        "origin": own.origin,
        "catalogueHsCode": part.part.hs_code,
        "catalogueOrigin": part.part.origin,
        "battery": own.battery,
        "checkSource": own.check_source,
    }
