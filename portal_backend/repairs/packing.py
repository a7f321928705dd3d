"""Which unit is in which package, and what customs and couriers are told of it."""

from collections.abc import Sequence
from typing import Any

from portal_backend.repairs.facts import Facts, approved, packed, parts_by_id
from portal_backend.repairs.models import RepairPart
from portal_backend.shipping.models import Package
from portal_backend.shipping.packing import CUSTOMS, save_packed
from portal_backend.shipping.schemas import PackedUnitIn
from portal_backend.workflow.row_saves import RowChanges

TOLD = (*CUSTOMS, "battery", "check_source")


def pack(facts: Facts, rows: Sequence[PackedUnitIn], packages: Sequence[Package], changes: RowChanges) -> None:
    """Store how units are sent. Raises 400 for a unit or package that is not sent, 404 for another repair's unit."""
    by_id = parts_by_id(facts, [row.id for row in rows])
    save_packed(
        *(rows, packages, lambda pk: packed(by_id[pk]), lambda pk: approved(by_id[pk]), "units", TOLD),
        owner=by_id.__getitem__,
        changes=changes,
    )


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
