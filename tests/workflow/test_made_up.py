"""Sample process: it works in lists, tabs, history, counters and role checks.

It has three statuses and needs no code outside of its own module.
"""

from collections.abc import Iterator

import pytest
from django.test import override_settings

from portal_backend.base.actor import Role
from portal_backend.base.words import LANGUAGES, catalogue
from portal_backend.workflow.actions import save_comment
from portal_backend.workflow.models import Request
from portal_backend.workflow.moves import edit
from portal_backend.workflow.process import PROCESSES
from tests import factories
from tests.caller import Caller
from tests.contract import tables
from tests.contract.matrix import Matrix, judge
from tests.contract.registry import (
    EVERY,
    Call,
    Entry,
    Target,
    comment,
    deleting,
    moving,
    nothing,
    read,
    row_of_list,
    shared_ids,
)
from tests.factories import Person, World
from tests.walks import WALKS, Walk
from tests.workflow import made_up
from tests.workflow.made_up import KIND, LOAN

pytestmark = pytest.mark.django_db
AV = frozenset({Role.ADMIN, Role.SUPERVISOR})
NOT_CLIENT = EVERY - {Role.CLIENT}


def fill(here: World, request: Request, goal: str) -> None:
    """Meet the guard of the first step."""
    if request.status == "ASKED":
        save_comment(LOAN, request.pk, actor=here.admin.actor, step="ASKED", text="Take care")


def with_roles(call: Call, roles: frozenset[Role]) -> Call:
    """Return a request with roles, which the contract's tables do not have."""
    return Call(**{**call.__dict__, "roles": roles})


ENTRY = Entry(
    kind=KIND,
    table=tables.parsed(made_up.TABLE),
    opening=lambda here, by, size: ("PUT", "", None),
    creators=frozenset({Role.CLIENT}),
    lists={},
    exports={},
    equip=lambda request: None,
    aim=lambda request: Target(request.pk, request.status, shared_ids(request)),
    missing=nothing("ASKED"),
    calls=(
        with_roles(read("/loans/one", "id"), EVERY),
        with_roles(read("/loans/history", "id"), NOT_CLIENT),
        row_of_list("loans"),
        *(
            with_roles(each, EVERY - {Role.SUSTAINABILITY_MANAGER})
            for each in moving("PUT", "/loans/status", "id", "LENT", "ASKED")
        ),
        with_roles(comment("/loans/comment", "", "ASKED"), AV),
        with_roles(deleting("/loans/delete", "id"), frozenset({Role.ADMIN})),
    ),
)


@pytest.fixture(autouse=True)
def _offered(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Register the process, its messages and endpoints, as a new kind would."""
    monkeypatch.setitem(PROCESSES, KIND, LOAN)
    # The OpenAPI document has only the kinds of the portal.
    monkeypatch.setattr("tests.caller.check_shape", lambda *answer: None)
    monkeypatch.setitem(WALKS, KIND, Walk(lambda here, by: made_up.open_loan(by.actor), fill))
    for language in LANGUAGES:
        for key, text in made_up.WORDS.items():
            monkeypatch.setitem(catalogue(language), key, text)
    with override_settings(ROOT_URLCONF="tests.workflow.made_up"):
        yield


@pytest.mark.parametrize("status", list(ENTRY.table))
def test_role_matrix_holds(status: str, caller: Caller) -> None:
    matrix = Matrix(caller, ENTRY, status)
    judge(matrix)
    assert matrix.cells > 100
    assert not matrix.wrong, "\n".join(matrix.wrong)


def test_transitions_update_tabs_and_history(caller: Caller) -> None:
    here = factories.world()
    loan = factories.request(KIND, here)
    assert loan.number.startswith("L-")
    data = caller.get("/loans/one", actor=here.supervisor, id=loan.pk).ok
    assert data["process"]["turn"] == "Your turn: answer."
    assert [(step["key"], step["state"]) for step in data["process"]["steps"]] == [
        ("ASKING", "current"),
        ("LENDING", "upcoming"),
        ("HISTORY", "upcoming"),
    ]
    assert [action["key"] for action in data["process"]["actions"]] == ["continue", "comment"]
    response = caller.put("/loans/status", actor=here.supervisor, id=loan.pk)
    assert list(response.refused(409, "NOT_ALLOWED_TO_CONTINUE").fields) == ["comment"]
    fill(here, loan, "")
    for user, status in ((here.supervisor, "LENT"), (here.client, "RETURNED")):
        assert caller.put("/loans/status", actor=user, id=loan.pk).ok["status"]["key"] == status
    data = caller.get("/loans/one", actor=here.client, id=loan.pk).ok
    assert [(step["key"], step["state"]) for step in data["process"]["steps"]] == [
        ("ASKING", "done"),
        ("LENDING", "current"),
    ]
    rows = caller.get("/loans/history", actor=here.service, id=loan.pk).ok["content"]
    assert [(row["oldStatus"], row["newStatus"], row["role"]) for row in rows] == [
        ("LENT", "RETURNED", "CLIENT"),
        ("ASKED", "LENT", "SUPERVISOR"),
        ("NONE", "ASKED", "CLIENT"),
    ]


def test_lists_counters_and_search_of_all_kinds_include_it(caller: Caller) -> None:
    here = factories.world()
    loan = factories.request(KIND, here)
    repair = factories.repair(here)

    def found(user: Person) -> list[int]:
        return [row["id"] for row in caller.get("/requests/search", actor=user, word=loan.number).ok]

    inbox = caller.get("/requests/fetch-by-criteria/action-required", actor=here.supervisor).ok["content"]
    assert {(row["id"], row["requestType"]) for row in inbox} == {(loan.pk, KIND), (repair.pk, "REPAIR")}
    data = caller.get("/requests/fetch-number/action-required", actor=here.supervisor).ok
    assert {"requestType": KIND, "total": 1} in data
    rows = caller.get("/loans/fetch", actor=here.supervisor, status="ASKED").ok["content"]
    assert [(row["requestId"], row["clientName"]) for row in rows] == [(loan.number, "Client one")]
    assert "clientName" not in caller.get("/loans/fetch", actor=here.client).ok["content"][0]
    assert (found(here.client), found(here.client2), found(here.service2)) == ([loan.pk], [], [])


def test_edit_in_another_status_is_stale() -> None:
    here = factories.world()
    loan = factories.request(KIND, here, "LENT")
    with pytest.raises(Exception, match="STALE"), edit(LOAN, "comment", loan.pk, actor=here.admin.actor):
        pass
