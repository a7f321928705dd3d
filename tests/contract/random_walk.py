"""Random walk of seven people over requests of all types, checked after each step."""

from dataclasses import dataclass
from random import Random
from typing import Any

from portal_backend.core.actor import Role
from portal_backend.workflow.actions import restore_request
from portal_backend.workflow.models import ServiceRequest, StatusChange
from tests import factories
from tests.api_client import ApiClient, ClientResponse
from tests.contract.calls import MISSING_FILE_ID, MISSING_ID, Call, CallTarget
from tests.contract.expected_responses import Scenario, get_allowed_roles, get_expected_verdict
from tests.contract.expected_state import ExpectedRequest, ExpectedState, HistoryRow
from tests.contract.process_specs import PROCESS_SPECS
from tests.contract.visibility_checks import VisibilityChecks
from tests.factories import Person

INVALID_IDS = ["-1", "0", "1.5", "x", "9" * 30, "\u0661"]
# verdicts that data may cause even if role, scope and step are right: a guard, or a row that is not writable
DATA_VERDICTS = {"409 NOT_ALLOWED_TO_CONTINUE", "400 VALIDATION", "404 NOT_FOUND", "403 FORBIDDEN"}
# saves of rows, which conflict per row and not per request
ROW_SAVE_PATHS = {
    "/repairing/change/initial/status/all",
    "/repairing/change/main/status/all",
    "/repairing/save/shipping/data",
    "/repairing/save/part-in-diagnostic",
    "/repairing/save/arrivals",
    "/repairing/add/repair-part",
    "/repairing/delete/repair-part",
    "/repairing/update/parts/repair/data/all",
    "/parts/update/part-request/initial-approval",
    "/parts/update/part-request/packing",
    "/support/process/service-review-session",
    "/support/delete/service-review-session",
}


@dataclass
class Attempt:
    """A call to be made, with its caller, its target and its scenario."""

    call: Call
    request: ExpectedRequest
    person: Person
    target: CallTarget
    query: dict[str, Any]
    scenario: Scenario = "own"


