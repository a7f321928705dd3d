"""API calls of two-factor authentication, with and without a session."""

from typing import Any

from portal_backend.base.actor import Role
from tests import factories
from tests.contract.registry import EVERY
from tests.contract.simple import Simple

ADMIN = frozenset({Role.ADMIN})
FACTOR_CALLS = (
    Simple("GET", "/second-factor", roles=EVERY),
    Simple("POST", "/second-factor/key", body=lambda world: {"currentPassword": factories.PASSWORD}, roles=EVERY),
    Simple("PUT", "/second-factor/reset", query=lambda world: {"username": world.client2.username}, roles=ADMIN),
    Simple("GET", "/second-factor/roles", roles=ADMIN),
    Simple("PUT", "/second-factor/roles", body=lambda world: {"roles": ["ADMIN"]}, roles=ADMIN),
)
OVER = "410 STEP_EXPIRED"
NO_STEP: dict[str, Any] = {"key": "never-given"}
# with the response to an unknown key
KEYED: dict[tuple[str, str], tuple[Any, str]] = {
    ("POST", "/contacts/login/code"): ({**NO_STEP, "code": "123456"}, OVER),
    ("POST", "/contacts/login/passkey/options"): (NO_STEP, OVER),
    ("POST", "/contacts/login/passkey"): ({**NO_STEP, "credential": "{}"}, OVER),
    ("POST", "/second-factor/key/code"): ({**NO_STEP, "code": "123456"}, OVER),
    ("POST", "/second-factor/key/passkey"): ({**NO_STEP, "credential": "{}"}, OVER),
    ("POST", "/second-factor/code/begin"): (NO_STEP, OVER),
    ("POST", "/second-factor/code"): ({**NO_STEP, "code": "123456"}, OVER),
    ("POST", "/second-factor/passkey/begin"): (NO_STEP, OVER),
    ("POST", "/second-factor/passkey"): ({**NO_STEP, "name": "Key", "credential": "{}"}, OVER),
    ("POST", "/second-factor/recovery-codes"): (NO_STEP, OVER),
    ("POST", "/second-factor/remove"): (NO_STEP, OVER),
}
