"""Rows of the declared lists that are not made through a form."""

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
    """Repairs in these statuses."""
    return lambda here, number: many(here, number, statuses)


def requests(kind: str) -> Rows:
    """Requests of a kind, by two users of one Client in turn."""

    def made(here: World, number: int) -> None:
        for position in range(number):
            factories.request(kind, here, by=(here.client, here.client2)[position % 2])

    return made


def steps(kind: str, old: str, new: str) -> Rows:
    """Rows of the history of one request, the first of its kind that the first Client made."""
    return lambda here, number: history(the_request(kind, here), here.supervisor, [old, new] * (number // 2 + 1))


def instruments(here: World, number: int) -> None:
    """Instruments that were sent in, each once."""
    for request in many(here, number, ("COMPLETED", "IN_SERVICE")):
        unit = RepairPart(repair_id=request.pk, part=here.part, serial_number=f"SN {next(numbers):05d}")
        identify([unit], request.client_id, request.created_at)
        unit.save()


def feedback(here: World, number: int) -> None:
    """Feedback of a client."""
    for each in range(number):
        texts = {"title": f"Title {each}", "content": f"Content {each}", "page_name": f"Page {each}"}
        Feedback.objects.create(user=here.client.user, created_at=now(), page_path=f"/en/{each}", **texts)


def mails(here: World, number: int) -> int:
    """Mails that failed; the number of the last."""
    told = {"title": "Slow", "content": "The list", "writer": "Ann", "page": ""}
    enqueue(NewMail(f"p{each}@example.org", "en", "feedback", "FEEDBACK", told) for each in range(number))
    Mail.objects.update(state="FAILED")
    return Mail.objects.latest("pk").pk


def imports(here: World, number: int) -> None:
    """Imports that are done."""
    for each in range(number):
        ImportRun.objects.create(owner=here.admin.user, target="parts", file_name=f"parts {each}.xlsx", state="DONE")


def account_requests(here: World, number: int) -> None:
    """Requests for an account."""
    for _ in range(number):
        name = f"asks_{next(numbers)}"
        person = {"username": name, "first_name": name, "last_name": "Gil", "email": f"{name}@example.org"}
        AccountRequest.objects.create(**person, company_name=f"Company {name}", language="es", created_at=now())


def entries(here: World, number: int) -> None:
    """Entries of the activity log."""
    for each in range(number):
        record(Event.EXPORTED, f"List {each}", actor=here.admin.actor, quantity=each)


def _letters() -> str:
    """A name of its own in letters alone, as names of people are."""
    return "N" + "".join("abcdefghij"[int(digit)] for digit in str(next(numbers)))


def people(here: World, number: int) -> None:
    """Supervisors."""
    for _ in range(number):
        factories.person(f"extra_{next(numbers)}", Role.SUPERVISOR, first_name="Zoë", last_name=_letters())


def the_request(kind: str, here: World) -> Request:
    """A request of a kind whose history everybody who reads histories sees."""
    mine = Request.objects.filter(kind=kind, client=here.client.user.client).order_by("pk")
    return mine.first() or factories.request(kind, here)
