"""Pages of the interface: who may open them, and their place in the navigation.

See spec 1, 2.2 and 2.4. Pages of a list and its records come from the list; this module has all others.
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
# headings of the navigation, from top to bottom
GROUPS = ("lists", "new", "reports", "users", "settings")


@dataclass(frozen=True)
class Page:
    """Page that does not belong to a list."""

    #: route, may contain placeholders such as "{id}"
    path: str
    #: roles that may open the page
    readers: Roles = EVERYBODY
    #: heading in the navigation; "" if the page is not in it
    group: str = ""
    #: text of the entry in the navigation
    label: Word | None = None
    #: name of the entry's icon
    icon: str = ""
    #: name of the list that offers the page as its next action
    adds_to: str = ""
    #: target for other roles, if it is not the home page
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
    """Return all pages that the actor may open, in the order of the navigation.

    Pages outside the navigation come last and have no group.
    """
    entries = [
        _entry(page.path, page.group, page.label or "", page.icon, page.adds_to)
        for page in PAGES
        if actor.role in page.readers
    ]
    for resource in resources:
        if actor.role not in resource.readers & resource.screen_readers or not resource.route:
            continue
        entries.append(_entry(resource.route, resource.group, resource.title, resource.icon))
        if create_route := resource.create_for(actor):
            group = resource.group if resource.new_in_group else ""
            entries.append(_entry(create_route, group, resource.titles["add"], "add"))
        entries += [_entry(path) for path in resource.records.values()]
    entry_by_path: dict[str, dict[str, Any]] = {}
    for entry in entries:  # several lists may share a page
        entry_by_path.setdefault(entry["path"], entry)
    position_by_group = {group: position for position, group in enumerate(GROUPS)}
    return sorted(
        entry_by_path.values(), key=lambda entry: position_by_group.get(entry["group"], len(position_by_group))
    )


def redirects_for(actor: Actor) -> dict[str, str]:
    """Return the actor's targets for pages of other roles, if not the home page."""
    return {page.path: page.redirects[actor.role] for page in PAGES if actor.role in page.redirects}
