"""A call that belongs to no request, with valid arguments."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile

from portal_backend.base.actor import Role
from tests.contract import tables
from tests.factories import World


@dataclass(frozen=True)
class Simple:
    """A call with valid arguments. `roles` are given where the contract has no row for it; `file` is sent as a
    form, `id` gives the row that a path names."""

    verb: str
    path: str
    query: Callable[[World], dict[str, Any]] = lambda here: {}
    body: Callable[[World], Any] = lambda here: None
    roles: frozenset[Role] | None = None
    file: bool = False
    id: Callable[[World], int | str] | None = None

    def address(self, here: World) -> str:
        """Its path, with the id of a row where it has one."""
        return self.path.format(id=self.id(here)) if self.id else self.path

    @property
    def callers(self) -> frozenset[Role]:
        """Who may make it."""
        return self.roles if self.roles is not None else tables.call_roles()[self.verb, tables.shape(self.path)]

    def form(self) -> dict[str, Any]:
        """The form of an upload."""
        return {"file": SimpleUploadedFile("a note.txt", b"a note", "text/plain")}
