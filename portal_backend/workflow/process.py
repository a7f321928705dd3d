"""A request kind as a table: tabs, statuses, moves, who may move and edit, guards, whom it waits for.

Tables validate themselves when they are imported, so a wrong one never serves a call.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Literal, TypeVar

from portal_backend.base.actor import Role, Roles
from portal_backend.base.fields import Tone
from portal_backend.base.words import LANGUAGES, Word, catalogue
from portal_backend.notifications.matrix import MailTrigger, register_occasions
from portal_backend.workflow.models import Request

S = TypeVar("S")
NONE = "NONE"
HISTORY = "HISTORY"
COMMENT = "comment"
MAX_NAMED = 20
Holder = Role | Literal["COURIER"]
HOLDERS: tuple[Holder, ...] = (Role.CLIENT, Role.SUPERVISOR, Role.SERVICE, "COURIER")


@dataclass(frozen=True)
class Unmet:
    """What keeps a step from being left: a sentence for the button, the fields that are wanting, of how many in all."""

    reason: Word
    fields: Mapping[str, Word]
    total: int = 0


def no_guard(subject: Any) -> Unmet | None:
    """The guard that always holds."""
    return None


def unremarked(subject: Any) -> Mapping[str, str]:
    """A step of whose end nothing is told beside the status."""
    return {}


def listed(names: Sequence[str]) -> str:
    """Names as a remark has them; a long list is cut."""
    rest = len(names) - MAX_NAMED
    return "; ".join(names[:MAX_NAMED]) + (f"; … (+{rest})" if rest > 0 else "")


def unasked(subject: Any) -> Word | None:
    """A step that is left without a question."""
    return None


@dataclass(frozen=True)
class Step(Generic[S]):
    """One row of the table. No `next` means that the status is terminal.

    `confirms_delivery` marks the status that waits for the delivery confirmation and can be overdue, `open_ended` one
    whose guard may hold while there is more to do. `asks` is what is asked before Continue, where anything is,
    `remarks` what history and mails tell of its end, by the key of a sentence. While it is `carried` a courier has it,
    whoever is to tell of its arrival.
    """

    status: str
    tab: str
    waits_for: Role | None = None
    movers: Roles = frozenset()
    guard: Callable[[S], Unmet | None] = no_guard
    next: str | Callable[[S], str] | None = None
    tone: Tone = "waiting"
    confirms_delivery: bool = False
    open_ended: bool = False
    asks: Callable[[S], Word | None] = unasked
    remarks: Callable[[S], Mapping[str, str]] = unremarked
    carried: bool = False

    @property
    def holder(self) -> Holder | None:
        """Who has the request meanwhile: the courier, or whom it waits for."""
        return "COURIER" if self.carried else self.waits_for

    @property
    def terminal(self) -> bool:
        """Whether a request ends here."""
        return self.next is None


def no_condition(request: Request) -> bool:
    """An edit that its statuses alone allow."""
    return True


@dataclass(frozen=True)
class Edit:
    """A way to write in certain statuses: who, when, and on which tab its button stands.

    `within` narrows the time further, `tab` is given where it is not the tab of the current status.
    """

    key: str
    roles: Roles
    statuses: frozenset[str]
    within: Callable[[Request], bool] = no_condition
    tab: str | None = None

    def is_open(self, request: Request) -> bool:
        """Whether the request stands where this may be written."""
        return request.status in self.statuses and self.within(request)


@dataclass(frozen=True)
class TabHeading:
    """How a tab shows itself to some roles: its heading, a sentence above the content, columns they do not get.

    The first face of a tab that fits role and status counts; no `statuses` means any.
    """

    tab: str
    roles: Roles
    statuses: frozenset[str] = frozenset()
    title: Word | None = None
    note: Word | None = None
    hides: tuple[str, ...] = ()


@dataclass(frozen=True)
class Process(Generic[S]):
    """The table of one kind. `subject` loads what guards look at, `items` the ids of a request's parts or items.

    `page` is where the interface shows one. `terminal_tabs` are the tabs that a role sees in a terminal status in place
    of the table's, `mail_actions` what beside a status may be told by mail and whom it concerns, `detours` how
    Continue is called where a step chose to lead to that status. What `leads_on` may end in a request of another kind.
    `holding` tells the ids of the requests that hold one of some parts of the catalogue, and are found by its name.
    """

    kind: str
    prefix: str
    page: str
    steps: tuple[Step[S], ...]
    edits: tuple[Edit, ...]
    subject: Callable[[Request], S]
    items: Callable[[Request], Iterable[int]]
    search_lines: Callable[[S], Iterable[str]]
    history_readers: Roles
    comment_readers: Roles
    terminal_tabs: Mapping[Role, str] = field(default_factory=dict)
    faces: tuple[TabHeading, ...] = ()
    mail_actions: Mapping[str, Role] = field(default_factory=dict)
    detours: Mapping[str, Word] = field(default_factory=dict)
    administrators: Roles = frozenset({Role.ADMIN})
    can_be_deleted: bool = True
    leads_on: bool = False
    holding: Callable[[Collection[int]], Iterable[int]] = lambda parts: ()

    def __post_init__(self) -> None:
        """Raise ValueError where the table contradicts itself."""
        statuses = [step.status for step in self.steps]
        if len(statuses) != len(set(statuses)) or NONE in statuses:
            raise ValueError(f"{self.kind}: a status stands twice, or NONE is one")
        for step in self.steps:
            if isinstance(step.next, str) and step.next not in statuses:
                raise ValueError(f"{self.kind}: {step.status} leads to the unknown {step.next}")
            if step.terminal and (step.waits_for or step.movers):
                raise ValueError(f"{self.kind}: {step.status} is terminal and waits for somebody")
            if not step.terminal and (step.waits_for is None or step.waits_for not in step.movers):
                raise ValueError(f"{self.kind}: {step.status} waits for nobody who may move it")
        for edit in self.edits:
            if unknown := edit.statuses - set(statuses):
                raise ValueError(f"{self.kind}: {edit.key} in unknown {sorted(unknown)}")
            if edit.tab is not None and edit.tab not in self.tabs:
                raise ValueError(f"{self.kind}: {edit.key} on the unknown tab {edit.tab}")
        keys = [edit.key for edit in self.edits]
        if len(keys) != len(set(keys)) or COMMENT not in keys:
            raise ValueError(f"{self.kind}: an edit stands twice, or nobody may comment")

    @property
    def first(self) -> Step[S]:
        """Where a request begins."""
        return self.steps[0]

    @property
    def tabs(self) -> tuple[str, ...]:
        """The tabs in order, History last."""
        tabs = dict.fromkeys(step.tab for step in self.steps if step.tab != HISTORY)
        return (*tabs, HISTORY)

    @property
    def movers(self) -> Roles:
        """Everybody who may ever move a request."""
        return self.administrators.union(*(step.movers for step in self.steps))

    @property
    def delivery_statuses(self) -> tuple[str, ...]:
        """The statuses that wait for a delivery confirmation."""
        return tuple(step.status for step in self.steps if step.confirms_delivery)

    def occasion(self, key: str) -> MailTrigger:
        """The row of the mail matrix of a status or of one of the mail actions."""
        if key in self.mail_actions:
            return MailTrigger(self.kind, key, "SINGLE", self.mail_actions[key])
        return MailTrigger(self.kind, key, "PROCESS", self.step(key).waits_for)

    def step(self, status: str) -> Step[S]:
        """The row of a status. Raises KeyError."""
        for step in self.steps:
            if step.status == status:
                return step
        raise KeyError(status)

    def place(self, status: str) -> int:
        """Where a status stands in the table. A step put between others takes a migration: rows keep their place."""
        return self.steps.index(self.step(status))

    def edit(self, key: str) -> Edit:
        """The edit of that name. Raises KeyError."""
        for edit in self.edits:
            if edit.key == key:
                return edit
        raise KeyError(key)

    def editors(self, key: str) -> Roles:
        """Who may ever make that edit: the roles of its call."""
        return self.edit(key).roles

    def face(self, tab: str, status: str, role: Role) -> TabHeading:
        """How `tab` shows itself to `role` while the request has `status`."""
        fitting = (
            each
            for each in self.faces
            if each.tab == tab and role in each.roles and status in (each.statuses or {status})
        )
        return next(fitting, TabHeading(tab, frozenset({role})))

    def tab_of(self, status: str, role: Role) -> str:
        """The working tab of a status for a role."""
        step = self.step(status)
        return self.terminal_tabs.get(role, step.tab) if step.terminal else step.tab


def edits(*rows: tuple[str, Roles, tuple[str, ...]]) -> tuple[Edit, ...]:
    """The edits of a table: key, roles, statuses."""
    return tuple(Edit(key, roles, frozenset(statuses)) for key, roles, statuses in rows)


def missing_messages(process: Process[Any]) -> list[str]:
    """The keys of the words that a table needs and that a language lacks."""
    kind = process.kind
    keys = [f"kinds.{kind}", f"status.{kind}.{NONE}"]
    keys += [f"tabs.{kind}.{tab}" for tab in process.tabs if tab != HISTORY]
    for step in process.steps:
        keys += [f"status.{kind}.{step.status}", f"turn.{kind}.{step.status}.others"]
        if not step.terminal:
            texts = (f"continue.{kind}", f"todo.{kind}", f"turn.{kind}")
            keys += [f"{text}.{step.status}" + (".yours" if text.startswith("turn") else "") for text in texts]
    keys += [f"actions.{edit.key}" for edit in process.edits]
    return [f"{key} ({language})" for language in LANGUAGES for key in keys if key not in catalogue(language)]


PROCESSES: dict[str, Process[Any]] = {}


def register(process: Process[S]) -> Process[S]:
    """Make a process known to the kernel, and its statuses and actions rows of the mail matrix.

    Raises ValueError for a status or tab without its words: they would be missing on every page of the kind.
    """
    if missing := missing_messages(process):
        raise ValueError(f"{process.kind}: without words: {', '.join(missing)}")
    PROCESSES[process.kind] = process
    register_occasions(
        process.occasion(key) for key in (*(step.status for step in process.steps), *process.mail_actions)
    )
    return process
