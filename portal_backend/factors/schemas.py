"""Shapes of the second factor's calls."""

from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import Field

from portal_backend.accounts.schemas import Session
from portal_backend.base.actor import Role
from portal_backend.base.fields import Body, Keyword, QueryId, Text, Wire

Key = Annotated[str, Field(min_length=1, max_length=64)]
Credential = Annotated[str, Field(min_length=1, max_length=10_000)]


class LoginStepAnswer(Wire):
    """The step that follows the right password, in a login or before a change of the second factor.

    VERIFY and CONFIRM: one of the `means`, or a recovery code; ENROL: a second factor must be set up, as the role
    requires one. `key` is for that alone.
    """

    step: Literal["VERIFY", "ENROL", "CONFIRM"]
    key: str
    means: list[Literal["CODE", "PASSKEY"]]
    expires_at: str


class KeyIn(Body):
    """The key of a step."""

    key: Key


class CodeIn(KeyIn):
    """A code of the user's application, or at a login a recovery code; spaces and hyphens do not count."""

    code: Keyword = Field(min_length=1)


class PasskeyLoginIn(Body):
    """The key of a step; none where a passkey alone is to log in."""

    key: Annotated[str, Field(max_length=64)] = ""


class CredentialIn(KeyIn):
    """What the browser answered, as the text of its JSON."""

    credential: Credential


class NewPasskeyIn(CredentialIn):
    """A new passkey and the name that tells it from others."""

    name: Annotated[Text, Field(max_length=64)]


class RemovedIn(KeyIn):
    """What is removed: a passkey, else the code generator."""

    passkey: QueryId | None = None


class RequiringRolesIn(Body):
    """The roles that need a second factor."""

    roles: Annotated[list[Role], Field(max_length=len(Role))]


class ChangeKey(Wire):
    """A key for changes of the second factor, and its end."""

    key: str
    expires_at: str


class NewGenerator(Wire):
    """A secret for an application, in base32, and the same as a picture (SVG as a data address)."""

    secret: str
    picture: str


class PasskeyOptions(Wire):
    """What `navigator.credentials` is asked, as JSON of WebAuthn, and the key to answer with."""

    key: str
    options: dict[str, Any]


class Added(Wire):
    """Recovery codes, told once with the first factor; the session where a login waited for it."""

    recovery_codes: list[str] | None
    session: Session | None


class OwnPasskey(Wire):
    """A passkey in its owner's list."""

    id: int
    name: str
    created_at: datetime
    used_at: datetime | None


class OwnFactors(Wire):
    """What the caller has beside the password; `recoveryCodes` is how many are left."""

    required: bool
    codes_since: datetime | None
    passkeys: list[OwnPasskey]
    recovery_codes: int


class RoleOfFactor(Wire):
    """Whether a role needs a second factor, and how many of its users have none."""

    role: Role
    name: str
    required: bool
    users: int
    without: int
