"""Routes that all processes share: transition, comment and delete."""

from collections.abc import Callable
from typing import Annotated, Any, Literal

from django.http import HttpRequest
from ninja import Header, Query, Router
from pydantic import Field

from portal_backend.accounts.sessions import Gate, actor_of
from portal_backend.base.actor import Actor
from portal_backend.base.answers import Answer
from portal_backend.base.fields import QueryId
from portal_backend.workflow.actions import delete_request, save_comment
from portal_backend.workflow.models import Request
from portal_backend.workflow.moves import move, move_answer, save_answer
from portal_backend.workflow.process import COMMENT, Process
from portal_backend.workflow.schemas import CommentIn, Moved

IdempotencyKey = Annotated[str | None, Header(None, alias="Idempotency-Key")]
OriginId = Annotated[QueryId | None, Query(alias="originId")]
Version = Annotated[int | None, Field(ge=0, le=2**31)]
ItemOwner = Callable[[int, Actor], int]


def editors(process: Process[Any], key: str) -> Gate:
    """Return the authentication of an endpoint that makes an edit."""
    return Gate(process.editors(key))


def answer(process: Process[Any], request: HttpRequest, changed: Request, **more: object) -> Answer:
    """Build the response of a save, extended by `more`."""
    return Answer({**save_answer(process, changed, actor_of(request)), **more})


def mount_move(router: Router, verb: Literal["POST", "PUT"], path: str, process: Process[Any], id_name: str) -> None:
    """Mount the endpoint of transitions: Continue, or a status set by ADMIN."""

    def change_status(
        request: HttpRequest,
        request_id: Annotated[QueryId, Query(alias=id_name)],
        expected: Annotated[str, Query("", alias="expectedStatus")],
        status: str = "",
        version: Version = None,
    ) -> Answer:
        """Continue to the next status, or set `status` directly (ADMIN)."""
        actor = actor_of(request)
        service_request = move(
            process, request_id, actor=actor, target=status or None, expected=expected or None, version=version
        )
        return Answer(move_answer(process, service_request, actor))

    router.api_operation(
        [verb], path, response=Moved, auth=Gate(process.movers), operation_id=f"move_{process.kind.lower()}"
    )(change_status)


def mount_comment(router: Router, path: str, process: Process[Any], owner_of: ItemOwner | None = None) -> None:
    """Mount the endpoint of comments on service requests, or on their items.

    With `owner_of` the comment is on an item: the function returns the id of the item's request, 0 if out of scope.
    """

    def put_comment(request: HttpRequest, data: CommentIn) -> Answer:
        """Set a comment; a later one replaces it."""
        actor = actor_of(request)
        request_id = owner_of(data.owner_id, actor) if owner_of else data.owner_id
        item = data.owner_id if owner_of else 0
        save_comment(process, request_id, actor=actor, step=data.status, text=data.comment, item=item)
        return Answer(True)

    name = f"comment_{process.kind.lower()}{'_item' if owner_of else ''}"
    router.put(path, response=bool, auth=editors(process, COMMENT), operation_id=name)(put_comment)


def mount_delete(router: Router, path: str, process: Process[Any], id_name: str) -> None:
    """Mount the endpoint to delete a request (ADMIN); `restore_request` undoes it."""

    def delete(
        request: HttpRequest, request_id: Annotated[QueryId, Query(alias=id_name)], version: Version = None
    ) -> Answer:
        """Delete a service request; it can be restored by an operator."""
        delete_request(process, request_id, actor=actor_of(request), version=version)
        return Answer(True)

    name = f"delete_{process.kind.lower()}"
    router.delete(path, response=bool, auth=Gate(process.administrators), operation_id=name)(delete)
