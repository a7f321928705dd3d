"""API calls that are independent of a service request, with roles and arguments."""

from portal_backend.base.actor import Role
from tests import bodies, factories
from tests.contract.administration_calls import ADMINISTRATION
from tests.contract.card_calls import OWN_CARDS
from tests.contract.entries import ENTRIES
from tests.contract.factor_calls import FACTOR_CALLS, KEYED
from tests.contract.import_calls import IMPORT_CALLS
from tests.contract.operations_calls import OPERATIONS
from tests.contract.registry import EVERY, attach_a_file
from tests.contract.simple import Simple
from tests.contract.view_calls import OWN_VIEWS, VIEWS

INBOX = frozenset({Role.CLIENT, Role.SERVICE, Role.SUPERVISOR})


def a_list(path: str, roles: frozenset[Role] | None = None) -> Simple:
    """Build the call of a list or export of everything in scope."""
    return Simple("GET", path, roles=roles)


def lists_of_kinds() -> list[Simple]:
    """Return the lists and exports of every request type, in both dialects."""
    entries = ENTRIES.values()
    paths = [path for entry in entries for path in (*entry.lists, *entry.exports)]
    rows = [call for entry in entries for call in entry.calls if call.path.endswith("/{id}")]
    return [*map(a_list, paths), *(a_list(call.path.removesuffix("/{id}"), call.roles) for call in rows)]


SIMPLE = (
    *lists_of_kinds(),
    Simple("PUT", "/contacts/logout"),
    a_list("/setup/checklist", frozenset({Role.ADMIN})),
    Simple("POST", "/setup/test-mail", roles=frozenset({Role.ADMIN})),
    a_list("/sessions", EVERY),
    Simple("PUT", "/sessions/end", body=lambda world: {"currentPassword": factories.PASSWORD}, roles=EVERY),
    *FACTOR_CALLS,
    a_list("/contacts/profile"),
    a_list("/address/fetch"),
    a_list("/client/fetch/all"),
    a_list("/client/fetch-by-criteria"),
    a_list("/service/fetch/all"),
    a_list("/parts/fetch/all/enabled/categories"),
    Simple("GET", "/parts/fetch/by/category", query=lambda world: {"category": world.part.category.key}),
    a_list("/parts/get/available/predefined/services"),
    Simple(
        "POST",
        "/parts/fetch/service-categories",
        body=lambda world: list(world.part.service_categories.values_list("key", flat=True)),
    ),
    a_list("/requests/fetch-by-criteria/action-required"),
    a_list("/requests/fetch-number/action-required"),
    Simple("GET", "/requests/search", query=lambda world: {"word": "SN-1"}),
    Simple("POST", "/repairing/create", body=lambda world: [bodies.unit(world.part.pk)]),
    Simple("POST", "/parts/new-part-request-items", body=lambda world: bodies.part_request(world.part.pk)),
    Simple("PUT", "/support/save", body=lambda world: bodies.support(client={"id": world.client.user.client_id})),
    a_list("/repairing/fetch-number/action-required"),
    a_list("/files/export/action-required-repairs/xlsx"),
    Simple("POST", "/files/upload", file=True),
    Simple(
        "POST", "/files/copy/{id}", id=lambda world: attach_a_file(factories.request("REPAIR", world)).pk, roles=EVERY
    ),
    Simple("GET", "/files/status", query=lambda world: {"ids": ["not-there"]}, roles=EVERY),
    a_list("/api/rest/meta", EVERY),
    a_list("/api/rest/action-required", INBOX),
    a_list("/api/rest/instruments", EVERY),
    a_list("/files/export/instruments/xlsx", EVERY),
    Simple("GET", "/instruments/search", query=lambda world: {"word": "SN-1"}, roles=EVERY),
    Simple(
        "GET",
        "/instruments/known",
        query=lambda world: {"partId": world.part.pk, "serialNumber": "SN-1"},
        roles=frozenset({Role.CLIENT}),
    ),
    *VIEWS,
    *ADMINISTRATION,
    *OPERATIONS,
)
# public calls, with the response to an invalid body
# the setup is open while there is no user, and requires the token that the console printed
SETUP = {("GET", "/setup"): (None, "200"), ("POST", "/setup/administrator"): (None, "400 VALIDATION")}
PUBLIC = {
    ("POST", "/contacts/login"): ({"username": "nobody", "password": "wrong"}, "401 BAD_CREDENTIALS"),
    ("GET", "/files/image/{key}"): (None, "404 NOT_FOUND"),
    ("PUT", "/support/request-reset-password"): (None, "400 VALIDATION"),
    ("PUT", "/support/request-username-by-email"): (None, "400 VALIDATION"),
    ("PUT", "/support/verify-action-key"): (None, "400 VALIDATION"),
    ("PUT", "/support/reset-password"): (None, "400 VALIDATION"),
    ("POST", "/contacts/request-account/request"): (None, "400 VALIDATION"),
    **KEYED,
    **SETUP,
}
# tested separately: permission depends on more than the role
OTHERS = {
    ("PUT", "/contacts/edit"),
    *((call.verb, call.path) for call in (*OWN_CARDS, *OWN_VIEWS)),
    *IMPORT_CALLS,
    ("GET", "/files/export/jobs/{id}"),
    ("GET", "/files/export/jobs/{id}/xlsx"),
    ("DELETE", "/files/export/jobs/{id}"),
}
# rows of a list of several request types, which the role matrix leaves out
ROWS = {("GET", "/api/rest/action-required/{id}"): INBOX}
