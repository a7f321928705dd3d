"""Transitions: order of checks, written data, and no changes on errors."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine

from portal_backend.core.errors import ApiError
from portal_backend.repairs.models import RepairUnit
from portal_backend.repairs.process import REPAIR
from portal_backend.workflow.actions import delete_request
from portal_backend.workflow.models import ServiceRequest, StatusChange
from portal_backend.workflow.transitions import locked_edit, transition
from tests import factories
from tests.api_client import ApiClient, ClientResponse
from tests.contract.database_dump import dump_database
from tests.factories import Person, World

pytestmark = pytest.mark.django_db
MOVE = "/repairing/change/repair/status"


@pytest.fixture
def here() -> World:
    return factories.world()


def send_transition(caller: ApiClient, actor: Person, request: ServiceRequest, **query: Any) -> ClientResponse:
    return caller.post(MOVE, actor=actor, repairId=request.pk, **query)


def history(request: ServiceRequest) -> list[tuple[str, str, str]]:
    rows = StatusChange.objects.filter(request=request).order_by("pk")
    return list(rows.values_list("old_status", "new_status", "user__username"))


def test_creation_writes_first_row_of_history(here: World) -> None:
    repair = factories.repair(here)
    assert (repair.status, repair.responsible_role, repair.version) == ("NEW", "SUPERVISOR", 1)
    assert (repair.client, repair.service) == (here.client.user.client, here.service.user.service)
    assert history(repair) == [("NONE", "NEW", "client")]


def test_continue_writes_status_history_and_version_at_one_time(caller: ApiClient, here: World) -> None:
    repair = factories.repair(here, ready=True)
    moment = datetime(2026, 3, 8, 6, 59, tzinfo=UTC)
    with time_machine.travel(moment, tick=False):
        token = factories.session(here.supervisor.user)
        data = caller.post(MOVE, actor=token, repairId=repair.pk, expectedStatus="NEW", version=repair.version).ok
    now = ServiceRequest.objects.get(pk=repair.pk)
    assert data == {
        "status": {"key": "IN_SHIPPING_DETAILS", "value": "Shipping details"},
        "isAllowedToContinue": False,
        "version": repair.version + 1,
    }
    assert (now.status, now.responsible_role, now.version) == ("IN_SHIPPING_DETAILS", "CLIENT", repair.version + 1)
    assert (now.updated_at, now.updated_by) == (moment, here.supervisor.user)
    assert now.completed_at is None
    assert history(repair)[-1] == ("NEW", "IN_SHIPPING_DETAILS", "supervisor")
    assert StatusChange.objects.filter(request=repair).latest("pk").created_at == moment


def test_transition_returns_status_in_the_users_language(caller: ApiClient, here: World) -> None:
    repair = factories.repair(here, ready=True)
    data = caller.call("POST", MOVE, here.supervisor, lang="es", repairId=repair.pk).ok
    assert data["status"]["key"] == "IN_SHIPPING_DETAILS"
    assert data["status"]["value"] != "Shipping details"


def test_checks_run_in_the_order_of_the_contract(caller: ApiClient, here: World) -> None:
    """Each request has all errors from a certain one on; the first is returned."""
    own = factories.repair(here, "IN_SHIPPING_DETAILS")
    other = factories.repair(here, "IN_SHIPPING_DETAILS", by=here.client2)
    before = dump_database()
    stale = {"expectedStatus": "NEW", "version": 99}
    caller.post(MOVE, actor="unknown", repairId="x", status="NOWHERE", **stale).assert_error(401, "TOKEN_INVALID")
    caller.post(MOVE, actor=here.manager, repairId="x", status="NOWHERE", **stale).assert_error(403, "FORBIDDEN")
    caller.post(MOVE, actor=here.service, repairId="x", status="NEW", **stale).assert_error(400, "VALIDATION")
    send_transition(caller, here.service, other, status="NEW", **stale).assert_error(404, "NOT_FOUND")
    send_transition(caller, here.service, own, status="NEW", **stale).assert_error(403, "FORBIDDEN")
    send_transition(caller, here.service, own, **stale).assert_error(409, "STALE")
    send_transition(caller, here.service, own).assert_error(403, "FORBIDDEN")
    send_transition(caller, here.client, own).assert_error(409, "NOT_ALLOWED_TO_CONTINUE")
    assert dump_database() == before


@pytest.mark.split
@pytest.mark.parametrize(
    ("query", "field"),
    [
        ({"repairId": "seven"}, "repairId"),
        ({"repairId": 0}, "repairId"),
        ({"repairId": 2**63}, "repairId"),
        ({"expectedStatus": "NOWHERE"}, "expectedStatus"),
        ({"expectedStatus": "NONE"}, "expectedStatus"),
        ({"status": "NOWHERE"}, "status"),
        ({"status": "NONE"}, "status"),
        ({"status": "NEW"}, "status"),
        ({"version": -1}, "version"),
        ({"version": "new"}, "version"),
    ],
)
def test_rejects_invalid_parameters(query: dict[str, Any], field: str, caller: ApiClient, here: World) -> None:
    repair = factories.repair(here)
    before = dump_database()
    response = caller.post(MOVE, actor=here.admin, **{"repairId": repair.pk, **query}).assert_error(400, "VALIDATION")
    assert list(response.fields) == [field]
    assert dump_database() == before


def test_version_conflict_returns_current_status_and_last_user(caller: ApiClient, here: World) -> None:
    repair = factories.repair(here, ready=True)
    assert send_transition(caller, here.supervisor, repair, expectedStatus="NEW").status == 200
    response = send_transition(caller, here.supervisor2, repair, expectedStatus="NEW").assert_error(409, "STALE")
    now = ServiceRequest.objects.get(pk=repair.pk)
    assert response.data["current"] == {
        "status": {"key": "IN_SHIPPING_DETAILS", "value": "Shipping details"},
        "version": now.version,
        "changedBy": here.supervisor.user.full_name,
        "changedAt": now.updated_at.isoformat(timespec="microseconds").replace("+00:00", "Z"),
    }
    assert len(history(repair)) == 2, "a double click moves once"


def test_continue_without_expected_status_uses_the_current_one(caller: ApiClient, here: World) -> None:
    repair = factories.repair(here, "IN_TRANSIT")
    assert send_transition(caller, here.service, repair).ok["status"]["key"] == "IN_WAITING_DIAGNOSTICS"


@pytest.mark.parametrize("status", ["COMPLETED", "REJECTED"])
def test_only_admin_leaves_a_final_status(status: str, caller: ApiClient, here: World) -> None:
    repair = factories.repair(here, status)
    assert repair.completed_at is not None
    assert repair.responsible_role is None
    for user in (here.client, here.service, here.supervisor, here.admin):
        send_transition(caller, user, repair).assert_error(409, "STALE")
    data = send_transition(caller, here.admin, repair, status="IN_SERVICE").ok
    now = ServiceRequest.objects.get(pk=repair.pk)
    assert data["status"]["key"] == now.status == "IN_SERVICE"
    assert now.completed_at is None, "moving it out of a terminal status clears completedAt"
    assert now.responsible_role == "SERVICE"
    assert history(repair)[-1] == (status, "IN_SERVICE", "admin")


def test_admin_sets_any_status_despite_guards(caller: ApiClient, here: World) -> None:
    repair = factories.repair(here)
    send_transition(caller, here.admin, repair).assert_error(409, "NOT_ALLOWED_TO_CONTINUE")
    for target in ("IN_SERVICE", "IN_SHIPPING_DETAILS", "COMPLETED", "REJECTED", "NEW"):
        assert send_transition(caller, here.admin, repair, status=target).ok["status"]["key"] == target
        now = ServiceRequest.objects.get(pk=repair.pk)
        assert (now.completed_at is not None) == (target in ("COMPLETED", "REJECTED"))
    assert [new for _, new, _ in history(repair)] == [
        *("NEW", "IN_SERVICE", "IN_SHIPPING_DETAILS", "COMPLETED", "REJECTED", "NEW"),
    ]


def test_direct_choice_checks_expected_status_and_version(caller: ApiClient, here: World) -> None:
    repair = factories.repair(here)
    send_transition(caller, here.admin, repair, status="IN_TRANSIT", expectedStatus="IN_SERVICE").assert_error(
        409, "STALE"
    )
    send_transition(caller, here.admin, repair, status="IN_TRANSIT", version=repair.version + 1).assert_error(
        409, "STALE"
    )
    assert (
        send_transition(
            caller, here.admin, repair, status="IN_TRANSIT", expectedStatus="NEW", version=repair.version
        ).status
        == 200
    )


def test_guard_failure_names_missing_fields_in_both_languages(caller: ApiClient, here: World) -> None:
    repair = factories.repair(here, units=2)
    units = RepairUnit.objects.filter(repair_id=repair.pk).values_list("pk", flat=True)
    response = send_transition(caller, here.supervisor, repair).assert_error(409, "NOT_ALLOWED_TO_CONTINUE")
    assert response.data["message"] == "2 units still need a decision"
    assert response.fields == {f"parts.{pk}.initialApproval": ["Approve or reject this unit"] for pk in units}
    spanish = caller.call("POST", MOVE, here.supervisor, lang="es", repairId=repair.pk)
    assert set(spanish.fields) == set(response.fields)
    assert spanish.data["message"] != response.data["message"]


def test_error_inside_an_edit_rolls_everything_back(here: World) -> None:
    repair = factories.repair(here)
    before = dump_database()

    def failing() -> None:
        with locked_edit(REPAIR, "initial_approval", repair.pk, actor=here.supervisor.actor) as (request, context):
            context.units[0].initial_approval = "APPROVED"
            context.units[0].save()
            StatusChange.objects.filter(request=request).update(old_status="GONE")
            raise ApiError(400, "VALIDATION")

    with pytest.raises(ApiError):
        failing()
    assert dump_database() == before


def test_save_updates_version_time_and_user_but_not_status(here: World) -> None:
    repair = factories.repair(here)
    later = repair.updated_at + timedelta(hours=1)
    with (
        time_machine.travel(later, tick=False),
        locked_edit(REPAIR, "initial_approval", repair.pk, actor=here.supervisor.actor),
    ):
        pass
    now = ServiceRequest.objects.get(pk=repair.pk)
    assert now.version == repair.version + 1
    assert now.updated_at == later
    assert now.updated_by == here.supervisor.user
    assert now.created_at == repair.created_at
    assert history(repair) == [("NONE", "NEW", "client")]


def test_transition_of_another_kind_is_not_found(here: World) -> None:
    parts = factories.request("PARTS", here)
    with pytest.raises(ApiError, match="NOT_FOUND"):
        transition(REPAIR, parts.pk, actor=here.admin.actor)


def test_forbids_edit_and_delete_by_other_roles(here: World) -> None:
    repair = factories.repair(here)
    before = dump_database()
    for user in (here.client, here.manager):
        with (
            pytest.raises(ApiError, match="FORBIDDEN"),
            locked_edit(REPAIR, "initial_approval", repair.pk, actor=user.actor),
        ):
            pytest.fail("what is inside is not begun")
    for user in (here.client, here.service, here.supervisor, here.manager):
        with pytest.raises(ApiError, match="FORBIDDEN"):
            delete_request(REPAIR, repair.pk, actor=user.actor)
    assert dump_database() == before
