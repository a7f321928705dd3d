"""Specifications of all declared lists for the generated tests.

A new list needs no entry: its rows are created through its own form, and its roles are the declared ones. A list
without a form, or one that the contract names, needs an entry in LIST_SPECS; the tests fail if it is missing.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from portal_backend.catalogue.models import ServiceCategory
from portal_backend.config.api import FORMS, RESOURCES
from portal_backend.core.actor import Role, Roles
from portal_backend.resources.field import FormField
from portal_backend.resources.form import Form
from portal_backend.resources.resource import Resource
from tests.api_client import ApiClient, ClientResponse
from tests.contract import contract_tables
from tests.factories import Person, World
from tests.resources import list_rows as make
from tests.resources.field_values import build_value


@dataclass(frozen=True)
class ListSpec:
    """The specification of a list, from the contract."""

    #: Request in /api/v1 that reads the list.
    read_call: tuple[str, str] = ("", "")
    #: One of the requests that write it.
    write_call: tuple[str, str] = ("", "")
    #: Creates rows that its readers see.
    create_rows: make.RowFactory | None = None
    #: Request type of the parent record.
    kind: str = ""
    #: Filters that the list requires.
    required_filters: Mapping[str, Any] | None = None
    #: Returns a row to edit, if the form creates none.
    get_row_id: Callable[[World], int] | None = None


ALL_TIME = {"createdFrom": "2000-01-01T00:00:00"}
PARTS_SPEC = ListSpec(("GET", "/parts/fetch-by-criteria"), ("POST", "/parts"))
LIST_SPECS = {
    "action-required": ListSpec(
        ("GET", "/requests/fetch-by-criteria/action-required"),
        create_rows=make.build_repairs_factory("NEW", "IN_TRANSIT", "IN_SHIPPING_DETAILS"),
    ),
    "active-repairs": ListSpec(
        ("GET", "/repairing/fetch-by-criteria/active"), create_rows=make.build_repairs_factory("NEW", "IN_SERVICE")
    ),
    "closed-repairs": ListSpec(
        ("GET", "/repairing/fetch-by-criteria/closed"), create_rows=make.build_repairs_factory("COMPLETED", "REJECTED")
    ),
    "part-requests": ListSpec(
        ("GET", "/parts/fetch-part-request-by-criteria"), create_rows=make.build_requests_factory("PARTS")
    ),
    "remote-support": ListSpec(
        ("GET", "/support/fetch-remote-support-by-criteria"), create_rows=make.build_requests_factory("REMOTE_SUPPORT")
    ),
    "repair-history": ListSpec(
        ("GET", "/repairing/fetch-history-by-criteria"),
        create_rows=make.build_history_factory("REPAIR", "NEW", "IN_TRANSIT"),
        kind="REPAIR",
    ),
    "part-request-history": ListSpec(
        ("GET", "/parts/fetch/part-request/history"),
        create_rows=make.build_history_factory("PARTS", "INITIAL", "REJECTED"),
        kind="PARTS",
    ),
    "remote-support-history": ListSpec(
        ("GET", "/support/fetch/remote-support/history"),
        create_rows=make.build_history_factory("REMOTE_SUPPORT", "INITIAL", "REJECTED"),
        kind="REMOTE_SUPPORT",
    ),
    "general-report": ListSpec(
        ("POST", "/reports/general/search"),
        create_rows=make.build_repairs_factory("NEW", "REJECTED"),
        required_filters=ALL_TIME,
    ),
    "instruments": ListSpec(create_rows=make.create_instruments),
    "feedback": ListSpec(create_rows=make.create_feedback),
    "audit": ListSpec(create_rows=make.create_audit_entries),
    "account-requests": ListSpec(create_rows=make.create_account_requests),
    "imports": ListSpec(create_rows=make.create_imports),
    "mails": ListSpec(create_rows=make.create_mails, get_row_id=lambda world: make.create_mails(world, 1)),
    "contacts": ListSpec(("GET", "/contacts/fetch/criteria"), ("POST", "/contacts"), create_rows=make.create_people),
    "parts": PARTS_SPEC,
    "profile": ListSpec(write_call=("PUT", "/contacts/edit"), get_row_id=lambda world: world.admin.id),
    "addresses": ListSpec(write_call=("PUT", "/address/edit"), get_row_id=lambda world: world.client.id),
    "clients": ListSpec(write_call=("PUT", "/client/edit"), get_row_id=lambda world: world.client.user.client_id or 0),
    "services": ListSpec(
        write_call=("PUT", "/service/edit"), get_row_id=lambda world: world.service.user.service_id or 0
    ),
    "manager-clients": ListSpec(
        write_call=("POST", "/sustainability-manager/save/clients"), get_row_id=lambda world: world.manager.id
    ),
    "mail-notification": ListSpec(
        write_call=("POST", "/mail/save"), get_row_id=lambda world: ServiceCategory.objects.get(key="REPAIR").pk
    ),
}
# the contract has no requests for these lists: they follow the roles of parts (spec 2, section 6)
LISTS_LIKE_PARTS = ("part-categories", "service-categories", "predefined-services", "check-points")


def _get_contract_roles(call: tuple[str, str]) -> Roles:
    return contract_tables.get_call_roles()[call[0], contract_tables.normalize_path(call[1])]


class DeclaredList:
    """A list, requested in both dialects and as an export."""

    def __init__(self, resource: Resource) -> None:
        self.resource, self.name = resource, resource.name
        self.spec = LIST_SPECS.get(self.name) or (PARTS_SPEC if self.name in LISTS_LIKE_PARTS else ListSpec())
        self.path = f"/api/rest/{self.name}"
        # only the list of parts has requests of its own
        self.has_v1 = bool(self.spec.read_call[0]) and self.name not in LISTS_LIKE_PARTS

    @property
    def readers(self) -> Roles:
        """The roles that read the list, by the contract."""
        return _get_contract_roles(self.spec.read_call) if self.spec.read_call[0] else self.resource.readers

    @property
    def writers(self) -> Roles:
        """The roles that write the list, by the contract."""
        form = self.resource.form
        return (
            _get_contract_roles(self.spec.write_call)
            if self.spec.write_call[0]
            else form.writers
            if form
            else frozenset()
        )

    @property
    def form(self) -> Form:
        """The form of the list."""
        assert self.resource.form is not None
        return self.resource.form

    def create_rows(self, caller: ApiClient, world: World, number: int) -> None:
        """Create rows that all readers see."""
        if self.spec.create_rows is not None:
            self.spec.create_rows(world, number)
            return
        assert self.resource.form, f"{self.name} has no form: say in {__name__}.LIST_SPECS how its rows are made"
        writer = world.one_of_each_role[min(self.resource.form.writers)]
        for _ in range(number):
            _ = caller.post(self.path, self.build_body(world), actor=writer).ok

    def get_parent_argument(self, world: World) -> dict[str, int]:
        """Return the query parameter of the parent record."""
        return (
            {self.resource.parent_parameter: make.get_first_request(self.spec.kind, world).pk}
            if self.resource.parent_parameter
            else {}
        )

    def get_rest(self, caller: ApiClient, world: World, actor: Person | None, **params: Any) -> ClientResponse:
        """Request the list as react-admin does.

        `filter`, `sort` and `range` are Python values.
        """
        needed = {**self.get_parent_argument(world), **(self.spec.required_filters or {})}
        query = {"range": [0, 999], **params, "filter": {**needed, **params.get("filter", {})}}
        return caller.get(self.path, actor=actor, **{name: json.dumps(each) for name, each in query.items()})

    def get_v1(self, caller: ApiClient, world: World, actor: Person | None, **params: Any) -> ClientResponse:
        """Request the list by the contract's endpoint."""
        verb, path = self.spec.read_call
        query = {"size": 1000, **self.get_parent_argument(world), **params}
        return caller.call(verb, path, actor, body=self.spec.required_filters, **query)

    def get_spreadsheet(self, caller: ApiClient, world: World, actor: Person | None, **params: Any) -> ClientResponse:
        """Request the export of the list."""
        if self.spec.required_filters:
            path = f"/files/export/{self.name}/xlsx"
            return caller.call("POST", path, actor, body=self.spec.required_filters, **params)
        parent = self.get_parent_argument(world)
        if self.name == "part-request-history":
            parent = {"partRequestId": parent["id"]}  # the contract's name of the parameter
        return caller.get(f"/files/export/{self.resource.export_name}/xlsx", actor=actor, **parent, **params)

    def get_editable_row(self, caller: ApiClient, world: World) -> dict[str, Any]:
        """Return an editable row: a new one, or the existing one of the specification."""
        actor = world.one_of_each_role[min(self.writers)]
        if self.spec.get_row_id is not None:
            row: dict[str, Any] = caller.get(f"{self.path}/{self.spec.get_row_id(world)}", actor=actor).ok
        else:
            row = caller.post(self.path, self.build_body(world), actor=actor).ok
        return row

    def get_fields(self, mode: str) -> list[FormField]:
        """Return the fields that an administrator writes.

        At edit, passwords are left out, since a new one would end the session.
        """
        written = [each for each in self.form.fields if mode in each.modes and Role.ADMIN in each.writers]
        return [each for each in written if mode == "create" or not each.is_secret]

    def build_body(
        self, world: World, mode: str = "create", row: Mapping[str, Any] | None = None, **more: Any
    ) -> dict[str, Any]:
        """Build a valid and unique body for creation, or for the edit of `row`.

        `more` overrides values.
        """
        number = next(make.numbers)
        assert world.part, "a part is there, so that there are categories to choose"
        values = {each.key: build_value(each, number, world, row) for each in self.get_fields(mode)} | more
        misplaced = {
            each.key
            for each in self.get_fields(mode)
            if each.depends_on and not each.depends_on.is_met({**(row or {}), **values})
        }
        return {key: value for key, value in values.items() if key not in misplaced}


DECLARED_LISTS = {each.name: DeclaredList(each) for each in RESOURCES}
DECLARED_FORMS = {each.name: DeclaredList(each) for each in FORMS}
LISTS_WITH_FORM = {name: each for name, each in {**DECLARED_LISTS, **DECLARED_FORMS}.items() if each.resource.form}
