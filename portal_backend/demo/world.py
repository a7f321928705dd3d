"""What the demo scenarios name, and the piece of work that one status of one of them is."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from portal_backend.accounts.grants import actor_for
from portal_backend.accounts.models import User
from portal_backend.base.actor import Actor, Role
from portal_backend.base.newyork import NEW_YORK
from portal_backend.catalogue.models import Part

Row = dict[str, Any]


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
    repair_id: int
    actor: Actor
    now: datetime

    def day(self, days_ago: float) -> date:
        """The day in New York so many days before loading; a negative number is a day to come."""
        return (self.now - timedelta(days=days_ago)).astimezone(NEW_YORK).date()
