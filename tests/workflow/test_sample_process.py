"""Sample process: it works in lists, tabs, history, counters and role checks.

It has three statuses and needs no code outside of its own module.
"""

from collections.abc import Iterator

import pytest
from django.test import override_settings

from portal_backend.core.actor import Role
from portal_backend.core.translations import LANGUAGES, load_messages
from portal_backend.workflow.actions import save_comment
from portal_backend.workflow.models import ServiceRequest
from portal_backend.workflow.process import PROCESSES
from portal_backend.workflow.transitions import locked_edit
from tests import factories
from tests.api_client import ApiClient
from tests.contract import contract_tables
from tests.contract.calls import (
    ALL_ROLES,
    Call,
    CallTarget,
    ProcessSpec,
    build_comment_call,
    build_delete_call,
    build_list_row_call,
    build_nonexistent_target,
    build_read_call,
    build_transition_calls,
    get_shared_ids,
)
from tests.contract.role_matrix import RoleMatrix, check_matrix
from tests.factories import Person, World
from tests.request_builders import REQUEST_BUILDERS, RequestBuilder
from tests.workflow import sample_process
from tests.workflow.sample_process import KIND, LOAN

pytestmark = pytest.mark.django_db
AV = frozenset({Role.ADMIN, Role.SUPERVISOR})
NOT_CLIENT = ALL_ROLES - {Role.CLIENT}


def fill(here: World, request: ServiceRequest, goal: str) -> None:
    """Meet the guard of the first step."""
    if request.status == "ASKED":
        save_comment(LOAN, request.pk, actor=here.admin.actor, step="ASKED", text="Take care")


def with_roles(call: Call, roles: frozenset[Role]) -> Call:
    """Return a request with roles, which the contract's tables do not have."""
    return Call(**{**call.__dict__, "roles": roles})


ENTRY = ProcessSpec(
    kind=KIND,
    table=contract_tables.parse_table(sample_process.TABLE),
    build_create_call=lambda here, by, size: ("PUT", "", None),
    creators=frozenset({Role.CLIENT}),
    lists={},
    exports={},
    add_nested_rows=lambda request: None,
    build_target=lambda request: CallTarget(request.pk, request.status, get_shared_ids(request)),
    missing_target=build_nonexistent_target("ASKED"),
    calls=(
        with_roles(build_read_call("/loans/one", "id"), ALL_ROLES),
        with_roles(build_read_call("/loans/history", "id"), NOT_CLIENT),
        build_list_row_call("loans"),
        *(
            with_roles(each, ALL_ROLES - {Role.SUSTAINABILITY_MANAGER})
            for each in build_transition_calls("PUT", "/loans/status", "id", "LENT", "ASKED")
        ),
        with_roles(build_comment_call("/loans/comment", "", "ASKED"), AV),
        with_roles(build_delete_call("/loans/delete", "id"), frozenset({Role.ADMIN})),
    ),
)


@pytest.fixture(autouse=True)
def _offered(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Register the process, its messages and endpoints, as a new kind would."""
    monkeypatch.setitem(PROCESSES, KIND, LOAN)
    # The OpenAPI document has only the kinds of the portal.
    monkeypatch.setattr("tests.api_client.check_response_schema", lambda *_: None)
    monkeypatch.setitem(
        REQUEST_BUILDERS, KIND, RequestBuilder(lambda here, by: sample_process.create_loan(by.actor), fill)
    )
    for language in LANGUAGES:
        for key, text in sample_process.MESSAGES.items():
            monkeypatch.setitem(load_messages(language), key, text)
    with override_settings(ROOT_URLCONF="tests.workflow.sample_process"):
        yield


@pytest.mark.split
@pytest.mark.parametrize("status", list(ENTRY.table))
def test_role_matrix_holds(status: str, caller: ApiClient) -> None:
    matrix = RoleMatrix(caller, ENTRY, status)
    check_matrix(matrix)
    assert matrix.cell_count > 100
    assert not matrix.failures, "\n".join(matrix.failures)


def test_transitions_update_tabs_and_history(caller: ApiClient) -> None:
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
    assert list(response.assert_error(409, "NOT_ALLOWED_TO_CONTINUE").fields) == ["comment"]
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


def test_lists_counters_and_search_of_all_kinds_include_it(caller: ApiClient) -> None:
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
    with pytest.raises(Exception, match="STALE"), locked_edit(LOAN, "comment", loan.pk, actor=here.admin.actor):
        pass
