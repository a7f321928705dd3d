"""Factories of test data: two tenants, parts of the catalog and requests."""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from decimal import Decimal
from functools import cached_property
from typing import Any

from django.utils import timezone

from portal_backend.accounts.actions import NewUser, create_user
from portal_backend.accounts.confusables import compute_skeleton
from portal_backend.accounts.grants import build_actor
from portal_backend.accounts.models import (
    Address,
    Client,
    ClientGrant,
    Service,
    ServiceGrant,
    Token,
    User,
    UsernameSkeleton,
)
from portal_backend.accounts.sessions import get_idle_timeout, hash_token
from portal_backend.catalogue.models import Category, Part, PredefinedService, ServiceCategory
from portal_backend.core.actor import Actor, Role
from portal_backend.core.errors import ApiError
from portal_backend.workflow.models import ServiceRequest
from portal_backend.workflow.process import PROCESSES
from portal_backend.workflow.transitions import transition
from tests.request_builders import REQUEST_BUILDERS

PASSWORD = "Portal-test-1"
ADDRESS = {"company_name": "Customs", "country": "ES", "city": "Madrid", "postal_code": "28001", "street": "Mayor 1"}
_numbers = itertools.count(1)


@dataclass(frozen=True)
class Person:
    """A user with a session; `actor=person` in a request sends the token."""

    user: User
    token: str

    @property
    def id(self) -> int:
        """Id of the user."""
        return self.user.pk

    @property
    def username(self) -> str:
        """Username of the user."""
        return self.user.username

    @property
    def role(self) -> Role:
        """Role of the user."""
        return Role(self.user.role)

    @cached_property
    def actor(self) -> Actor:
        """Actor for direct calls of actions and lists.

        Its organizations are those at first access.
        """
        return build_actor(self.user)


@dataclass(frozen=True)
class World:
    """Users of all roles in two tenants.

    `client` and `service` belong together, and so do `client2` and `service2`. The manager follows the first client.
    """

    admin: Person
    supervisor: Person
    #: second supervisor
    supervisor2: Person
    manager: Person
    client: Person
    #: second user of the first client
    client_mate: Person
    client2: Person
    service: Person
    service2: Person
    parts: list[Part] = field(default_factory=list)

    @property
    def one_of_each_role(self) -> dict[Role, Person]:
        """A user of each role with the first client's requests in scope."""
        people = (self.client, self.service, self.supervisor, self.admin, self.manager)
        return {each.role: each for each in people}

    @property
    def part(self) -> Part:
        """A part with predefined services for repairs and part requests."""
        if not self.parts:
            self.parts.append(part())
        return self.parts[0]


def get_personal_data(username: str) -> dict[str, str]:
    """Return the name, email and phone of a user."""
    return {
        "first_name": username.capitalize(),
        "last_name": "Tester",
        "email": f"{username}@example.org",
        "phone": "+34 600 000 000",
    }


def person(
    username: str, role: Role, *, client: Client | None = None, service: Service | None = None, **user: Any
) -> Person:
    """Create a user with an address and a session; the password is PASSWORD."""
    address = user.pop("address", ADDRESS)
    data = {**get_personal_data(username), **user}
    new = NewUser(username=username, role=role, password=PASSWORD, address=address, **data)
    created = create_user(new, client=client, service=service)
    return Person(created, session(created))


def session(user: User, *, expired: bool = False) -> str:
    """Create a token for a user, optionally an expired one."""
    value, token = _build_token(user)
    if expired:
        token.expires_at = timezone.now() - timedelta(seconds=1)
    token.save()
    return value


def _build_token(user: User) -> tuple[str, Token]:
    value = f"token-{user.username}-{next(_numbers)}"
    return value, Token(digest=hash_token(value), user=user, expires_at=timezone.now() + get_idle_timeout())


