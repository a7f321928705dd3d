"""The guards and branches of a repair's table, as the pure functions over Facts that they are (contract 4.2)."""

from collections.abc import Callable
from datetime import date
from decimal import Decimal
from typing import Any

import pytest

from portal_backend.repairs import guards
from portal_backend.repairs.facts import Facts, needs_approval, shown_repair_status, to_repair
from portal_backend.repairs.models import Repair, RepairPart
from portal_backend.shipping.models import CourierLeg
from portal_backend.workflow.models import Request
from portal_backend.workflow.process import Unmet

DAY = date(2026, 3, 2)
WHOLE = {"courier_name": "Fast", "pick_up_date": DAY, "estimate_delivery_date": DAY, "tracking_number": "1Z"}
Guard = Callable[[Facts], Unmet | None]


def unit(pk: int = 1, types: int = 0, **values: Any) -> RepairPart:
    """A unit that was approved at first and for repair, with so many chosen types."""
    defaults = {"initial_approval": "APPROVED", "repair_approval": "APPROVED", "diagnostic_status": "FOR_REPAIR"}
    arrival = values.pop("arrival", None)
    made = RepairPart(pk=pk, **{**defaults, **values})
    made._prefetched_objects_cache = {"types": [object()] * types}  # type: ignore[attr-defined]
    made._state.fields_cache["arrival"] = arrival
    return made


def facts(*parts: RepairPart, **more: Any) -> Facts:
    known: dict[str, Any] = {"packages": [], "has_shipment": False, "repair": Repair(), "parts": list(parts)}
    made = Facts(Request())
    for name, value in {**known, "legs": [], **more}.items():
        setattr(made, name, value)
    return made


def leg(direction: str, **values: Any) -> list[CourierLeg]:
    """The only journey that is saved."""
    return [CourierLeg(direction=direction, **values)]


def missing(guard: Guard, subject: Facts) -> list[str]:
    """The fields that a guard finds wanting."""
    found = guard(subject)
    return [] if found is None else list(found.fields)


@pytest.mark.parametrize(
    ("approvals", "wanting"),
    [
        (["APPROVED"], []),
        (["REJECTED"], []),
        (["APPROVED", "REJECTED"], []),
        (["WAITING_APPROVAL"], [1]),
        (["APPROVED", "WAITING_APPROVAL", "WAITING_APPROVAL"], [2, 3]),
    ],
)
def test_new_wants_every_part_decided(approvals: list[str], wanting: list[int]) -> None:
    parts = [unit(i + 1, initial_approval=approval) for i, approval in enumerate(approvals)]
    assert missing(guards.every_part_decided, facts(*parts)) == [f"parts.{pk}.initialApproval" for pk in wanting]


@pytest.mark.parametrize(
    ("approvals", "status"),
    [
        (["APPROVED"], "IN_SHIPPING_DETAILS"),
        (["REJECTED", "APPROVED"], "IN_SHIPPING_DETAILS"),
        (["REJECTED"], "REJECTED"),
        (["REJECTED", "REJECTED"], "REJECTED"),
    ],
)
def test_after_the_first_approval(approvals: list[str], status: str) -> None:
    assert guards.after_first_approval(facts(*(unit(initial_approval=each) for each in approvals))) == status


@pytest.mark.parametrize(
    ("shipment", "packages", "wanting"),
    [(False, 0, ["contact"]), (False, 1, ["contact"]), (True, 0, ["packages"]), (True, 1, []), (True, 5, [])],
)
def test_shipping_wants_data_and_packages(shipment: bool, packages: int, wanting: list[str]) -> None:
    assert missing(guards.shipping_saved, facts(has_shipment=shipment, packages=packages)) == wanting


WIRE = {
    "courier_name": "courierName",
    "pick_up_date": "pickUpDate",
    "estimate_delivery_date": "estimateDeliveryDate",
    "tracking_number": "trackingNumber",
}


@pytest.mark.parametrize("absent", [None, *WHOLE])
@pytest.mark.parametrize(
    ("guard", "way", "wanted"),
    [
        (guards.pick_up_planned, "THERE", {"courier_name", "pick_up_date", "estimate_delivery_date"}),
        (guards.tracking_number_set, "THERE", {"tracking_number"}),
        (guards.way_back_planned, "BACK", set(WHOLE)),
    ],
)
def test_a_journey_wants_its_fields(guard: Guard, way: str, wanted: set[str], absent: str | None) -> None:
    whole = {name: value for name, value in WHOLE.items() if name != absent}
    subject = facts(legs=leg(way, **whole))
    assert missing(guard, subject) == ([WIRE[absent]] if absent in wanted and absent else [])
    assert set(missing(guard, facts())) == {WIRE[name] for name in wanted}
    other = facts(legs=leg("BACK" if way == "THERE" else "THERE", **WHOLE))
    assert missing(guard, other), "the other journey does not count"


def test_without_tracking_number_it_is_waited_for() -> None:
    assert guards.after_planning(facts(legs=leg("THERE", **WHOLE))) == "IN_PICK_UP_ARRANGED"
    assert (
        guards.after_planning(facts(legs=leg("THERE", **{**WHOLE, "tracking_number": ""}))) == "SETTING_TRACKING_NUMBER"
    )


def test_diagnostics_wait_for_their_date() -> None:
    assert missing(guards.diagnostic_date_set, facts()) == ["startDate"]
    assert missing(guards.diagnostic_date_set, facts(repair=Repair(diagnostic_start_date=DAY))) == []


PRICE: dict[str, Any] = {"diagnostic_price": Decimal(1)}


