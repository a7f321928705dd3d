"""Demo scenarios: their context, scripts and the work of one status."""

import base64
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any

from django.conf import settings

from portal_backend.accounts.grants import build_actor
from portal_backend.accounts.models import User
from portal_backend.accounts.selectors import serialize_contact
from portal_backend.catalogue.models import Part
from portal_backend.core.actor import Actor, Role
from portal_backend.core.clock import NEW_YORK, freeze_time
from portal_backend.workflow.models import ServiceRequest
from portal_backend.workflow.process import Process
from portal_backend.workflow.transitions import transition

FixtureRow = dict[str, Any]
FIXTURES_DIR: Path = settings.BASE_DIR / "fixtures"


@dataclass(frozen=True)
class DemoContext:
    """Objects that the scenarios refer to by name."""

    #: actors by username
    actors_by_username: Mapping[str, Actor]
    supervisor: Actor
    #: the first user of each service, by service id
    actors_by_service: Mapping[int, Actor]
    #: part ids by manufacturer and part number
    part_ids: Mapping[tuple[str, str], int]
    #: ids of predefined services by kind and key
    predefined_service_ids: Mapping[tuple[str, str], int]

    @classmethod
    def load(cls, types: Mapping[tuple[str, str], int]) -> "DemoContext":
        """Load the context from the database."""
        users = list(User.objects.order_by("pk"))
        actors = {user.username: build_actor(user) for user in users}
        return cls(
            actors_by_username=actors,
            supervisor=next(actor for actor in actors.values() if actor.role == Role.SUPERVISOR),
            actors_by_service={user.service_id: actors[user.username] for user in reversed(users) if user.service_id},
            part_ids={(part.manufacturer, part.number): part.pk for part in Part.objects.all()},
            predefined_service_ids=types,
        )


@dataclass(frozen=True)
class StatusWork:
    """Work to do in one status of a scenario, and its actor."""

    scenario: FixtureRow
    context: DemoContext
    request_id: int
    actor: Actor
    now: datetime

    def get_date(self, days_ago: float) -> date:
        """Return the date in New York a number of days before loading.

        Negative numbers are days after it.
        """
        return get_date_before(self.now, days_ago)

    def build_leg(self, leg: FixtureRow) -> FixtureRow:
        """Build the request body of a courier leg."""
        return {
            "courierName": leg["courierName"],
            "pickUpDate": self.get_date(leg["pickUpDaysAgo"]),
            "estimateDeliveryDate": self.get_date(leg["deliveryDaysAgo"]),
            "trackingNumber": leg["trackingNumber"] or "",
        }


@dataclass(frozen=True)
class ScenarioScript:
    """Script for the scenarios of one kind of request."""

    process: Process[Any]
    #: creates the request of a scenario
    create_request: Callable[[FixtureRow, DemoContext, Actor, datetime], ServiceRequest]
    #: work by status
    work_by_status: Mapping[str, Callable[[StatusWork], None]]


def get_date_before(now: datetime, days_ago: float) -> date:
    """Return the date in New York a number of days before `now`."""
    return (now - timedelta(days=days_ago)).astimezone(NEW_YORK).date()


def get_part_id(context: DemoContext, part: FixtureRow) -> int:
    """Return the id of a part that a scenario names by manufacturer and number."""
    return context.part_ids[part["manufacturer"], part["number"]]


def get_profile_contact(actor: Actor) -> FixtureRow:
    """Return the contact that a form offers: the one of the user's profile."""
    profile = serialize_contact(User.objects.get(pk=actor.user_id))
    return {key: profile[key] for key in ("firstName", "lastName", "phone", "email", "backupEmails")}


def build_inline_file(file: FixtureRow) -> FixtureRow:
    """Build the request body of a file, from an image of fixtures/ or from a text."""
    content = (FIXTURES_DIR / "images" / file["image"]).read_bytes() if "image" in file else file["text"].encode()
    name = file.get("name") or file["image"]
    return {"name": name, "size": len(content), "base64": base64.b64encode(content).decode()}


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
