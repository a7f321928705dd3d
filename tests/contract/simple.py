"""API calls that are independent of a service request."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile

from portal_backend.base.actor import Role
from tests.contract import tables
from tests.factories import World


@dataclass(frozen=True)
class Simple:
    """A call with valid arguments."""

    verb: str
    path: str
    query: Callable[[World], dict[str, Any]] = lambda world: {}
    body: Callable[[World], Any] = lambda world: None
    #: Roles, if the contract's tables do not contain the call.
    roles: frozenset[Role] | None = None
    #: True if a file is sent as a form.
    file: bool = False
    #: Returns the id of the row that the path refers to.
    id: Callable[[World], int | str] | None = None

    def address(self, world: World) -> str:
        """Return the path, with the id of a row if it has one."""
        return self.path.format(id=self.id(world)) if self.id else self.path

    @property
    def callers(self) -> frozenset[Role]:
        """The roles that may make the call."""
        return self.roles if self.roles is not None else tables.call_roles()[self.verb, tables.shape(self.path)]

    def form(self) -> dict[str, Any]:
        """Return the form of an upload."""
        return {"file": SimpleUploadedFile("a note.txt", b"a note", "text/plain")}