@pytest.mark.parametrize(
    ("values", "types", "field"),
    [
        ({"diagnostic_status": ""}, 0, "diagnosticInfo.status"),
        ({"diagnostic_status": "", "initial_approval": "REJECTED"}, 0, None),
        ({"initial_approval": "WAITING_APPROVAL", **PRICE}, 0, "initialApproval"),
        ({}, 0, "diagnosticInfo.pricesOrPredefinedTypes"),
        (PRICE, 0, None),
        ({"diagnostic_price": Decimal(0)}, 0, None),
        ({"repair_price": Decimal(0)}, 0, None),
        ({"parts_price": Decimal(0)}, 0, None),
        ({"with_predefined_types": True}, 1, None),
        ({"with_predefined_types": True}, 0, "diagnosticInfo.pricesOrPredefinedTypes"),
        ({"with_predefined_types": True, **PRICE}, 0, "diagnosticInfo.pricesOrPredefinedTypes"),
        ({"with_predefined_types": False}, 1, "diagnosticInfo.pricesOrPredefinedTypes"),
        ({"diagnostic_status": "NON_REPAIRABLE"}, 0, None),
        ({"diagnostic_status": "IT_IS_WORKING"}, 0, None),
        ({"initial_approval": "REJECTED", "diagnostic_status": "FOR_REPAIR"}, 0, None),
    ],
)
def test_diagnostics_want_status_and_price_of_what_was_sent(
    values: dict[str, Any], types: int, field: str | None
) -> None:
    done = unit(1, **PRICE)
    subject = facts(done, unit(2, types, **values))
    assert missing(guards.diagnosed, subject) == ([f"parts.2.{field}"] if field else [])


@pytest.mark.parametrize(
    ("values", "needed"),
    [
        ({"diagnostic_status": "FOR_REPAIR"}, True),
        ({"diagnostic_status": "NON_REPAIRABLE"}, True),
        ({"diagnostic_status": "IT_IS_WORKING"}, False),
        ({"diagnostic_status": ""}, False),
        ({"diagnostic_status": "FOR_REPAIR", "initial_approval": "REJECTED"}, False),
        ({"diagnostic_status": "FOR_REPAIR", "initial_approval": "WAITING_APPROVAL"}, False),
    ],
)
def test_who_needs_an_approval(values: dict[str, Any], needed: bool) -> None:
    for approval in ("WAITING_APPROVAL", "APPROVED", "REJECTED"):
        part = unit(**values, repair_approval=approval)
        assert needs_approval(part) is needed
        wanting = ["parts.1.repairApproval"] if needed and approval == "WAITING_APPROVAL" else []
        assert missing(guards.repairs_decided, facts(part)) == wanting
        status = "IN_REPAIR_APPROVAL" if needed else "IN_SERVICE"
        assert guards.after_diagnostics(facts(unit(diagnostic_status="IT_IS_WORKING"), part)) == status


@pytest.mark.parametrize(
    ("values", "worked_on"),
    [
        ({}, True),
        ({"diagnostic_status": "NON_REPAIRABLE"}, True),
        ({"diagnostic_status": "IT_IS_WORKING"}, False),
        ({"repair_approval": "REJECTED"}, False),
        ({"repair_approval": "WAITING_APPROVAL"}, False),
        ({"initial_approval": "REJECTED"}, False),
    ],
)
def test_which_parts_are_to_repair(values: dict[str, Any], worked_on: bool) -> None:
    assert to_repair(unit(**values)) is worked_on


@pytest.mark.parametrize(
    ("values", "field"),
    [
        ({"repair_status": ""}, "repairStatus"),
        ({"repair_status": "IN_PROGRESS"}, "repairStatus"),
        ({"repair_status": "REPLACED", "replacement_key": "new1"}, None),
        ({"repair_status": "REPLACED"}, "replacementSerial"),
        ({"repair_status": "REPAIRED"}, None),
        ({"repair_status": "NON_REPAIRABLE"}, None),
        ({"repair_approval": "WAITING_APPROVAL", "repair_status": "REPAIRED"}, "repairApproval"),
        ({"repair_approval": "REJECTED"}, None),
        ({"diagnostic_status": "IT_IS_WORKING"}, None),
        ({"initial_approval": "REJECTED"}, None),
    ],
)
def test_service_wants_an_end_of_every_part_to_repair(values: dict[str, Any], field: str | None) -> None:
    subject = facts(unit(1, repair_status="REPAIRED"), unit(2, **values))
    assert missing(guards.repairs_done, subject) == ([f"parts.2.{field}"] if field else [])


@pytest.mark.parametrize(
    ("values", "shown"),
    [
        ({"repair_status": ""}, None),
        ({"repair_status": "REPAIRED"}, "REPAIRED"),
        ({"repair_approval": "REJECTED"}, "REJECTED"),
        ({"repair_approval": "REJECTED", "diagnostic_status": "IT_IS_WORKING"}, None),
    ],
)
def test_a_rejected_repair_is_shown_as_rejected(values: dict[str, Any], shown: str | None) -> None:
    assert shown_repair_status(unit(**values)) == shown


@pytest.mark.parametrize(
    ("guard", "one", "many"),
    [
        (guards.every_part_decided, {"initial_approval": "WAITING_APPROVAL"}, "2 units are not decided yet"),
        (guards.diagnosed, {"diagnostic_status": ""}, "2 units have no diagnostic status yet"),
        (guards.diagnosed, {}, "2 units for repair have no price or type yet"),
        (guards.repairs_done, {}, "2 units are still to be repaired"),
    ],
)
def test_reasons_count_in_singular_and_plural(guard: Guard, one: dict[str, Any], many: str) -> None:
    told = guard(facts(unit(1, **one)))
    both = guard(facts(unit(1, **one), unit(2, **one)))
    assert told is not None
    assert both is not None
    assert str(told.reason).startswith("1 unit ")
    assert str(both.reason) == many
