"""Role matrix of one status of a request type: every role at every call.

Checked are the exact response and the effect. Expectations come only from the tables of the contract
(expected_responses.py).
"""

from django.db import transaction

from portal_backend.core.actor import Role
from portal_backend.workflow.models import ServiceRequest, StatusChange
from tests import factories
from tests.api_client import ApiClient, ClientResponse
from tests.contract.calls import Call, CallTarget, ProcessSpec
from tests.contract.database_dump import dump_database, find_changed_tables
from tests.contract.expected_responses import SCENARIOS, Scenario, get_expected_verdict, is_applicable
from tests.factories import Person
from tests.request_builders import REQUEST_BUILDERS

VARYING_HEADERS = frozenset({"X-Request-Id"})  # headers that differ between two responses


class RoleMatrix:
    """The cases of one status: three requests in it, and all callers."""

    def __init__(self, caller: ApiClient, entry: ProcessSpec, status: str) -> None:
        self.caller, self.entry, self.status = caller, entry, status
        self.world = factories.world()
        own, ready = self._create_request(self.world.client), self._create_request(self.world.client)
        other = self._create_request(self.world.client2)
        REQUEST_BUILDERS[entry.kind].complete_step(self.world, ready, "")
        aims = {"own": own, "ready": ready, "other": other, "malformed": own, "stale": own}
        self.targets: dict[Scenario, CallTarget] = {aim: entry.build_target(request) for aim, request in aims.items()}  # type: ignore[misc]
        self.targets["missing"] = entry.build_missing_target(self.targets["own"])
        self.unauthenticated_callers = self._build_unauthenticated_callers()
        self.failures: list[str] = []
        self.cell_count = 0

    def _create_request(self, by: Person) -> ServiceRequest:
        request = factories.request(self.entry.kind, self.world, self.status, by=by)
        self.entry.add_nested_rows(request)
        return request

    def send_call(self, call: Call, aim: Scenario, actor: Person | str | None) -> ClientResponse:
        """Send the call of a case and return the response."""
        target = self.targets[aim]
        query, body = call.query(target), call.body(target)
        if aim == "stale":
            query["version"] = 10_000
        if aim == "malformed" and call.id_parameter.startswith("body."):
            body[call.id_parameter.removeprefix("body.")] = "12x"
        elif aim == "malformed":
            query[call.id_parameter] = "12x"
        return self.caller.call(call.verb, call.build_path(target), actor, body=body, **query)

    def check_verdict(
        self, call: Call, aim: Scenario, who: str, expected_verdict: str, response: ClientResponse
    ) -> None:
        """Count a case and record it if the verdict is wrong."""
        self.cell_count += 1
        if response.outcome != expected_verdict:
            self.failures.append(
                f"{call.name} {aim} by {who} in {self.status}: {response.outcome}, not {expected_verdict}"
            )

    def _build_unauthenticated_callers(self) -> list[tuple[str, str | None, str]]:
        """Return callers without a valid session, with the expected verdict.

        These are no token, an unknown token, an expired session and a locked user.
        """
        locked = factories.person("locked", Role.ADMIN)
        locked.user.locked = True
        locked.user.save()
        return [
            ("no token", None, "401 TOKEN_INVALID"),
            ("an unknown token", "never-given", "401 TOKEN_INVALID"),
            ("an expired session", factories.session(self.world.admin.user, expired=True), "401 TOKEN_EXPIRED"),
            ("a locked user", locked.token, "401 TOKEN_INVALID"),
        ]


def check_effect(matrix: RoleMatrix, call: Call, aim: Scenario, actor: Person) -> None:
    """Make an allowed write, check its exact effect, and roll it back."""
    target = matrix.targets[aim]
    request = ServiceRequest.objects.get(pk=target.id)
    rows = StatusChange.objects.filter(request=request)
    before = rows.count()
    with transaction.atomic():
        response = matrix.send_call(call, aim, actor)
        matrix.check_verdict(call, aim, actor.role, "200", response)
        now = ServiceRequest.objects.get(pk=target.id)
        new_history = list(rows.order_by("pk")[before:].values_list("old_status", "new_status", "user_id", "role"))
        transaction.set_rollback(True)
    if response.status != 200:
        return
    problems = []
    if now.version != request.version + 1:
        problems.append(f"version {request.version} became {now.version}")
    if call.effect in ("continue", "choice"):
        allowed = matrix.entry.table[request.status].next_statuses
        if call.effect == "choice":
            allowed = frozenset({call.query(target)["status"]})
        if now.status not in allowed:
            problems.append(f"moved to {now.status}, not to {sorted(allowed)}")
        if new_history != [(request.status, now.status, actor.id, actor.role)]:
            problems.append(f"history got {new_history}")
        table = matrix.entry.table[now.status]
        if now.responsible_role != table.responsible_role or (now.completed_at is not None) != table.terminal:
            problems.append(f"waits for {now.responsible_role}, completed at {now.completed_at}")
        _require(problems, response.data["status"]["key"] == now.status, "the status differs")
    elif now.status != request.status or new_history:
        problems.append(f"moved to {now.status} with history {new_history}")
    if call.effect in ("save", "continue", "choice"):
        _require(problems, response.data["version"] == now.version, "the version differs")
        flag = response.data.get("isAllowedToContinue", response.data.get("allowedToContinue"))
        _require(problems, isinstance(flag, bool), "it is not told whether to continue")
    if call.effect == "delete":
        _require(problems, now.deleted_at is not None, "not deleted")
    matrix.failures += [f"{call.name} {aim} by {actor.role} in {request.status}: {problem}" for problem in problems]


def _require(problems: list[str], good: bool, problem: str) -> None:
    if not good:
        problems.append(problem)


def check_matrix(matrix: RoleMatrix) -> None:
    """Check all cases; `matrix.wrong` lists the differences from the contract."""
    before = dump_database()
    for call in matrix.entry.calls:
        for who, token, expected_verdict in matrix.unauthenticated_callers:
            matrix.check_verdict(call, "own", who, expected_verdict, matrix.send_call(call, "own", token))
        not_found = []
        allowed: list[tuple[Scenario, Person]] = []
        for aim in (each for each in SCENARIOS if is_applicable(call, each)):
            for role, person in matrix.world.one_of_each_role.items():
                expected_verdict = get_expected_verdict(matrix.entry, call, role, matrix.status, aim)
                if expected_verdict == "200" and call.effect != "read":
                    allowed.append((aim, person))
                    continue
                response = matrix.send_call(call, aim, person)
                matrix.check_verdict(call, aim, role, expected_verdict, response)
                if response.status == 404:
                    not_found.append((response.data, _get_stable_headers(response)))
        tables_changed = find_changed_tables(before, after := dump_database())
        before = after
        # exports are written to the activity log
        if tables_changed and not ("/files/export/" in call.name and tables_changed == ["audit_auditentry"]):
            matrix.failures.append(
                f"{call.name} in {matrix.status}: a refused call or a read wrote to {tables_changed}"
            )
        if not_found and not_found != [not_found[0]] * len(not_found):
            matrix.failures.append(
                f"{call.name} in {matrix.status}: a foreign object is distinguishable from a missing one"
            )
        for aim, person in allowed:
            check_effect(matrix, call, aim, person)


def _get_stable_headers(response: ClientResponse) -> dict[str, str]:
    return {name: value for name, value in response.headers.items() if name not in VARYING_HEADERS}
