"""API calls of the administration with valid arguments.

See contract 6.1 and 6.2, and the sections on emails and reports.
"""

from portal_backend.catalogue.admin_lists import ADMIN_RESOURCES
from portal_backend.core.actor import ALL_ROLES, Role
from tests import factories
from tests.api_client import ApiClient
from tests.contract.administration_data import (
    ACCOUNT_BODY,
    ADMIN_ONLY,
    CLIENT_BODY,
    DECIDING_ROLES,
    FEEDBACK_BODY,
    MANAGING_ROLES,
    NEW_ACCOUNT_BODY,
    NEW_USER_BODY,
    PASSWORD,
    REPORT_ROLES,
    SERVICE_BODY,
    STATUS_BODY,
    build_address_body,
    build_part_body,
    create_account_request,
    create_failed_mail,
    create_feedback,
    create_import,
    get_client_id,
    get_repair_number,
    get_service_category_id,
    get_service_id,
)
from tests.contract.standalone_call import StandaloneCall
from tests.factories import World
from tests.resources.declared_lists import DECLARED_LISTS, DeclaredList


def build_admin_list_calls(declared: DeclaredList) -> list[StandaloneCall]:
    """Build the calls of a list with a form, with values for its fields.

    Rows that others use cannot be deleted (409), so each call gets a new one.
    """
    path = f"/api/rest/{declared.name}"

    def create_row(world: World) -> int:
        return int(declared.get_editable_row(ApiClient(), world)["id"])

    calls = [
        StandaloneCall("GET", path, roles=ADMIN_ONLY),
        StandaloneCall("GET", f"{path}/{{id}}", roles=ADMIN_ONLY, get_id=create_row),
        StandaloneCall("POST", path, body=declared.build_body, roles=ADMIN_ONLY),
        StandaloneCall(
            "PUT",
            f"{path}/{{id}}",
            body=lambda world: declared.build_body(world, "edit"),
            roles=ADMIN_ONLY,
            get_id=create_row,
        ),
        StandaloneCall("GET", f"/files/export/{declared.name}/xlsx", roles=ADMIN_ONLY),
    ]
    if declared.form.remove:
        calls.append(StandaloneCall("DELETE", f"{path}/{{id}}", roles=ADMIN_ONLY, get_id=create_row))
    return calls


