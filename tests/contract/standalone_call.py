"""API calls that are independent of a service request."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile

from portal_backend.core.actor import Role
from tests.contract import contract_tables
from tests.factories import World


@dataclass(frozen=True)
class StandaloneCall:
    """A call with valid arguments."""

    verb: str
    path: str
    query: Callable[[World], dict[str, Any]] = lambda world: {}
    body: Callable[[World], Any] = lambda world: None
    #: Roles, if the contract's tables do not contain the call.
    roles: frozenset[Role] | None = None
    #: True if a file is sent as a form.
    is_upload: bool = False
    #: Returns the id of the row that the path refers to.
    get_id: Callable[[World], int | str] | None = None

    def build_path(self, world: World) -> str:
        """Return the path, with the id of a row if it has one."""
        return self.path.format(id=self.get_id(world)) if self.get_id else self.path

    @property
    def allowed_roles(self) -> frozenset[Role]:
        """The roles that may make the call."""
        return (
            self.roles
            if self.roles is not None
            else contract_tables.get_call_roles()[self.verb, contract_tables.normalize_path(self.path)]
        )

    def build_form(self) -> dict[str, Any]:
        """Return the form of an upload."""
        return {"file": SimpleUploadedFile("a note.txt", b"a note", "text/plain")}
