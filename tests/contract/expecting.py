"""Expected responses of the role matrix, from the contract's tables.

They follow the contract's order of checks (section 1).
"""

from typing import Literal

from portal_backend.base.actor import Role
from tests.contract import tables
from tests.contract.registry import Call, Entry

Aim = Literal["own", "ready", "other", "missing", "malformed", "stale"]
AIMS: tuple[Aim, ...] = ("own", "ready", "other", "missing", "malformed", "stale")
UNLIMITED = frozenset({Role.ADMIN, Role.SUPERVISOR})


def roles(call: Call) -> frozenset[Role]:
    """Return the roles that may make a call in some status."""
    return call.roles if call.roles is not None else tables.call_roles()[call.verb, tables.shape(call.path)]


def applies(call: Call, aim: Aim) -> bool:
    """Return whether a scenario applies to a call.

    Only Continue depends on the guard, and not every call has a version or an id to alter.
    """
    return {
        "ready": call.effect == "continue",
        "malformed": bool(call.id_in),
        "stale": call.versioned,
    }.get(aim, True)


def expected(entry: Entry, call: Call, role: Role, status: str, aim: Aim) -> str:
    """Return the expected status and code.

    Checks in order: 403 of the call, 400, 404, 403 of the choice, 409 STALE, 403 of the step, 409.
    """
    if role not in roles(call):
        return "403 FORBIDDEN"
    if aim == "malformed":
        return "400 VALIDATION"
    is_outside_scope = aim == "missing" or (aim == "other" and role not in UNLIMITED)
    is_in_step = call.statuses is None or status in call.statuses
    if is_outside_scope or (call.hidden_outside and not is_in_step):
        return "404 NOT_FOUND"
    if call.effect == "read":
        return "200"
    if call.effect == "choice" and role != Role.ADMIN:
        return "403 FORBIDDEN"
    if aim == "stale" or not is_in_step:
        return "409 STALE"
    return _of_continue(entry, role, status, aim) if call.effect == "continue" else "200"


def _of_continue(entry: Entry, role: Role, status: str, aim: Aim) -> str:
    row = entry.table[status]
    if row.terminal:
        return "409 STALE"
    if role not in row.movers:
        return "403 FORBIDDEN"
    guard_holds = aim == "ready" or not row.guarded or status in entry.satisfied
    return "200" if guard_holds else "409 NOT_ALLOWED_TO_CONTINUE"
