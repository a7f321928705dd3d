"""A random walk of seven people over requests of all kinds, and what must hold after each step."""

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
# what data may still refuse where role, scope and step are right: a guard, or a row that is not to be written now
BY_DATA = {"409 NOT_ALLOWED_TO_CONTINUE", "400 VALIDATION", "404 NOT_FOUND", "403 FORBIDDEN"}
# saves that carry rows, which conflict per row and not per request
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
    """A call that is about to be made: by whom, on what, and what may be wrong with it."""

    call: Call
    known: Known
    person: Person
    target: Target
    query: dict[str, Any]
    aim: Aim = "own"


class Walk:
    """The world, the model beside it, and the operations."""

    def __init__(self, caller: Caller, seed: str) -> None:
        self.caller, self.chance = caller, Random(seed)
        self.here = here = factories.world()
        self.people = [
            here.admin,
            here.supervisor,
            here.manager,
            here.client,
            here.client2,
            here.service,
            here.service2,
        ]
        client = here.client.user.client_id
        assert client is not None
        self.model = Model({client})
        self.surfaces = Surfaces(caller, self.model, self.chance)
        # what each key was first sent with, and answered
        self.keys: dict[tuple[int, str], tuple[Any, Any]] = {}
        self.last_change = 0
        self.done: list[str] = []

    def step(self) -> None:
        """One operation, and what must hold after it."""
        operations = [self.create, self.wander, self.go_on, self.remove, self.restore]
        operation = self.chance.choices(operations, [6, 48, 40, 3, 3])[0]
        operation()
        self.hold_rows()
        self.chance.choice(self.surfaces.all())(self.chance.choice(self.people))

    def create(self) -> None:
        """Somebody sends a new request, sometimes a second time over a bad line."""
        person = self.chance.choice(self.people)
        kind = self.chance.choice(sorted(ENTRIES))
        entry = ENTRIES[kind]
        verb, path, body = entry.opening(self.here, person, self.chance.randint(1, 3))
        key = self.chance.choice([None, f"{kind} 1", f"{kind} 2"])
        answered = self.caller.call(verb, path, person, body=body, headers={"Idempotency-Key": key} if key else {})
        self.note(f"create {kind} by {person.username} key {key}", answered)
        if person.role not in entry.creators:
            answered.refused(403, "FORBIDDEN")
            return
        sent, first = self.keys.get((person.id, key or ""), (None, None))
        if sent not in (None, body):
            created = answered.refused(409, "KEY_USED").data["created"]
            assert created == first, "the same key with another body tells the first result"
            return
        made = answered.ok
        if sent is not None:
            assert made == first, "the same key answers the first result"
            return
        if key:
            self.keys[person.id, key] = body, made
        owner = self.here.client2 if person in (self.here.client2, self.here.service2) else self.here.client
        client = owner.user.client
        assert client is not None
        assert client.service_id is not None
        first = next(iter(entry.table))
        number = made["number"] if "number" in made else made["requestId"]
        assert number not in {each.number for each in self.model.requests}, "no two numbers are alike"
        history: list[Change] = [("NONE", first, person.id, person.role)]
        self.model.requests.append(Known(made["id"], number, kind, client.pk, client.service_id, first, history))
        if self.chance.random() < 0.7:
            entry.equip(Request.objects.get(pk=made["id"]))

    def wander(self) -> None:
        """Any call by anybody on any request: most are refused."""
        if self.model.requests:
            known = self.chance.choice(self.model.requests)
            calls = [call for call in ENTRIES[known.kind].calls if not call.of_many]
            self.attempt(self.chance.choice(calls), known, self.chance.choice(self.people))

    def go_on(self) -> None:
        """What the step of a request asks for, by somebody who may: this is how requests come to their end."""
        if not self.model.requests:
            return
        known = self.chance.choice(self.model.requests)
        fitting = [
            call
            for call in ENTRIES[known.kind].calls
            if call.effect == "continue" or (call.effect == "save" and known.status in (call.statuses or ()))
        ]
        call = self.chance.choice(fitting)
        able = known.row.movers if call.effect == "continue" else roles(call)
        willing = [person for person in self.people if person.role in able and self.model.may_see(person, known)]
        self.attempt(call, known, self.chance.choice(willing or self.people))

    def remove(self) -> None:
        """The administrator deletes a request."""
        spots = [
            (call, known)
            for known in self.model.requests
            for call in ENTRIES[known.kind].calls
            if call.effect == "delete" and not known.deleted
        ]
        if spots:
            self.attempt(*self.chance.choice(spots), self.here.admin)

    def restore(self) -> None:
        """An operator brings a deleted request back."""
        gone = [each for each in self.model.requests if each.deleted]
        if gone:
            known = self.chance.choice(gone)
            restore_request(known.number)
            known.deleted = False
            self.done.append(f"{len(self.done)}: restore {known.number}")

    def attempt(self, call: Call, known: Known, person: Person) -> None:
        """Make a call, sometimes with a wrong id, an old version or another expected status, and judge the answer."""
        entry = ENTRIES[known.kind]
        target = entry.aim(Request.objects.get(pk=known.id))
        aims: list[Aim] = ["own", "missing", "malformed", "stale"]
        aim = self.chance.choices(aims, [85, 5, 5, 5])[0]
        if aim == "missing":
            target = entry.lost(target)
        made = Attempt(call, known, person, target, call.query(target), aim)
        self.spoil(made)
        answered = self.caller.call(call.verb, call.address(target), person, body=call.body(target), **made.query)
        what = f"{call.name} {made.query} ({made.aim}) on {known.number} in {known.status} by {person.username}"
        self.note(what, answered)
        wanted = set(self.wanted(made))
        if made.aim == "stale" and call.path in ROW_SAVES:
            wanted |= {"200"} | BY_DATA  # a row save conflicts only over the rows it carries (contract 9)
        assert answered.verdict in wanted, f"{answered.verdict}, not {sorted(wanted)}: {answered.data}"
        if answered.status == 200:
            self.believe(made, answered)

    def spoil(self, made: Attempt) -> None:
        """Fill in the versions and statuses of a call, right or wrong, and settle what is to be expected of it."""
        call, known, query = made.call, made.known, made.query
        if made.aim == "malformed" and call.id_in in query:
            query[call.id_in] = self.chance.choice(NOT_NUMBERS)
        elif made.aim == "stale" and call.versioned:
            query["version"] = known.version - 1
        elif made.aim in ("malformed", "stale"):
            made.aim = "own"
        if made.aim == "own" and call.versioned and self.chance.random() < 0.5:
            query["version"] = known.version
        statuses = list(ENTRIES[known.kind].table)
        if call.effect == "choice":
            query["status"] = self.chance.choice(statuses)
        if call.effect == "continue" and self.chance.random() < 0.5:
            query["expectedStatus"] = self.chance.choice([known.status, *statuses])
            if made.aim == "own" and query["expectedStatus"] != known.status:
                made.aim = "stale"
        # another id beside the request's own names what lies in it: that is judged after the request, by data
        asked = [query[call.id_in]] if call.id_in in query else [*query.values()]
        named = [*asked, *(made.target.ids[name] for name in made.target.ids if f"{{{name}}}" in call.path)]
        gone = NOWHERE in named or NO_FILE in named
        if made.aim in ("own", "stale") and (gone or not self.model.may_see(made.person, known)):
            made.aim = "missing"

    def wanted(self, made: Attempt) -> set[str]:
        """The answers that the contract allows."""
        call, known = made.call, made.known
        told = expected(ENTRIES[known.kind], call, made.person.role, known.status, made.aim)
        if call.effect == "choice" and made.person.role == Role.ADMIN and made.query["status"] == known.status:
            return {"400 VALIDATION"} if told == "200" else {told, "400 VALIDATION"}
        if call.effect == "continue" and told in ("200", "409 NOT_ALLOWED_TO_CONTINUE"):
            return {"200", "409 NOT_ALLOWED_TO_CONTINUE"} if known.row.guarded else {"200"}
        return {told} | BY_DATA if told == "200" and call.effect in ("save", "add", "comment") else {told}

    def believe(self, made: Attempt, answered: Answered) -> None:
        """What the model makes of a call that went well."""
        call, known = made.call, made.known
        if call.effect == "read":
            return
        known.version += 1
        if call.effect in ("continue", "choice"):
            status = answered.data["status"]["key"]
            allowed = known.row.next if call.effect == "continue" else {made.query["status"]}
            assert status in allowed, f"moved to {status}, not to {sorted(allowed)}"
            known.moved(status, made.person)
        elif call.effect == "delete":
            known.deleted = True
        elif call.effect == "service":
            known.service_id = made.query["serviceId"]

    def hold_rows(self) -> None:
        """The rows are what the model says, and nobody moved anything in passing."""
        columns = ("id", "status", "version", "waits_for", "service_id", "client_id", "completed_at", "deleted_at")
        rows = {
            pk: (*row, completed is not None, deleted is not None)
            for pk, *row, completed, deleted in Request.objects.values_list(*columns)
        }
        believed = {
            each.id: (
                *(each.status, each.version, each.waits_for, each.service_id, each.client_id),
                *(each.row.terminal, each.deleted),
            )
            for each in self.model.requests
        }
        assert rows == believed
        news = StatusChange.objects.filter(pk__gt=self.last_change).order_by("pk")
        by_id = {each.id: each for each in self.model.requests}
        for pk, request_id, *change in news.values_list(
            "pk", "request_id", "old_status", "new_status", "user_id", "role"
        ):
            assert tuple(change) == by_id[request_id].history[-1]
            self.last_change = pk
        assert StatusChange.objects.count() == sum(len(each.history) for each in self.model.requests)

    def hold_everywhere(self) -> None:
        """Everybody looks at everything, and the whole history is what it was."""
        for person in self.people:
            for look in self.surfaces.all():
                look(person)
        for known in self.model.requests:
            rows = StatusChange.objects.filter(request_id=known.id).order_by("pk")
            assert list(rows.values_list("old_status", "new_status", "user_id", "role")) == known.history

    def note(self, what: str, answered: Answered) -> None:
        """Remember an operation for the message, and refuse every 5xx."""
        self.done.append(f"{len(self.done)}: {what} -> {answered.verdict}")
        assert answered.status < 500, answered.data
