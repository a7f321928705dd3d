"""Process table of remote support requests (contract 4.4), with guards and notes."""

from datetime import timedelta
from functools import cached_property

from portal_backend.base.actor import EVERYBODY, Role, Roles
from portal_backend.base.newyork import now
from portal_backend.base.words import Word
from portal_backend.remote_support.models import RemoteSupport, Session
from portal_backend.workflow.approving import APPROVED_KEY, DECIDED, comments_of
from portal_backend.workflow.models import Request
from portal_backend.workflow.process import COMMENT, HISTORY, Edit, Process, Step, TabHeading, Unmet, edits, register

A, V, S, C = Role.ADMIN, Role.SUPERVISOR, Role.SERVICE, Role.CLIENT
AV, AS = frozenset({A, V}), frozenset({A, S})
EDIT_WINDOW = timedelta(hours=1)
CHECKED = frozenset({"INITIAL", "SERVICE_REVIEW"})
SESSION_STATUSES = frozenset({"SERVICE_REVIEW", "WAITING_COMPLETION", "DONE"})


class Facts:
    """A remote support request with comments and sessions, loaded on first access."""

    def __init__(self, request: Request) -> None:
        self.request = request

    @cached_property
    def support(self) -> RemoteSupport:
        """Data of the remote support request in addition to the request."""
        return self.request.remote_support

    @cached_property
    def comments(self) -> dict[tuple[int, str], str]:
        """Comment texts by item id (0 for the request) and step."""
        return comments_of(self.request)

    @cached_property
    def sessions(self) -> list[Session]:
        """Sessions in order of their completion dates."""
        return list(Session.objects.filter(support_id=self.request.pk).order_by("completion_date", "pk"))


def decided(context: Facts) -> Unmet | None:
    """Require an initial approval or rejection (INITIAL)."""
    if context.support.initial_approval in DECIDED:
        return None
    return Unmet(Word("guards.support_undecided"), {"initialApproval": Word("guards.support_undecided")})


def reviewed(context: Facts) -> Unmet | None:
    """Require a saved session (SERVICE_REVIEW)."""
    if context.sessions:
        return None
    return Unmet(Word("guards.session"), {"serviceReviewSessions": Word("guards.session")})


def asked_before_completion(context: Facts) -> Word:
    """Return the question to confirm before completion.

    Completion notifies the client, and sessions can be changed for one more hour only.
    """
    return Word("asks.complete")


def after_approval(context: Facts) -> str:
    """Return the status after INITIAL: REJECTED unless it was approved."""
    return "SERVICE_REVIEW" if context.support.initial_approval == APPROVED_KEY else "REJECTED"


def sessions_open(request: Request) -> bool:
    """Return whether sessions can be edited: until one hour after completion.

    See contract 4.4.
    """
    return request.completed_at is None or now() < request.completed_at + EDIT_WINDOW


def _search_lines(context: Facts) -> list[str]:
    return [context.support.title, context.support.serial_number]


def decision(context: Facts) -> dict[str, str]:
    """Return the comment on the approval or rejection (INITIAL)."""
    text = context.comments.get((0, "INITIAL"), "")
    return {"comment": text} if text else {}


SUPPORT: Process[Facts] = register(
    Process(
        kind="REMOTE_SUPPORT",
        prefix="S",
        page="remote-support/process/{id}",
        steps=(
            # status, tab, responsible role, roles that may continue, guard, next status
            Step("INITIAL", "DETAILS", V, AV, decided, after_approval, remarks=decision),
            Step("SERVICE_REVIEW", "SERVICE_REVIEW", S, AS, reviewed, "WAITING_COMPLETION", "idle", open_ended=True),
            Step("WAITING_COMPLETION", "WAITING_COMPLETION", S, AS, next="DONE", asks=asked_before_completion),
            Step("DONE", HISTORY, tone="done"),
            Step("REJECTED", HISTORY, tone="rejected"),
        ),
        edits=(
            *edits(("initial_approval", AV, ("INITIAL",)), (COMMENT, AV, ("INITIAL",))),
            # the client prepares the session, the service checks during it
            Edit("check", frozenset({A, S, C}), CHECKED),
            Edit("save_session", AS, SESSION_STATUSES, sessions_open, "SERVICE_REVIEW"),
            Edit("delete_session", AS, SESSION_STATUSES, sessions_open, "SERVICE_REVIEW"),
        ),
        subject=Facts,
        items=lambda request: (),
        search_lines=_search_lines,
        history_readers=EVERYBODY - {C},
        mail_actions={"CHANGE_REMOTE_SUPPORT_REQUEST_SERVICE": S},
        comment_readers=EVERYBODY,
        terminal_tabs={C: "WAITING_COMPLETION"},
        detours={"REJECTED": Word("continue.reject")},
        faces=(
            TabHeading("WAITING_COMPLETION", EVERYBODY, frozenset({"REJECTED"}), Word("faces.support_rejected")),
            TabHeading("WAITING_COMPLETION", EVERYBODY, frozenset({"DONE"}), Word("faces.support_done")),
            TabHeading("WAITING_COMPLETION", EVERYBODY - AS, title=Word("faces.support_waits")),
        ),
        leads_on=True,
        can_be_deleted=False,  # the contract has no endpoint for it
    )
)

CREATORS: Roles = frozenset({C, S})
READERS: Roles = EVERYBODY
COST_READERS: Roles = frozenset({A, V, S})
SERVICE_CHANGERS: Roles = frozenset({A})
SERVICE_NAME_SORTERS: Roles = EVERYBODY - {C}
