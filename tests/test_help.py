"""The help against the screens: whoever opens one, or acts on a tab of a process, has a page about it."""

import json

import pytest
from django.conf import settings

from portal_backend.base.actor import Role
from portal_backend.workflow.process import HISTORY, PROCESSES
from tests import factories
from tests.caller import Caller

pytestmark = pytest.mark.django_db

GUIDES = json.loads((settings.BASE_DIR / "locale" / "help.json").read_text(encoding="utf-8"))
HELP = {"help", "help/{page}"}


def screens_of(role: Role) -> set[str]:
    return {screen for guide in GUIDES if role in guide["roles"] for screen in guide["screens"]}


def tabs_of(role: Role) -> set[str]:
    """The tabs on which a role enters something, moves the request on, or reads who did."""
    found: set[str] = set()
    for process in PROCESSES.values():
        tab_of = {step.status: step.tab for step in process.steps}
        acting = {step.tab for step in process.steps if role in step.movers}
        acting |= {
            edit.tab or tab_of[status] for edit in process.edits if role in edit.roles for status in edit.statuses
        }
        acting |= {HISTORY} if role in process.history_readers else set()
        found |= {f"{process.page}#{tab}" for tab in acting}
    return found


def test_every_screen_of_a_role_has_a_page_and_every_page_is_about_a_screen_of_its_readers(caller: Caller) -> None:
    for role, person in factories.world().one_of_each_role.items():
        opened = {page["path"] for page in caller.get("/api/rest/meta", actor=person).ok["pages"]}
        assert sorted(opened - HELP - screens_of(role)) == [], role
        assert sorted({screen.split("#")[0] for screen in screens_of(role)} - opened) == [], role


@pytest.mark.parametrize("role", list(Role))
def test_whoever_acts_on_a_tab_has_a_page_about_it(role: Role) -> None:
    assert sorted(tabs_of(role) - screens_of(role)) == []


def test_no_page_names_a_tab_or_a_role_that_is_none() -> None:
    known = {f"{process.page}#{tab}" for process in PROCESSES.values() for tab in (*process.tabs, HISTORY)}
    assert sorted({each for guide in GUIDES for each in guide["screens"] if "#" in each} - known) == []
    assert {role for guide in GUIDES for role in guide["roles"]} == set(Role)
