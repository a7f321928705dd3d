"""API calls that edit a user, which the role matrix leaves out.

Permission depends on more than the role.
"""

from tests.contract.administration_rows import ACCOUNT, ADMIN, PASSWORD, PERSON, address
from tests.contract.simple import Simple

EDIT_CONTACT = Simple(
    "PUT",
    "/contacts/edit",
    body=lambda world: {
        **PERSON,
        "oldUsername": world.client2.username,
        "newUsername": "renamed",
        "password": PASSWORD,
        "backupEmails": [{"id": -1, "value": "b@example.org"}],
        "clientId": world.client.user.client_id,
    },
    roles=ADMIN,
)
# forms of a user that every role has
OWN_CARDS = (
    Simple("GET", "/api/rest/profile/{id}", roles=ADMIN, id=lambda world: world.admin.id),
    Simple(
        "PUT",
        "/api/rest/profile/{id}",
        body=lambda world: {**ACCOUNT, "username": "eva"},
        roles=ADMIN,
        id=lambda world: world.admin.id,
    ),
    Simple("GET", "/api/rest/addresses/{id}", roles=ADMIN, id=lambda world: world.client.id),
    Simple(
        "PUT", "/api/rest/addresses/{id}", body=lambda world: address(), roles=ADMIN, id=lambda world: world.client.id
    ),
)
