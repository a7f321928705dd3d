"""Demo scenarios: their context, scripts and the work of one status."""

import base64
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any

from django.conf import settings

from portal_backend.accounts.grants import actor_for
from portal_backend.accounts.lists import contact
from portal_backend.accounts.models import User
from portal_backend.base.actor import Actor, Role
from portal_backend.base.newyork import NEW_YORK
from portal_backend.catalogue.models import Part
from portal_backend.workflow.models import Request
from portal_backend.workflow.process import Process

Row = dict[str, Any]
FIXTURES: Path = settings.BASE_DIR / "fixtures"


@dataclass(frozen=True)
class World:
    """Objects that the scenarios refer to by name."""

    #: actors by username
    actors: Mapping[str, Actor]
    supervisor: Actor
    #: the first user of each service, by service id
    services: Mapping[int, Actor]
    #: part ids by manufacturer and part number
    parts: Mapping[tuple[str, str], int]
    #: ids of predefined services by kind and key
    types: Mapping[tuple[str, str], int]

    @classmethod
    def current(cls, types: Mapping[tuple[str, str], int]) -> "World":
        """Load the context from the database."""
        users = list(User.objects.order_by("pk"))
        actors = {user.username: actor_for(user) for user in users}
        return cls(
            actors=actors,
            supervisor=next(actor for actor in actors.values() if actor.role == Role.SUPERVISOR),
            services={user.service_id: actors[user.username] for user in reversed(users) if user.service_id},
            parts={(part.manufacturer, part.number): part.pk for part in Part.objects.all()},
            types=types,
        )


@dataclass(frozen=True)
class Work:
    """Work to do in one status of a scenario, and its actor."""

    scenario: Row
    world: World
    request_id: int
    actor: Actor
    now: datetime

    def day(self, days_ago: float) -> date:
        """Return the date in New York a number of days before loading.

        Negative numbers are days after it.
        """
        return day_before(self.now, days_ago)


@dataclass(frozen=True)
class Plot:
    """Script for the scenarios of one kind of request."""

    process: Process[Any]
    #: creates the request of a scenario
    create: Callable[[Row, World, Actor, datetime], Request]
    #: work by status
    filling: Mapping[str, Callable[[Work], None]]


def day_before(now: datetime, days_ago: float) -> date:
    """Return the date in New York a number of days before `now`."""
    return (now - timedelta(days=days_ago)).astimezone(NEW_YORK).date()


def part_id(context: World, part: Row) -> int:
    """Return the id of a part that a scenario names by manufacturer and number."""
    return context.parts[part["manufacturer"], part["number"]]


def person_of(actor: Actor) -> Row:
    """Return the contact that a form offers: the one of the user's profile."""
    profile = contact(User.objects.get(pk=actor.user_id))
    return {key: profile[key] for key in ("firstName", "lastName", "phone", "email", "backupEmails")}


def inline(file: Row) -> Row:
    """Build the request body of a file, from an image of fixtures/ or from a text."""
    content = (FIXTURES / "images" / file["image"]).read_bytes() if "image" in file else file["text"].encode()
    name = file.get("name") or file["image"]
    return {"name": name, "size": len(content), "base64": base64.b64encode(content).decode()}
