"""Walks demo requests to where they stand, by the very actions that people use (see fixtures/README.md)."""

from datetime import datetime, timedelta

from portal_backend.base.actor import Actor, Role
from portal_backend.base.newyork import clock_at
from portal_backend.demo.world import Plot, Row, Work, World
from portal_backend.workflow.models import Request
from portal_backend.workflow.moves import move

LATER = timedelta(hours=1)


def walk_all(plot: Plot, scenarios: list[Row], world: World, now: datetime) -> None:
    """Create and walk each scenario, oldest first so that numbers rise with time."""
    for scenario in sorted(scenarios, key=lambda each: -each["timeline"][0]["daysAgo"]):
        walk(plot, scenario, world, now)


def walk(plot: Plot, scenario: Row, world: World, now: datetime) -> Request:
    """One scenario on its way through the table; what is done in a status is done an hour before it is left."""
    times = [now - timedelta(days=step["daysAgo"]) for step in scenario["timeline"]]
    statuses = [step["status"] for step in scenario["timeline"]]
    with clock_at(times[0]):
        request = plot.create(scenario, world, world.actors[scenario["client"]], now)
    for status, entered, left in zip(statuses, times, [*times[1:], None], strict=True):
        moment = left - min(LATER, (left - entered) / 2) if left else min(entered + LATER, now)
        responsible = _responsible(plot, status, request, world)
        if fill := plot.filling.get(status):
            with clock_at(moment):
                fill(Work(scenario, world, request.pk, responsible, now))
        if left:
            with clock_at(left):
                move(plot.process, request.pk, actor=responsible, expected=status)
    return request


def _responsible(plot: Plot, status: str, request: Request, world: World) -> Actor:
    """Who acts in a status."""
    role = plot.process.step(status).waits_for
    if role == Role.CLIENT:
        return next(actor for actor in world.actors.values() if actor.user_id == request.created_by_id)
    return world.services[request.service_id] if role == Role.SERVICE else world.supervisor
