"""Rows of declared lists that are not created through a form."""

from collections.abc import Callable
from itertools import count

from portal_backend.audit.log import record_event
from portal_backend.audit.models import AuditEvent
from portal_backend.core.actor import Role
from portal_backend.core.clock import now
from portal_backend.imports.models import ImportRun
from portal_backend.notifications.models import Feedback, Mail
from portal_backend.notifications.outbox import NewMail, enqueue_mails
from portal_backend.registration.models import AccountRequest
from portal_backend.repairs.instrument_identity import link_instruments
from portal_backend.repairs.models import RepairUnit
from portal_backend.workflow.models import ServiceRequest
from tests import factories
from tests.factories import World
from tests.resources.repair_rows import create_history, create_repairs

numbers = count(1)
RowFactory = Callable[[World, int], object]


def build_repairs_factory(*statuses: str) -> RowFactory:
    """Build a factory of repairs in the statuses."""
    return lambda world, number: create_repairs(world, number, statuses)


def build_requests_factory(kind: str) -> RowFactory:
    """Build a factory of service requests of a kind, by two users of a client in turn."""

    def create(world: World, number: int) -> None:
        for position in range(number):
            factories.request(kind, world, by=(world.client, world.client2)[position % 2])

    return create


def build_history_factory(kind: str, old: str, new: str) -> RowFactory:
    """Build a factory of history rows of the first client's first request of a kind."""
    return lambda world, number: create_history(
        get_first_request(kind, world), world.supervisor, [old, new] * (number // 2 + 1)
    )


def create_instruments(world: World, number: int) -> None:
    """Create repairs with one instrument each."""
    for request in create_repairs(world, number, ("COMPLETED", "IN_SERVICE")):
        unit = RepairUnit(repair_id=request.pk, part=world.part, serial_number=f"SN {next(numbers):05d}")
        link_instruments([unit], request.client_id, request.created_at)
        unit.save()


def create_feedback(world: World, number: int) -> None:
    """Create feedback of a client."""
    for each in range(number):
        texts = {"title": f"Title {each}", "content": f"Content {each}", "page_name": f"Page {each}"}
        Feedback.objects.create(user=world.client.user, created_at=now(), page_path=f"/en/{each}", **texts)


def create_mails(world: World, number: int) -> int:
    """Create failed emails and return the id of the last."""
    values = {"title": "Slow", "content": "The list", "writer": "Ann", "page": ""}
    enqueue_mails(NewMail(f"p{each}@example.org", "en", "feedback", "FEEDBACK", values) for each in range(number))
    Mail.objects.update(state="FAILED")
    return Mail.objects.latest("pk").pk


def create_imports(world: World, number: int) -> None:
    """Create finished imports."""
    for each in range(number):
        ImportRun.objects.create(owner=world.admin.user, target="parts", file_name=f"parts {each}.xlsx", state="DONE")


def create_account_requests(world: World, number: int) -> None:
    """Create account requests."""
    for _ in range(number):
        name = f"asks_{next(numbers)}"
        person = {"username": name, "first_name": name, "last_name": "Gil", "email": f"{name}@example.org"}
        AccountRequest.objects.create(
            **person,
            company_name=f"Company {name}",
            language="es",
            created_at=now(),
            decided_by=world.supervisor.user,
        )


def create_audit_entries(world: World, number: int) -> None:
    """Create entries of the activity log."""
    for each in range(number):
        record_event(AuditEvent.EXPORTED, f"List {each}", actor=world.admin.actor, quantity=each)


def _letters() -> str:
    """Return a unique name without digits, as names of people require."""
    return "N" + "".join("abcdefghij"[int(digit)] for digit in str(next(numbers)))


def create_people(world: World, number: int) -> None:
    """Create supervisors."""
    for _ in range(number):
        factories.person(f"extra_{next(numbers)}", Role.SUPERVISOR, first_name="Zoë", last_name=_letters())


def get_first_request(kind: str, world: World) -> ServiceRequest:
    """Return a request of a kind whose history all readers of histories may read."""
    mine = ServiceRequest.objects.filter(kind=kind, client=world.client.user.client).order_by("pk")
    return mine.first() or factories.request(kind, world)
