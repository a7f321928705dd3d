"""API calls of remote support requests (contract 4.4, 6.4 and 6.6)."""

from typing import Any

from portal_backend.base.actor import Role
from portal_backend.catalogue.models import CheckPoint
from portal_backend.remote_support.models import RemoteSupport, Session
from portal_backend.workflow.models import Request
from tests import bodies
from tests.contract.registry import (
    DOWNLOAD,
    EVERY,
    NOWHERE,
    SPECTRA,
    Call,
    Entry,
    Target,
    attach_a_file,
    by_nested_id,
    changing_service,
    comment,
    history_of_list,
    moving,
    nothing,
    read,
    row_of_list,
    save,
    shared_ids,
    statuses,
)
from tests.contract.tables import process_table
from tests.factories import Person, World

OPEN = ("INITIAL", "SERVICE_REVIEW", "WAITING_COMPLETION")
# sessions are editable within an hour after DONE, too; tests/remote_support tests the limit
IN_REVIEW = ("SERVICE_REVIEW", "WAITING_COMPLETION", "DONE")


def opening(world: World, by: Person, size: int) -> tuple[str, str, Any]:
    """Build the creation by a client, or by a service for one of its clients."""
    own = world.client2 if by is world.service2 else world.client
    named = {"client": {"id": own.user.client_id}} if by.role == Role.SERVICE else {}
    return "PUT", "/support/save", bodies.support(title=f"Title {size}", **named)


def equip(request: Request) -> None:
    """Create a session, an attachment and a check point."""
    CheckPoint.objects.get_or_create(text_en="Battery charged", text_es="Batería cargada")
    support = RemoteSupport.objects.get(pk=request.pk)
    support.files.add(attach_a_file(request))
    Session.objects.create(support=support, duration_in_hours=1, completion_date=bodies.DAY, price_per_hour=50)


def aim(request: Request) -> Target:
    """Build the target of a remote support request with its last session."""
    session = Session.objects.filter(support_id=request.pk).order_by("pk").last()
    point = CheckPoint.objects.first()
    own = {"session": session.pk if session else NOWHERE, "point": point.pk if point else NOWHERE}
    return Target(request.pk, request.status, {**shared_ids(request), **own})


REMOTE_SUPPORT = Entry(
    kind="REMOTE_SUPPORT",
    table=process_table("4.4"),
    opening=opening,
    creators=frozenset({Role.CLIENT, Role.SERVICE}),
    lists={"/support/fetch-remote-support-by-criteria": "all"},
    exports={"/files/export/remote-support/xlsx": "all"},
    # the guard requires a session
    satisfied=frozenset({"SERVICE_REVIEW"}),
    equip=equip,
    aim=aim,
    missing=nothing("INITIAL", "session", "point"),
    calls=(
        read("/support/fetch/by/id", "id"),
        Call("GET", "/support/calendar", "read", query=lambda target: {"id": target.id}, id_in="id", roles=EVERY),
        read("/support/fetch/remote-support/history", "id"),
        read("/files/export/remote-support-history-tab/xlsx", "id"),
        DOWNLOAD,
        SPECTRA,
        row_of_list("remote-support"),
        history_of_list("remote-support-history", "id"),
        *moving("PUT", "/support/update-status", "remoteSupportId", "WAITING_COMPLETION", "REJECTED"),
        Call(
            "POST",
            "/support/update/initial-approval",
            "save",
            query=lambda target: {"remoteSupportId": target.id, "status": "APPROVED"},
            statuses=statuses("INITIAL"),
            versioned=True,
            id_in="remoteSupportId",
        ),
        Call(
            "PUT",
            "/support/check",
            "save",
            query=lambda target: {"requestId": target.id, "pointId": target.ids["point"], "ticked": True},
            statuses=statuses("INITIAL", "SERVICE_REVIEW"),
            versioned=True,
            roles=frozenset({Role.ADMIN, Role.SERVICE, Role.CLIENT}),
            id_in="requestId",
        ),
        save(
            "POST",
            "/support/process/service-review-session",
            "requestId",
            lambda target: bodies.session(),
            *IN_REVIEW,
        ),
        by_nested_id("DELETE", "/support/delete/service-review-session", "session", *IN_REVIEW),
        comment("/support/save/request/approval/comment", "", "INITIAL"),
        changing_service("/support/change/service", *OPEN),
    ),
)
