"""The calls that change a person: who may change whom is more than a role, so the matrix of roles has them not."""

from tests.contract.administration_rows import ACCOUNT, ADMIN, PASSWORD, PERSON, address
from tests.contract.simple import Simple

EDIT_CONTACT = Simple(
    "PUT",
    "/contacts/edit",
    body=lambda here: {
        **PERSON,
        "oldUsername": here.client2.username,
        "newUsername": "renamed",
        "password": PASSWORD,
        "backupEmails": [{"id": -1, "value": "b@example.org"}],
        "clientId": here.client.user.client_id,
    },
    roles=ADMIN,
)
# the cards of a user that everybody has
OWN_CARDS = (
    Simple("GET", "/api/rest/profile/{id}", roles=ADMIN, id=lambda here: here.admin.id),
    Simple(
        "PUT",
        "/api/rest/profile/{id}",
        body=lambda here: {**ACCOUNT, "username": "eva"},
        roles=ADMIN,
        id=lambda here: here.admin.id,
    ),
    Simple("GET", "/api/rest/addresses/{id}", roles=ADMIN, id=lambda here: here.client.id),
    Simple("PUT", "/api/rest/addresses/{id}", body=lambda here: address(), roles=ADMIN, id=lambda here: here.client.id),
)
