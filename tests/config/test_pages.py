"""Pages and navigation of each role in /meta: the route table of spec 1 (2.2)."""

import pytest

from portal_backend.catalogue.admin_lists import ADMIN_RESOURCES
from portal_backend.config.meta import SETTINGS_GROUPS
from portal_backend.core.actor import ALL_ROLES, Role
from tests import factories
from tests.api_client import ApiClient

pytestmark = [pytest.mark.django_db, pytest.mark.split]

ADMIN, CLIENT = {Role.ADMIN}, {Role.CLIENT}
ROLES_BY_PATH: dict[str, set[Role] | frozenset[Role]] = {
    "active-repairs": ALL_ROLES,
    "closed-repairs": ALL_ROLES,
    "action-required": {Role.SUPERVISOR, Role.SERVICE, Role.CLIENT},
    "new-repair": CLIENT,
    "reports/general": {Role.ADMIN, Role.SUPERVISOR, Role.SUSTAINABILITY_MANAGER},
    "contacts": ADMIN,
    "create/contact": ADMIN,
    "edit/contact/{username}": ADMIN,
    "profile": ALL_ROLES,
    "help": ALL_ROLES,
    "help/{page}": ALL_ROLES,
    "mail-notification": ADMIN,
    "second-factor": ADMIN,
    "parts": ADMIN,
    "create/part": ADMIN,
    "edit/part/{id}": ADMIN,
    "process-repair/{id}": ALL_ROLES,
    "part-request/new": CLIENT,
    "part-request/list": ALL_ROLES,
    "remote-support/new": CLIENT,
    "remote-support/create-for-client": {Role.SERVICE},
    "remote-support/list": ALL_ROLES,
    "remote-support/process/{id}": ALL_ROLES,
    "process-part-request/{id}": ALL_ROLES,
    "download/attachment/{id}": ALL_ROLES,
    # declared lists that the spec does not name
    "instruments": ALL_ROLES,
    "instrument/{id}": ALL_ROLES,
    "account-requests": {Role.ADMIN, Role.SUPERVISOR},
    "request-account/approve/{id}": {Role.ADMIN, Role.SUPERVISOR},
    "request-account/reject/{id}": {Role.ADMIN, Role.SUPERVISOR},
    "feedback": ADMIN,
    "mails": ADMIN,
    "audit": ADMIN,
    "settings": ADMIN,
    "setup": ADMIN,
    "clients": ADMIN,
    "clients/{id}": ADMIN,
    "services": ADMIN,
    "services/{id}": ADMIN,
    "imports": ADMIN,
    "imports/{id}": ADMIN,
    "imports/new/{target}": ADMIN,
    **{
        f"{name}{more}": ADMIN
        for name in (each.name for each in ADMIN_RESOURCES if each.name != "parts")
        for more in ("", "/create", "/{id}")
    },
}
LISTS = ["active-repairs", "closed-repairs", "part-request/list", "remote-support/list", "instruments"]
NAVIGATION = {
    Role.CLIENT: ["action-required", *LISTS, "new-repair", "part-request/new", "remote-support/new"],
    Role.SERVICE: ["action-required", *LISTS, "remote-support/create-for-client"],
    Role.SUPERVISOR: ["action-required", *LISTS, "reports/general", "account-requests"],
    Role.ADMIN: [
        *LISTS,
        "reports/general",
        "settings",
        "contacts",
        "account-requests",
        "clients",
        "services",
        "mail-notification",
        "mails",
        "second-factor",
        "audit",
        *(each.name for each in ADMIN_RESOURCES),
        "setup",
        "feedback",
        "imports",
    ],
    Role.SUSTAINABILITY_MANAGER: [*LISTS, "reports/general"],
}


def test_pages_of_each_role(caller: ApiClient) -> None:
    for role, person in factories.world().one_of_each_role.items():
        paths = [page["path"] for page in caller.get("/api/rest/meta", actor=person).ok["pages"]]
        assert len(paths) == len(set(paths))
        assert set(paths) == {path for path, readers in ROLES_BY_PATH.items() if role in readers}, role


def test_navigation_of_each_role(caller: ApiClient) -> None:
    for role, person in factories.world().one_of_each_role.items():
        meta = caller.get("/api/rest/meta", actor=person).ok
        assert [page["path"] for page in meta["pages"] if page["group"]] == NAVIGATION[role], role
        assert all(page["label"] and page["icon"] for page in meta["pages"] if page["group"])
        redirects = {"remote-support/new": "action-required"} if role in (Role.SUPERVISOR, Role.SERVICE) else {}
        assert meta["redirects"] == redirects


def test_navigation_is_short_and_its_icons_are_unique(caller: ApiClient) -> None:
    """At most eight entries and Feedback; settings and new requests do not count."""
    for role, person in factories.world().one_of_each_role.items():
        pages = caller.get("/api/rest/meta", actor=person).ok["pages"]
        elsewhere = {"new", *(SETTINGS_GROUPS if role is Role.ADMIN else ())}
        entries = [page for page in pages if page["group"] and page["group"] not in elsewhere]
        assert len(entries) <= 8, role
        icons = [page["icon"] for page in pages if page["group"] not in ("", "new")]
        assert len(set(icons)) == len(icons), role


def test_labels_are_translated_and_unique(caller: ApiClient) -> None:
    people = factories.world().one_of_each_role.values()
    for lang, repair in (("en", "New repair"), ("es", "Nueva reparación")):
        for person in people:
            pages = caller.call("GET", "/api/rest/meta", person, lang=lang).ok["pages"]
            labels = {page["path"]: page["label"] for page in pages if page["group"]}
            assert len(set(labels.values())) == len(labels)
            assert labels.get("new-repair", repair) == repair
