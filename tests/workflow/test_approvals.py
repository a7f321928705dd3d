"""Decisions on units and items of all kinds (contract 4.2)."""

import pytest

from portal_backend.core.errors import ApiError
from portal_backend.core.translations import LazyMessage
from portal_backend.repairs.models import RepairUnit
from portal_backend.workflow.approvals import apply_decisions, log_decisions
from portal_backend.workflow.schemas import DecisionIn
from tests import factories

pytestmark = pytest.mark.django_db


def decisions(*pairs: tuple[int, str]) -> list[DecisionIn]:
    return [DecisionIn.model_validate({"id": pk, "status": status}) for pk, status in pairs]


def test_sets_each_decision_on_its_item_and_the_last_one_wins() -> None:
    one, other, third = (RepairUnit(pk=pk, initial_approval="WAITING_APPROVAL") for pk in (7, 8, 9))
    sent = decisions((8, "REJECTED"), (7, "REJECTED"), (8, "APPROVED"))
    assert apply_decisions([one, other, third], sent, "initial_approval") == [other, one]
    approvals = [each.initial_approval for each in (one, other, third)]
    assert approvals == ["REJECTED", "APPROVED", "WAITING_APPROVAL"]


def test_rejects_item_of_another_request_at_its_index_and_changes_nothing() -> None:
    one = RepairUnit(pk=7, initial_approval="WAITING_APPROVAL")
    with pytest.raises(ApiError) as error:
        apply_decisions([one], decisions((7, "APPROVED"), (8, "APPROVED")), "initial_approval")
    assert (error.value.status, error.value.fields) == (400, {"1.id": LazyMessage("errors.field.choice")})
    assert one.initial_approval == "WAITING_APPROVAL"


def test_rejects_empty_list_of_decisions() -> None:
    with pytest.raises(ApiError) as error:
        apply_decisions([RepairUnit(pk=7)], [], "initial_approval")
    assert error.value.status == 400


def test_logs_user_and_decisions(caplog: pytest.LogCaptureFixture) -> None:
    here = factories.world()
    repair = factories.repair(here)
    caplog.clear()
    log_decisions(repair, "initial", decisions((7, "APPROVED"), (8, "REJECTED")), here.supervisor.actor)
    [line] = [record.getMessage() for record in caplog.records]
    assert line == f"decision {repair.number} initial user=supervisor role=SUPERVISOR 7=APPROVED 8=REJECTED"
