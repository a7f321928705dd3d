"""Checks that lists and views contain exactly the requests in scope."""

import io
from collections.abc import Callable
from random import Random

from openpyxl import load_workbook

from portal_backend.core.actor import Role
from tests.api_client import ApiClient
from tests.contract.expected_state import ExpectedState
from tests.contract.process_specs import PROCESS_SPECS
from tests.factories import Person

INBOX_ROLES = (Role.CLIENT, Role.SERVICE, Role.SUPERVISOR)
SEARCH_LIMIT = 20


class VisibilityChecks:
    """Checks of what a person sees against the expected state.

    Each method checks one view and raises AssertionError if it differs.
    """

    def __init__(self, caller: ApiClient, model: ExpectedState, chance: Random) -> None:
        self.caller, self.expected, self.random = caller, model, chance

    def get_checks(self) -> list[Callable[[Person], None]]:
        """Return all checks."""
        return [
            self.check_lists,
            self.check_inbox,
            self.check_counters,
            self.check_search,
            self.check_details,
            self.check_exports,
        ]

    def check_lists(self, person: Person) -> None:
        """Check the paginated lists of each type."""
        for kind, entry in PROCESS_SPECS.items():
            for path, which in entry.lists.items():
                if which == "waiting" and person.role not in INBOX_ROLES:
                    continue
                page = self.caller.get(path, actor=person, size=1000).ok
                expected = sorted(each.id for each in self.expected.get_visible(person, which, kind))
                assert sorted(row["id"] for row in page["content"]) == expected, f"{path} of {person.username}"
                assert page["totalElements"] == len(expected), path
                if person.role == Role.CLIENT:
                    hidden = {"clientName", "clientUsername", "serviceUsername"}
                    assert not any(hidden & set(row) for row in page["content"]), path

    def check_inbox(self, person: Person) -> None:
        """Check the action-required list across types, in both dialects."""
        if person.role not in INBOX_ROLES:
            return
        expected = {
            each.id: (each.status, each.kind, each.number) for each in self.expected.get_visible(person, "waiting")
        }
        rows = self.caller.get("/requests/fetch-by-criteria/action-required", actor=person, size=1000).ok["content"]
        assert {row["id"]: (row["status"], row["requestType"], row["requestId"]) for row in rows} == expected
        rest = self.caller.get("/api/rest/action-required", actor=person, range="[0,999]").ok
        assert {row["id"] for row in rest} == set(expected)

    def check_counters(self, person: Person) -> None:
        """Check that the counters equal the number of requests."""
        if person.role not in INBOX_ROLES:
            return
        expected = {kind: len(self.expected.get_visible(person, "waiting", kind)) for kind in PROCESS_SPECS}
        counters = self.caller.get("/requests/fetch-number/action-required", actor=person).ok
        assert {row["requestType"]: row["total"] for row in counters} == expected, f"counters of {person.username}"
        repairs = self.caller.get("/repairing/fetch-number/action-required", actor=person).ok
        assert repairs == expected["REPAIR"]

    def check_search(self, person: Person) -> None:
        """Check the search by a common part of all numbers and by one number."""
        seen = {each.number for each in self.expected.get_visible(person)}
        results = self.caller.get("/requests/search", actor=person, word="-20").ok
        assert {row["requestId"] for row in results} <= seen, f"search of {person.username}"
        assert len(results) == min(len(seen), SEARCH_LIMIT)
        if self.expected.requests:
            one = self.random.choice(self.expected.requests)
            results = self.caller.get("/requests/search", actor=person, word=one.number).ok
            assert [row["id"] for row in results] == ([one.id] if one.number in seen else [])

    def check_details(self, person: Person) -> None:
        """Check the details of a request, or 404 outside the scope."""
        if not self.expected.requests:
            return
        one = self.random.choice(self.expected.requests)
        reading = next(each for each in PROCESS_SPECS[one.kind].calls if each.effect == "read" and each.id_parameter)
        response = self.caller.get(reading.path, actor=person, **{reading.id_parameter: one.id})
        if not self.expected.can_see(person, one):
            response.assert_error(404, "NOT_FOUND")
            return
        data = response.ok
        assert (data["number"], data["status"]["key"], data["version"]) == (one.number, one.status, one.version)
        assert data["actionRequired"] == one.responsible_role
        assert data["actionRequiredFromCurrentUser"] == (one.responsible_role == person.role)
        assert (data["completedAt"] is not None) == one.row.terminal
        assert data["isAllowedToContinue"] in ({True, False} if person.role in one.row.allowed_roles else {False})
        assert [step["key"] for step in data["process"]["steps"] if step["state"] == "current"] == [
            data["process"]["tab"]
        ]

    def check_exports(self, person: Person) -> None:
        """Check that the exports contain the same requests as the lists."""
        for kind, entry in PROCESS_SPECS.items():
            path, which = self.random.choice(sorted(entry.exports.items()))
            book = load_workbook(io.BytesIO(self.caller.get(path, actor=person).ok), read_only=True)
            numbers = sorted(str(row[0]) for row in book.worksheets[0].iter_rows(min_row=2, values_only=True) if row[0])
            assert numbers == sorted(each.number for each in self.expected.get_visible(person, which, kind)), path