class RandomWalk:
    """The world, the expected state, and the random operations."""

    def __init__(self, caller: ApiClient, seed: str) -> None:
        self.caller, self.random = caller, Random(seed)
        self.world = world = factories.world()
        self.people = [
            world.admin,
            world.supervisor,
            world.manager,
            world.client,
            world.client2,
            world.service,
            world.service2,
        ]
        client = world.client.user.client_id
        assert client is not None
        self.expected = ExpectedState({client})
        self.visibility = VisibilityChecks(caller, self.expected, self.random)
        # first body and response of each idempotency key
        self.responses_by_key: dict[tuple[int, str], tuple[Any, Any]] = {}
        self.last_change = 0
        self.operation_log: list[str] = []

    def step(self) -> None:
        """Run a random operation and check the result."""
        operations = [
            self.create_request,
            self.attempt_any_call,
            self.attempt_next_step,
            self.delete_request,
            self.restore_request,
        ]
        operation = self.random.choices(operations, [6, 48, 40, 3, 3])[0]
        operation()
        self.check_rows()
        self.random.choice(self.visibility.get_checks())(self.random.choice(self.people))

    def create_request(self) -> None:
        """Create a request, sometimes twice with the same idempotency key."""
        person = self.random.choice(self.people)
        kind = self.random.choice(sorted(PROCESS_SPECS))
        entry = PROCESS_SPECS[kind]
        verb, path, body = entry.build_create_call(self.world, person, self.random.randint(1, 3))
        key = self.random.choice([None, f"{kind} 1", f"{kind} 2"])
        response = self.caller.call(verb, path, person, body=body, headers={"Idempotency-Key": key} if key else {})
        self.log_operation(f"create {kind} by {person.username} key {key}", response)
        if person.role not in entry.creators:
            response.assert_error(403, "FORBIDDEN")
            return
        sent, first = self.responses_by_key.get((person.id, key or ""), (None, None))
        if sent not in (None, body):
            created = response.assert_error(409, "KEY_USED").data["created"]
            assert created == first, "the same key with another body tells the first result"
            return
        new = response.ok
        if sent is not None:
            assert new == first, "the same key returns the first result"
            return
        if key:
            self.responses_by_key[person.id, key] = body, new
        owner = self.world.client2 if person in (self.world.client2, self.world.service2) else self.world.client
        client = owner.user.client
        assert client is not None
        assert client.service_id is not None
        first = next(iter(entry.table))
        number = new["number"] if "number" in new else new["requestId"]
        assert number not in {each.number for each in self.expected.requests}, "no two numbers are alike"
        history: list[HistoryRow] = [("NONE", first, person.id, person.role)]
        self.expected.requests.append(
            ExpectedRequest(new["id"], number, kind, client.pk, client.service_id, first, history)
        )
        if self.random.random() < 0.7:
            entry.add_nested_rows(ServiceRequest.objects.get(pk=new["id"]))

    def attempt_any_call(self) -> None:
        """Make any call by any person on any request; most are rejected."""
        if self.expected.requests:
            known = self.random.choice(self.expected.requests)
            calls = [call for call in PROCESS_SPECS[known.kind].calls if not call.is_shared]
            self.attempt_call(self.random.choice(calls), known, self.random.choice(self.people))

    def attempt_next_step(self) -> None:
        """Make a call that the step of a request requires, by a person who may.

        This is how requests reach their final status.
        """
        if not self.expected.requests:
            return
        known = self.random.choice(self.expected.requests)
        fitting = [
            call
            for call in PROCESS_SPECS[known.kind].calls
            if call.effect == "continue" or (call.effect == "save" and known.status in (call.statuses or ()))
        ]
        call = self.random.choice(fitting)
        permitted_roles = known.row.allowed_roles if call.effect == "continue" else get_allowed_roles(call)
        permitted_people = [
            person for person in self.people if person.role in permitted_roles and self.expected.can_see(person, known)
        ]
        self.attempt_call(call, known, self.random.choice(permitted_people or self.people))

    def delete_request(self) -> None:
        """Delete a request as administrator."""
        candidates = [
            (call, known)
            for known in self.expected.requests
            for call in PROCESS_SPECS[known.kind].calls
            if call.effect == "delete" and not known.is_deleted
        ]
        if candidates:
            self.attempt_call(*self.random.choice(candidates), self.world.admin)

    def restore_request(self) -> None:
        """Restore a deleted request."""
        deleted = [each for each in self.expected.requests if each.is_deleted]
        if deleted:
            known = self.random.choice(deleted)
            restore_request(known.number)
            known.is_deleted = False
            self.operation_log.append(f"{len(self.operation_log)}: restore {known.number}")

    def attempt_call(self, call: Call, known: ExpectedRequest, person: Person) -> None:
        """Make a call, sometimes with altered arguments, and check the response.

        Altered are the id, the version or the expected status.
        """
        entry = PROCESS_SPECS[known.kind]
        target = entry.build_target(ServiceRequest.objects.get(pk=known.id))
        aims: list[Scenario] = ["own", "missing", "malformed", "stale"]
        aim = self.random.choices(aims, [85, 5, 5, 5])[0]
        if aim == "missing":
            target = entry.build_missing_target(target)
        attempt = Attempt(call, known, person, target, call.query(target), aim)
        self.alter_arguments(attempt)
        response = self.caller.call(call.verb, call.build_path(target), person, body=call.body(target), **attempt.query)
        what = (
            f"{call.name} {attempt.query} ({attempt.scenario}) on {known.number} in {known.status} by {person.username}"
        )
        self.log_operation(what, response)
        allowed_verdicts = set(self.get_expected_verdicts(attempt))
        if attempt.scenario == "stale" and call.path in ROW_SAVE_PATHS:
            allowed_verdicts |= {"200"} | DATA_VERDICTS  # conflicts only on its own rows (contract 9)
        assert response.outcome in allowed_verdicts, (
            f"{response.outcome}, not {sorted(allowed_verdicts)}: {response.data}"
        )
        if response.status == 200:
            self.update_expected(attempt, response)

    def alter_arguments(self, attempt: Attempt) -> None:
        """Set versions and statuses, valid or not, and adjust the scenario accordingly."""
        call, known, query = attempt.call, attempt.request, attempt.query
        if attempt.scenario == "malformed" and call.id_parameter in query:
            query[call.id_parameter] = self.random.choice(INVALID_IDS)
        elif attempt.scenario == "stale" and call.has_version:
            query["version"] = known.version - 1
        elif attempt.scenario in ("malformed", "stale"):
            attempt.scenario = "own"
        if attempt.scenario == "own" and call.has_version and self.random.random() < 0.5:
            query["version"] = known.version
        statuses = list(PROCESS_SPECS[known.kind].table)
        if call.effect == "choice":
            query["status"] = self.random.choice(statuses)
        if call.effect == "continue" and self.random.random() < 0.5:
            query["expectedStatus"] = self.random.choice([known.status, *statuses])
            if attempt.scenario == "own" and query["expectedStatus"] != known.status:
                attempt.scenario = "stale"
        # ids of nested objects are checked after the request itself, by data
        requested = [query[call.id_parameter]] if call.id_parameter in query else [*query.values()]
        named = [*requested, *(attempt.target.ids[name] for name in attempt.target.ids if f"{{{name}}}" in call.path)]
        is_missing = MISSING_ID in named or MISSING_FILE_ID in named
        if attempt.scenario in ("own", "stale") and (is_missing or not self.expected.can_see(attempt.person, known)):
            attempt.scenario = "missing"

    def get_expected_verdicts(self, attempt: Attempt) -> set[str]:
        """Return the verdicts that the contract allows."""
        call, known = attempt.call, attempt.request
        verdict = get_expected_verdict(
            PROCESS_SPECS[known.kind], call, attempt.person.role, known.status, attempt.scenario
        )
        if call.effect == "choice" and attempt.person.role == Role.ADMIN and attempt.query["status"] == known.status:
            return {"400 VALIDATION"} if verdict == "200" else {verdict, "400 VALIDATION"}
        if call.effect == "continue" and verdict in ("200", "409 NOT_ALLOWED_TO_CONTINUE"):
            return {"200", "409 NOT_ALLOWED_TO_CONTINUE"} if known.row.has_guard else {"200"}
        return (
            {verdict} | DATA_VERDICTS if verdict == "200" and call.effect in ("save", "add", "comment") else {verdict}
        )

    def update_expected(self, attempt: Attempt, response: ClientResponse) -> None:
        """Apply a successful call to the expected state."""
        call, known = attempt.call, attempt.request
        if call.effect == "read":
            return
        known.version += 1
        if call.effect in ("continue", "choice"):
            status = response.data["status"]["key"]
            allowed = known.row.next_statuses if call.effect == "continue" else {attempt.query["status"]}
            assert status in allowed, f"moved to {status}, not to {sorted(allowed)}"
            known.record_transition(status, attempt.person)
        elif call.effect == "delete":
            known.is_deleted = True
        elif call.effect == "service":
            known.service_id = attempt.query["serviceId"]

    def check_rows(self) -> None:
        """Check that the rows equal the expected state and nothing else has changed."""
        columns = (
            "id",
            "status",
            "version",
            "responsible_role",
            "service_id",
            "client_id",
            "completed_at",
            "deleted_at",
        )
        rows = {
            pk: (*row, completed is not None, deleted is not None)
            for pk, *row, completed, deleted in ServiceRequest.objects.values_list(*columns)
        }
        expected_rows = {
            each.id: (
                *(each.status, each.version, each.responsible_role, each.service_id, each.client_id),
                *(each.row.terminal, each.is_deleted),
            )
            for each in self.expected.requests
        }
        assert rows == expected_rows
        new_changes = StatusChange.objects.filter(pk__gt=self.last_change).order_by("pk")
        by_id = {each.id: each for each in self.expected.requests}
        for pk, request_id, *change in new_changes.values_list(
            "pk", "request_id", "old_status", "new_status", "user_id", "role"
        ):
            assert tuple(change) == by_id[request_id].history[-1]
            self.last_change = pk
        assert StatusChange.objects.count() == sum(len(each.history) for each in self.expected.requests)

    def check_everything(self) -> None:
        """Check what every person sees, and the whole history."""
        for person in self.people:
            for look in self.visibility.get_checks():
                look(person)
        for known in self.expected.requests:
            rows = StatusChange.objects.filter(request_id=known.id).order_by("pk")
            assert list(rows.values_list("old_status", "new_status", "user_id", "role")) == known.history

    def log_operation(self, what: str, response: ClientResponse) -> None:
        """Log an operation and reject server errors."""
        self.operation_log.append(f"{len(self.operation_log)}: {what} -> {response.outcome}")
        assert response.status < 500, response.data
