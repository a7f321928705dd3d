"""Two at once: one wins, the other is told, nothing is lost or doubled. On both databases (security.md, Drills)."""

from io import BytesIO
from itertools import count

import pytest

from portal_backend.repairs.models import RepairPart
from portal_backend.shipping.models import Package
from portal_backend.workflow.models import Comment, Request, StatusChange
from tests import bodies, factories
from tests.caller import Answered, Caller
from tests.factories import World
from tests.repairs.calling import Desk
from tests.together import Call, together, verdicts

pytestmark = pytest.mark.django_db(transaction=True)
ROUNDS = 4
MOVE = "/repairing/change/repair/status"


@pytest.fixture
def here() -> World:
    return factories.world()


@pytest.mark.parametrize("race", range(ROUNDS))
def test_two_supervisors_continue_at_once(race: int, here: World) -> None:
    repair = factories.repair(here, ready=True)
    answers = together(
        *(
            lambda caller, person=person: caller.post(MOVE, actor=person, repairId=repair.pk, expectedStatus="NEW")
            for person in (here.supervisor, here.supervisor2)
        )
    )
    assert verdicts(answers) == {"200": 1, "409 STALE": 1}
    winner = (here.supervisor, here.supervisor2)[[answer.status for answer in answers].index(200)]
    loser = next(answer for answer in answers if answer.status == 409)
    assert loser.data["current"]["status"]["key"] == "IN_SHIPPING_DETAILS"
    assert loser.data["current"]["changedBy"] == winner.user.full_name
    news = StatusChange.objects.filter(request=repair).exclude(old_status="NONE").values_list("user_id", "new_status")
    assert list(news) == [(winner.id, "IN_SHIPPING_DETAILS")]
    assert Request.objects.get(pk=repair.pk).version == repair.version + 1


@pytest.mark.parametrize("seen", ["expectedStatus", "version"])
def test_a_double_click_moves_once(seen: str, here: World) -> None:
    """Service may leave this status and the next one, so that a second move would go through."""
    repair = factories.repair(here, "IN_TRANSIT")
    RepairPart.objects.filter(repair_id=repair.pk).update(diagnostic_status="IT_IS_WORKING")
    query = {"expectedStatus": "IN_TRANSIT"} if seen == "expectedStatus" else {"version": repair.version}
    answers = together(*[lambda caller: caller.post(MOVE, actor=here.service, repairId=repair.pk, **query)] * 5)
    assert verdicts(answers) == {"200": 1, "409 STALE": 4}
    assert Request.objects.get(pk=repair.pk).status == "IN_WAITING_DIAGNOSTICS"
    assert StatusChange.objects.filter(request=repair, old_status="IN_TRANSIT").count() == 1


def test_of_two_saves_of_one_version_one_wins(caller: Caller, here: World) -> None:
    desk = Desk(caller, factories.repair(here))
    version = desk.row.version

    def decide(status: str) -> Call:
        body = [{"id": desk.units[0], "status": status}]
        path = "/repairing/change/initial/status/all"
        return lambda own: own.post(path, body, actor=here.supervisor, repairId=desk.id, version=version)

    answers = together(decide("APPROVED"), decide("REJECTED"))
    assert verdicts(answers) == {"200": 1, "409 STALE": 1}
    wanted = "APPROVED" if answers[0].status == 200 else "REJECTED"
    assert (desk.unit().initial_approval, desk.row.version) == (wanted, version + 1)


def test_saves_of_different_units_are_both_kept(caller: Caller, here: World) -> None:
    desk = Desk(caller, factories.repair(here, units=6))
    version = desk.row.version
    path = "/repairing/change/initial/status/all"
    answers = together(
        *(
            lambda own, pk=pk: own.post(
                path, [{"id": pk, "status": "APPROVED"}], actor=here.supervisor, repairId=desk.id
            )
            for pk in desk.units
        )
    )
    assert verdicts(answers) == {"200": 6}
    assert {desk.unit(i).initial_approval for i in range(6)} == {"APPROVED"}
    assert desk.row.version == version + 6
    assert sorted(answer.data["version"] for answer in answers) == list(range(version + 1, version + 7))


@pytest.mark.parametrize("race", range(ROUNDS))
def test_a_repair_sent_over_a_bad_line_is_created_once(race: int, here: World) -> None:
    body = [bodies.unit(here.part.pk)]
    key = {"Idempotency-Key": f"form-{race}"}
    answers = together(*[lambda own: own.post("/repairing/create", body, actor=here.client, headers=key)] * 4)
    assert [answer.ok for answer in answers] == [answers[0].ok] * 4
    assert Request.objects.get().number == answers[0].data["number"]
    assert StatusChange.objects.count() == RepairPart.objects.count() == 1


def test_numbers_of_repairs_created_at_once_are_all_different(here: World) -> None:
    body = [bodies.unit(here.part.pk)]
    people = (here.client, here.client2, here.client_mate) * 2
    answers = together(
        *(lambda own, person=person: own.post("/repairing/create", body, actor=person) for person in people)
    )
    numbers = sorted(answer.ok["number"] for answer in answers)
    first = int(numbers[0][-6:])
    assert [int(number[-6:]) for number in numbers] == list(range(first, first + 6))


def test_one_upload_belongs_to_one_repair(caller: Caller, here: World) -> None:
    file = caller.upload("/files/upload", {"file": BytesIO(b"a note")}, here.client).ok
    body = [bodies.unit(here.part.pk, attachments=[{"id": file["id"]}])]
    answers = together(*[lambda own: own.post("/repairing/create", body, actor=here.client)] * 3)
    assert verdicts(answers) == {"200": 1, "404 NOT_FOUND": 2}
    assert Request.objects.count() == RepairPart.objects.count() == 1


def test_comments_and_shipping_saved_at_once_stand_once(caller: Caller, here: World) -> None:
    desk = Desk(caller, factories.repair(here))
    numbers = count()

    def comment(own: Caller) -> Answered:
        text = f"Text {next(numbers)}"
        return own.put(
            "/repairing/save/request/approval/comment", bodies.comment(desk.id, "NEW", text), here.supervisor
        )

    assert verdicts(together(*[comment] * 4)) == {"200": 4}
    assert Comment.objects.count() == 1
    desk.jump(here.admin, "IN_SHIPPING_DETAILS")
    path = "/repairing/save/shipping/data"
    save = lambda own: own.post(path, bodies.shipping(), actor=here.client, repairId=desk.id)  # noqa: E731
    assert verdicts(together(*[save] * 3)) == {"200": 3}
    assert Package.objects.filter(request_id=desk.id).count() == 1


def test_a_move_and_a_delete_at_once_leave_one_truth(here: World) -> None:
    repair = factories.repair(here, ready=True)
    seen = {"repairId": repair.pk, "version": repair.version}
    moved, deleted = together(
        lambda own: own.post(MOVE, actor=here.supervisor, **seen),
        lambda own: own.delete("/repairing/delete", actor=here.admin, **seen),
    )
    assert (moved.status, deleted.status) in ((200, 409), (404, 200))
    now = Request.objects.get(pk=repair.pk)
    assert (now.deleted_at is None) == (moved.status == 200)
    assert now.status == ("IN_SHIPPING_DETAILS" if moved.status == 200 else "NEW")
