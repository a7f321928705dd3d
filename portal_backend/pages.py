"""The interface's addresses: who opens them, and where they stand in the navigation (spec 1, 2.2 and 2.4).

Those of a list and of its rows are the list's own; here is what no list declares.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from portal_backend.base.actor import EVERYBODY, Actor, Role, Roles
from portal_backend.base.words import Word
from portal_backend.joining.lists import DECIDERS
from portal_backend.resources.resource import Resource

CLIENTS: Roles = frozenset({Role.CLIENT})
SERVICES: Roles = frozenset({Role.SERVICE})
ADMINS: Roles = frozenset({Role.ADMIN})
# the headings of the navigation, from the top
GROUPS = ("lists", "new", "reports", "users", "settings")


@dataclass(frozen=True)
class Page:
    """A page that is no list's: its address and who opens it.

    With a `group` it stands under that heading of the navigation, by its `label` and the name of its `icon`. `adds_to`
    names the list that offers it as the next thing to do; `redirects` says where other roles are led, if not home.
    """

    path: str
    readers: Roles = EVERYBODY
    group: str = ""
    label: Word | None = None
    icon: str = ""
    adds_to: str = ""
    redirects: Mapping[Role, str] = field(default_factory=dict)


PAGES = (
    Page("new-repair", CLIENTS, "new", Word("pages.newRepair"), "add", adds_to="active-repairs"),
    Page("part-request/new", CLIENTS, "new", Word("pages.newPartRequest"), "add", adds_to="part-requests"),
    Page(
        "remote-support/new",
        CLIENTS,
        "new",
        Word("pages.newRemoteSupport"),
        "add",
        adds_to="remote-support",
        redirects={Role.SUPERVISOR: "action-required", Role.SERVICE: "action-required"},
    ),
    Page(
        "remote-support/create-for-client",
        SERVICES,
        "new",
        Word("pages.remoteSupportForClient"),
        "add",
        adds_to="remote-support",
    ),
    Page("setup", ADMINS, "settings", Word("pages.setup"), "checklist"),
    Page("mail-notification", ADMINS, "settings", Word("pages.mailNotification"), "mail"),
    Page("second-factor", ADMINS, "settings", Word("pages.secondFactor"), "key"),
    Page("request-account/approve/{id}", DECIDERS),
    Page("request-account/reject/{id}", DECIDERS),
    Page("imports/new/{target}", ADMINS),
    Page("profile"),
    Page("help"),
    Page("help/{page}"),
    Page("download/attachment/{id}"),
)


def _entry(path: str, group: str = "", label: object = "", icon: str = "", adds_to: str = "") -> dict[str, Any]:
    return {"path": path, "group": group, "label": str(label), "icon": icon, "addsTo": adds_to or None}


def pages_for(actor: Actor, resources: Iterable[Resource]) -> list[dict[str, Any]]:
    """Every address that the actor may open, in the order of the navigation; those outside it have no group."""
    entries = [
        _entry(page.path, page.group, page.label or "", page.icon, page.adds_to)
        for page in PAGES
        if actor.role in page.readers
    ]
    for resource in resources:
        if actor.role not in resource.readers & resource.screen_readers or not resource.route:
            continue
        entries.append(_entry(resource.route, resource.group, resource.title, resource.icon))
        if new := resource.create_for(actor):
            group = resource.group if resource.new_in_group else ""
            entries.append(_entry(new, group, resource.titles["add"], "add"))
        entries += [_entry(path) for path in resource.records.values()]
    told: dict[str, dict[str, Any]] = {}
    for entry in entries:  # several lists lead to one page
        told.setdefault(entry["path"], entry)
    places = {group: place for place, group in enumerate(GROUPS)}
    return sorted(told.values(), key=lambda entry: places.get(entry["group"], len(places)))


def redirects_for(actor: Actor) -> dict[str, str]:
    """Where the actor is led from pages of other roles, if not home."""
    return {page.path: page.redirects[actor.role] for page in PAGES if actor.role in page.redirects}
