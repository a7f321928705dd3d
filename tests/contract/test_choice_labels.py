"""Every key of a choice has a translated label in responses, lists and exports."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db import transaction
from pytest_django import DjangoDbBlocker

from portal_backend.catalogue.models import ServiceCategory
from portal_backend.config.api import api
from portal_backend.core.translations import LANGUAGES
from portal_backend.repairs.lists import TAB_EXPORTS
from portal_backend.repairs.process import REPAIR
from portal_backend.workflow.process import NO_STATUS, PROCESSES
from tests import factories
from tests.api_client import ApiClient
from tests.factories import Person, World
from tests.resources.declared_lists import DECLARED_LISTS, DeclaredList
from tests.resources.repair_rows import create_history, create_repairs
from tests.resources.test_spreadsheets import read_rows

pytestmark = [pytest.mark.django_db, pytest.mark.split]
KEY = re.compile(r"[A-Z][A-Z0-9]*(_[A-Z0-9]+)*")
KEYS = re.compile(r'"(\w+)": "')
CELLS = Path(settings.BASE_DIR) / "portal_ui/src/core/lists/cells.tsx"
READS = {
    "REPAIR": ("/repairing/fetch/repair", "repairId"),
    "PARTS": ("/parts/fetch/part-request", "id"),
    "REMOTE_SUPPORT": ("/support/fetch/by/id", "id"),
}
# keys that are never displayed
UNSHOWN_KEYS = {"ASC", "DESC", "PROCESS", "SHEET", "SINGLE", "RUNNING", "ENROL", "VERIFY", "CONFIRM", "BACK"}


def iter_enum_values(node: Any) -> Iterator[str]:
    """Iterate over the keys of all enumerations in a node of the document."""
    if isinstance(node, dict):
        if isinstance(node.get("const"), str):
            yield node["const"]
        yield from (each for each in node.get("enum", ()) if isinstance(each, str))
        for each in node.values():
            yield from iter_enum_values(each)
    elif isinstance(node, list):
        for each in node:
            yield from iter_enum_values(each)


@cache
def get_published_enum_values() -> frozenset[str]:
    """Return every key that an API client may receive."""
    statuses = {step.status for process in PROCESSES.values() for step in process.steps}
    keys = {each for each in iter_enum_values(dict(api.get_openapi_schema())) if KEY.fullmatch(each)}
    return frozenset(keys | statuses | {NO_STATUS}) - UNSHOWN_KEYS


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[World]:
    """Create a world with rows in every list, and a repair in every status."""
    with django_db_blocker.unblock(), transaction.atomic():
        world, caller = factories.world(), ApiClient()
        for each in DECLARED_LISTS.values():
            each.create_rows(caller, world, 2)
        for row in ServiceCategory.objects.all():  # names are entered by administrators
            ServiceCategory.objects.filter(pk=row.pk).update(name_en=row.key.title(), name_es=row.key.title())
        statuses = [step.status for step in REPAIR.steps]
        made = create_repairs(world, 2 * len(statuses), statuses)
        create_history(made[0], world.supervisor, statuses)
        yield world
        transaction.set_rollback(True)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_enum_value_has_a_message(language: str) -> None:
    """The messages are in the server's catalog or in one of the interface's."""
    files = (Path(settings.BASE_DIR) / "locale" / language).glob("*.json")
    message_keys = {key for each in files for key in KEYS.findall(each.read_text(encoding="utf-8"))}
    assert sorted(get_published_enum_values() - message_keys) == []


def get_named_keys(meta: dict[str, Any]) -> set[str]:
    """Return the keys that the metadata has a label for."""
    lists = [*meta["choices"].values(), *meta["statuses"].values()]
    return {choice["key"] for each in lists for choice in each if choice.get("name") or choice.get("value")}


def get_choice_keys(column: dict[str, Any], resource: dict[str, Any], meta: dict[str, Any]) -> set[str]:
    """Return the keys that the interface has a label for in a column.

    The lookup is that of core/lists/cells.tsx.
    """
    renamed = dict(re.findall(r"(\w+): '(\w+)'", CELLS.read_text().split("choicesByColumn", 1)[1].split("};", 1)[0]))
    key = column["key"]
    field = next((each for each in (resource["form"] or {"fields": []})["fields"] if each["key"] == key), None)
    if column["type"] == "status":
        return {each["key"] for known in meta["statuses"].values() for each in known}
    choices_key = "roles" if column["type"] == "role" else renamed.get(key, key)
    return {each["key"] for each in (field or {"choices": meta["choices"].get(choices_key, ())})["choices"]}


@pytest.mark.parametrize("one", DECLARED_LISTS.values(), ids=DECLARED_LISTS)
def test_every_key_in_list_has_label(one: DeclaredList, world: World, caller: ApiClient) -> None:
    for person in (each for role, each in world.one_of_each_role.items() if role in one.readers):
        meta = caller.get("/api/rest/meta", actor=person).ok
        resource = next(each for each in meta["resources"] if each["name"] == one.name)
        columns = [each for each in resource["columns"] if each["type"] in ("status", "role", "choice", "choices")]
        for row in one.get_rest(caller, world, person).ok:
            for column in columns:
                value = row[column["key"]]
                values = value if isinstance(value, list) else [value]
                keys = {str(each) for each in values if each not in (None, "") and not isinstance(each, dict)}
                assert keys <= get_choice_keys(column, resource, meta), column["key"]


def iter_unnamed_keys(node: Any, known: set[str]) -> Iterator[str]:
    """Iterate over unknown keys in a response that have no label next to them."""
    if isinstance(node, dict):
        labels = {"value", "name", "label"} & set(node)
        for name, each in node.items():
            if not (name == "key" and labels) and name not in ("tab", "actor"):
                yield from iter_unnamed_keys(each, known)
    elif isinstance(node, list):
        for each in node:
            yield from iter_unnamed_keys(each, known)
    elif isinstance(node, str) and KEY.fullmatch(node) and node in get_published_enum_values() - known:
        yield node


@pytest.mark.parametrize("kind", READS)
def test_every_key_in_details_has_label(kind: str, world: World, caller: ApiClient) -> None:
    process = PROCESSES[kind]
    for status in ("", *(step.status for step in process.steps if step.is_terminal)):
        request = factories.request(kind, world, status)
        path, name = READS[kind]
        for person in world.one_of_each_role.values():
            known = get_named_keys(caller.get("/api/rest/meta", actor=person).ok)
            response = caller.get(path, actor=person, **{name: request.pk}).ok
            assert sorted(iter_unnamed_keys(response, known)) == []


def find_keys(sheet: list[list[Any]]) -> set[str]:
    return {str(cell) for row in sheet for cell in row} & get_published_enum_values()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("one", DECLARED_LISTS.values(), ids=DECLARED_LISTS)
def test_exports_contain_labels_instead_of_keys(
    one: DeclaredList, language: str, world: World, caller: ApiClient
) -> None:
    if one.name in ("part-categories", "service-categories") or not (
        one.resource.export_name or one.spec.required_filters
    ):
        return  # keys are part of these lists
    for person in (each for role, each in world.one_of_each_role.items() if role in one.readers):
        assert find_keys(read_rows(one.get_spreadsheet(caller, world, person, lang=language))) == set()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("status", ["IN_SERVICE", "COMPLETED"])
def test_repair_exports_contain_labels_instead_of_keys(
    status: str, language: str, world: World, caller: ApiClient
) -> None:
    repair = factories.repair(world, status, ready=True)

    def cells(person: Person, name: str) -> list[list[Any]]:
        path = f"/files/export/{name}/xlsx"
        return read_rows(caller.get(path, actor=person, repairId=repair.pk, lang=language))

    for person in world.one_of_each_role.values():
        for sheet in TAB_EXPORTS:
            assert find_keys(cells(person, sheet.name)) == set()
