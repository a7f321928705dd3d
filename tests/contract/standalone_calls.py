"""API calls that are independent of a service request, with roles and arguments."""

from portal_backend.core.actor import Role
from tests import factories, request_bodies
from tests.contract.administration_calls import ADMINISTRATION_CALLS
from tests.contract.calls import ALL_ROLES, attach_file
from tests.contract.import_calls import IMPORT_CALLS
from tests.contract.mfa_calls import KEYED_CALLS, MFA_CALLS
from tests.contract.operations_calls import OPERATIONS_CALLS
from tests.contract.process_specs import PROCESS_SPECS
from tests.contract.profile_calls import OWN_PROFILE_CALLS
from tests.contract.saved_view_calls import OWN_VIEW_CALLS, VIEW_CALLS
from tests.contract.standalone_call import StandaloneCall

INBOX_ROLES = frozenset({Role.CLIENT, Role.SERVICE, Role.SUPERVISOR})


def build_list_call(path: str, roles: frozenset[Role] | None = None) -> StandaloneCall:
    """Build the call of a list or export of everything in scope."""
    return StandaloneCall("GET", path, roles=roles)


def build_process_list_calls() -> list[StandaloneCall]:
    """Return the lists and exports of every request type, in both dialects."""
    entries = PROCESS_SPECS.values()
    paths = [path for entry in entries for path in (*entry.lists, *entry.exports)]
    rows = [call for entry in entries for call in entry.calls if call.path.endswith("/{id}")]
    return [
        *map(build_list_call, paths),
        *(build_list_call(call.path.removesuffix("/{id}"), call.roles) for call in rows),
    ]


STANDALONE_CALLS = (
    *build_process_list_calls(),
    StandaloneCall("PUT", "/contacts/logout"),
    build_list_call("/setup/checklist", frozenset({Role.ADMIN})),
    StandaloneCall("POST", "/setup/test-mail", roles=frozenset({Role.ADMIN})),
    build_list_call("/sessions", ALL_ROLES),
    StandaloneCall("PUT", "/sessions/end", body=lambda world: {"currentPassword": factories.PASSWORD}, roles=ALL_ROLES),
    *MFA_CALLS,
    build_list_call("/contacts/profile"),
    build_list_call("/address/fetch"),
    build_list_call("/client/fetch/all"),
    build_list_call("/client/fetch-by-criteria"),
    build_list_call("/service/fetch/all"),
    build_list_call("/parts/fetch/all/enabled/categories"),
    StandaloneCall("GET", "/parts/fetch/by/category", query=lambda world: {"category": world.part.category.key}),
    build_list_call("/parts/get/available/predefined/services"),
    StandaloneCall(
        "POST",
        "/parts/fetch/service-categories",
        body=lambda world: list(world.part.service_categories.values_list("key", flat=True)),
    ),
    build_list_call("/requests/fetch-by-criteria/action-required"),
    build_list_call("/requests/fetch-number/action-required"),
    StandaloneCall("GET", "/requests/search", query=lambda world: {"word": "SN-1"}),
    StandaloneCall("POST", "/repairing/create", body=lambda world: [request_bodies.unit(world.part.pk)]),
    StandaloneCall(
        "POST", "/parts/new-part-request-items", body=lambda world: request_bodies.part_request(world.part.pk)
    ),
    StandaloneCall(
        "PUT",
        "/support/save",
        body=lambda world: request_bodies.remote_support(client={"id": world.client.user.client_id}),
    ),
    build_list_call("/repairing/fetch-number/action-required"),
    build_list_call("/files/export/action-required-repairs/xlsx"),
    StandaloneCall("POST", "/files/upload", is_upload=True),
    StandaloneCall(
        "POST",
        "/files/copy/{id}",
        get_id=lambda world: attach_file(factories.request("REPAIR", world)).pk,
        roles=ALL_ROLES,
    ),
    StandaloneCall("GET", "/files/status", query=lambda world: {"ids": ["not-there"]}, roles=ALL_ROLES),
    build_list_call("/api/rest/meta", ALL_ROLES),
    build_list_call("/api/rest/action-required", INBOX_ROLES),
    build_list_call("/api/rest/instruments", ALL_ROLES),
    build_list_call("/files/export/instruments/xlsx", ALL_ROLES),
    StandaloneCall("GET", "/instruments/search", query=lambda world: {"word": "SN-1"}, roles=ALL_ROLES),
    StandaloneCall(
        "GET",
        "/instruments/known",
        query=lambda world: {"partId": world.part.pk, "serialNumber": "SN-1"},
        roles=frozenset({Role.CLIENT}),
    ),
    *VIEW_CALLS,
    *ADMINISTRATION_CALLS,
    *OPERATIONS_CALLS,
)
# public calls, with the response to an invalid body
# the setup is open while there is no user, and requires the token that the console printed
SETUP_CALLS = {
    ("GET", "/setup"): (None, "200"),
    ("PUT", "/setup/verify-key"): (None, "400 VALIDATION"),
    ("POST", "/setup/administrator"): (None, "400 VALIDATION"),
}
PUBLIC_CALLS = {
    ("POST", "/contacts/login"): ({"username": "nobody", "password": "wrong"}, "401 BAD_CREDENTIALS"),
    ("GET", "/files/image/{key}"): (None, "404 NOT_FOUND"),
    ("PUT", "/support/request-reset-password"): (None, "400 VALIDATION"),
    ("PUT", "/support/request-username-by-email"): (None, "400 VALIDATION"),
    ("PUT", "/support/verify-action-key"): (None, "400 VALIDATION"),
    ("PUT", "/support/reset-password"): (None, "400 VALIDATION"),
    ("POST", "/contacts/request-account/request"): (None, "400 VALIDATION"),
    **KEYED_CALLS,
    **SETUP_CALLS,
}
# tested separately: permission depends on more than the role
OTHER_CALLS = {
    ("PUT", "/contacts/edit"),
    *((call.verb, call.path) for call in (*OWN_PROFILE_CALLS, *OWN_VIEW_CALLS)),
    *IMPORT_CALLS,
    ("GET", "/files/export/jobs/{id}"),
    ("GET", "/files/export/jobs/{id}/xlsx"),
    ("DELETE", "/files/export/jobs/{id}"),
}
# rows of a list of several request types, which the role matrix leaves out
ROW_CALLS = {("GET", "/api/rest/action-required/{id}"): INBOX_ROLES}
