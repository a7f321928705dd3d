"""Rows of declared lists that are not created through a form."""

from collections.abc import Callable
from itertools import count

from portal_backend.audit.models import Event
from portal_backend.audit.record import record
from portal_backend.base.actor import Role
from portal_backend.base.newyork import now
from portal_backend.imports.models import ImportRun
from portal_backend.joining.models import AccountRequest
from portal_backend.notifications.models import Feedback, Mail
from portal_backend.notifications.outbox import NewMail, enqueue
from portal_backend.repairs.instruments import identify
from portal_backend.repairs.models import RepairPart
from portal_backend.workflow.models import Request
from tests import factories
from tests.factories import World
from tests.resources.rows import history, many

numbers = count(1)
Rows = Callable[[World, int], object]


def repairs(*statuses: str) -> Rows:
    """Build a factory of repairs in the statuses."""
    return lambda world, number: many(world, number, statuses)


def requests(kind: str) -> Rows:
    """Build a factory of service requests of a kind, by two users of a client in turn."""

    def create(world: World, number: int) -> None:
        for position in range(number):
            factories.request(kind, world, by=(world.client, world.client2)[position % 2])

    return create


def steps(kind: str, old: str, new: str) -> Rows:
    """Build a factory of history rows of the first client's first request of a kind."""
    return lambda world, number: history(the_request(kind, world), world.supervisor, [old, new] * (number // 2 + 1))


def instruments(world: World, number: int) -> None:
    """Create repairs with one instrument each."""
    for request in many(world, number, ("COMPLETED", "IN_SERVICE")):
        unit = RepairPart(repair_id=request.pk, part=world.part, serial_number=f"SN {next(numbers):05d}")
        identify([unit], request.client_id, request.created_at)
        unit.save()


def feedback(world: World, number: int) -> None:
    """Create feedback of a client."""
    for each in range(number):
        texts = {"title": f"Title {each}", "content": f"Content {each}", "page_name": f"Page {each}"}
        Feedback.objects.create(user=world.client.user, created_at=now(), page_path=f"/en/{each}", **texts)


def mails(world: World, number: int) -> int:
    """Create failed emails and return the id of the last."""
    values = {"title": "Slow", "content": "The list", "writer": "Ann", "page": ""}
    enqueue(NewMail(f"p{each}@example.org", "en", "feedback", "FEEDBACK", values) for each in range(number))
    Mail.objects.update(state="FAILED")
    return Mail.objects.latest("pk").pk


def imports(world: World, number: int) -> None:
    """Create finished imports."""
    for each in range(number):
        ImportRun.objects.create(owner=world.admin.user, target="parts", file_name=f"parts {each}.xlsx", state="DONE")


def account_requests(world: World, number: int) -> None:
    """Create account requests."""
    for _ in range(number):
        name = f"asks_{next(numbers)}"
        person = {"username": name, "first_name": name, "last_name": "Gil", "email": f"{name}@example.org"}
        AccountRequest.objects.create(**person, company_name=f"Company {name}", language="es", created_at=now())


def entries(world: World, number: int) -> None:
    """Create entries of the activity log."""
    for each in range(number):
        record(Event.EXPORTED, f"List {each}", actor=world.admin.actor, quantity=each)


def _letters() -> str:
    """Return a unique name without digits, as names of people require."""
    return "N" + "".join("abcdefghij"[int(digit)] for digit in str(next(numbers)))


def people(world: World, number: int) -> None:
    """Create supervisors."""
    for _ in range(number):
        factories.person(f"extra_{next(numbers)}", Role.SUPERVISOR, first_name="Zoë", last_name=_letters())


def the_request(kind: str, world: World) -> Request:
    """Return a request of a kind whose history all readers of histories may read."""
    mine = Request.objects.filter(kind=kind, client=world.client.user.client).order_by("pk")
    return mine.first() or factories.request(kind, world)
