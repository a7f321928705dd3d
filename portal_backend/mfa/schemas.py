"""Request and response schemas of two-factor authentication."""

from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import Field

from portal_backend.accounts.schemas import Session
from portal_backend.core.actor import Role
from portal_backend.core.types import QueryId, RequestModel, ResponseModel, ShortText, Text

Key = Annotated[str, Field(min_length=1, max_length=64)]
Credential = Annotated[str, Field(min_length=1, max_length=10_000)]


class LoginStepAnswer(ResponseModel):
    """Challenge that follows the right password, in a login or before a factor change.

    - `step`: VERIFY and CONFIRM ask for one of the `means` or a recovery code, ENROL for the setup of a factor, which
      the role requires.
    - `key`: valid for this step only.
    - `means`: kinds of factors the user has.
    """

    step: Literal["VERIFY", "ENROL", "CONFIRM"]
    key: str
    means: list[Literal["CODE", "PASSKEY"]]
    expires_at: str


class KeyIn(RequestModel):
    """Key of a challenge."""

    key: Key


class CodeIn(KeyIn):
    """One-time code, or recovery code when logging in or confirming.

    Spaces and hyphens are ignored.
    """

    code: ShortText = Field(min_length=1)


class PasskeyLoginIn(RequestModel):
    """Key of a challenge; empty to log in with a passkey alone."""

    key: Annotated[str, Field(max_length=64)] = ""


class CredentialIn(KeyIn):
    """Response of the browser's WebAuthn API, as JSON text."""

    credential: Credential


class NewPasskeyIn(CredentialIn):
    """New passkey and its name."""

    name: Annotated[Text, Field(max_length=64)]


class RemovedIn(KeyIn):
    """Factor to remove: a passkey, or without `passkey` the authenticator app."""

    passkey: QueryId | None = None


class RequiringRolesIn(RequestModel):
    """Roles that require two-factor authentication."""

    roles: Annotated[list[Role], Field(max_length=len(Role))]


class ChangeKey(ResponseModel):
    """Key for factor changes and its expiry."""

    key: str
    expires_at: str


class NewGenerator(ResponseModel):
    """Secret for an authenticator app.

    - `secret`: the secret in base32.
    - `picture`: QR code with the secret (SVG data URI).
    """

    secret: str
    picture: str


class PasskeyOptions(ResponseModel):
    """WebAuthn options for `navigator.credentials`, and the key to respond with."""

    key: str
    options: dict[str, Any]


class AddedFactor(ResponseModel):
    """Result of an added factor.

    - `recoveryCodes`: new recovery codes, returned once, if the user had none.
    - `session`: session, if a login required the factor.
    """

    recovery_codes: list[str] | None
    session: Session | None


class OwnPasskey(ResponseModel):
    """Passkey in its owner's list."""

    id: int
    name: str
    created_at: datetime
    used_at: datetime | None


class OwnFactors(ResponseModel):
    """Factors of the caller.

    - `required`: whether the caller's role requires two-factor authentication.
    - `codesSince`: setup time of the authenticator app.
    - `recoveryCodes`: number of unused recovery codes.
    """

    required: bool
    codes_since: datetime | None
    passkeys: list[OwnPasskey]
    recovery_codes: int


class RoleOfFactor(ResponseModel):
    """Two-factor policy of a role.

    - `users`: number of users who are not locked.
    - `without`: number of those without two-factor authentication.
    """

    role: Role
    name: str
    required: bool
    users: int
    without: int
