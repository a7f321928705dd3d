"""Saves of rows: version conflicts are per row, and the other rows are saved."""

import base64
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from portal_backend.part_requests.models import RequestedPart
from portal_backend.remote_support.models import SupportSession
from portal_backend.repairs.models import ReceiptLine, RepairUnit, UnitPacking
from portal_backend.shipping.models import Package
from portal_backend.workflow.models import ServiceRequest
from tests import factories, request_bodies
from tests.api_client import ApiClient, ClientResponse
from tests.factories import Person, World
from tests.repairs.repair_client import RepairClient
from tests.repairs.test_goods_receipt import make_photo

pytestmark = pytest.mark.django_db
Row = dict[str, Any]


@pytest.fixture
def here() -> World:
    return factories.world()


@dataclass(frozen=True)
class RowSave:
    """Save of rows, with its endpoint, its users and two values."""

    status: str
    #: names of the users in the sample data
    people: tuple[str, str]
    path: str
    #: builds a row of the request body from a unit's id and the index of the value
    row: Callable[[int, int], Row]
    #: returns the stored value of a unit
    kept: Callable[[RepairUnit], Any]
    values: tuple[Any, Any]
    body: Callable[[list[Row]], Any] = list
    prepared: dict[str, Any] | None = None


BENCH, DESKS = ("service", "admin"), ("supervisor", "supervisor2")
SAVES = {
    "initial approval": RowSave(
        "NEW",
        DESKS,
        "change/initial/status/all",
        lambda pk, n: {"id": pk, "status": ("APPROVED", "REJECTED")[n]},
        lambda unit: unit.initial_approval,
        ("APPROVED", "REJECTED"),
    ),
    "diagnostics": RowSave(
        "IN_DIAGNOSTICS",
        BENCH,
        "save/part-in-diagnostic",
        lambda pk, n: request_bodies.diagnosis(pk, comment=("cracked", "dusty")[n]),
        lambda unit: unit.diagnostic_comment,
        ("cracked", "dusty"),
    ),
    "repair approval": RowSave(
        "IN_REPAIR_APPROVAL",
        DESKS,
        "change/main/status/all",
        lambda pk, n: {"id": pk, "status": ("APPROVED", "REJECTED")[n]},
        lambda unit: unit.repair_approval,
        ("APPROVED", "REJECTED"),
        prepared={"diagnostic_status": "FOR_REPAIR"},
    ),
    "repairs": RowSave(
        "IN_SERVICE",
        BENCH,
        "update/parts/repair/data/all",
        lambda pk, n: request_bodies.repair_result(pk, comment=("new tube", "new cable")[n]),
        lambda unit: unit.repair_comment,
        ("new tube", "new cable"),
        prepared={"diagnostic_status": "FOR_REPAIR", "repair_approval": "APPROVED"},
    ),
    "goods receipt": RowSave(
        "IN_TRANSIT",
        BENCH,
        "save/arrivals",
        lambda pk, n: {"id": pk, "found": ("THERE", "MISSING")[n]},
        lambda unit: ReceiptLine.objects.filter(unit=unit).values_list("condition", flat=True).first(),
        ("THERE", "MISSING"),
        body=lambda rows: {"units": rows},
    ),
    "packing": RowSave(
        "IN_SHIPPING_DETAILS",
        ("client", "client_mate"),
        "save/shipping/data",
        lambda pk, n: {"id": pk, "hsCode": ("9030.10", "9030.90")[n]},
        lambda unit: UnitPacking.objects.filter(unit=unit).values_list("hs_code", flat=True).first(),
        ("9030.10", "9030.90"),
        body=lambda rows: request_bodies.shipping(
            packages=[{"id": row.pk, "dimensions": row.dimensions, "weight": 12.5} for row in Package.objects.all()]
            or [request_bodies.package()],
            units=rows,
        ),
    ),
}


