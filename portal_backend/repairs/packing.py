"""Packing of units: packages, and data for customs and couriers."""

from collections.abc import Sequence
from typing import Any

from portal_backend.repairs.facts import Facts, approved, packed, parts_by_id
from portal_backend.repairs.models import RepairPart
from portal_backend.shipping.models import Package
from portal_backend.shipping.packing import CUSTOMS, save_packed
from portal_backend.shipping.schemas import PackedUnitIn
from portal_backend.workflow.row_saves import RowChanges

TOLD = (*CUSTOMS, "battery", "check_source")


def pack(context: Facts, rows: Sequence[PackedUnitIn], packages: Sequence[Package], changes: RowChanges) -> None:
    """Save the packing of units.

    Raises 400 for a unit or package that is not sent, and 404 for a unit of another repair.
    """
    by_id = parts_by_id(context, [row.id for row in rows])
    save_packed(
        *(rows, packages, lambda pk: packed(by_id[pk]), lambda pk: approved(by_id[pk]), "units", TOLD),
        owner=by_id.__getitem__,
        changes=changes,
    )


def described_packing(unit: RepairPart) -> dict[str, Any]:
    """Serialize the packing of a unit."""
    packing = packed(unit)
    return {
        "packageId": packing.package_id,
        "customsValue": packing.customs_value,
        "hsCode": packing.hs_code,
        "origin": packing.origin,
        "catalogueHsCode": unit.part.hs_code,
        "catalogueOrigin": unit.part.origin,
        "battery": packing.battery,
        "checkSource": packing.check_source,
    }
