"""Routes that all processes share: transition, comment and delete."""

from collections.abc import Callable
from typing import Annotated, Any, Literal

from django.http import HttpRequest
from ninja import Header, Query, Router
from pydantic import Field

from portal_backend.accounts.sessions import TokenAuth, get_actor
from portal_backend.core.actor import Actor
from portal_backend.core.responses import ApiResponse
from portal_backend.core.types import QueryId
from portal_backend.workflow.actions import delete_request, save_comment
from portal_backend.workflow.models import ServiceRequest
from portal_backend.workflow.process import COMMENT_EDIT, Process
from portal_backend.workflow.schemas import CommentIn, TransitionResult
from portal_backend.workflow.transitions import serialize_save, serialize_transition, transition

IdempotencyKeyHeader = Annotated[str | None, Header(None, alias="Idempotency-Key")]
OriginIdQuery = Annotated[QueryId | None, Query(alias="originId")]
VersionQuery = Annotated[int | None, Field(ge=0, le=2**31)]
RequestIdLookup = Callable[[int, Actor], int]


def get_edit_auth(process: Process[Any], key: str) -> TokenAuth:
    """Return the authentication of an endpoint that makes an edit."""
    return TokenAuth(process.get_edit(key).roles)


def build_save_response(
    process: Process[Any], request: HttpRequest, changed: ServiceRequest, **more: object
) -> ApiResponse:
    """Build the response of a save, extended by `more`."""
    return ApiResponse({**serialize_save(process, changed, get_actor(request)), **more})


def mount_transition(
    router: Router, verb: Literal["POST", "PUT"], path: str, process: Process[Any], id_name: str
) -> None:
    """Mount the endpoint of transitions: Continue, or a status set by ADMIN."""

    def change_status(
        request: HttpRequest,
        request_id: Annotated[QueryId, Query(alias=id_name)],
        expected: Annotated[str, Query("", alias="expectedStatus")],
        status: str = "",
        version: VersionQuery = None,
    ) -> ApiResponse:
        """Continue to the next status, or set `status` directly (ADMIN)."""
        actor = get_actor(request)
        service_request = transition(
            process,
            request_id,
            actor=actor,
            target_status=status or None,
            expected_status=expected or None,
            version=version,
        )
        return ApiResponse(serialize_transition(process, service_request, actor))

    router.api_operation(
        [verb],
        path,
        response=TransitionResult,
        auth=TokenAuth(process.transition_roles),
        operation_id=f"move_{process.kind.lower()}",
    )(change_status)


def mount_comment(router: Router, path: str, process: Process[Any], owner_of: RequestIdLookup | None = None) -> None:
    """Mount the endpoint of comments on service requests, or on their items.

    With `owner_of` the comment is on an item: the function returns the id of the item's request, 0 if out of scope.
    """

    def put_comment(request: HttpRequest, data: CommentIn) -> ApiResponse:
        """Set a comment; a later one replaces it."""
        actor = get_actor(request)
        request_id = owner_of(data.owner_id, actor) if owner_of else data.owner_id
        item = data.owner_id if owner_of else 0
        save_comment(process, request_id, actor=actor, step=data.status, text=data.comment, item=item)
        return ApiResponse(True)

    name = f"comment_{process.kind.lower()}{'_item' if owner_of else ''}"
    router.put(path, response=bool, auth=get_edit_auth(process, COMMENT_EDIT), operation_id=name)(put_comment)


def mount_delete(router: Router, path: str, process: Process[Any], id_name: str) -> None:
    """Mount the endpoint to delete a request (ADMIN); `restore_request` undoes it."""

    def delete(
        request: HttpRequest, request_id: Annotated[QueryId, Query(alias=id_name)], version: VersionQuery = None
    ) -> ApiResponse:
        """Delete a service request; it can be restored by an operator."""
        delete_request(process, request_id, actor=get_actor(request), version=version)
        return ApiResponse(True)

    name = f"delete_{process.kind.lower()}"
    router.delete(path, response=bool, auth=TokenAuth(process.administrators), operation_id=name)(delete)