ADMINISTRATION_CALLS = (
    StandaloneCall("POST", "/contacts", body=lambda world: {**NEW_USER_BODY, "password": PASSWORD}),
    StandaloneCall("PUT", "/contacts/lock", query=lambda world: {"username": world.client2.username, "locked": "true"}),
    StandaloneCall("GET", "/contacts/fetch"),
    StandaloneCall("GET", "/contacts/fetch/criteria"),
    StandaloneCall("PUT", "/address/edit", body=lambda world: build_address_body()),
    StandaloneCall(
        "PUT",
        "/client/edit",
        body=lambda world: {
            "oldClientName": "Client one",
            "newClientName": "Client 1",
            "countryCode": "ES",
            "service": None,
        },
    ),
    StandaloneCall(
        "PUT",
        "/service/edit",
        body=lambda world: {
            "oldServiceName": "Service one",
            "newServiceName": "Service 1",
            "price": 12.5,
            "supportSpecialServices": True,
            "serviceContactUsername": world.service.username,
        },
    ),
    StandaloneCall(
        "POST",
        "/sustainability-manager/save/clients",
        query=lambda world: {"specifiedUsername": world.manager.username},
        body=lambda world: [world.client2.user.client_id],
    ),
    StandaloneCall("POST", "/parts", body=build_part_body),
    StandaloneCall("GET", "/parts/fetch", query=lambda world: {"partId": world.part.pk}),
    StandaloneCall("GET", "/parts/fetch-by-criteria"),
    StandaloneCall("POST", "/parts/update/part-state", query=lambda world: {"id": world.part.pk, "state": "false"}),
    StandaloneCall(
        "POST",
        "/parts/save/predefined/services/to-part",
        query=lambda world: {"id": world.part.pk},
        body=lambda world: {},
    ),
    StandaloneCall(
        "PUT",
        "/parts/update-service-category-part-mapping",
        query=lambda world: {"partId": world.part.pk},
        body=lambda world: [],
    ),
    StandaloneCall("GET", "/mail/fetch"),
    StandaloneCall(
        "POST",
        "/mail/save",
        body=lambda world: {"type": "PROCESS", "settings": [{"id": "REPAIR:NEW", "isClient": True}]},
    ),
    StandaloneCall("POST", "/reports/general/search", body=lambda world: STATUS_BODY),
    StandaloneCall("POST", "/reports/general/charts", body=lambda world: STATUS_BODY, roles=REPORT_ROLES),
    StandaloneCall("POST", "/files/export/general-report/xlsx", body=lambda world: STATUS_BODY),
    StandaloneCall("GET", "/files/export/users/xlsx"),
    StandaloneCall(
        "GET", "/api/rest/general-report", query=lambda world: {"filter": '{"status":["NEW"]}'}, roles=REPORT_ROLES
    ),
    StandaloneCall(
        "GET",
        "/api/rest/general-report/{id}",
        roles=REPORT_ROLES,
        get_id=lambda world: factories.repair(world, "NEW").pk,
    ),
    StandaloneCall("GET", "/api/rest/contacts", roles=ADMIN_ONLY),
    StandaloneCall("GET", "/api/rest/contacts/{id}", roles=ADMIN_ONLY, get_id=lambda world: world.client.id),
    StandaloneCall("POST", "/api/rest/contacts", body=lambda world: NEW_ACCOUNT_BODY, roles=ADMIN_ONLY),
    StandaloneCall(
        "PUT",
        "/api/rest/contacts/{id}",
        body=lambda world: {**ACCOUNT_BODY, "username": "eva"},
        roles=ADMIN_ONLY,
        get_id=lambda world: world.client.id,
    ),
    StandaloneCall("GET", "/api/rest/profile", roles=ALL_ROLES),
    StandaloneCall("GET", "/api/rest/addresses", roles=ALL_ROLES),
    StandaloneCall("GET", "/api/rest/clients", roles=ADMIN_ONLY),
    StandaloneCall("GET", "/api/rest/clients/{id}", roles=ADMIN_ONLY, get_id=get_client_id),
    StandaloneCall(
        "PUT", "/api/rest/clients/{id}", body=lambda world: CLIENT_BODY, roles=ADMIN_ONLY, get_id=get_client_id
    ),
    StandaloneCall("GET", "/api/rest/services", roles=frozenset({Role.ADMIN, Role.SERVICE, Role.CLIENT})),
    StandaloneCall(
        "GET",
        "/api/rest/services/{id}",
        roles=frozenset({Role.ADMIN, Role.SERVICE, Role.CLIENT}),
        get_id=get_service_id,
    ),
    StandaloneCall(
        "PUT", "/api/rest/services/{id}", body=lambda world: SERVICE_BODY, roles=ADMIN_ONLY, get_id=get_service_id
    ),
    StandaloneCall("GET", "/api/rest/manager-clients", roles=MANAGING_ROLES),
    StandaloneCall(
        "GET", "/api/rest/manager-clients/{id}", roles=MANAGING_ROLES, get_id=lambda world: world.manager.id
    ),
    StandaloneCall(
        "PUT",
        "/api/rest/manager-clients/{id}",
        body=lambda world: {"clients": [world.client2.user.client_id]},
        roles=ADMIN_ONLY,
        get_id=lambda world: world.manager.id,
    ),
    StandaloneCall("GET", "/api/rest/mail-notification", roles=ADMIN_ONLY),
    StandaloneCall("GET", "/api/rest/mail-notification/{id}", roles=ADMIN_ONLY, get_id=get_service_category_id),
    StandaloneCall(
        "PUT",
        "/api/rest/mail-notification/{id}",
        body=lambda world: {"settings": {"NEW": ["CLIENT"], "DELIVERY_OVERDUE": []}},
        roles=ADMIN_ONLY,
        get_id=get_service_category_id,
    ),
    StandaloneCall("PUT", "/support/request/feedback", body=lambda world: FEEDBACK_BODY),
    StandaloneCall(
        "GET",
        "/mail/readers",
        query=lambda world: {"requestId": get_repair_number(world), "key": "NEW"},
        roles=ADMIN_ONLY,
    ),
    StandaloneCall("GET", "/notifications", roles=ALL_ROLES),
    StandaloneCall("PUT", "/notifications/seen", query=lambda world: {"upTo": 1}, roles=ALL_ROLES),
    StandaloneCall(
        "PUT",
        "/notifications/seen/request",
        query=lambda world: {"number": get_repair_number(world)},
        roles=ALL_ROLES,
    ),
    StandaloneCall("GET", "/api/rest/mails", roles=ADMIN_ONLY),
    StandaloneCall("GET", "/api/rest/mails/{id}", roles=ADMIN_ONLY, get_id=create_failed_mail),
    StandaloneCall(
        "PUT",
        "/api/rest/mails/{id}",
        body=lambda world: {"state": "WAITING"},
        roles=ADMIN_ONLY,
        get_id=create_failed_mail,
    ),
    StandaloneCall("GET", "/files/export/mails/xlsx", roles=ADMIN_ONLY),
    StandaloneCall("GET", "/api/rest/imports", roles=ADMIN_ONLY),
    StandaloneCall("GET", "/api/rest/imports/{id}", roles=ADMIN_ONLY, get_id=create_import),
    StandaloneCall("GET", "/files/export/imports/xlsx", roles=ADMIN_ONLY),
    StandaloneCall("GET", "/files/export/feedback/xlsx", roles=ADMIN_ONLY),
    StandaloneCall("GET", "/api/rest/feedback", roles=ADMIN_ONLY),
    StandaloneCall("GET", "/api/rest/feedback/{id}", roles=ADMIN_ONLY, get_id=create_feedback),
    StandaloneCall("GET", "/contacts/fetch/request-account", query=lambda world: {"id": create_account_request(world)}),
    StandaloneCall(
        "PUT",
        "/contacts/request-account/decision",
        body=lambda world: {
            "id": create_account_request(world),
            "status": "APPROVAL",
            "additionalInfoJson": {"role": "CLIENT", "username": f"eva{create_account_request(world)}"},
        },
    ),
    StandaloneCall("GET", "/files/export/account-requests/xlsx", roles=DECIDING_ROLES),
    StandaloneCall("GET", "/api/rest/account-requests", roles=DECIDING_ROLES),
    StandaloneCall("GET", "/api/rest/account-requests/{id}", roles=DECIDING_ROLES, get_id=create_account_request),
    *(call for each in ADMIN_RESOURCES for call in build_admin_list_calls(DECLARED_LISTS[each.name])),
)
