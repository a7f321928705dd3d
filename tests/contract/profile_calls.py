"""API calls that edit a user, which the role matrix leaves out.

Permission depends on more than the role.
"""

from tests.contract.administration_data import (
    ACCOUNT_BODY,
    ADMIN_ONLY,
    PASSWORD,
    PERSON_BODY,
    build_address_body,
)
from tests.contract.standalone_call import StandaloneCall

EDIT_CONTACT_CALL = StandaloneCall(
    "PUT",
    "/contacts/edit",
    body=lambda world: {
        **PERSON_BODY,
        "oldUsername": world.client2.username,
        "newUsername": "renamed",
        "password": PASSWORD,
        "backupEmails": [{"id": -1, "value": "b@example.org"}],
        "clientId": world.client.user.client_id,
    },
    roles=ADMIN_ONLY,
)
# forms of a user that every role has
OWN_PROFILE_CALLS = (
    StandaloneCall("GET", "/api/rest/profile/{id}", roles=ADMIN_ONLY, get_id=lambda world: world.admin.id),
    StandaloneCall(
        "PUT",
        "/api/rest/profile/{id}",
        body=lambda world: {**ACCOUNT_BODY, "username": "eva"},
        roles=ADMIN_ONLY,
        get_id=lambda world: world.admin.id,
    ),
    StandaloneCall("GET", "/api/rest/addresses/{id}", roles=ADMIN_ONLY, get_id=lambda world: world.client.id),
    StandaloneCall(
        "PUT",
        "/api/rest/addresses/{id}",
        body=lambda world: build_address_body(),
        roles=ADMIN_ONLY,
        get_id=lambda world: world.client.id,
    ),
)
