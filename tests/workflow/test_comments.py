"""Comments: one text per owner and step, replaced by a later one.

They are visible to the roles that may read them (contract 4.1).
"""

from datetime import UTC, datetime
from typing import Any

import pytest
import time_machine

from portal_backend.core.errors import ApiError
from portal_backend.repairs.models import RepairUnit
from portal_backend.repairs.process import REPAIR
from portal_backend.workflow.actions import save_comment
from portal_backend.workflow.models import Comment, ServiceRequest
from tests import factories, request_bodies
from tests.api_client import ApiClient, ClientResponse
from tests.contract.database_dump import dump_database
from tests.factories import Person, World

pytestmark = pytest.mark.django_db
ON_REQUEST = "/repairing/save/request/approval/comment"
ON_PART = "/repairing/save/part/approval/comment"


@pytest.fixture
def here() -> World:
    return factories.world()


def get_unit(request: ServiceRequest) -> RepairUnit:
    return RepairUnit.objects.filter(repair_id=request.pk).order_by("pk")[0]


def read(caller: ApiClient, request: ServiceRequest, actor: Person) -> dict[str, Any]:
    data: dict[str, Any] = caller.get("/repairing/fetch/repair", actor=actor, repairId=request.pk).ok
    return data


def save_text(caller: ApiClient, path: str, owner: int, text: str, actor: Person, step: str = "NEW") -> ClientResponse:
    return caller.put(path, request_bodies.comment(owner, step, text), actor=actor)


def test_second_save_replaces_text_author_and_time(caller: ApiClient, here: World) -> None:
    repair = factories.repair(here)
    moment = datetime(2026, 3, 2, 12, 30, tzinfo=UTC)
    assert save_text(caller, ON_REQUEST, repair.pk, "First", here.supervisor).ok is True
    with time_machine.travel(moment, tick=False):
        token = factories.session(here.admin.user)
        assert caller.put(ON_REQUEST, request_bodies.comment(repair.pk, "NEW", "Second\nline"), actor=token).ok is True
    data = read(caller, repair, here.client)["approvalComments"]
    assert data == {"NEW": {"text": "Second\nline", "by": here.admin.user.full_name, "at": "2026-03-02T12:30:00Z"}}
    assert Comment.objects.count() == 1
    assert ServiceRequest.objects.get(pk=repair.pk).version == repair.version + 2


def test_empty_text_removes_comment(caller: ApiClient, here: World) -> None:
    repair = factories.repair(here)
    for text in ("Something", "  "):
        assert save_text(caller, ON_REQUEST, repair.pk, text, here.supervisor).status == 200
    assert read(caller, repair, here.supervisor)["approvalComments"] == {}


def test_stores_comments_per_request_part_and_step(caller: ApiClient, here: World) -> None:
    repair = factories.repair(here, units=2)
    unit = get_unit(repair)
    assert save_text(caller, ON_REQUEST, repair.pk, "On all", here.supervisor).status == 200
    assert save_text(caller, ON_PART, unit.pk, "On one", here.supervisor).status == 200
    ServiceRequest.objects.filter(pk=repair.pk).update(status="IN_REPAIR_APPROVAL")
    assert save_text(caller, ON_PART, unit.pk, "Later", here.supervisor, "IN_REPAIR_APPROVAL").status == 200
    data = read(caller, repair, here.supervisor2)
    assert {step: each["text"] for step, each in data["approvalComments"].items()} == {"NEW": "On all"}
    first, second = data["repairParts"]
    assert {step: each["text"] for step, each in first["approvalComments"].items()} == {
        "NEW": "On one",
        "IN_REPAIR_APPROVAL": "Later",
    }
    assert second["approvalComments"] == {}


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"comment": "x" * 1025}, "comment"),
        ({"comment": "a\x00b"}, "comment"),
        ({"status": "IN_TRANSIT"}, "status"),
        ({"status": "NOWHERE"}, "status"),
        ({"ownerId": "seven"}, "ownerId"),
        ({"by": 1}, "by"),
    ],
)
def test_rejects_invalid_comment(change: dict[str, Any], field: str, caller: ApiClient, here: World) -> None:
    repair = factories.repair(here)
    before = dump_database()
    response = caller.put(ON_REQUEST, {**request_bodies.comment(repair.pk, "NEW"), **change}, actor=here.supervisor)
    assert list(response.assert_error(400, "VALIDATION").fields) == [field]
    assert dump_database() == before


def test_accepts_comment_of_1024_characters(caller: ApiClient, here: World) -> None:
    repair = factories.repair(here)
    assert save_text(caller, ON_REQUEST, repair.pk, "ñ" * 1024, here.supervisor).status == 200


def test_rejects_comment_of_another_step_as_stale(caller: ApiClient, here: World) -> None:
    repair = factories.repair(here)
    save_text(caller, ON_REQUEST, repair.pk, "Too early", here.supervisor, "IN_REPAIR_APPROVAL").assert_error(
        409, "STALE"
    )
    ServiceRequest.objects.filter(pk=repair.pk).update(status="IN_REPAIR_APPROVAL")
    save_text(caller, ON_REQUEST, repair.pk, "Too late", here.supervisor, "NEW").assert_error(409, "STALE")
    assert not Comment.objects.exists()


def test_unknown_owner_is_not_found(caller: ApiClient, here: World) -> None:
    repair = factories.repair(here)
    parts = factories.request("PARTS", here)
    save_text(caller, ON_REQUEST, 10**9, "Lost", here.supervisor).assert_error(404, "NOT_FOUND")
    save_text(caller, ON_REQUEST, parts.pk, "Another kind", here.supervisor).assert_error(404, "NOT_FOUND")
    save_text(caller, ON_PART, 10**9, "Lost", here.supervisor).assert_error(404, "NOT_FOUND")
    ServiceRequest.objects.filter(pk=repair.pk).update(deleted_at=datetime(2026, 1, 1, tzinfo=UTC))
    save_text(caller, ON_PART, get_unit(repair).pk, "Deleted", here.supervisor).assert_error(404, "NOT_FOUND")
    assert not Comment.objects.exists()


def test_item_of_another_request_is_not_found(here: World) -> None:
    one, two = (factories.repair(here) for _ in range(2))
    with pytest.raises(ApiError, match="NOT_FOUND"):
        save_comment(REPAIR, one.pk, actor=here.supervisor.actor, step="NEW", text="Astray", item=get_unit(two).pk)
    assert not Comment.objects.exists()


def test_part_request_comments_are_visible_to_admin_and_supervisor_only(caller: ApiClient, here: World) -> None:
    parts = factories.request("PARTS", here)
    assert caller.put(
        "/parts/save/request/approval/comment",
        request_bodies.comment(parts.pk, "INITIAL", "Between us"),
        actor=here.supervisor,
    ).ok
    readers = {
        role
        for role, person in here.one_of_each_role.items()
        if caller.get("/parts/fetch/part-request", actor=person, id=parts.pk).ok.get("approvalComments")
    }
    assert readers == {"ADMIN", "SUPERVISOR"}
