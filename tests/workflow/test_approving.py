"""Decisions on units and items, the same for every kind (contract 4.2)."""

import pytest

from portal_backend.base.errors import Refusal
from portal_backend.base.words import Word
from portal_backend.repairs.models import RepairPart
from portal_backend.workflow.approving import decide, note
from portal_backend.workflow.schemas import DecisionIn
from tests import factories

pytestmark = pytest.mark.django_db


def decisions(*pairs: tuple[int, str]) -> list[DecisionIn]:
    return [DecisionIn.model_validate({"id": pk, "status": status}) for pk, status in pairs]


def test_each_decision_is_written_to_its_own_item_and_the_last_one_counts() -> None:
    one, other, third = (RepairPart(pk=pk, initial_approval="WAITING_APPROVAL") for pk in (7, 8, 9))
    taken = decisions((8, "REJECTED"), (7, "REJECTED"), (8, "APPROVED"))
    assert decide([one, other, third], taken, "initial_approval") == [other, one]
    kept = [each.initial_approval for each in (one, other, third)]
    assert kept == ["REJECTED", "APPROVED", "WAITING_APPROVAL"]


def test_an_item_of_another_request_is_refused_by_its_place_and_nothing_is_written() -> None:
    one = RepairPart(pk=7, initial_approval="WAITING_APPROVAL")
    with pytest.raises(Refusal) as refused:
        decide([one], decisions((7, "APPROVED"), (8, "APPROVED")), "initial_approval")
    assert (refused.value.status, refused.value.fields) == (400, {"1.id": Word("errors.field.choice")})
    assert one.initial_approval == "WAITING_APPROVAL"


def test_no_decision_is_refused() -> None:
    with pytest.raises(Refusal) as refused:
        decide([RepairPart(pk=7)], [], "initial_approval")
    assert refused.value.status == 400


def test_the_log_says_who_decided_what(caplog: pytest.LogCaptureFixture) -> None:
    here = factories.world()
    repair = factories.repair(here)
    caplog.clear()
    note(repair, "initial", decisions((7, "APPROVED"), (8, "REJECTED")), here.supervisor.actor)
    [line] = [record.getMessage() for record in caplog.records]
    assert line == f"decision {repair.number} initial user=supervisor role=SUPERVISOR 7=APPROVED 8=REJECTED"
