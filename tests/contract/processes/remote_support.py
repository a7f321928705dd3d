"""API calls of remote support requests (contract 4.4, 6.4 and 6.6)."""

from typing import Any

from portal_backend.catalogue.models import CheckPoint
from portal_backend.core.actor import Role
from portal_backend.remote_support.models import RemoteSupport, SupportSession
from portal_backend.workflow.models import ServiceRequest
from tests import request_bodies
from tests.contract.calls import (
    ALL_ROLES,
    DOWNLOAD_CALL,
    MISSING_ID,
    SPECTRA_CALL,
    Call,
    CallTarget,
    ProcessSpec,
    attach_file,
    build_change_service_call,
    build_comment_call,
    build_list_history_call,
    build_list_row_call,
    build_nested_save_call,
    build_nonexistent_target,
    build_read_call,
    build_save_call,
    build_transition_calls,
    get_shared_ids,
    statuses,
)
from tests.contract.contract_tables import get_open_statuses, get_process_table
from tests.factories import Person, World

OPEN_STATUSES = get_open_statuses("4.4")
# sessions are editable within an hour after DONE, too; tests/remote_support tests the limit
REVIEW_STATUSES = ("SERVICE_REVIEW", "WAITING_COMPLETION", "DONE")


def build_create_call(world: World, by: Person, size: int) -> tuple[str, str, Any]:
    """Build the creation by a client, or by a service for one of its clients."""
    own = world.client2 if by is world.service2 else world.client
    named = {"client": {"id": own.user.client_id}} if by.role == Role.SERVICE else {}
    return "PUT", "/support/save", request_bodies.remote_support(title=f"Title {size}", **named)


def add_nested_rows(request: ServiceRequest) -> None:
    """Create a session, an attachment and a check point."""
    CheckPoint.objects.get_or_create(text_en="Battery charged", text_es="Batería cargada")
    support = RemoteSupport.objects.get(pk=request.pk)
    support.files.add(attach_file(request))
    SupportSession.objects.create(
        support=support, duration_in_hours=1, completion_date=request_bodies.DAY, price_per_hour=50
    )


def build_target(request: ServiceRequest) -> CallTarget:
    """Build the target of a remote support request with its last session."""
    session = SupportSession.objects.filter(support_id=request.pk).order_by("pk").last()
    point = CheckPoint.objects.first()
    own = {"session": session.pk if session else MISSING_ID, "point": point.pk if point else MISSING_ID}
    return CallTarget(request.pk, request.status, {**get_shared_ids(request), **own})


REMOTE_SUPPORT = ProcessSpec(
    kind="REMOTE_SUPPORT",
    table=get_process_table("4.4"),
    build_create_call=build_create_call,
    creators=frozenset({Role.CLIENT, Role.SERVICE}),
    lists={"/support/fetch-remote-support-by-criteria": "all"},
    exports={"/files/export/remote-support/xlsx": "all"},
    # the guard requires a session
    satisfied_guards=frozenset({"SERVICE_REVIEW"}),
    add_nested_rows=add_nested_rows,
    build_target=build_target,
    missing_target=build_nonexistent_target("INITIAL", "session", "point"),
    calls=(
        build_read_call("/support/fetch/by/id", "id"),
        Call(
            "GET",
            "/support/calendar",
            "read",
            query=lambda target: {"id": target.id},
            id_parameter="id",
            roles=ALL_ROLES,
        ),
        build_read_call("/support/fetch/remote-support/history", "id"),
        build_read_call("/files/export/remote-support-history-tab/xlsx", "id"),
        DOWNLOAD_CALL,
        SPECTRA_CALL,
        build_list_row_call("remote-support"),
        build_list_history_call("remote-support-history", "id"),
        *build_transition_calls("PUT", "/support/update-status", "remoteSupportId", "WAITING_COMPLETION", "REJECTED"),
        Call(
            "POST",
            "/support/update/initial-approval",
            "save",
            query=lambda target: {"remoteSupportId": target.id, "status": "APPROVED"},
            statuses=statuses("INITIAL"),
            has_version=True,
            id_parameter="remoteSupportId",
        ),
        Call(
            "PUT",
            "/support/check",
            "save",
            query=lambda target: {"requestId": target.id, "pointId": target.ids["point"], "ticked": True},
            statuses=statuses("INITIAL", "SERVICE_REVIEW"),
            has_version=True,
            roles=frozenset({Role.ADMIN, Role.SERVICE, Role.CLIENT}),
            id_parameter="requestId",
        ),
        build_save_call(
            "POST",
            "/support/process/service-review-session",
            "requestId",
            lambda target: request_bodies.session(),
            *REVIEW_STATUSES,
        ),
        build_nested_save_call("DELETE", "/support/delete/service-review-session", "session", *REVIEW_STATUSES),
        build_comment_call("/support/save/request/approval/comment", "", "INITIAL"),
        build_change_service_call("/support/change/service", *OPEN_STATUSES),
    ),
)