@dataclass(frozen=True)
class Stage:
    """Repair of three units in the step of a save, read by two users at one version."""

    save: RowSave
    desk: RepairClient
    first: Person
    second: Person
    version: int

    def send(self, user: Person, *rows: tuple[int, int], version: int | None = None) -> ClientResponse:
        """Save values for some units: pairs of the unit's index and the value's."""
        units = self.desk.units
        body = self.save.body([self.save.row(units[place], value) for place, value in rows])
        return self.desk.post(self.save.path, body, user, version=self.version if version is None else version)

    def kept(self, place: int) -> Any:
        """Return the stored value of a unit."""
        return self.save.kept(self.desk.get_unit(place))


@pytest.fixture(params=SAVES, ids=list(SAVES))
def stage(request: pytest.FixtureRequest, caller: ApiClient, here: World) -> Stage:
    save = SAVES[request.param]
    desk = RepairClient(caller, factories.repair(here, save.status, units=3))
    if save.prepared:
        RepairUnit.objects.filter(repair_id=desk.id).update(**save.prepared)
    first, second = (getattr(here, name) for name in save.people)
    if request.param == "packing":
        _ = desk.post(save.path, request_bodies.shipping(), first).ok
    return Stage(save, desk, first, second, desk.request.version)


def test_saves_of_different_rows_do_not_conflict(stage: Stage) -> None:
    assert stage.send(stage.first, (0, 0)).ok["version"] == stage.version + 1
    assert stage.send(stage.second, (1, 1)).ok["version"] == stage.version + 2
    assert (stage.kept(0), stage.kept(1)) == stage.save.values


def test_version_conflict_only_on_rows_changed_by_others(stage: Stage) -> None:
    _ = stage.send(stage.first, (0, 0)).ok
    refused = stage.send(stage.second, (0, 1), (1, 1)).assert_error(409, "STALE")
    [row] = refused.data["rows"]
    assert (row["id"], row["changedBy"]) == (stage.desk.units[0], stage.first.user.full_name)
    assert stage.save.values[0] in str(row["current"])
    assert refused.data["current"]["version"] == stage.desk.request.version == stage.version + 2
    assert (stage.kept(0), stage.kept(1)) == stage.save.values


def test_version_conflict_on_all_rows_changes_nothing(stage: Stage) -> None:
    _ = stage.send(stage.first, (0, 0)).ok
    refused = stage.send(stage.second, (0, 1)).assert_error(409, "STALE")
    assert [row["id"] for row in refused.data["rows"]] == [stage.desk.units[0]]
    assert stage.desk.request.version == stage.version + 1
    assert stage.desk.request.updated_by_id == stage.first.id
    assert stage.kept(0) == stage.save.values[0]


def test_same_value_from_both_users_is_no_conflict(stage: Stage) -> None:
    _ = stage.send(stage.first, (0, 0)).ok
    assert stage.send(stage.second, (0, 0), (1, 1)).status == 200
    assert (stage.kept(0), stage.kept(1)) == stage.save.values


def test_current_version_overwrites_a_row(stage: Stage) -> None:
    seen = stage.send(stage.first, (0, 0)).ok["version"]
    assert stage.send(stage.second, (0, 1), version=seen).status == 200
    assert stage.kept(0) == stage.save.values[1]


def test_future_version_is_a_version_conflict(stage: Stage) -> None:
    stage.send(stage.first, (0, 0), version=stage.version + 5).assert_error(409, "STALE")
    assert stage.desk.request.version == stage.version


def test_save_outside_its_step_is_rejected_as_closed(stage: Stage, here: World) -> None:
    stage.desk.set_status(here.admin, "IN_WAITING_COMPLETED")
    refused = stage.send(stage.first, (0, 0)).assert_error(409, "STALE")
    assert (refused.data["message"], refused.data["isStepClosed"]) == ("This step is no longer open.", True)


