"""What each cell of the matrix must answer, by the contract's tables and its order of judgement (section 1)."""

from typing import Literal

from portal_backend.base.actor import Role
from tests.contract import tables
from tests.contract.registry import Call, Entry

Aim = Literal["own", "ready", "other", "missing", "malformed", "stale"]
AIMS: tuple[Aim, ...] = ("own", "ready", "other", "missing", "malformed", "stale")
UNLIMITED = frozenset({Role.ADMIN, Role.SUPERVISOR})


def roles(call: Call) -> frozenset[Role]:
    """Who may ever make a call."""
    return call.roles if call.roles is not None else tables.call_roles()[call.verb, tables.shape(call.path)]


def applies(call: Call, aim: Aim) -> bool:
    """Whether a cell exists: only Continue tells ready from not, and not every call has a version or an id to spoil."""
    return {
        "ready": call.effect == "continue",
        "malformed": bool(call.id_in),
        "stale": call.versioned,
    }.get(aim, True)


def expected(entry: Entry, call: Call, role: Role, status: str, aim: Aim) -> str:
    """Status and code of one cell: 403 of the call, 400, 404, 403 of the choice, 409 STALE, 403 of the step, 409."""
    if role not in roles(call):
        return "403 FORBIDDEN"
    if aim == "malformed":
        return "400 VALIDATION"
    outside = aim == "missing" or (aim == "other" and role not in UNLIMITED)
    in_its_step = call.statuses is None or status in call.statuses
    if outside or (call.hidden_outside and not in_its_step):
        return "404 NOT_FOUND"
    if call.effect == "read":
        return "200"
    if call.effect == "choice" and role != Role.ADMIN:
        return "403 FORBIDDEN"
    if aim == "stale" or not in_its_step:
        return "409 STALE"
    return _of_continue(entry, role, status, aim) if call.effect == "continue" else "200"


def _of_continue(entry: Entry, role: Role, status: str, aim: Aim) -> str:
    row = entry.table[status]
    if row.terminal:
        return "409 STALE"
    if role not in row.movers:
        return "403 FORBIDDEN"
    holds = aim == "ready" or not row.guarded or status in entry.satisfied
    return "200" if holds else "409 NOT_ALLOWED_TO_CONTINUE"