def world() -> World:
    """Create two tenants and users of all roles.

    Most tests begin with it: its rows are inserted table by table, in a quarter of the time of calls of `person`.
    """
    first, second = Service.objects.bulk_create(Service(name=f"Service {name}", price=50) for name in ("one", "two"))
    one, two = Client.objects.bulk_create(
        [
            Client(name="Client one", country_code="ES", service=first),
            Client(name="Client two", country_code="PE", service=second),
        ]
    )
    users = {
        user.username: user
        for user in User.objects.bulk_create(
            [
                _build_user("admin", Role.ADMIN),
                _build_user("supervisor", Role.SUPERVISOR),
                _build_user("supervisor2", Role.SUPERVISOR),
                _build_user("manager", Role.SUSTAINABILITY_MANAGER),
                _build_user("client", Role.CLIENT, client=one),
                _build_user("client_mate", Role.CLIENT, client=one),
                _build_user("client2", Role.CLIENT, client=two),
                _build_user("service", Role.SERVICE, service=first),
                _build_user("service2", Role.SERVICE, service=second),
            ]
        )
    }
    UsernameSkeleton.objects.bulk_create(
        UsernameSkeleton(user=user, value=compute_skeleton(name)) for name, user in users.items()
    )
    Address.objects.bulk_create(Address(user=user, **ADDRESS) for user in users.values())
    members = users["client"], users["client_mate"], users["manager"]
    ClientGrant.objects.assign_perm_to_many("follow_client", members, one)
    ClientGrant.objects.assign_perm_to_many("follow_client", [users["client2"]], two)
    ServiceGrant.objects.assign_perm_to_many("follow_service", [users["service"]], first)
    ServiceGrant.objects.assign_perm_to_many("follow_service", [users["service2"]], second)
    first.contact_user, second.contact_user = users["service"], users["service2"]
    Service.objects.bulk_update([first, second], ["contact_user"])
    tokens = {name: _build_token(user) for name, user in users.items()}
    Token.objects.bulk_create(token for _, token in tokens.values())
    return World(**{name: Person(users[name], value) for name, (value, _) in tokens.items()})


def _build_user(username: str, role: Role, **organization: Any) -> User:
    user = User(username=username, role=role, **get_personal_data(username), **organization)
    user.set_password(PASSWORD)
    return user


def part(
    model: str = "",
    *,
    category: str = "HANDHELD",
    used_for: Sequence[str] = ("REPAIR", "PARTS"),
    types: int = 2,
    **more: Any,
) -> Part:
    """Create a part with `types` predefined services per kind (priced 10, 20, ...)."""
    number = next(_numbers)
    kind, _ = Category.objects.get_or_create(
        key=category, defaults={"name_en": category.title(), "name_es": f"{category.title()} (es)"}
    )
    made = Part.objects.create(
        category=kind,
        number=more.pop("number", f"N-{number}"),
        model=model or f"Model {number}",
        manufacturer=more.pop("manufacturer", "Maker"),
        description_en="An instrument",
        description_es="Un instrumento",
        **more,
    )
    for key in used_for:
        made.service_categories.add(
            ServiceCategory.objects.get_or_create(key=key, defaults={"name_en": key, "name_es": key})[0]
        )
    if types:
        kinds = ("DIAGNOSTICS", "REPAIRS", "PARTS")
        made.predefined_services.set(predefined_service(kind, 10 * (i + 1)) for kind in kinds for i in range(types))
    return made


def predefined_service(kind: str, value: float, *, text: str = "") -> PredefinedService:
    """Create a predefined service."""
    return PredefinedService.objects.create(
        kind=kind,
        text_en=text or f"{kind} for {value}",
        text_es=text or f"{kind} por {value}",
        short_text_en=f"{kind[0]}{value}",
        short_text_es=f"{kind[0]}{value}",
        value=Decimal(str(value)),
    )


def request(
    kind: str, world: World, status: str = "", *, by: Person | None = None, ready: bool = False, **how: Any
) -> ServiceRequest:
    """Create a request of any kind and continue it to `status`.

    The default is the first status. `ready` also fulfills the guard of that status. `how` are parameters of the kind
    (repairs: `units`, `parts`).
    """
    walk, process = REQUEST_BUILDERS[kind], PROCESSES[kind]
    made = walk.create(world, by or world.client, **how)
    goal = status or made.status
    for _ in process.steps:
        if made.status == goal:
            break
        walk.complete_step(world, made, goal)
        try:
            made = transition(process, made.pk, actor=world.admin.actor, expected_status=made.status)
        except ApiError as error:
            builder = f"{walk.complete_step.__name__} in tests/request_builders.py"
            raise AssertionError(f"{builder} doesn't complete {made.status} ({error.code})") from error
    assert made.status == goal, f"the walk of {kind} never comes to {goal}"
    if ready:
        walk.complete_step(world, made, "")
    made.refresh_from_db()
    return made


def repair(
    world: World, status: str = "NEW", *, by: Person | None = None, ready: bool = False, **how: Any
) -> ServiceRequest:
    """Create a repair in `status` with `units` units of `parts`; see `request`.

    The default is one unit of the world's part.
    """
    return request("REPAIR", world, status, by=by, ready=ready, **how)
