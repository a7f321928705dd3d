"""Walks demo repairs to where they stand, by the very actions that people use (fixtures/README.md tells the format)."""

from collections.abc import Mapping
from datetime import datetime, timedelta

from django.utils import timezone

from portal_backend.base.actor import Actor, Role
from portal_backend.base.newyork import clock_at
from portal_backend.demo.filling import FILLING
from portal_backend.demo.world import Row, Work, World
from portal_backend.repairs.actions import create_repair
from portal_backend.repairs.process import REPAIR
from portal_backend.repairs.schemas import UnitIn
from portal_backend.workflow.models import Request
from portal_backend.workflow.moves import move

LATER = timedelta(hours=1)


def walk_all(scenarios: list[Row], types: Mapping[tuple[str, str], int]) -> None:
    """Create and walk each scenario, oldest first so that numbers rise with time."""
    world = World.current(types)
    now = timezone.now()
    for scenario in scenarios:
        walk(scenario, world, now)


def walk(scenario: Row, world: World, now: datetime) -> Request:
    """One scenario on its way through the table; what is done in a status is done an hour before it is left."""
    times = [now - timedelta(days=step["daysAgo"]) for step in scenario["timeline"]]
    statuses = [step["status"] for step in scenario["timeline"]]
    request = _created(scenario, world, times[0])
    for status, entered, left in zip(statuses, times, [*times[1:], None], strict=True):
        moment = left - min(LATER, (left - entered) / 2) if left else min(entered + LATER, now)
        responsible = _responsible(status, request, world)
        if fill := FILLING.get(status):
            with clock_at(moment):
                fill(Work(scenario, world, request.pk, responsible, now))
        if left:
            with clock_at(left):
                move(REPAIR, request.pk, actor=responsible, expected=status)
    return request


def _created(scenario: Row, world: World, moment: datetime) -> Request:
    units = [
        UnitIn(
            part_id=world.parts[unit["part"]["manufacturer"], unit["part"]["number"]],
            serial_number=unit["serialNumber"],
            service_tag=unit["serviceTag"],
            problem_description=unit["problemDescription"],
        )
        for unit in scenario["units"]
        if not unit["addedInDiagnostics"]
    ]
    with clock_at(moment):
        return create_repair(units, actor=world.actors[scenario["client"]])


def _responsible(status: str, request: Request, world: World) -> Actor:
    """Who acts in a status."""
    role = REPAIR.step(status).waits_for
    if role == Role.CLIENT:
        return next(actor for actor in world.actors.values() if actor.user_id == request.created_by_id)
    return world.services[request.service_id] if role == Role.SERVICE else world.supervisor
