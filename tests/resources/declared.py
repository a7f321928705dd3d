"""Every declared list as the generated tests meet it: who may, by the contract; rows to see; bodies to send.

A new list needs nothing here: its rows are made through its own form, and its roles are those that it declares. A list
without a form, or one that the contract names, gets a line in KNOWN; where it is missing, the tests fail and say so.
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
    """What the contract says of a list: `call` is its own in /api/v1, `write` one of those that write it.

    `rows` makes some that its readers see, `kind` is that of the request whose rows they are, `asked` the filter
    without which nothing is answered. A form that makes no rows has a `row` to edit.
    """

    call: tuple[str, str] = ("", "")
    write: tuple[str, str] = ("", "")
    rows: make.Rows | None = None
    kind: str = ""
    asked: Mapping[str, Any] | None = None
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
    "mails": Known(rows=make.mails, row=lambda here: make.mails(here, 1)),
    "contacts": Known(("GET", "/contacts/fetch/criteria"), ("POST", "/contacts"), rows=make.people),
    "parts": ADMINISTERED,
    "profile": Known(write=("PUT", "/contacts/edit"), row=lambda here: here.admin.id),
    "addresses": Known(write=("PUT", "/address/edit"), row=lambda here: here.client.id),
    "clients": Known(write=("PUT", "/client/edit"), row=lambda here: here.client.user.client_id or 0),
    "services": Known(write=("PUT", "/service/edit"), row=lambda here: here.service.user.service_id or 0),
    "manager-clients": Known(write=("POST", "/sustainability-manager/save/clients"), row=lambda here: here.manager.id),
    "mail-notification": Known(
        write=("POST", "/mail/save"), row=lambda here: ServiceCategory.objects.get(key="REPAIR").pk
    ),
}
# the contract has no call of their own: who writes parts writes what parts are made of (spec 2, section 6)
LIKE_PARTS = ("part-categories", "service-categories", "predefined-services", "check-points")


def _of_contract(call: tuple[str, str]) -> Roles:
    return tables.call_roles()[call[0], tables.shape(call[1])]


class Declared:
    """One list, asked in both dialects and as a spreadsheet."""

    def __init__(self, resource: Resource) -> None:
        self.resource, self.name = resource, resource.name
        self.known = KNOWN.get(self.name) or (ADMINISTERED if self.name in LIKE_PARTS else Known())
        self.path = f"/api/rest/{self.name}"
        # the calls of its own that only the list of parts has
        self.has_v1 = bool(self.known.call[0]) and self.name not in LIKE_PARTS

    @property
    def readers(self) -> Roles:
        """Who reads it, by the contract."""
        return _of_contract(self.known.call) if self.known.call[0] else self.resource.readers

    @property
    def writers(self) -> Roles:
        """Who writes it, by the contract."""
        form = self.resource.form
        return _of_contract(self.known.write) if self.known.write[0] else form.writers if form else frozenset()

    @property
    def form(self) -> Form:
        """Its form."""
        assert self.resource.form is not None
        return self.resource.form

    def fill(self, caller: Caller, here: World, number: int) -> None:
        """Make rows that all its readers see."""
        if self.known.rows is not None:
            self.known.rows(here, number)
            return
        assert self.resource.form, f"{self.name} has no form: say in {__name__}.KNOWN how its rows are made"
        writer = here.one_of_each_role[min(self.resource.form.writers)]
        for _ in range(number):
            _ = caller.post(self.path, self.body(here), actor=writer).ok

    def parent(self, here: World) -> dict[str, int]:
        """The argument that names the record whose rows these are."""
        return {self.resource.parent: make.the_request(self.known.kind, here).pk} if self.resource.parent else {}

    def rest(self, caller: Caller, here: World, actor: Person | None, **asked: Any) -> Answered:
        """The list as react-admin asks for it; `filter`, `sort` and `range` as Python values."""
        needed = {**self.parent(here), **(self.known.asked or {})}
        question = {"range": [0, 999], **asked, "filter": {**needed, **asked.get("filter", {})}}
        return caller.get(self.path, actor=actor, **{name: json.dumps(each) for name, each in question.items()})

    def v1(self, caller: Caller, here: World, actor: Person | None, **asked: Any) -> Answered:
        """The list as the contract's call answers it."""
        verb, path = self.known.call
        question = {"size": 1000, **self.parent(here), **asked}
        return caller.call(verb, path, actor, body=self.known.asked, **question)

    def sheet(self, caller: Caller, here: World, actor: Person | None, **asked: Any) -> Answered:
        """The spreadsheet of the list."""
        if self.known.asked:
            path = f"/files/export/{self.name}/xlsx"
            return caller.call("POST", path, actor, body=self.known.asked, **asked)
        given = self.parent(here)
        if self.name == "part-request-history":
            given = {"partRequestId": given["id"]}  # so the contract names it there
        return caller.get(f"/files/export/{self.resource.export}/xlsx", actor=actor, **given, **asked)

    def made(self, caller: Caller, here: World) -> dict[str, Any]:
        """A row of its form, by somebody who writes it: a new one, or the one that is there."""
        actor = here.one_of_each_role[min(self.writers)]
        if self.known.row is not None:
            row: dict[str, Any] = caller.get(f"{self.path}/{self.known.row(here)}", actor=actor).ok
        else:
            row = caller.post(self.path, self.body(here), actor=actor).ok
        return row

    def fields(self, moment: str) -> list[FormField]:
        """What an administrator writes then; an edit gives no password, which would end the session."""
        written = [each for each in self.form.fields if moment in each.on and Role.ADMIN in each.writers]
        return [each for each in written if moment == "create" or not each.is_secret]

    def body(
        self, here: World, moment: str = "create", row: Mapping[str, Any] | None = None, **more: Any
    ) -> dict[str, Any]:
        """A valid body of its form, like no other; `more` changes it. An edit is one of `row`."""
        number = next(make.numbers)
        assert here.part, "a part is there, so that there are categories to choose"
        values = {each.key: value_for(each, number, here, row) for each in self.fields(moment)} | more
        misplaced = {
            each.key
            for each in self.fields(moment)
            if each.depends_on and not each.depends_on.holds({**(row or {}), **values})
        }
        return {key: value for key, value in values.items() if key not in misplaced}


DECLARED = {each.name: Declared(each) for each in RESOURCES}
CARDS = {each.name: Declared(each) for each in FORMS}
WITH_FORM = {name: each for name, each in {**DECLARED, **CARDS}.items() if each.resource.form}