def test_deleted_unit_is_a_conflict_of_its_row(caller: ApiClient, here: World) -> None:
    desk = RepairClient(caller, factories.repair(here, "IN_DIAGNOSTICS", units=1))
    added = desk.post("add/repair-part", request_bodies.unit(here.part.pk, "SN-NEW"), here.service).ok["id"]
    version = desk.request.version
    _ = caller.delete("/repairing/delete/repair-part", here.admin, id=added).ok
    rows = [request_bodies.diagnosis(desk.units[0]), request_bodies.diagnosis(added)]
    refused = desk.post("save/part-in-diagnostic", rows, here.service, version=version).assert_error(409, "STALE")
    assert [(row["id"], row["current"]) for row in refused.data["rows"]] == [(added, None)]
    assert desk.get_unit(0).diagnostic_status == "FOR_REPAIR"
    desk.post("save/part-in-diagnostic", rows, here.service, version=desk.request.version).assert_error(
        404, "NOT_FOUND"
    )


def test_adding_a_unit_does_not_conflict_but_deleting_a_changed_one_does(caller: ApiClient, here: World) -> None:
    desk = RepairClient(caller, factories.repair(here, "IN_DIAGNOSTICS"))
    version = desk.request.version
    _ = desk.post("save/part-in-diagnostic", [request_bodies.diagnosis(desk.units[0])], here.admin, version=version).ok
    unit = request_bodies.unit(here.part.pk, "SN-NEW")
    added = desk.post("add/repair-part", unit, here.service, version=version).ok["id"]
    # a unit that has changed since it was read must not be deleted
    changed = request_bodies.diagnosis(added, status="IT_IS_WORKING", pricesOrPredefinedTypes={})
    seen = desk.request.version
    _ = desk.post("save/part-in-diagnostic", [changed], here.admin, version=seen).ok
    caller.delete("/repairing/delete/repair-part", here.service, id=added, version=seen).assert_error(409, "STALE")
    assert len(desk.units) == 2


def test_goods_receipt_keeps_rows_missing_from_the_body(caller: ApiClient, here: World) -> None:
    desk = RepairClient(caller, factories.repair(here, "IN_TRANSIT", units=2))
    version = desk.request.version
    first, second = desk.units
    extra = {"serialNumber": "SN-X"}
    body = {"units": [{"id": first, "found": "DAMAGED", "note": "lid"}], "unannounced": [extra]}
    _ = desk.post("save/arrivals", body, here.admin, version=version).ok
    _ = desk.post("save/arrivals", {"units": [{"id": second, "found": "THERE"}]}, here.service, version=version).ok
    data = desk.read(here.service)["arrivals"]
    assert [(each["id"], each["found"]) for each in data["units"]] == [(first, "DAMAGED"), (second, "THERE")]
    assert [each["serialNumber"] for each in data["unannounced"]] == ["SN-X"]


def test_unannounced_items_conflict_per_row(caller: ApiClient, here: World) -> None:
    desk = RepairClient(caller, factories.repair(here, "IN_TRANSIT", units=1))
    _ = desk.post("save/arrivals", {"unannounced": [{"serialNumber": "SN-X"}]}, here.service).ok
    extra, version = ReceiptLine.objects.get(unit=None).pk, desk.request.version
    renamed = [{"id": extra, "serialNumber": "SN-Y"}]
    _ = desk.post("save/arrivals", {"unannounced": renamed}, here.admin, version=version).ok
    mine = {"units": [{"id": desk.units[0], "found": "THERE"}], "unannounced": [{"id": extra, "serialNumber": "SN-Z"}]}
    [row] = desk.post("save/arrivals", mine, here.service, version=version).assert_error(409, "STALE").data["rows"]
    assert (row["list"], row["id"], row["current"]["serialNumber"]) == ("unannounced", extra, "SN-Y")
    assert ReceiptLine.objects.get(unit=desk.units[0]).condition == "THERE"
    version = desk.request.version
    _ = desk.post("save/arrivals", {"units": mine["units"]}, here.admin, version=version).ok
    [row] = desk.post("save/arrivals", mine, here.service, version=version).assert_error(409, "STALE").data["rows"]
    assert (row["id"], row["current"]) == (extra, None)


