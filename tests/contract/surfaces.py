"""What anybody can look at, held against the model: no more rows and no fewer than are in scope."""

import io
from collections.abc import Callable
from random import Random

from openpyxl import load_workbook

from portal_backend.base.actor import Role
from tests.caller import Caller
from tests.contract.entries import ENTRIES
from tests.contract.model import Model
from tests.factories import Person

INBOX = (Role.CLIENT, Role.SERVICE, Role.SUPERVISOR)
SEARCH_LIMIT = 20


class Surfaces:
    """Each method looks at one thing as one person and raises AssertionError where it is not what the model says."""

    def __init__(self, caller: Caller, model: Model, chance: Random) -> None:
        self.caller, self.model, self.chance = caller, model, chance

    def all(self) -> list[Callable[[Person], None]]:
        """Everything that can be looked at."""
        return [self.lists, self.inbox, self.counters, self.search, self.details, self.exports]

    def lists(self, person: Person) -> None:
        """The paged lists of each kind, in both dialects' common form."""
        for kind, entry in ENTRIES.items():
            for path, which in entry.lists.items():
                if which == "waiting" and person.role not in INBOX:
                    continue
                page = self.caller.get(path, actor=person, size=1000).ok
                wanted = sorted(each.id for each in self.model.seen(person, which, kind))
                assert sorted(row["id"] for row in page["content"]) == wanted, f"{path} of {person.username}"
                assert page["totalElements"] == len(wanted), path
                if person.role == Role.CLIENT:
                    hidden = {"clientName", "clientUsername", "serviceUsername"}
                    assert not any(hidden & set(row) for row in page["content"]), path

    def inbox(self, person: Person) -> None:
        """The action-required list across kinds."""
        if person.role not in INBOX:
            return
        wanted = {each.id: (each.status, each.kind, each.number) for each in self.model.seen(person, "waiting")}
        rows = self.caller.get("/requests/fetch-by-criteria/action-required", actor=person, size=1000).ok["content"]
        assert {row["id"]: (row["status"], row["requestType"], row["requestId"]) for row in rows} == wanted
        rest = self.caller.get("/api/rest/action-required", actor=person, range="[0,999]").ok
        assert {row["id"] for row in rest} == set(wanted)

    def counters(self, person: Person) -> None:
        """The numbers on the badges equal a recount."""
        if person.role not in INBOX:
            return
        wanted = {kind: len(self.model.seen(person, "waiting", kind)) for kind in ENTRIES}
        told = self.caller.get("/requests/fetch-number/action-required", actor=person).ok
        assert {row["requestType"]: row["total"] for row in told} == wanted, f"counters of {person.username}"
        repairs = self.caller.get("/repairing/fetch-number/action-required", actor=person).ok
        assert repairs == wanted["REPAIR"]

    def search(self, person: Person) -> None:
        """Search across kinds, by a word that is in every request and by one number."""
        seen = {each.number for each in self.model.seen(person)}
        found = self.caller.get("/requests/search", actor=person, word="-20").ok
        assert {row["requestId"] for row in found} <= seen, f"search of {person.username}"
        assert len(found) == min(len(seen), SEARCH_LIMIT)
        if self.model.requests:
            one = self.chance.choice(self.model.requests)
            found = self.caller.get("/requests/search", actor=person, word=one.number).ok
            assert [row["id"] for row in found] == ([one.id] if one.number in seen else [])

    def details(self, person: Person) -> None:
        """One request, read whole: what it says of itself, or 404."""
        if not self.model.requests:
            return
        one = self.chance.choice(self.model.requests)
        reading = next(each for each in ENTRIES[one.kind].calls if each.effect == "read" and each.id_in)
        answered = self.caller.get(reading.path, actor=person, **{reading.id_in: one.id})
        if not self.model.may_see(person, one):
            answered.refused(404, "NOT_FOUND")
            return
        told = answered.ok
        assert (told["number"], told["status"]["key"], told["version"]) == (one.number, one.status, one.version)
        assert told["actionRequired"] == one.waits_for
        assert told["actionRequiredFromCurrentUser"] == (one.waits_for == person.role)
        assert (told["completedAt"] is not None) == one.row.terminal
        assert told["isAllowedToContinue"] in ({True, False} if person.role in one.row.movers else {False})
        assert [step["key"] for step in told["process"]["steps"] if step["state"] == "current"] == [
            told["process"]["tab"]
        ]

    def exports(self, person: Person) -> None:
        """The spreadsheets of the lists hold the same requests as the lists."""
        for kind, entry in ENTRIES.items():
            path, which = self.chance.choice(sorted(entry.exports.items()))
            book = load_workbook(io.BytesIO(self.caller.get(path, actor=person).ok), read_only=True)
            numbers = sorted(str(row[0]) for row in book.worksheets[0].iter_rows(min_row=2, values_only=True) if row[0])
            assert numbers == sorted(each.number for each in self.model.seen(person, which, kind)), path
