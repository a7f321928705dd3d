"""Process table of remote support requests (contract 4.4), with guards and notes."""

from datetime import timedelta
from functools import cached_property

from portal_backend.core.actor import ALL_ROLES, Role, Roles
from portal_backend.core.clock import now
from portal_backend.core.translations import LazyMessage
from portal_backend.remote_support.models import SEARCHED_FIELDS, RemoteSupport, SupportSession
from portal_backend.workflow.approvals import APPROVED_KEY, DECIDED_STATES, get_comment_texts
from portal_backend.workflow.models import ServiceRequest
from portal_backend.workflow.process import (
    COMMENT_EDIT,
    HISTORY_TAB,
    Edit,
    GuardFailure,
    Process,
    Step,
    TabHeading,
    build_edits,
)

A, V, S, C = Role.ADMIN, Role.SUPERVISOR, Role.SERVICE, Role.CLIENT
AV, AS = frozenset({A, V}), frozenset({A, S})
EDIT_WINDOW = timedelta(hours=1)
CHECKLIST_STATUSES = frozenset({"INITIAL", "SERVICE_REVIEW"})
SESSION_STATUSES = frozenset({"SERVICE_REVIEW", "WAITING_COMPLETION", "DONE"})


class RemoteSupportContext:
    """A remote support request with comments and sessions, loaded on first access."""

    def __init__(self, request: ServiceRequest) -> None:
        self.request = request

    @cached_property
    def support(self) -> RemoteSupport:
        """Data of the remote support request in addition to the request."""
        return self.request.remote_support

    @cached_property
    def comments(self) -> dict[tuple[int, str], str]:
        """Comment texts by item id (0 for the request) and step."""
        return get_comment_texts(self.request)

    @cached_property
    def sessions(self) -> list[SupportSession]:
        """Sessions in order of their completion dates."""
        return list(SupportSession.objects.filter(support_id=self.request.pk).order_by("completion_date", "pk"))


def require_decision(context: RemoteSupportContext) -> GuardFailure | None:
    """Require an initial approval or rejection (INITIAL)."""
    if context.support.initial_approval in DECIDED_STATES:
        return None
    return GuardFailure(
        LazyMessage("guards.support_undecided"), {"initialApproval": LazyMessage("guards.support_undecided")}
    )


def require_session(context: RemoteSupportContext) -> GuardFailure | None:
    """Require a saved session (SERVICE_REVIEW)."""
    if context.sessions:
        return None
    return GuardFailure(LazyMessage("guards.session"), {"serviceReviewSessions": LazyMessage("guards.session")})


def confirm_completion(context: RemoteSupportContext) -> LazyMessage:
    """Return the question to confirm before completion.

    Completion notifies the client, and sessions can be changed for one more hour only.
    """
    return LazyMessage("confirmations.complete")


def route_after_initial_approval(context: RemoteSupportContext) -> str:
    """Return the status after INITIAL: REJECTED unless it was approved."""
    return "SERVICE_REVIEW" if context.support.initial_approval == APPROVED_KEY else "REJECTED"


def can_edit_sessions(request: ServiceRequest) -> bool:
    """Return whether sessions can be edited: until one hour after completion.

    See contract 4.4.
    """
    return request.completed_at is None or now() < request.completed_at + EDIT_WINDOW


def build_search_lines(context: RemoteSupportContext) -> list[str]:
    """Return the texts by which a request is found."""
    return [getattr(context.support, name) for name in SEARCHED_FIELDS]


def describe_initial_decision(context: RemoteSupportContext) -> dict[str, str]:
    """Return the comment on the approval or rejection (INITIAL)."""
    text = context.comments.get((0, "INITIAL"), "")
    return {"comment": text} if text else {}


SUPPORT: Process[RemoteSupportContext] = Process(
    kind="REMOTE_SUPPORT",
    prefix="S",
    page="remote-support/process/{id}",
    steps=(
        # status, tab, responsible role, roles that may continue, guard, next status
        Step(
            "INITIAL",
            "DETAILS",
            V,
            AV,
            require_decision,
            route_after_initial_approval,
            remarks=describe_initial_decision,
        ),
        Step(
            "SERVICE_REVIEW",
            "SERVICE_REVIEW",
            S,
            AS,
            require_session,
            "WAITING_COMPLETION",
            "idle",
            is_open_ended=True,
        ),
        Step("WAITING_COMPLETION", "WAITING_COMPLETION", S, AS, next="DONE", confirmation=confirm_completion),
        Step("DONE", HISTORY_TAB, tone="done"),
        Step("REJECTED", HISTORY_TAB, tone="rejected"),
    ),
    edits=(
        *build_edits(("initial_approval", AV, ("INITIAL",)), (COMMENT_EDIT, AV, ("INITIAL",))),
        # the client prepares the session, the service checks during it
        Edit("check", frozenset({A, S, C}), CHECKLIST_STATUSES),
        Edit("save_session", AS, SESSION_STATUSES, can_edit_sessions, "SERVICE_REVIEW"),
        Edit("delete_session", AS, SESSION_STATUSES, can_edit_sessions, "SERVICE_REVIEW"),
    ),
    load_context=RemoteSupportContext,
    list_item_ids=lambda request: (),
    build_search_lines=build_search_lines,
    history_readers=ALL_ROLES - {C},
    ending_confirmation=LazyMessage("confirmations.rejected"),
    mail_actions={"CHANGE_REMOTE_SUPPORT_REQUEST_SERVICE": S},
    comment_readers=ALL_ROLES,
    terminal_tabs={C: "WAITING_COMPLETION"},
    continue_labels={"REJECTED": LazyMessage("continue.reject")},
    headings=(
        TabHeading("WAITING_COMPLETION", ALL_ROLES, frozenset({"REJECTED"}), LazyMessage("headings.support_rejected")),
        TabHeading("WAITING_COMPLETION", ALL_ROLES, frozenset({"DONE"}), LazyMessage("headings.support_done")),
        TabHeading("WAITING_COMPLETION", ALL_ROLES - AS, title=LazyMessage("headings.support_waits")),
    ),
    can_spawn_requests=True,
    can_be_deleted=False,  # the contract has no endpoint for it
)

CREATORS: Roles = frozenset({C, S})
READERS: Roles = ALL_ROLES
COST_READERS: Roles = frozenset({A, V, S})
SERVICE_CHANGERS: Roles = frozenset({A})
