"""Response of GET /api/rest/meta, and the interface's pages that it lists.

The interface loads it once per language. Pages of a list and its records come from the list; this module has all others
with their place in the navigation and the roles that may open them (spec 1, 2.2 and 2.4).
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from portal_backend.core.actor import ALL_ROLES, Actor, Role, Roles
from portal_backend.core.translations import LazyMessage
from portal_backend.core.types import ResponseModel
from portal_backend.registration.lists import DECIDERS
from portal_backend.resources.meta import Choice, ResourceMeta
from portal_backend.resources.resource import Resource
from portal_backend.saved_views.schemas import DefaultViewMeta
from portal_backend.workflow.schemas import StatusMeta


class SignedInUser(ResponseModel):
    """The signed-in user."""

    username: str
    first_name: str
    last_name: str


class PageMeta(ResponseModel):
    """Page that the caller may open."""

    #: route, such as "edit/part/{id}"
    path: str
    #: heading in the navigation; "" if the page is not in it
    group: str
    #: text of the entry in the navigation
    label: str
    #: name of the entry's icon
    icon: str
    #: name of the list that offers the page as its next action
    adds_to: str | None


class Limits(ResponseModel):
    """Maximum numbers of items, characters and bytes in forms."""

    attachment_count: int
    attachment_bytes: int
    image_bytes: int
    units: int
    quantity: int
    packages: int
    comment: int
    note: int


class Meta(ResponseModel):
    """Everything the caller's role may open, list, choose and send."""

    role: Role
    user: SignedInUser
    #: assignments that an administrator has to make before the caller sees any request
    missing: list[Literal["clients"]]
    resources: list[ResourceMeta]
    #: view that each list opens with, by list name
    default_views: dict[str, DefaultViewMeta]
    #: all pages in the order of the navigation
    pages: list[PageMeta]
    #: target of pages of other roles, if it is not the home page
    redirects: dict[str, str]
    #: statuses by kind of request
    statuses: dict[str, list[StatusMeta]]
    #: choices by name of the choice list
    choices: dict[str, list[Choice]]
    limits: Limits


CLIENT_ROLES: Roles = frozenset({Role.CLIENT})
SERVICE_ROLES: Roles = frozenset({Role.SERVICE})
ADMIN_ROLES: Roles = frozenset({Role.ADMIN})
# headings of the settings page; roles without that page have these entries in their navigation
SETTINGS_GROUPS = ("users", "email", "security", "catalogue", "settings")
# headings of the navigation, from top to bottom
NAVIGATION_GROUPS = ("lists", "new", "reports", "administration", *SETTINGS_GROUPS)


@dataclass(frozen=True)
class NavigationPage:
    """Page that does not belong to a list."""

    #: route, may contain placeholders such as "{id}"
    path: str
    #: roles that may open the page
    readers: Roles = ALL_ROLES
    #: heading in the navigation; "" if the page is not in it
    group: str = ""
    #: text of the entry in the navigation
    label: LazyMessage | None = None
    #: name of the entry's icon
    icon: str = ""
    #: name of the list that offers the page as its next action
    adds_to: str = ""
    #: target for other roles, if it is not the home page
    redirects: Mapping[Role, str] = field(default_factory=dict)


PAGES = (
    NavigationPage("new-repair", CLIENT_ROLES, "new", LazyMessage("pages.newRepair"), "add", adds_to="active-repairs"),
    NavigationPage(
        "part-request/new", CLIENT_ROLES, "new", LazyMessage("pages.newPartRequest"), "add", adds_to="part-requests"
    ),
    NavigationPage(
        "remote-support/new",
        CLIENT_ROLES,
        "new",
        LazyMessage("pages.newRemoteSupport"),
        "add",
        adds_to="remote-support",
        redirects={Role.SUPERVISOR: "action-required", Role.SERVICE: "action-required"},
    ),
    NavigationPage(
        "remote-support/create-for-client",
        SERVICE_ROLES,
        "new",
        LazyMessage("pages.remoteSupportForClient"),
        "add",
        adds_to="remote-support",
    ),
    NavigationPage("settings", ADMIN_ROLES, "administration", LazyMessage("pages.settings"), "settings"),
    NavigationPage("setup", ADMIN_ROLES, "settings", LazyMessage("pages.setup"), "setup"),
    NavigationPage("mail-notification", ADMIN_ROLES, "email", LazyMessage("pages.mailNotification"), "mail"),
    NavigationPage("second-factor", ADMIN_ROLES, "security", LazyMessage("pages.secondFactor"), "key"),
    NavigationPage("request-account/approve/{id}", DECIDERS),
    NavigationPage("request-account/reject/{id}", DECIDERS),
    NavigationPage("imports/new/{target}", ADMIN_ROLES),
    NavigationPage("profile"),
    NavigationPage("help"),
    NavigationPage("help/{page}"),
    NavigationPage("download/attachment/{id}"),
)


def _build_entry(path: str, group: str = "", label: object = "", icon: str = "", adds_to: str = "") -> dict[str, Any]:
    return {"path": path, "group": group, "label": str(label), "icon": icon, "addsTo": adds_to or None}


def list_pages(actor: Actor, resources: Iterable[Resource]) -> list[dict[str, Any]]:
    """Return all pages that the actor may open, in the order of the navigation.

    Pages outside the navigation come last and have no group.
    """
    entries = [
        _build_entry(page.path, page.group, page.label or "", page.icon, page.adds_to)
        for page in PAGES
        if actor.role in page.readers
    ]
    for resource in resources:
        if actor.role not in resource.readers & resource.page_readers or not resource.route:
            continue
        entries.append(_build_entry(resource.route, resource.menu_group, resource.title, resource.icon))
        if create_route := resource.get_create_route(actor):
            entries.append(_build_entry(create_route, label=resource.form_titles["add"], icon="add"))
        entries += [_build_entry(path) for path in resource.detail_routes.values()]
    entry_by_path: dict[str, dict[str, Any]] = {}
    for entry in entries:  # several lists may share a page
        entry_by_path.setdefault(entry["path"], entry)
    position_by_group = {group: position for position, group in enumerate(NAVIGATION_GROUPS)}
    return sorted(
        entry_by_path.values(), key=lambda entry: position_by_group.get(entry["group"], len(position_by_group))
    )


def get_redirects(actor: Actor) -> dict[str, str]:
    """Return the actor's targets for pages of other roles, if not the home page."""
    return {page.path: page.redirects[actor.role] for page in PAGES if actor.role in page.redirects}
