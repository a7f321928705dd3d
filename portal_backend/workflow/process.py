"""Declarative processes: the tabs, steps, roles, edits and guards of each kind.

A process validates itself at start-up, so an inconsistent one never serves a request.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Any, Generic, Literal, TypeVar

from portal_backend.core.actor import Role, Roles
from portal_backend.core.clock import today
from portal_backend.core.translations import LANGUAGES, LazyMessage, load_messages
from portal_backend.core.types import Tone
from portal_backend.notifications.mail_rules import MailTrigger
from portal_backend.workflow.models import ServiceRequest

S = TypeVar("S")
NO_STATUS = "NONE"
HISTORY_TAB = "HISTORY"
COMMENT_EDIT = "comment"
MAX_LISTED_NAMES = 20
#: days after the estimated delivery in which to confirm it (contract 4.1)
CONFIRMATION_WINDOW = timedelta(days=2)
#: party that can hold a request
TimelineParty = Role | Literal["COURIER"]
TIMELINE_PARTIES: tuple[TimelineParty, ...] = (Role.CLIENT, Role.SUPERVISOR, Role.SERVICE, "COURIER")


@dataclass(frozen=True)
class GuardFailure:
    """Failure of a guard: the reason that Continue is disabled."""

    #: sentence at the disabled button
    reason: LazyMessage
    #: message of each incomplete field, by its path
    fields: Mapping[str, LazyMessage]
    #: number of fields in all, 0 if progress is not shown
    total: int = 0


def always_satisfied(subject: Any) -> GuardFailure | None:
    """Return no failure: a guard that always holds."""
    return None


def no_remarks(subject: Any) -> Mapping[str, str]:
    """Return no remarks: a step of which only the transition is recorded."""
    return {}


def join_names(names: Sequence[str]) -> str:
    """Join names for a remark; a long list is cut."""
    rest_count = len(names) - MAX_LISTED_NAMES
    return "; ".join(names[:MAX_LISTED_NAMES]) + (f"; … (+{rest_count})" if rest_count > 0 else "")


def no_confirmation(subject: Any) -> LazyMessage | None:
    """Return no question: a step that is left without a confirmation."""
    return None


@dataclass(frozen=True)
class Step(Generic[S]):
    """Status of a process with the rules that apply to it."""

    status: str
    #: tab that the interface opens in this status
    tab: str
    #: role whose action is required
    responsible_role: Role | None = None
    #: roles that may continue
    allowed_roles: Roles = frozenset()
    #: condition of Continue
    guard: Callable[[S], GuardFailure | None] = always_satisfied
    #: status after Continue, or a function that returns it; None makes the status final
    next: str | Callable[[S], str] | None = None
    #: tone of the status's color
    tone: Tone = "waiting"
    #: the status waits for the delivery confirmation and can be overdue
    is_delivery_confirmation: bool = False
    #: the guard may hold although there is more to do
    is_open_ended: bool = False
    #: question to confirm before Continue
    confirmation: Callable[[S], LazyMessage | None] = no_confirmation
    #: further findings for history and emails, by message key
    remarks: Callable[[S], Mapping[str, str]] = no_remarks
    #: the courier is the responsible party until the delivery is due, whichever role confirms it
    is_with_courier: bool = False

    @property
    def responsible_party(self) -> TimelineParty | None:
        """Courier while the request is in transit, otherwise the responsible role."""
        return "COURIER" if self.is_with_courier else self.responsible_role

    def get_due_day(self, confirm_by: date | None) -> date | None:
        """Return the estimated delivery day if it has come and awaits confirmation."""
        due = confirm_by - CONFIRMATION_WINDOW if confirm_by and self.is_delivery_confirmation else None
        return due if due and due <= today() else None

    def get_present_party(self, confirm_by: date | None) -> TimelineParty | None:
        """Return the responsible party: once a delivery is due, the role that confirms it."""
        return self.responsible_role if self.get_due_day(confirm_by) else self.responsible_party

    @property
    def is_terminal(self) -> bool:
        """Whether the status is final."""
        return self.next is None

    @property
    def can_be_incomplete(self) -> bool:
        """Whether Continue depends on complete data."""
        return self.guard is not always_satisfied and not self.is_open_ended


def always_open(request: ServiceRequest) -> bool:
    """Return True: an edit that depends on the status alone."""
    return True


@dataclass(frozen=True)
class Edit:
    """Edit of a request: who may make it, in which statuses, and on which tab."""

    key: str
    roles: Roles
    statuses: frozenset[str]
    #: further condition beyond the status
    condition: Callable[[ServiceRequest], bool] = always_open
    #: tab of the button, None for the tab of the current status
    tab: str | None = None

    def is_open(self, request: ServiceRequest) -> bool:
        """Return whether the request may be edited now."""
        return request.status in self.statuses and self.condition(request)


@dataclass(frozen=True)
class TabHeading:
    """Appearance of a tab for some roles.

    The first heading that fits the tab, role and status applies.
    """

    tab: str
    roles: Roles
    #: statuses in which it applies; empty for all
    statuses: frozenset[str] = frozenset()
    title: LazyMessage | None = None
    #: columns that the roles do not see
    hidden_columns: tuple[str, ...] = ()


@dataclass(frozen=True)
class Process(Generic[S]):
    """Process of one kind of service request."""

    kind: str
    #: prefix of the request numbers
    prefix: str
    #: path of a request's page in the interface, with the placeholder `{id}`
    page: str
    steps: tuple[Step[S], ...]
    edits: tuple[Edit, ...]
    #: loads the argument of guards, `next`, `confirmation` and `remarks`
    load_context: Callable[[ServiceRequest], S]
    #: returns the ids of a request's parts or items
    list_item_ids: Callable[[ServiceRequest], Iterable[int]]
    #: returns the search terms of a request besides its number
    build_search_lines: Callable[[S], Iterable[str]]
    history_readers: Roles
    comment_readers: Roles
    #: tabs that replace a final step's tab for a role
    terminal_tabs: Mapping[Role, str] = field(default_factory=dict)
    headings: tuple[TabHeading, ...] = ()
    #: mail triggers besides the statuses, with the responsible role
    mail_actions: Mapping[str, Role] = field(default_factory=dict)
    #: labels of Continue by the status that a step's `next` function chose
    continue_labels: Mapping[str, LazyMessage] = field(default_factory=dict)
    #: question before a step's `next` function ends the request
    ending_confirmation: LazyMessage = field(default_factory=lambda: LazyMessage("confirmations.ending"))
    #: roles that may set any status, delete, and change the Service
    administrators: Roles = frozenset({Role.ADMIN})
    can_be_deleted: bool = True
    #: whether a request of another kind can be created from one of this kind
    can_spawn_requests: bool = False
    #: returns the ids of requests that contain any of some catalogue parts and are found by the parts' names
    find_requests_with_parts: Callable[[Collection[int]], Iterable[int]] = lambda parts: ()
    #: called for a request that was deleted or restored, in the same transaction
    on_visibility_change: Callable[[ServiceRequest], None] = lambda request: None

    def __post_init__(self) -> None:
        """Raise ValueError if the process contradicts itself."""
        statuses = [step.status for step in self.steps]
        if len(statuses) != len(set(statuses)) or NO_STATUS in statuses:
            raise ValueError(f"{self.kind}: duplicate or reserved status")
        for step in self.steps:
            if isinstance(step.next, str) and step.next not in statuses:
                raise ValueError(f"{self.kind}: {step.status} leads to the unknown {step.next}")
            if step.is_terminal and (step.responsible_role or step.allowed_roles):
                raise ValueError(f"{self.kind}: {step.status} is final, but has a responsible role")
            if not step.is_terminal and (
                step.responsible_role is None or step.responsible_role not in step.allowed_roles
            ):
                raise ValueError(f"{self.kind}: {step.status} has no responsible role that may continue")
        for edit in self.edits:
            if unknown := edit.statuses - set(statuses):
                raise ValueError(f"{self.kind}: {edit.key} in unknown {sorted(unknown)}")
            if edit.tab is not None and edit.tab not in self.tabs:
                raise ValueError(f"{self.kind}: {edit.key} on the unknown tab {edit.tab}")
        keys = [edit.key for edit in self.edits]
        if len(keys) != len(set(keys)) or COMMENT_EDIT not in keys:
            raise ValueError(f"{self.kind}: duplicate edit, or none for comments")

    @property
    def first_step(self) -> Step[S]:
        """Step in which a request is created."""
        return self.steps[0]

    @property
    def tabs(self) -> tuple[str, ...]:
        """Tabs in order, History last."""
        tabs = dict.fromkeys(step.tab for step in self.steps if step.tab != HISTORY_TAB)
        return (*tabs, HISTORY_TAB)

    @property
    def transition_roles(self) -> Roles:
        """Roles that may ever change a status."""
        return self.administrators.union(*(step.allowed_roles for step in self.steps))

    @property
    def delivery_statuses(self) -> tuple[str, ...]:
        """Statuses that wait for a delivery confirmation."""
        return tuple(step.status for step in self.steps if step.is_delivery_confirmation)

    @property
    def mail_triggers(self) -> tuple[MailTrigger, ...]:
        """Mail triggers: the statuses and the mail actions."""
        return tuple(self.get_mail_trigger(key) for key in (*(step.status for step in self.steps), *self.mail_actions))

    def get_mail_trigger(self, key: str) -> MailTrigger:
        """Return the mail trigger of a status or a mail action."""
        if key in self.mail_actions:
            return MailTrigger(self.kind, key, "SINGLE", self.mail_actions[key])
        return MailTrigger(self.kind, key, "PROCESS", self.get_step(key).responsible_role)

    def get_step(self, status: str) -> Step[S]:
        """Return the step of a status. Raises KeyError."""
        for step in self.steps:
            if step.status == status:
                return step
        raise KeyError(status)

    def get_position(self, status: str) -> int:
        """Return the position of a status among the steps.

        Rows store it; `refresh_status_positions` updates them after a change of the table.
        """
        return self.steps.index(self.get_step(status))

    def get_context(self, request: ServiceRequest) -> S:
        """Return the context of a request, loaded once for each request object.

        An edit that adds or removes rows updates it, or deletes what is to be loaded again (`del context.units`).
        """
        if request.context is None:
            request.context = self.load_context(request)
        context: S = request.context
        return context

    def get_edit(self, key: str) -> Edit:
        """Return an edit by its key. Raises KeyError."""
        for edit in self.edits:
            if edit.key == key:
                return edit
        raise KeyError(key)

    def get_heading(self, tab: str, status: str, role: Role) -> TabHeading:
        """Return the heading of a tab for a role and a status."""
        matching = (
            each
            for each in self.headings
            if each.tab == tab and role in each.roles and status in (each.statuses or {status})
        )
        return next(matching, TabHeading(tab, frozenset({role})))

    def get_tab(self, status: str, role: Role) -> str:
        """Return the tab of a status for a role."""
        step = self.get_step(status)
        return self.terminal_tabs.get(role, step.tab) if step.is_terminal else step.tab


def build_edits(*rows: tuple[str, Roles, tuple[str, ...]]) -> tuple[Edit, ...]:
    """Build the edits of a process from rows of key, roles and statuses."""
    return tuple(Edit(key, roles, frozenset(statuses)) for key, roles, statuses in rows)


def find_missing_messages(process: Process[Any]) -> list[str]:
    """Return the message keys of a process that a language lacks."""
    kind = process.kind
    keys = [f"kinds.{kind}", f"status.{kind}.{NO_STATUS}"]
    keys += [f"tabs.{kind}.{tab}" for tab in process.tabs if tab != HISTORY_TAB]
    for step in process.steps:
        keys += [f"status.{kind}.{step.status}", f"turn.{kind}.{step.status}.others"]
        if not step.is_terminal:
            texts = (f"continue.{kind}", f"todo.{kind}", f"turn.{kind}")
            keys += [f"{text}.{step.status}" + (".yours" if text.startswith("turn") else "") for text in texts]
        if step.can_be_incomplete:
            keys.append(f"turn.{kind}.{step.status}.ready")
    keys += [f"actions.{edit.key}" for edit in process.edits]
    keys += [f"mailActions.{key}" for key in process.mail_actions]
    texts_of_headings = (heading.title for heading in process.headings)
    messages = (*texts_of_headings, *process.continue_labels.values(), process.ending_confirmation)
    keys += [text.key for text in messages if text]
    return [f"{key} ({language})" for language in LANGUAGES for key in keys if key not in load_messages(language)]


PROCESSES: dict[str, Process[Any]] = {}


def register_processes(*processes: Process[Any]) -> None:
    """Register processes.

    Raises ValueError for a missing message, which would otherwise be missing on the pages of the kind.
    """
    for process in processes:
        if missing := find_missing_messages(process):
            raise ValueError(f"{process.kind}: missing messages: {', '.join(missing)}")
        PROCESSES[process.kind] = process


def list_mail_triggers() -> Iterator[MailTrigger]:
    """List the mail triggers of all processes."""
    for process in PROCESSES.values():
        yield from process.mail_triggers
