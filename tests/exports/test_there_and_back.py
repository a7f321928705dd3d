"""Importing an unchanged export changes nothing, in any language and column order."""

import pytest

from portal_backend.accounts.models import User
from portal_backend.base.words import LANGUAGES
from portal_backend.resources.targets import TARGETS
from tests import factories
from tests.caller import Caller
from tests.factories import World
from tests.imports.importing import upload
from tests.resources.declared import DECLARED

pytestmark = pytest.mark.django_db
ROWS = 4
BOTH_WAYS = {name: each for name, each in DECLARED.items() if name in TARGETS and each.resource.export}


@pytest.fixture
def world() -> World:
    world = factories.world()
    assert world.part
    User.objects.update(first_name="Ana")  # names of people contain no digits, unlike usernames
    return world


@pytest.mark.parametrize("name", BOTH_WAYS)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("order", [1, -1])
def test_import_of_unchanged_export_changes_nothing(
    name: str, language: str, order: int, world: World, caller: Caller
) -> None:
    one = BOTH_WAYS[name]
    one.fill(caller, world, ROWS)
    keys = [each.key for each in one.resource.columns if each.shown and each.kind != "image"][::order]
    file = one.sheet(caller, world, world.admin, lang=language, columns=keys)
    run = upload(caller, world.admin, file.data, "export.xlsx", name)
    assert run.run["state"] == "REVIEW", (run.run["columns"], run.run["error"])
    create, change, same, wrong = run.counts
    differences = [(each["cells"], each["errors"]) for each in run.rows() if each["verdict"] != "SAME"]
    assert (create, change, wrong) == (0, 0, 0), differences
    assert same >= ROWS
