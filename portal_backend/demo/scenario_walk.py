"""Player of demo scenarios, which uses the same actions as users do.

The format of the scenarios is described in fixtures/README.md.
"""

from datetime import datetime, timedelta

from portal_backend.base.actor import Actor, Role
from portal_backend.base.newyork import clock_at
from portal_backend.demo.world import Plot, Row, Work, World
from portal_backend.workflow.models import Request
from portal_backend.workflow.moves import move

LATER = timedelta(hours=1)


def walk_all(script: Plot, scenarios: list[Row], context: World, now: datetime) -> None:
    """Play the scenarios, oldest first so that request numbers increase with time."""
    for scenario in sorted(scenarios, key=lambda each: -each["timeline"][0]["daysAgo"]):
        walk(script, scenario, context, now)


def walk(script: Plot, scenario: Row, context: World, now: datetime) -> Request:
    """Create the request of a scenario and move it through its timeline.

    The work of a status is done up to an hour before the request leaves it, or an hour after it entered its last one.
    """
    times = [now - timedelta(days=step["daysAgo"]) for step in scenario["timeline"]]
    statuses = [step["status"] for step in scenario["timeline"]]
    with clock_at(times[0]):
        request = script.create(scenario, context, context.actors[scenario["client"]], now)
    for status, entered, left in zip(statuses, times, [*times[1:], None], strict=True):
        worked_at = left - min(LATER, (left - entered) / 2) if left else min(entered + LATER, now)
        responsible = _responsible(script, status, request, context)
        if do_work := script.filling.get(status):
            with clock_at(worked_at):
                do_work(Work(scenario, context, request.pk, responsible, now))
        if left:
            with clock_at(left):
                move(script.process, request.pk, actor=responsible, expected=status)
    return request


def _responsible(script: Plot, status: str, request: Request, context: World) -> Actor:
    """Return the actor of the role that is responsible in a status."""
    role = script.process.step(status).waits_for
    if role == Role.CLIENT:
        return next(actor for actor in context.actors.values() if actor.user_id == request.created_by_id)
    return context.services[request.service_id] if role == Role.SERVICE else context.supervisor
