"""A repair of 300 units: created, approved in bulk, diagnosed, read and exported in a few seconds (issue 3)."""

import io
import time
from collections.abc import Callable

import pytest
from openpyxl import load_workbook

from portal_backend.workflow.models import Request
from tests import bodies, factories
from tests.caller import Answered, Caller
from tests.repairs.calling import Desk

pytestmark = pytest.mark.django_db
UNITS = 300
SECONDS = 10.0  # far more than is needed on an idle machine; a query for each unit would still be told by the budgets


def test_three_hundred_units_go_all_the_way(caller: Caller) -> None:
    here = factories.world()
    parts = [here.part, *(factories.part() for _ in range(4))]

    def quickly(call: Callable[[], Answered]) -> Answered:
        began = time.monotonic()
        answered = call()
        took = time.monotonic() - began
        assert took < SECONDS, f"{answered.what}: {took:.1f} s"
        assert answered.status == 200, answered.data
        return answered

    units = [bodies.unit(parts[i % 5].pk, f"SN-{i:04d}") for i in range(UNITS)]
    quickly(lambda: caller.post("/repairing/create", units, actor=here.client))
    desk = Desk(caller, Request.objects.get())
    ids = desk.units
    assert len(ids) == UNITS
    decisions = [{"id": pk, "status": "REJECTED" if i % 10 == 9 else "APPROVED"} for i, pk in enumerate(ids)]
    quickly(lambda: desk.post("change/initial/status/all", decisions, here.supervisor))
    desk.jump(here.admin, "IN_DIAGNOSTICS")
    sent = [pk for i, pk in enumerate(ids) if i % 10 != 9]
    rows = [bodies.diagnosis(pk) for pk in sent]
    assert quickly(lambda: desk.post("save/part-in-diagnostic", rows, here.service)).data["isAllowedToContinue"] is True
    quickly(lambda: desk.go_on(here.service))
    approvals = [{"id": pk, "status": "APPROVED"} for pk in sent]
    quickly(lambda: desk.post("change/main/status/all", approvals, here.supervisor))
    quickly(lambda: desk.go_on(here.supervisor))
    repaired = [bodies.repaired(pk) for pk in sent]
    quickly(lambda: desk.post("update/parts/repair/data/all", repaired, here.service))
    for person in here.one_of_each_role.values():
        told = quickly(lambda: caller.get("/repairing/fetch/repair", actor=person, repairId=desk.id)).data  # noqa: B023
        assert [part["id"] for part in told["repairParts"]] == ids
    for tab, count in (("repair-detail-tab", UNITS), ("repair-diagnostics-tab", len(sent)), ("repair-tab", len(sent))):
        path = f"/files/export/{tab}/xlsx"
        content = quickly(lambda: caller.get(path, actor=here.client, repairId=desk.id)).data  # noqa: B023
        assert load_workbook(io.BytesIO(content), read_only=True).worksheets[0].max_row == count + 1
    found = caller.get("/requests/search", actor=here.client, word="SN-0299").ok
    assert [row["matched"] for row in found] == ["SN-0299"]
