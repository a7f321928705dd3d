"""Player of demo scenarios, which uses the same actions as users do.

The format of the scenarios is described in fixtures/README.md.
"""

from datetime import datetime, timedelta

from portal_backend.core.actor import Actor, Role
from portal_backend.core.clock import freeze_time
from portal_backend.demo.scenarios import DemoContext, FixtureRow, ScenarioScript, StatusWork
from portal_backend.workflow.models import ServiceRequest
from portal_backend.workflow.transitions import transition

WORK_DELAY = timedelta(hours=1)


def play_scenarios(script: ScenarioScript, scenarios: list[FixtureRow], context: DemoContext, now: datetime) -> None:
    """Play the scenarios, oldest first so that request numbers increase with time."""
    for scenario in sorted(scenarios, key=lambda each: -each["timeline"][0]["daysAgo"]):
        play_scenario(script, scenario, context, now)


def play_scenario(script: ScenarioScript, scenario: FixtureRow, context: DemoContext, now: datetime) -> ServiceRequest:
    """Create the request of a scenario and move it through its timeline.

    The work of a status is done up to an hour before the request leaves it, or an hour after it entered its last one.
    """
    times = [now - timedelta(days=step["daysAgo"]) for step in scenario["timeline"]]
    statuses = [step["status"] for step in scenario["timeline"]]
    with freeze_time(times[0]):
        request = script.create_request(scenario, context, context.actors_by_username[scenario["client"]], now)
    for status, entered, left in zip(statuses, times, [*times[1:], None], strict=True):
        worked_at = left - min(WORK_DELAY, (left - entered) / 2) if left else min(entered + WORK_DELAY, now)
        responsible = _get_responsible_actor(script, status, request, context)
        if do_work := script.work_by_status.get(status):
            with freeze_time(worked_at):
                do_work(StatusWork(scenario, context, request.pk, responsible, now))
        if left:
            with freeze_time(left):
                transition(script.process, request.pk, actor=responsible, expected_status=status)
    return request


def _get_responsible_actor(script: ScenarioScript, status: str, request: ServiceRequest, context: DemoContext) -> Actor:
    """Return the actor of the role that is responsible in a status."""
    role = script.process.get_step(status).responsible_role
    if role == Role.CLIENT:
        return next(actor for actor in context.actors_by_username.values() if actor.user_id == request.created_by_id)
    return context.actors_by_service[request.service_id] if role == Role.SERVICE else context.supervisor
