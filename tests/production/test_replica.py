"""Lists, reports and exports read from the replica.

Users still see their own writes at once, and a failed replica does not delay them.
"""

import io
import os
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import openpyxl
import pytest
from services import find_program, postgres_command

from tests.production.conftest import Portal, Replica, until

LIST = "/repairing/fetch-by-criteria/active"


def created(portal: Portal, user: str = "client") -> str:
    """Create a repair and return its number."""
    part = portal.get("/parts/fetch/by/category", user, category=category(portal), contactUsername=user)[0]["id"]
    unit = {"partId": part, "serialNumber": "SN-1", "serviceTag": "", "problemDescription": "It is silent."}
    response = portal.ask("POST", "/api/v1/repairing/create", [unit], user=user)
    assert response.status == 200, response
    return str(response.data["number"])


def category(portal: Portal) -> str:
    """Return the key of the first enabled category."""
    return str(portal.get("/parts/fetch/all/enabled/categories", "client")[0]["key"])


def first(portal: Portal, user: str) -> str:
    """Return the first number in the list of active repairs."""
    return str(portal.get(LIST, user, size=1, sort="createdAt,DESC")["content"][0]["requestId"])


def exported(portal: Portal, user: str) -> set[str]:
    """Return all values in the spreadsheet of the same list."""
    response = portal.ask("GET", "/api/v1/files/export/active-repairs/xlsx", user=user)
    sheet = openpyxl.load_workbook(io.BytesIO(response.body)).active
    assert sheet is not None
    return {str(cell.value) for row in sheet.iter_rows() for cell in row}


def reported(portal: Portal, number: str) -> tuple[int, int]:
    """Return the rows and the charts' total of the report for a number."""
    filters = {"requestNumber": number}
    rows = portal.ask("POST", "/api/v1/reports/general/search", filters, user="supervisor").data["totalElements"]
    charts = portal.ask("POST", "/api/v1/reports/general/charts", filters, user="supervisor").data
    return rows, sum(each["total"] for each in charts["months"])


def test_users_read_their_own_writes_despite_replica_lag(portal: Portal, replica: Replica) -> None:
    for user in ("client", "supervisor", "service"):
        portal.token(user)
    earlier = created(portal)
    until(lambda: first(portal, "supervisor") == earlier)
    with replica.held_back():
        number = created(portal)
        assert first(portal, "client") == number
        assert number in exported(portal, "client")
        assert first(portal, "supervisor") != number, "this list came from the primary"
        assert number not in exported(portal, "supervisor")
        before = reported(portal, number)
        detail = portal.get("/requests/search", "supervisor", word=number)
        assert [each["requestId"] for each in detail] == [number], "a search is no list"
    until(lambda: first(portal, "supervisor") == number)
    assert number in exported(portal, "supervisor")
    assert (before, reported(portal, number)) == ((0, 0), (1, 1))


def test_counters_ignore_replica_lag(portal: Portal, replica: Replica) -> None:
    def waiting() -> int:
        return sum(each["total"] for each in portal.get("/requests/fetch-number/action-required", "supervisor"))

    with replica.held_back():
        before = waiting()
        created(portal)
        until(lambda: waiting() == before + 1, 5)


def test_administrator_changes_are_visible_to_all_users_at_once(portal: Portal, replica: Replica) -> None:
    """A deleted request leaves all lists at once, despite the paused replica."""
    number = created(portal)
    until(lambda: first(portal, "service") == number)
    row = portal.get(LIST, "admin", size=1, sort="createdAt,DESC", keyword=number)["content"][0]
    with replica.held_back():
        gone = portal.ask("DELETE", "/api/v1/repairing/delete", user="admin", repairId=row["id"])
        assert gone.status == 200, gone
        assert first(portal, "service") != number
        assert first(portal, "supervisor") != number


@pytest.fixture
def switch(portal: Portal) -> Iterator[Callable[[str], None]]:
    """Yield a function that starts or stops the replica; stop it afterwards."""
    data = Path(os.environ["PORTAL_REPLICA_DATA"])
    port = urlsplit(os.environ["DATABASE_REPLICA_URL"]).port or 0
    user = "postgres" if os.geteuid() == 0 else None
    settings = " ".join(postgres_command(data, port)[3:])
    pg_ctl_command = [
        find_program("pg_ctl") or "pg_ctl",
        "-D",
        str(data),
        "-w",
        "-m",
        "fast",
        "-l",
        "/dev/null",
        "-o",
        settings,
    ]

    def turn(what: str) -> None:
        subprocess.run([*pg_ctl_command, what], check=True, stdout=subprocess.DEVNULL, cwd=data, user=user, group=user)

    yield turn
    subprocess.run([*pg_ctl_command, "stop"], check=False, capture_output=True, cwd=data, user=user, group=user)


def test_uses_primary_while_replica_is_down(portal: Portal, switch: Callable[[str], None]) -> None:
    """The replica is used again once it is available, without a restart."""
    switch("stop")
    number = created(portal)
    assert first(portal, "supervisor") == number
    assert number in exported(portal, "supervisor")
    assert reported(portal, number) == (1, 1)
    response = portal.ask("GET", "/readyz")
    assert (response.status, response.data["degraded"]) == (200, ["replica"])
    switch("start")
    until(lambda: portal.ask("GET", "/readyz").data["degraded"] == [])
    replica = Replica(os.environ["DATABASE_REPLICA_URL"])

    def is_read() -> bool:
        before = first(portal, "supervisor")
        with replica.held_back():
            return created(portal) != before == first(portal, "supervisor")

    until(is_read)
