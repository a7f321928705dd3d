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
from backing_services import build_postgres_command, find_program

from tests.production.conftest import PortalClient, Replica, wait_until

LIST_PATH = "/repairing/fetch-by-criteria/active"


def create_repair(portal: PortalClient, user: str = "client") -> str:
    """Create a repair and return its number."""
    part = portal.get("/parts/fetch/by/category", user, category=get_category_key(portal), contactUsername=user)[0][
        "id"
    ]
    unit = {"partId": part, "serialNumber": "SN-1", "serviceTag": "", "problemDescription": "It is silent."}
    response = portal.send_request("POST", "/api/v1/repairing/create", [unit], user=user)
    assert response.status == 200, response
    return str(response.data["number"])


def get_category_key(portal: PortalClient) -> str:
    """Return the key of the first enabled category."""
    return str(portal.get("/parts/fetch/all/enabled/categories", "client")[0]["key"])


def get_first_number(portal: PortalClient, user: str) -> str:
    """Return the first number in the list of active repairs."""
    return str(portal.get(LIST_PATH, user, size=1, sort="createdAt,DESC")["content"][0]["requestId"])


def export_numbers(portal: PortalClient, user: str) -> set[str]:
    """Return all values in the spreadsheet of the same list."""
    response = portal.send_request("GET", "/api/v1/files/export/active-repairs/xlsx", user=user)
    sheet = openpyxl.load_workbook(io.BytesIO(response.body)).active
    assert sheet is not None
    return {str(cell.value) for row in sheet.iter_rows() for cell in row}


def count_in_report(portal: PortalClient, number: str) -> tuple[int, int]:
    """Return the rows and the charts' total of the report for a number."""
    filters = {"requestNumber": number}
    rows = portal.send_request("POST", "/api/v1/reports/general/search", filters, user="supervisor").data[
        "totalElements"
    ]
    charts = portal.send_request("POST", "/api/v1/reports/general/charts", filters, user="supervisor").data
    return rows, sum(each["total"] for each in charts["months"])


def test_users_read_their_own_writes_despite_replica_lag(portal: PortalClient, replica: Replica) -> None:
    for user in ("client", "supervisor", "service"):
        portal.get_token(user)
    earlier = create_repair(portal)
    wait_until(lambda: get_first_number(portal, "supervisor") == earlier)
    with replica.pause_replay():
        number = create_repair(portal)
        assert get_first_number(portal, "client") == number
        assert number in export_numbers(portal, "client")
        assert get_first_number(portal, "supervisor") != number, "this list came from the primary"
        assert number not in export_numbers(portal, "supervisor")
        before = count_in_report(portal, number)
        detail = portal.get("/requests/search", "supervisor", word=number)
        assert [each["requestId"] for each in detail] == [number], "a search is no list"
    wait_until(lambda: get_first_number(portal, "supervisor") == number)
    assert number in export_numbers(portal, "supervisor")
    assert (before, count_in_report(portal, number)) == ((0, 0), (1, 1))


def test_counters_ignore_replica_lag(portal: PortalClient, replica: Replica) -> None:
    def waiting() -> int:
        return sum(each["total"] for each in portal.get("/requests/fetch-number/action-required", "supervisor"))

    with replica.pause_replay():
        before = waiting()
        create_repair(portal)
        wait_until(lambda: waiting() == before + 1, 5)


def test_administrator_changes_are_visible_to_all_users_at_once(portal: PortalClient, replica: Replica) -> None:
    """A deleted request leaves all lists at once, despite the paused replica."""
    number = create_repair(portal)
    wait_until(lambda: get_first_number(portal, "service") == number)
    row = portal.get(LIST_PATH, "admin", size=1, sort="createdAt,DESC", keyword=number)["content"][0]
    with replica.pause_replay():
        gone = portal.send_request("DELETE", "/api/v1/repairing/delete", user="admin", repairId=row["id"])
        assert gone.status == 200, gone
        assert get_first_number(portal, "service") != number
        assert get_first_number(portal, "supervisor") != number


@pytest.fixture
def switch(portal: PortalClient) -> Iterator[Callable[[str], None]]:
    """Yield a function that starts or stops the replica; stop it afterwards."""
    data = Path(os.environ["PORTAL_REPLICA_DATA"])
    port = urlsplit(os.environ["DATABASE_REPLICA_URL"]).port or 0
    user = "postgres" if os.geteuid() == 0 else None
    settings = " ".join(build_postgres_command(data, port)[3:])
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


def test_uses_primary_while_replica_is_down(portal: PortalClient, switch: Callable[[str], None]) -> None:
    """The replica is used again once it is available, without a restart."""
    switch("stop")
    number = create_repair(portal)
    assert get_first_number(portal, "supervisor") == number
    assert number in export_numbers(portal, "supervisor")
    assert count_in_report(portal, number) == (1, 1)
    response = portal.send_request("GET", "/readyz")
    assert (response.status, response.data["degraded"]) == (200, ["replica"])
    switch("start")
    wait_until(lambda: portal.send_request("GET", "/readyz").data["degraded"] == [])
    replica = Replica(os.environ["DATABASE_REPLICA_URL"])

    def is_read() -> bool:
        before = get_first_number(portal, "supervisor")
        with replica.pause_replay():
            return create_repair(portal) != before == get_first_number(portal, "supervisor")

    wait_until(is_read)
