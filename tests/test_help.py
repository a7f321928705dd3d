"""Coverage of the interface by help pages: all pages, and all tabs with an action."""

import json
import re

import pytest
from django.conf import settings

from portal_backend.core.actor import Role
from portal_backend.workflow.process import HISTORY_TAB, PROCESSES
from tests import factories
from tests.api_client import ApiClient

pytestmark = pytest.mark.django_db

GUIDES = json.loads((settings.BASE_DIR / "locale" / "help.json").read_text(encoding="utf-8"))
HELP_PATHS = {"help", "help/{page}"}


def get_documented_screens(role: Role) -> set[str]:
    return {screen for guide in GUIDES if role in guide["roles"] for screen in guide["screens"]}


def get_active_tabs(role: Role) -> set[str]:
    """Return the tabs on which a role enters data, changes a status or sees history."""
    tabs: set[str] = set()
    for process in PROCESSES.values():
        tab_of = {step.status: step.tab for step in process.steps}
        tabs_of_process = {step.tab for step in process.steps if role in step.allowed_roles}
        tabs_of_process |= {
            edit.tab or tab_of[status] for edit in process.edits if role in edit.roles for status in edit.statuses
        }
        tabs_of_process |= {HISTORY_TAB} if role in process.history_readers else set()
        tabs |= {f"{process.page}#{tab}" for tab in tabs_of_process}
    return tabs


def test_help_covers_exactly_the_screens_of_each_role(caller: ApiClient) -> None:
    for role, person in factories.world().one_of_each_role.items():
        paths = {page["path"] for page in caller.get("/api/rest/meta", actor=person).ok["pages"]}
        assert sorted(paths - HELP_PATHS - get_documented_screens(role)) == [], role
        assert sorted({screen.split("#")[0] for screen in get_documented_screens(role)} - paths) == [], role


@pytest.mark.parametrize("role", list(Role))
def test_help_covers_every_active_tab_of_a_role(role: Role) -> None:
    assert sorted(get_active_tabs(role) - get_documented_screens(role)) == []


def test_help_refers_to_existing_tabs_and_roles() -> None:
    known = {f"{process.page}#{tab}" for process in PROCESSES.values() for tab in (*process.tabs, HISTORY_TAB)}
    assert sorted({each for guide in GUIDES for each in guide["screens"] if "#" in each} - known) == []
    assert {role for guide in GUIDES for role in guide["roles"]} == set(Role)


@pytest.mark.parametrize("language", ["en", "es"])
def test_link_at_the_start_of_a_sentence_has_the_title_of_its_article(language: str) -> None:
    folder = settings.BASE_DIR / "locale" / language / "help"
    articles = {path.stem: path.read_text(encoding="utf-8") for path in folder.glob("*.md")}
    titles = {name: text.split("\n", 1)[0].removeprefix("# ") for name, text in articles.items()}
    links = {
        (text, page)
        for article in articles.values()
        for text, page in re.findall(r"(?<!!)\[([A-ZÁÉÍÓÚ¿][^\]]*)\]\(([\w-]+)\)", article)
    }
    assert links
    assert links == {(titles[page], page) for _, page in links}
