"""Remote support as a table (contract 4.4)."""

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
    """What the guards look at: each is read once, when it is first asked for."""

    def __init__(self, request: Request) -> None:
        self.request = request

    @cached_property
    def support(self) -> RemoteSupport:
        """What a remote support request has beyond every request."""
        return self.request.remote_support

    @cached_property
    def comments(self) -> dict[tuple[int, str], str]:
        """The comments by item (0: the request) and step."""
        return comments_of(self.request)

    @cached_property
    def sessions(self) -> list[Session]:
        """The sessions in order."""
        return list(Session.objects.filter(support_id=self.request.pk).order_by("completion_date", "pk"))


def decided(facts: Facts) -> Unmet | None:
    """INITIAL: the initial approval decided."""
    if facts.support.initial_approval in DECIDED:
        return None
    return Unmet(Word("guards.support_undecided"), {"initialApproval": Word("guards.support_undecided")})


def reviewed(facts: Facts) -> Unmet | None:
    """SERVICE_REVIEW: at least one saved session."""
    if facts.sessions:
        return None
    return Unmet(Word("guards.session"), {"serviceReviewSessions": Word("guards.session")})


def asked_before_completion(facts: Facts) -> Word:
    """Completing tells the user, and leaves one more hour for the sessions."""
    return Word("asks.complete")


def after_approval(facts: Facts) -> str:
    """A rejected request ends."""
    return "SERVICE_REVIEW" if facts.support.initial_approval == APPROVED_KEY else "REJECTED"


def sessions_open(request: Request) -> bool:
    """Sessions are edited until the request is done, and for one hour after (contract 4.4)."""
    return request.completed_at is None or now() < request.completed_at + EDIT_WINDOW


def _search_lines(facts: Facts) -> list[str]:
    return [facts.support.title, facts.support.serial_number]


def decision(facts: Facts) -> dict[str, str]:
    """INITIAL: what was said when the request was approved or rejected."""
    text = facts.comments.get((0, "INITIAL"), "")
    return {"comment": text} if text else {}


SUPPORT: Process[Facts] = register(
    Process(
        kind="REMOTE_SUPPORT",
        prefix="S",
        page="remote-support/process/{id}",
        steps=(
            # status, tab, waits for, may continue, guard, next
            Step("INITIAL", "DETAILS", V, AV, decided, after_approval, remarks=decision),
            Step("SERVICE_REVIEW", "SERVICE_REVIEW", S, AS, reviewed, "WAITING_COMPLETION", "idle", open_ended=True),
            Step("WAITING_COMPLETION", "WAITING_COMPLETION", S, AS, next="DONE", asks=asked_before_completion),
            Step("DONE", HISTORY, tone="done"),
            Step("REJECTED", HISTORY, tone="rejected"),
        ),
        edits=(
            *edits(("initial_approval", AV, ("INITIAL",)), (COMMENT, AV, ("INITIAL",))),
            # the client while it waits for the call, the service at it
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
        can_be_deleted=False,  # the contract has no call for it
    )
)

CREATORS: Roles = frozenset({C, S})
READERS: Roles = EVERYBODY
COST_READERS: Roles = frozenset({A, V, S})
SERVICE_CHANGERS: Roles = frozenset({A})
SERVICE_NAME_SORTERS: Roles = EVERYBODY - {C}
