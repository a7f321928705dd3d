"""Lists, reports and exports come from the replica; nobody misses what they wrote, or waits for one that fails."""

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
    """The number of a new repair."""
    part = portal.get("/parts/fetch/by/category", user, category=category(portal), contactUsername=user)[0]["id"]
    unit = {"partId": part, "serialNumber": "SN-1", "serviceTag": "", "problemDescription": "It is silent."}
    answer = portal.ask("POST", "/api/v1/repairing/create", [unit], user=user)
    assert answer.status == 200, answer
    return str(answer.data["number"])


def category(portal: Portal) -> str:
    """One that has parts."""
    return str(portal.get("/parts/fetch/all/enabled/categories", "client")[0]["key"])


def first(portal: Portal, user: str) -> str:
    """The number that stands first in the list of active repairs."""
    return str(portal.get(LIST, user, size=1, sort="createdAt,DESC")["content"][0]["requestId"])


def exported(portal: Portal, user: str) -> set[str]:
    """The numbers in the spreadsheet of the same list."""
    answer = portal.ask("GET", "/api/v1/files/export/active-repairs/xlsx", user=user)
    page = openpyxl.load_workbook(io.BytesIO(answer.body)).active
    assert page is not None
    return {str(cell.value) for row in page.iter_rows() for cell in row}


def reported(portal: Portal, number: str) -> tuple[int, int]:
    """In how many rows a supervisor's report finds a number, and how many repairs its charts count."""
    asked = {"requestNumber": number}
    rows = portal.ask("POST", "/api/v1/reports/general/search", asked, user="supervisor").data["totalElements"]
    charts = portal.ask("POST", "/api/v1/reports/general/charts", asked, user="supervisor").data
    return rows, sum(each["total"] for each in charts["months"])


def test_who_writes_sees_it_at_once_and_others_when_the_replica_does(portal: Portal, replica: Replica) -> None:
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


def test_counters_are_never_late(portal: Portal, replica: Replica) -> None:
    def waiting() -> int:
        return sum(each["total"] for each in portal.get("/requests/fetch-number/action-required", "supervisor"))

    with replica.held_back():
        before = waiting()
        created(portal)
        until(lambda: waiting() == before + 1, 5)


def test_what_an_administrator_changes_everybody_sees(portal: Portal, replica: Replica) -> None:
    """Rights are among it: a request that is given to another Service leaves the lists of the old one at once."""
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
    """Stops and starts the replica; afterwards it is stopped."""
    data = Path(os.environ["PORTAL_REPLICA_DATA"])
    port = urlsplit(os.environ["DATABASE_REPLICA_URL"]).port or 0
    user = "postgres" if os.geteuid() == 0 else None
    settings = " ".join(postgres_command(data, port)[3:])
    words = [find_program("pg_ctl") or "pg_ctl", "-D", str(data), "-w", "-m", "fast", "-l", "/dev/null", "-o", settings]

    def turn(what: str) -> None:
        subprocess.run([*words, what], check=True, stdout=subprocess.DEVNULL, cwd=data, user=user, group=user)

    yield turn
    subprocess.run([*words, "stop"], check=False, capture_output=True, cwd=data, user=user, group=user)


def test_a_replica_that_is_away_is_done_without(portal: Portal, switch: Callable[[str], None]) -> None:
    """And used again once it is back, without a restart."""
    switch("stop")
    number = created(portal)
    assert first(portal, "supervisor") == number
    assert number in exported(portal, "supervisor")
    assert reported(portal, number) == (1, 1)
    told = portal.ask("GET", "/readyz")
    assert (told.status, told.data["degraded"]) == (200, ["replica"])
    switch("start")
    until(lambda: portal.ask("GET", "/readyz").data["degraded"] == [])
    back = Replica(os.environ["DATABASE_REPLICA_URL"])

    def is_read() -> bool:
        before = first(portal, "supervisor")
        with back.held_back():
            return created(portal) != before == first(portal, "supervisor")

    until(is_read)
