"""Expected responses of the role matrix, from the contract's tables.

They follow the contract's order of checks (section 1).
"""

from typing import Literal

from portal_backend.core.actor import Role
from tests.contract import contract_tables
from tests.contract.calls import Call, ProcessSpec

Scenario = Literal["own", "ready", "other", "missing", "malformed", "stale"]
SCENARIOS: tuple[Scenario, ...] = ("own", "ready", "other", "missing", "malformed", "stale")
UNSCOPED_ROLES = frozenset({Role.ADMIN, Role.SUPERVISOR})


def get_allowed_roles(call: Call) -> frozenset[Role]:
    """Return the roles that may make a call in some status."""
    return (
        call.roles
        if call.roles is not None
        else contract_tables.get_call_roles()[call.verb, contract_tables.normalize_path(call.path)]
    )


def is_applicable(call: Call, aim: Scenario) -> bool:
    """Return whether a scenario applies to a call.

    Only Continue depends on the guard, and not every call has a version or an id to alter.
    """
    return {
        "ready": call.effect == "continue",
        "malformed": bool(call.id_parameter),
        "stale": call.has_version,
    }.get(aim, True)


def get_expected_verdict(entry: ProcessSpec, call: Call, role: Role, status: str, aim: Scenario) -> str:
    """Return the expected status and code.

    Checks in order: 403 of the call, 400, 404, 403 of the choice, 409 STALE, 403 of the step, 409.
    """
    if role not in get_allowed_roles(call):
        return "403 FORBIDDEN"
    if aim == "malformed":
        return "400 VALIDATION"
    is_outside_scope = aim == "missing" or (aim == "other" and role not in UNSCOPED_ROLES)
    is_in_step = call.statuses is None or status in call.statuses
    if is_outside_scope or (call.is_hidden_outside and not is_in_step):
        return "404 NOT_FOUND"
    if call.effect == "read":
        return "200"
    if call.effect == "choice" and role != Role.ADMIN:
        return "403 FORBIDDEN"
    if aim == "stale" or not is_in_step:
        return "409 STALE"
    return _get_expected_continue(entry, role, status, aim) if call.effect == "continue" else "200"


def _get_expected_continue(entry: ProcessSpec, role: Role, status: str, aim: Scenario) -> str:
    row = entry.table[status]
    if row.terminal:
        return "409 STALE"
    if role not in row.allowed_roles:
        return "403 FORBIDDEN"
    guard_holds = aim == "ready" or not row.has_guard or status in entry.satisfied_guards
    return "200" if guard_holds else "409 NOT_ALLOWED_TO_CONTINUE"
