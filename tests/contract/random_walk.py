"""Random walk of seven people over requests of all types, checked after each step."""

from dataclasses import dataclass
from random import Random
from typing import Any

from portal_backend.base.actor import Role
from portal_backend.workflow.actions import restore_request
from portal_backend.workflow.models import Request, StatusChange
from tests import factories
from tests.caller import Answered, Caller
from tests.contract.entries import ENTRIES
from tests.contract.expecting import Aim, expected, roles
from tests.contract.model import Change, Known, Model
from tests.contract.registry import NO_FILE, NOWHERE, Call, Target
from tests.contract.surfaces import Surfaces
from tests.factories import Person

NOT_NUMBERS = ["-1", "0", "1.5", "x", "9" * 30, "\u0661"]
# verdicts that data may cause even if role, scope and step are right: a guard, or a row that is not writable
BY_DATA = {"409 NOT_ALLOWED_TO_CONTINUE", "400 VALIDATION", "404 NOT_FOUND", "403 FORBIDDEN"}
# saves of rows, which conflict per row and not per request
ROW_SAVES = {
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
    known: Known
    person: Person
    target: Target
    query: dict[str, Any]
    aim: Aim = "own"


class Walk:
    """The world, the expected state, and the random operations."""

    def __init__(self, caller: Caller, seed: str) -> None:
        self.caller, self.chance = caller, Random(seed)
        self.here = world = factories.world()
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
        self.model = Model({client})
        self.surfaces = Surfaces(caller, self.model, self.chance)
        # first body and response of each idempotency key
        self.keys: dict[tuple[int, str], tuple[Any, Any]] = {}
        self.last_change = 0
        self.done: list[str] = []

    def step(self) -> None:
        """Run a random operation and check the result."""
        operations = [self.create, self.wander, self.go_on, self.remove, self.restore]
        operation = self.chance.choices(operations, [6, 48, 40, 3, 3])[0]
        operation()
        self.hold_rows()
        self.chance.choice(self.surfaces.all())(self.chance.choice(self.people))

    def create(self) -> None:
        """Create a request, sometimes twice with the same idempotency key."""
        person = self.chance.choice(self.people)
        kind = self.chance.choice(sorted(ENTRIES))
        entry = ENTRIES[kind]
        verb, path, body = entry.opening(self.here, person, self.chance.randint(1, 3))
        key = self.chance.choice([None, f"{kind} 1", f"{kind} 2"])
        response = self.caller.call(verb, path, person, body=body, headers={"Idempotency-Key": key} if key else {})
        self.note(f"create {kind} by {person.username} key {key}", response)
        if person.role not in entry.creators:
            response.refused(403, "FORBIDDEN")
            return
        sent, first = self.keys.get((person.id, key or ""), (None, None))
        if sent not in (None, body):
            created = response.refused(409, "KEY_USED").data["created"]
            assert created == first, "the same key with another body tells the first result"
            return
        new = response.ok
        if sent is not None:
            assert new == first, "the same key answers the first result"
            return
        if key:
            self.keys[person.id, key] = body, new
        owner = self.here.client2 if person in (self.here.client2, self.here.service2) else self.here.client
        client = owner.user.client
        assert client is not None
        assert client.service_id is not None
        first = next(iter(entry.table))
        number = new["number"] if "number" in new else new["requestId"]
        assert number not in {each.number for each in self.model.requests}, "no two numbers are alike"
        history: list[Change] = [("NONE", first, person.id, person.role)]
        self.model.requests.append(Known(new["id"], number, kind, client.pk, client.service_id, first, history))
        if self.chance.random() < 0.7:
            entry.equip(Request.objects.get(pk=new["id"]))

    def wander(self) -> None:
        """Make any call by any person on any request; most are rejected."""
        if self.model.requests:
            known = self.chance.choice(self.model.requests)
            calls = [call for call in ENTRIES[known.kind].calls if not call.of_many]
            self.attempt(self.chance.choice(calls), known, self.chance.choice(self.people))

    def go_on(self) -> None:
        """Make a call that the step of a request requires, by a person who may.

        This is how requests reach their final status.
        """
        if not self.model.requests:
            return
        known = self.chance.choice(self.model.requests)
        fitting = [
            call
            for call in ENTRIES[known.kind].calls
            if call.effect == "continue" or (call.effect == "save" and known.status in (call.statuses or ()))
        ]
        call = self.chance.choice(fitting)
        permitted_roles = known.row.movers if call.effect == "continue" else roles(call)
        permitted_people = [
            person for person in self.people if person.role in permitted_roles and self.model.may_see(person, known)
        ]
        self.attempt(call, known, self.chance.choice(permitted_people or self.people))

    def remove(self) -> None:
        """Delete a request as administrator."""
        candidates = [
            (call, known)
            for known in self.model.requests
            for call in ENTRIES[known.kind].calls
            if call.effect == "delete" and not known.deleted
        ]
        if candidates:
            self.attempt(*self.chance.choice(candidates), self.here.admin)

    def restore(self) -> None:
        """Restore a deleted request."""
        deleted = [each for each in self.model.requests if each.deleted]
        if deleted:
            known = self.chance.choice(deleted)
            restore_request(known.number)
            known.deleted = False
            self.done.append(f"{len(self.done)}: restore {known.number}")

    def attempt(self, call: Call, known: Known, person: Person) -> None:
        """Make a call, sometimes with altered arguments, and check the response.

        Altered are the id, the version or the expected status.
        """
        entry = ENTRIES[known.kind]
        target = entry.aim(Request.objects.get(pk=known.id))
        aims: list[Aim] = ["own", "missing", "malformed", "stale"]
        aim = self.chance.choices(aims, [85, 5, 5, 5])[0]
        if aim == "missing":
            target = entry.lost(target)
        attempt = Attempt(call, known, person, target, call.query(target), aim)
        self.spoil(attempt)
        response = self.caller.call(call.verb, call.address(target), person, body=call.body(target), **attempt.query)
        what = f"{call.name} {attempt.query} ({attempt.aim}) on {known.number} in {known.status} by {person.username}"
        self.note(what, response)
        allowed_verdicts = set(self.wanted(attempt))
        if attempt.aim == "stale" and call.path in ROW_SAVES:
            allowed_verdicts |= {"200"} | BY_DATA  # conflicts only on its own rows (contract 9)
        assert response.verdict in allowed_verdicts, (
            f"{response.verdict}, not {sorted(allowed_verdicts)}: {response.data}"
        )
        if response.status == 200:
            self.believe(attempt, response)

    def spoil(self, attempt: Attempt) -> None:
        """Set versions and statuses, valid or not, and adjust the scenario accordingly."""
        call, known, query = attempt.call, attempt.known, attempt.query
        if attempt.aim == "malformed" and call.id_in in query:
            query[call.id_in] = self.chance.choice(NOT_NUMBERS)
        elif attempt.aim == "stale" and call.versioned:
            query["version"] = known.version - 1
        elif attempt.aim in ("malformed", "stale"):
            attempt.aim = "own"
        if attempt.aim == "own" and call.versioned and self.chance.random() < 0.5:
            query["version"] = known.version
        statuses = list(ENTRIES[known.kind].table)
        if call.effect == "choice":
            query["status"] = self.chance.choice(statuses)
        if call.effect == "continue" and self.chance.random() < 0.5:
            query["expectedStatus"] = self.chance.choice([known.status, *statuses])
            if attempt.aim == "own" and query["expectedStatus"] != known.status:
                attempt.aim = "stale"
        # ids of nested objects are checked after the request itself, by data
        asked = [query[call.id_in]] if call.id_in in query else [*query.values()]
        named = [*asked, *(attempt.target.ids[name] for name in attempt.target.ids if f"{{{name}}}" in call.path)]
        is_missing = NOWHERE in named or NO_FILE in named
        if attempt.aim in ("own", "stale") and (is_missing or not self.model.may_see(attempt.person, known)):
            attempt.aim = "missing"

    def wanted(self, attempt: Attempt) -> set[str]:
        """Return the verdicts that the contract allows."""
        call, known = attempt.call, attempt.known
        verdict = expected(ENTRIES[known.kind], call, attempt.person.role, known.status, attempt.aim)
        if call.effect == "choice" and attempt.person.role == Role.ADMIN and attempt.query["status"] == known.status:
            return {"400 VALIDATION"} if verdict == "200" else {verdict, "400 VALIDATION"}
        if call.effect == "continue" and verdict in ("200", "409 NOT_ALLOWED_TO_CONTINUE"):
            return {"200", "409 NOT_ALLOWED_TO_CONTINUE"} if known.row.guarded else {"200"}
        return {verdict} | BY_DATA if verdict == "200" and call.effect in ("save", "add", "comment") else {verdict}

    def believe(self, attempt: Attempt, response: Answered) -> None:
        """Apply a successful call to the expected state."""
        call, known = attempt.call, attempt.known
        if call.effect == "read":
            return
        known.version += 1
        if call.effect in ("continue", "choice"):
            status = response.data["status"]["key"]
            allowed = known.row.next if call.effect == "continue" else {attempt.query["status"]}
            assert status in allowed, f"moved to {status}, not to {sorted(allowed)}"
            known.moved(status, attempt.person)
        elif call.effect == "delete":
            known.deleted = True
        elif call.effect == "service":
            known.service_id = attempt.query["serviceId"]

    def hold_rows(self) -> None:
        """Check that the rows equal the expected state and nothing else has changed."""
        columns = ("id", "status", "version", "waits_for", "service_id", "client_id", "completed_at", "deleted_at")
        rows = {
            pk: (*row, completed is not None, deleted is not None)
            for pk, *row, completed, deleted in Request.objects.values_list(*columns)
        }
        expected_rows = {
            each.id: (
                *(each.status, each.version, each.waits_for, each.service_id, each.client_id),
                *(each.row.terminal, each.deleted),
            )
            for each in self.model.requests
        }
        assert rows == expected_rows
        new_changes = StatusChange.objects.filter(pk__gt=self.last_change).order_by("pk")
        by_id = {each.id: each for each in self.model.requests}
        for pk, request_id, *change in new_changes.values_list(
            "pk", "request_id", "old_status", "new_status", "user_id", "role"
        ):
            assert tuple(change) == by_id[request_id].history[-1]
            self.last_change = pk
        assert StatusChange.objects.count() == sum(len(each.history) for each in self.model.requests)

    def hold_everywhere(self) -> None:
        """Check what every person sees, and the whole history."""
        for person in self.people:
            for look in self.surfaces.all():
                look(person)
        for known in self.model.requests:
            rows = StatusChange.objects.filter(request_id=known.id).order_by("pk")
            assert list(rows.values_list("old_status", "new_status", "user_id", "role")) == known.history

    def note(self, what: str, response: Answered) -> None:
        """Log an operation and reject server errors."""
        self.done.append(f"{len(self.done)}: {what} -> {response.verdict}")
        assert response.status < 500, response.data
