"""Guards and routes of the repair process as pure functions (contract 4.2)."""

from collections.abc import Callable
from datetime import date
from decimal import Decimal
from typing import Any

import pytest

from portal_backend.repairs import guards
from portal_backend.repairs.context import (
    RepairContext,
    get_displayed_repair_status,
    needs_approval,
    needs_repair,
)
from portal_backend.repairs.models import Repair, RepairUnit
from portal_backend.shipping.models import CourierLeg
from portal_backend.workflow.models import ServiceRequest
from portal_backend.workflow.process import GuardFailure

DAY = date(2026, 3, 2)
COMPLETE_LEG = {"courier_name": "Fast", "pick_up_date": DAY, "estimate_delivery_date": DAY, "tracking_number": "1Z"}
Guard = Callable[[RepairContext], GuardFailure | None]


def make_unit(pk: int = 1, types: int = 0, **values: Any) -> RepairUnit:
    """Return an approved unit for repair with a number of selected services."""
    defaults = {"initial_approval": "APPROVED", "repair_approval": "APPROVED", "diagnostic_status": "FOR_REPAIR"}
    receipt_line = values.pop("arrival", None)
    made = RepairUnit(pk=pk, **{**defaults, **values})
    made._prefetched_objects_cache = {"selected_services": [object()] * types}  # type: ignore[attr-defined]
    made._state.fields_cache["receipt_line"] = receipt_line
    return made


def make_context(*parts: RepairUnit, **more: Any) -> RepairContext:
    known: dict[str, Any] = {"packages": [], "has_shipment": False, "repair": Repair(), "units": list(parts)}
    made = RepairContext(ServiceRequest())
    for name, value in {**known, "legs": [], **more}.items():
        setattr(made, name, value)
    return made


def make_legs(direction: str, **values: Any) -> list[CourierLeg]:
    """Return the only saved courier leg."""
    return [CourierLeg(direction=direction, **values)]


def get_missing_fields(guard: Guard, context: RepairContext) -> list[str]:
    """Return the fields that a guard requires."""
    failure = guard(context)
    return [] if failure is None else list(failure.fields)


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
def test_new_requires_decision_on_every_unit(approvals: list[str], wanting: list[int]) -> None:
    parts = [make_unit(i + 1, initial_approval=approval) for i, approval in enumerate(approvals)]
    assert get_missing_fields(guards.require_units_decided, make_context(*parts)) == [
        f"parts.{pk}.initialApproval" for pk in wanting
    ]


@pytest.mark.parametrize(
    ("approvals", "status"),
    [
        (["APPROVED"], "IN_SHIPPING_DETAILS"),
        (["REJECTED", "APPROVED"], "IN_SHIPPING_DETAILS"),
        (["REJECTED"], "REJECTED"),
        (["REJECTED", "REJECTED"], "REJECTED"),
    ],
)
def test_route_after_initial_approval(approvals: list[str], status: str) -> None:
    assert (
        guards.route_after_initial_approval(make_context(*(make_unit(initial_approval=each) for each in approvals)))
        == status
    )


@pytest.mark.parametrize(
    ("shipment", "packages", "wanting"),
    [(False, 0, ["contact"]), (False, 1, ["contact"]), (True, 0, ["packages"]), (True, 1, []), (True, 5, [])],
)
def test_shipping_requires_contact_and_packages(shipment: bool, packages: int, wanting: list[str]) -> None:
    assert (
        get_missing_fields(guards.require_shipping_saved, make_context(has_shipment=shipment, packages=packages))
        == wanting
    )


WIRE = {
    "courier_name": "courierName",
    "pick_up_date": "pickUpDate",
    "estimate_delivery_date": "estimateDeliveryDate",
    "tracking_number": "trackingNumber",
}


