"""Export of the remote support list."""

import io
from datetime import UTC, datetime
from typing import Any

import openpyxl
import pytest

from portal_backend.core.actor import Role
from portal_backend.remote_support.models import RemoteSupport
from tests import factories
from tests.api_client import ApiClient

pytestmark = pytest.mark.django_db
LIST = "/files/export/remote-support/xlsx"


@pytest.mark.parametrize(
    ("headers", "shown", "clock"),
    [
        ({}, ["2026-01-14 23:30", "2026-07-15 00:30"], "UTC-5/-4, New York"),
        ({"Locale-Offset": "0"}, ["2026-01-15 04:30", "2026-07-15 04:30"], "UTC+0"),
        ({"Locale-Offset": "345"}, ["2026-01-15 10:15", "2026-07-15 10:15"], "UTC+5:45"),
    ],
)
def test_exports_preferred_date_and_time_in_one_time_zone(
    caller: ApiClient, headers: dict[str, str], shown: list[str], clock: str
) -> None:
    world = factories.world()
    for month in (1, 7):
        made = factories.request("REMOTE_SUPPORT", world)
        at = datetime(2026, month, 15, 4, 30, tzinfo=UTC)
        RemoteSupport.objects.filter(request=made).update(preferred_at=at)
    query: Any = {"columns": ["preferredDate", "preferredTime"], "sort": "preferredDate,ASC"}
    response = caller.get(LIST, actor=world.admin, headers=headers, **query)
    sheet: Any = openpyxl.load_workbook(io.BytesIO(response.ok)).active
    head, *rows = sheet.iter_rows(values_only=True)
    assert all(clock in each for each in head), head
    assert [f"{date:%Y-%m-%d} {time}" for date, time in rows] == shown
    assert [f"{date:%H:%M}" for date, _ in rows] == [time for _, time in rows]


def test_columns_that_a_laptop_has_no_room_for_are_hidden_by_default(caller: ApiClient) -> None:
    world = factories.world()
    hidden: dict[str, set[Role]] = {}
    for person in world.one_of_each_role.values():
        resources = {each["name"]: each for each in caller.get("/api/rest/meta", actor=person).ok["resources"]}
        for column in resources["remote-support"]["columns"]:
            if column["hidden"]:
                hidden.setdefault(column["key"], set()).add(person.role)
    assert hidden["actionRequired"] == {Role.ADMIN}
    assert hidden["preferredDate"] == {Role.ADMIN, Role.SUPERVISOR}
    assert hidden["createdAt"] == {*Role} - {Role.ADMIN}
    assert hidden["updatedAt"] == {*Role} - {Role.SUPERVISOR}