def test_version_conflict_on_address_or_package_changed_by_others(caller: ApiClient, here: World) -> None:
    desk = RepairClient(caller, factories.repair(here, "IN_SHIPPING_DETAILS"))
    _ = desk.post("save/shipping/data", request_bodies.shipping(), here.client).ok
    version, [package] = desk.request.version, Package.objects.all()
    kept = {"id": package.pk, "dimensions": package.dimensions, "weight": 12.5}
    theirs = request_bodies.shipping(address=request_bodies.address(city="Toledo"), packages=[kept])
    _ = desk.post("save/shipping/data", theirs, here.client_mate, version=version).ok
    mine = request_bodies.shipping(packages=[kept])
    refused = desk.post("save/shipping/data", mine, here.client, version=version).assert_error(409, "STALE")
    assert "rows" not in refused.data
    assert desk.read(here.client)["pickUpShippingDetails"]["address"]["city"] == "Toledo"


def test_part_request_items_conflict_per_row(caller: ApiClient, here: World) -> None:
    parts = [{"partId": part.pk, "quantity": 1} for part in (here.part, factories.part())]
    sent = request_bodies.part_request(here.part.pk, parts=parts)
    made = ServiceRequest.objects.get(pk=caller.post("/parts/new-part-request-items", sent, here.client).ok["id"])
    first, second = RequestedPart.objects.order_by("pk").values_list("pk", flat=True)

    def decide(user: Person, version: int, **decisions: str) -> ClientResponse:
        rows = [
            {"id": {"one": first, "two": second}[key], "initialApproval": value} for key, value in decisions.items()
        ]
        path = "/parts/update/part-request/initial-approval"
        return caller.post(path, rows, user, id=made.pk, version=version)

    version = ServiceRequest.objects.get(pk=made.pk).version
    _ = decide(here.supervisor, version, one="APPROVED").ok
    [row] = decide(here.supervisor2, version, one="REJECTED", two="REJECTED").assert_error(409, "STALE").data["rows"]
    assert (row["id"], row["current"]["initialApproval"]) == (first, "APPROVED")
    assert list(RequestedPart.objects.order_by("pk").values_list("initial_approval", flat=True)) == [
        "APPROVED",
        "REJECTED",
    ]


def test_remote_support_sessions_conflict_per_row(caller: ApiClient, here: World) -> None:
    made = factories.request("REMOTE_SUPPORT", here, "SERVICE_REVIEW")
    path = "/support/process/service-review-session"

    def save(user: Person, version: int, **session: Any) -> ClientResponse:
        return caller.post(path, request_bodies.session(**session), user, requestId=made.pk, version=version)

    one = save(here.service, made.version).ok["session"]["id"]
    two = save(here.admin, made.version, summary="Another one").ok["session"]["id"]
    version = ServiceRequest.objects.get(pk=made.pk).version
    _ = save(here.admin, version, id=one, summary="By the administrator").ok
    assert save(here.service, version, id=two, summary="By the service").status == 200
    [row] = save(here.service, version, id=one, summary="Mine").assert_error(409, "STALE").data["rows"]
    assert (row["current"]["summary"], row["changedBy"]) == ("By the administrator", here.admin.user.full_name)
    caller.delete("/support/delete/service-review-session", here.service, id=one, version=version).assert_error(
        409, "STALE"
    )
    _ = caller.delete("/support/delete/service-review-session", here.admin, id=one).ok
    [row] = save(here.service, version, id=one, summary="Mine").assert_error(409, "STALE").data["rows"]
    assert row["current"] is None
    assert SupportSession.objects.get().summary == "By the service"


def test_files_of_saved_rows_survive_a_conflict_in_other_rows(caller: ApiClient, here: World) -> None:
    desk = RepairClient(caller, factories.repair(here, "IN_TRANSIT", units=2))
    version = desk.request.version
    first, second = desk.units
    _ = desk.post("save/arrivals", {"units": [{"id": first, "found": "THERE"}]}, here.admin, version=version).ok

    photo = {"name": "crack.png", "base64": base64.b64encode(make_photo()).decode()}
    rows = [{"id": first, "found": "MISSING"}, {"id": second, "found": "DAMAGED", "photos": [photo]}]
    desk.post("save/arrivals", {"units": rows}, here.service, version=version).assert_error(409, "STALE")
    [kept] = desk.read(here.client)["arrivals"]["units"][1]["photos"]
    assert caller.get(f"/files/download/{kept['id']}", here.client).status == 200
