"""Importing an unchanged export changes nothing, in any language and column order."""

import pytest

from portal_backend.accounts.models import User
from portal_backend.core.translations import LANGUAGES
from portal_backend.resources.import_targets import IMPORT_TARGETS
from tests import factories
from tests.api_client import ApiClient
from tests.factories import World
from tests.imports.import_client import upload
from tests.resources.declared_lists import DECLARED_LISTS

pytestmark = [pytest.mark.django_db, pytest.mark.split]
ROWS = 4
IMPORTABLE_EXPORTS = {
    name: each for name, each in DECLARED_LISTS.items() if name in IMPORT_TARGETS and each.resource.export_name
}


@pytest.fixture
def world() -> World:
    world = factories.world()
    assert world.part
    User.objects.update(first_name="Ana")  # names of people contain no digits, unlike usernames
    return world


@pytest.mark.parametrize("name", IMPORTABLE_EXPORTS)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("order", [1, -1])
def test_import_of_unchanged_export_changes_nothing(
    name: str, language: str, order: int, world: World, caller: ApiClient
) -> None:
    one = IMPORTABLE_EXPORTS[name]
    one.create_rows(caller, world, ROWS)
    keys = [each.key for each in one.resource.columns if each.in_interface and each.kind != "image"][::order]
    file = one.get_spreadsheet(caller, world, world.admin, lang=language, columns=keys)
    run = upload(caller, world.admin, file.data, "export.xlsx", name)
    assert run.run["state"] == "REVIEW", (run.run["columns"], run.run["error"])
    create, change, same, wrong = run.counts
    differences = [(each["cells"], each["errors"]) for each in run.rows() if each["verdict"] != "SAME"]
    assert (create, change, wrong) == (0, 0, 0), differences
    assert same >= ROWS
