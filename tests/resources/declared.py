"""Specifications of all declared lists for the generated tests.

A new list needs no entry: its rows are created through its own form, and its roles are the declared ones. A list
without a form, or one that the contract names, needs an entry in LIST_SPECS; the tests fail if it is missing.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from portal_backend.api import FORMS, RESOURCES
from portal_backend.base.actor import Role, Roles
from portal_backend.catalogue.models import ServiceCategory
from portal_backend.resources.field import FormField
from portal_backend.resources.form import Form
from portal_backend.resources.resource import Resource
from tests.caller import Answered, Caller
from tests.contract import tables
from tests.factories import Person, World
from tests.resources import rows_of_lists as make
from tests.resources.values import value_for


@dataclass(frozen=True)
class Known:
    """The specification of a list, from the contract."""

    #: Request in /api/v1 that reads the list.
    call: tuple[str, str] = ("", "")
    #: One of the requests that write it.
    write: tuple[str, str] = ("", "")
    #: Creates rows that its readers see.
    rows: make.Rows | None = None
    #: Request type of the parent record.
    kind: str = ""
    #: Filters that the list requires.
    asked: Mapping[str, Any] | None = None
    #: Returns a row to edit, if the form creates none.
    row: Callable[[World], int] | None = None


ALWAYS = {"createdFrom": "2000-01-01T00:00:00"}
ADMINISTERED = Known(("GET", "/parts/fetch-by-criteria"), ("POST", "/parts"))
KNOWN = {
    "action-required": Known(
        ("GET", "/requests/fetch-by-criteria/action-required"),
        rows=make.repairs("NEW", "IN_TRANSIT", "IN_SHIPPING_DETAILS"),
    ),
    "active-repairs": Known(("GET", "/repairing/fetch-by-criteria/active"), rows=make.repairs("NEW", "IN_SERVICE")),
    "closed-repairs": Known(("GET", "/repairing/fetch-by-criteria/closed"), rows=make.repairs("COMPLETED", "REJECTED")),
    "part-requests": Known(("GET", "/parts/fetch-part-request-by-criteria"), rows=make.requests("PARTS")),
    "remote-support": Known(("GET", "/support/fetch-remote-support-by-criteria"), rows=make.requests("REMOTE_SUPPORT")),
    "repair-history": Known(
        ("GET", "/repairing/fetch-history-by-criteria"), rows=make.steps("REPAIR", "NEW", "IN_TRANSIT"), kind="REPAIR"
    ),
    "part-request-history": Known(
        ("GET", "/parts/fetch/part-request/history"), rows=make.steps("PARTS", "INITIAL", "REJECTED"), kind="PARTS"
    ),
    "remote-support-history": Known(
        ("GET", "/support/fetch/remote-support/history"),
        rows=make.steps("REMOTE_SUPPORT", "INITIAL", "REJECTED"),
        kind="REMOTE_SUPPORT",
    ),
    "general-report": Known(("POST", "/reports/general/search"), rows=make.repairs("NEW", "REJECTED"), asked=ALWAYS),
    "instruments": Known(rows=make.instruments),
    "feedback": Known(rows=make.feedback),
    "audit": Known(rows=make.entries),
    "account-requests": Known(rows=make.account_requests),
    "imports": Known(rows=make.imports),
    "mails": Known(rows=make.mails, row=lambda world: make.mails(world, 1)),
    "contacts": Known(("GET", "/contacts/fetch/criteria"), ("POST", "/contacts"), rows=make.people),
    "parts": ADMINISTERED,
    "profile": Known(write=("PUT", "/contacts/edit"), row=lambda world: world.admin.id),
    "addresses": Known(write=("PUT", "/address/edit"), row=lambda world: world.client.id),
    "clients": Known(write=("PUT", "/client/edit"), row=lambda world: world.client.user.client_id or 0),
    "services": Known(write=("PUT", "/service/edit"), row=lambda world: world.service.user.service_id or 0),
    "manager-clients": Known(
        write=("POST", "/sustainability-manager/save/clients"), row=lambda world: world.manager.id
    ),
    "mail-notification": Known(
        write=("POST", "/mail/save"), row=lambda world: ServiceCategory.objects.get(key="REPAIR").pk
    ),
}
# the contract has no requests for these lists: they follow the roles of parts (spec 2, section 6)
LIKE_PARTS = ("part-categories", "service-categories", "predefined-services", "check-points")


def _of_contract(call: tuple[str, str]) -> Roles:
    return tables.call_roles()[call[0], tables.shape(call[1])]


class Declared:
    """A list, requested in both dialects and as an export."""

    def __init__(self, resource: Resource) -> None:
        self.resource, self.name = resource, resource.name
        self.known = KNOWN.get(self.name) or (ADMINISTERED if self.name in LIKE_PARTS else Known())
        self.path = f"/api/rest/{self.name}"
        # only the list of parts has requests of its own
        self.has_v1 = bool(self.known.call[0]) and self.name not in LIKE_PARTS

    @property
    def readers(self) -> Roles:
        """The roles that read the list, by the contract."""
        return _of_contract(self.known.call) if self.known.call[0] else self.resource.readers

    @property
    def writers(self) -> Roles:
        """The roles that write the list, by the contract."""
        form = self.resource.form
        return _of_contract(self.known.write) if self.known.write[0] else form.writers if form else frozenset()

    @property
    def form(self) -> Form:
        """The form of the list."""
        assert self.resource.form is not None
        return self.resource.form

    def fill(self, caller: Caller, world: World, number: int) -> None:
        """Create rows that all readers see."""
        if self.known.rows is not None:
            self.known.rows(world, number)
            return
        assert self.resource.form, f"{self.name} has no form: say in {__name__}.KNOWN how its rows are made"
        writer = world.one_of_each_role[min(self.resource.form.writers)]
        for _ in range(number):
            _ = caller.post(self.path, self.body(world), actor=writer).ok

    def parent(self, world: World) -> dict[str, int]:
        """Return the query parameter of the parent record."""
        return {self.resource.parent: make.the_request(self.known.kind, world).pk} if self.resource.parent else {}

    def rest(self, caller: Caller, world: World, actor: Person | None, **params: Any) -> Answered:
        """Request the list as react-admin does.

        `filter`, `sort` and `range` are Python values.
        """
        needed = {**self.parent(world), **(self.known.asked or {})}
        query = {"range": [0, 999], **params, "filter": {**needed, **params.get("filter", {})}}
        return caller.get(self.path, actor=actor, **{name: json.dumps(each) for name, each in query.items()})

    def v1(self, caller: Caller, world: World, actor: Person | None, **params: Any) -> Answered:
        """Request the list by the contract's endpoint."""
        verb, path = self.known.call
        query = {"size": 1000, **self.parent(world), **params}
        return caller.call(verb, path, actor, body=self.known.asked, **query)

    def sheet(self, caller: Caller, world: World, actor: Person | None, **params: Any) -> Answered:
        """Request the export of the list."""
        if self.known.asked:
            path = f"/files/export/{self.name}/xlsx"
            return caller.call("POST", path, actor, body=self.known.asked, **params)
        parent = self.parent(world)
        if self.name == "part-request-history":
            parent = {"partRequestId": parent["id"]}  # the contract's name of the parameter
        return caller.get(f"/files/export/{self.resource.export}/xlsx", actor=actor, **parent, **params)

    def made(self, caller: Caller, world: World) -> dict[str, Any]:
        """Return an editable row: a new one, or the existing one of the specification."""
        actor = world.one_of_each_role[min(self.writers)]
        if self.known.row is not None:
            row: dict[str, Any] = caller.get(f"{self.path}/{self.known.row(world)}", actor=actor).ok
        else:
            row = caller.post(self.path, self.body(world), actor=actor).ok
        return row

    def fields(self, mode: str) -> list[FormField]:
        """Return the fields that an administrator writes.

        At edit, passwords are left out, since a new one would end the session.
        """
        written = [each for each in self.form.fields if mode in each.on and Role.ADMIN in each.writers]
        return [each for each in written if mode == "create" or not each.is_secret]

    def body(
        self, world: World, mode: str = "create", row: Mapping[str, Any] | None = None, **more: Any
    ) -> dict[str, Any]:
        """Build a valid and unique body for creation, or for the edit of `row`.

        `more` overrides values.
        """
        number = next(make.numbers)
        assert world.part, "a part is there, so that there are categories to choose"
        values = {each.key: value_for(each, number, world, row) for each in self.fields(mode)} | more
        misplaced = {
            each.key
            for each in self.fields(mode)
            if each.depends_on and not each.depends_on.holds({**(row or {}), **values})
        }
        return {key: value for key, value in values.items() if key not in misplaced}


DECLARED = {each.name: Declared(each) for each in RESOURCES}
CARDS = {each.name: Declared(each) for each in FORMS}
WITH_FORM = {name: each for name, each in {**DECLARED, **CARDS}.items() if each.resource.form}
