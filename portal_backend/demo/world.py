"""What the demo scenarios name, and the piece of work that one status of one of them is."""

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
    """What the scenarios name: actors by username and by service, parts, predefined services by kind and key."""

    actors: Mapping[str, Actor]
    supervisor: Actor
    services: Mapping[int, Actor]
    parts: Mapping[tuple[str, str], int]
    types: Mapping[tuple[str, str], int]

    @classmethod
    def current(cls, types: Mapping[tuple[str, str], int]) -> "World":
        """The world as loaded."""
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
    """What one status of a scenario has to be filled in by whom."""

    scenario: Row
    world: World
    request_id: int
    actor: Actor
    now: datetime

    def day(self, days_ago: float) -> date:
        """The day in New York so many days before loading; a negative number is a day to come."""
        return day_before(self.now, days_ago)


@dataclass(frozen=True)
class Plot:
    """How the scenarios of one kind are played: who creates a request, and what is filled in in each status."""

    process: Process[Any]
    create: Callable[[Row, World, Actor, datetime], Request]
    filling: Mapping[str, Callable[[Work], None]]


def day_before(now: datetime, days_ago: float) -> date:
    """The day in New York so many days before `now`."""
    return (now - timedelta(days=days_ago)).astimezone(NEW_YORK).date()


def part_id(world: World, part: Row) -> int:
    """The part that a scenario names by maker and number."""
    return world.parts[part["manufacturer"], part["number"]]


def person_of(actor: Actor) -> Row:
    """The contact that a form offers: the one of the profile."""
    known = contact(User.objects.get(pk=actor.user_id))
    return {key: known[key] for key in ("firstName", "lastName", "phone", "email", "backupEmails")}


def inline(file: Row) -> Row:
    """A file as a body carries it: a drawn picture by its `image`, or a text."""
    content = (FIXTURES / "images" / file["image"]).read_bytes() if "image" in file else file["text"].encode()
    name = file.get("name") or file["image"]
    return {"name": name, "size": len(content), "base64": base64.b64encode(content).decode()}