@pytest.mark.parametrize("absent", [None, *COMPLETE_LEG])
@pytest.mark.parametrize(
    ("guard", "way", "expected"),
    [
        (guards.require_pick_up_planned, "THERE", {"courier_name", "pick_up_date", "estimate_delivery_date"}),
        (guards.require_tracking_number, "THERE", {"tracking_number"}),
        (guards.require_return_planned, "BACK", set(COMPLETE_LEG)),
    ],
)
def test_courier_leg_requires_its_fields(guard: Guard, way: str, expected: set[str], absent: str | None) -> None:
    values = {name: value for name, value in COMPLETE_LEG.items() if name != absent}
    context = make_context(legs=make_legs(way, **values))
    assert get_missing_fields(guard, context) == ([WIRE[absent]] if absent in expected and absent else [])
    assert set(get_missing_fields(guard, make_context())) == {WIRE[name] for name in expected}
    other = make_context(legs=make_legs("BACK" if way == "THERE" else "THERE", **COMPLETE_LEG))
    assert get_missing_fields(guard, other), "the other journey does not count"


def test_route_after_planning_depends_on_tracking_number() -> None:
    assert guards.route_after_planning(make_context(legs=make_legs("THERE", **COMPLETE_LEG))) == "IN_PICK_UP_ARRANGED"
    assert (
        guards.route_after_planning(make_context(legs=make_legs("THERE", **{**COMPLETE_LEG, "tracking_number": ""})))
        == "SETTING_TRACKING_NUMBER"
    )


def test_requires_start_date_of_diagnostics() -> None:
    assert get_missing_fields(guards.require_diagnostic_date, make_context()) == ["startDate"]
    assert (
        get_missing_fields(guards.require_diagnostic_date, make_context(repair=Repair(diagnostic_start_date=DAY))) == []
    )


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
def test_diagnostics_require_status_and_price_of_received_units(
    values: dict[str, Any], types: int, field: str | None
) -> None:
    done = make_unit(1, **PRICE)
    context = make_context(done, make_unit(2, types, **values))
    assert get_missing_fields(guards.require_diagnoses, context) == ([f"parts.2.{field}"] if field else [])


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
def test_repair_approval_is_needed_by_diagnosis(values: dict[str, Any], needed: bool) -> None:
    for approval in ("WAITING_APPROVAL", "APPROVED", "REJECTED"):
        part = make_unit(**values, repair_approval=approval)
        assert needs_approval(part) is needed
        wanting = ["parts.1.repairApproval"] if needed and approval == "WAITING_APPROVAL" else []
        assert get_missing_fields(guards.require_repair_decisions, make_context(part)) == wanting
        status = "IN_REPAIR_APPROVAL" if needed else "IN_SERVICE"
        assert (
            guards.route_after_diagnostics(make_context(make_unit(diagnostic_status="IT_IS_WORKING"), part)) == status
        )


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
def test_needs_repair_by_decision_and_diagnosis(values: dict[str, Any], worked_on: bool) -> None:
    assert needs_repair(make_unit(**values)) is worked_on


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
def test_service_requires_final_status_of_units_to_repair(values: dict[str, Any], field: str | None) -> None:
    context = make_context(make_unit(1, repair_status="REPAIRED"), make_unit(2, **values))
    assert get_missing_fields(guards.require_repair_results, context) == ([f"parts.2.{field}"] if field else [])


@pytest.mark.parametrize(
    ("values", "shown"),
    [
        ({"repair_status": ""}, None),
        ({"repair_status": "REPAIRED"}, "REPAIRED"),
        ({"repair_approval": "REJECTED"}, "REJECTED"),
        ({"repair_approval": "REJECTED", "diagnostic_status": "IT_IS_WORKING"}, None),
    ],
)
def test_displays_rejected_repair_as_rejected(values: dict[str, Any], shown: str | None) -> None:
    assert get_displayed_repair_status(make_unit(**values)) == shown


@pytest.mark.parametrize(
    ("guard", "one", "many"),
    [
        (guards.require_units_decided, {"initial_approval": "WAITING_APPROVAL"}, "2 units still need a decision"),
        (guards.require_diagnoses, {"diagnostic_status": ""}, "2 units still need a diagnosis"),
        (guards.require_diagnoses, {}, "2 units for repair still need a price or service"),
        (guards.require_repair_results, {}, "2 units still need a final repair status"),
    ],
)
def test_reasons_use_singular_and_plural(guard: Guard, one: dict[str, Any], many: str) -> None:
    single = guard(make_context(make_unit(1, **one)))
    both = guard(make_context(make_unit(1, **one), make_unit(2, **one)))
    assert single is not None
    assert both is not None
    assert str(single.reason).startswith("1 unit ")
    assert str(both.reason) == many
