"""API calls of two-factor authentication, with and without a session."""

from typing import Any

from portal_backend.core.actor import Role
from tests import factories
from tests.contract.calls import ALL_ROLES
from tests.contract.standalone_call import StandaloneCall

ADMIN_ONLY = frozenset({Role.ADMIN})
MFA_CALLS = (
    StandaloneCall("GET", "/second-factor", roles=ALL_ROLES),
    StandaloneCall(
        "POST", "/second-factor/key", body=lambda world: {"currentPassword": factories.PASSWORD}, roles=ALL_ROLES
    ),
    StandaloneCall(
        "PUT", "/second-factor/reset", query=lambda world: {"username": world.client2.username}, roles=ADMIN_ONLY
    ),
    StandaloneCall("GET", "/second-factor/roles", roles=ADMIN_ONLY),
    StandaloneCall("PUT", "/second-factor/roles", body=lambda world: {"roles": ["ADMIN"]}, roles=ADMIN_ONLY),
)
CHALLENGE_EXPIRED = "410 STEP_EXPIRED"
UNKNOWN_KEY: dict[str, Any] = {"key": "never-given"}
# with the response to an unknown key
KEYED_CALLS: dict[tuple[str, str], tuple[Any, str]] = {
    ("POST", "/contacts/login/code"): ({**UNKNOWN_KEY, "code": "123456"}, CHALLENGE_EXPIRED),
    ("POST", "/contacts/login/passkey/options"): (UNKNOWN_KEY, CHALLENGE_EXPIRED),
    ("POST", "/contacts/login/passkey"): ({**UNKNOWN_KEY, "credential": "{}"}, CHALLENGE_EXPIRED),
    ("POST", "/second-factor/key/code"): ({**UNKNOWN_KEY, "code": "123456"}, CHALLENGE_EXPIRED),
    ("POST", "/second-factor/key/passkey"): ({**UNKNOWN_KEY, "credential": "{}"}, CHALLENGE_EXPIRED),
    ("POST", "/second-factor/code/begin"): (UNKNOWN_KEY, CHALLENGE_EXPIRED),
    ("POST", "/second-factor/code"): ({**UNKNOWN_KEY, "code": "123456"}, CHALLENGE_EXPIRED),
    ("POST", "/second-factor/passkey/begin"): (UNKNOWN_KEY, CHALLENGE_EXPIRED),
    ("POST", "/second-factor/passkey"): ({**UNKNOWN_KEY, "name": "Key", "credential": "{}"}, CHALLENGE_EXPIRED),
    ("POST", "/second-factor/recovery-codes"): (UNKNOWN_KEY, CHALLENGE_EXPIRED),
    ("POST", "/second-factor/remove"): (UNKNOWN_KEY, CHALLENGE_EXPIRED),
}
