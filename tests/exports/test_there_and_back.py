"""What was exported and not touched changes nothing when it is imported again, in either language and any order."""

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
def here() -> World:
    world = factories.world()
    assert world.part
    User.objects.update(first_name="Ana")  # usernames with digits are no names of people
    return world


@pytest.mark.parametrize("name", BOTH_WAYS)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("order", [1, -1])
def test_an_export_that_comes_back_changes_nothing(
    name: str, language: str, order: int, here: World, caller: Caller
) -> None:
    one = BOTH_WAYS[name]
    one.fill(caller, here, ROWS)
    shown = [each.key for each in one.resource.columns if each.shown and each.kind != "image"][::order]
    file = one.sheet(caller, here, here.admin, lang=language, columns=shown)
    run = upload(caller, here.admin, file.data, "export.xlsx", name)
    assert run.run["state"] == "REVIEW", (run.run["columns"], run.run["error"])
    create, change, same, wrong = run.counts
    told = [(each["cells"], each["errors"]) for each in run.rows() if each["verdict"] != "SAME"]
    assert (create, change, wrong) == (0, 0, 0), told
    assert same >= ROWS
