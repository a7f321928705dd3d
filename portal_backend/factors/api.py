"""Endpoints of the login and of two-factor authentication (contract 6.1).

Endpoints with a `key` take it instead of a token: it belongs to one user, serves one purpose and expires after minutes.
"""

from django.http import HttpRequest
from ninja import Router

from portal_backend.accounts.devices import device_named
from portal_backend.accounts.lists import USER_ADMINS
from portal_backend.accounts.login import log_in
from portal_backend.accounts.models import LoginStep, Purpose
from portal_backend.accounts.schemas import Credentials, CurrentPasswordIn, Session
from portal_backend.accounts.sessions import Gate, actor_of, token_of
from portal_backend.base.actor import EVERYBODY
from portal_backend.base.answers import Answer
from portal_backend.base.calls import address_of
from portal_backend.base.fields import Keyword
from portal_backend.base.newyork import iso
from portal_backend.factors import administering, changing, logging_in, schemas

router = Router(tags=["accounts"])


def _device(request: HttpRequest) -> str:
    return device_named(request.headers.get("User-Agent", ""))


def _change_key(key: str, challenge: LoginStep) -> Answer:
    return Answer({"key": key, "expiresAt": iso(challenge.expires_at)})


@router.post("/contacts/login", response={200: Session, 202: schemas.LoginStepAnswer}, auth=None)
def login(request: HttpRequest, credentials: Credentials) -> Answer:
    """Log in with a password.

    Responds with a session, or with 202 and a challenge if two-factor authentication is needed.
    """
    outcome = log_in(credentials.username, credentials.password, address=address_of(request), device=_device(request))
    if isinstance(outcome, LoginStep):
        return Answer(logging_in.described(outcome), 202)
    return Answer(outcome)


@router.post("/contacts/login/code", response=Session, auth=None)
def login_with_code(request: HttpRequest, data: schemas.CodeIn) -> Answer:
    """Complete a login with a one-time code or a recovery code."""
    return Answer(logging_in.log_in_with_code(data.key, data.code, address=address_of(request)))


@router.post("/contacts/login/passkey/options", response=schemas.PasskeyOptions, auth=None)
def login_options(request: HttpRequest, data: schemas.PasskeyLoginIn) -> Answer:
    """Return the WebAuthn options of a login.

    With a `key`, the passkey completes a login; without one, it replaces the password as well.
    """
    return Answer(logging_in.passkey_options(data.key, address=address_of(request), device=_device(request)))


@router.post("/contacts/login/passkey", response=Session, auth=None)
def login_with_passkey(request: HttpRequest, data: schemas.CredentialIn) -> Answer:
    """Complete a login with a passkey."""
    return Answer(logging_in.log_in_with_passkey(data.key, data.credential, address=address_of(request)))


@router.get("/second-factor", response=schemas.OwnFactors, auth=Gate(EVERYBODY))
def fetch_own(request: HttpRequest) -> Answer:
    """Return the caller's factors."""
    return Answer(administering.own_factors(actor_of(request)))


@router.post(
    "/second-factor/key", response={200: schemas.ChangeKey, 202: schemas.LoginStepAnswer}, auth=Gate(EVERYBODY)
)
def post_key(request: HttpRequest, data: CurrentPasswordIn) -> Answer:
    """Create a key for factor changes, given the current password.

    Responds with 202 and a challenge if the change must be confirmed by an existing factor.
    """
    challenge = changing.begin_change(actor_of(request), token_of(request), data.current_password)
    if challenge.purpose == Purpose.CONFIRM:
        return Answer(logging_in.described(challenge), 202)
    return _change_key(challenge.key, challenge)


@router.post("/second-factor/key/code", response=schemas.ChangeKey, auth=None)
def confirm_code(request: HttpRequest, data: schemas.CodeIn) -> Answer:
    """Confirm a factor change with a one-time code or a recovery code."""
    return _change_key(data.key, changing.confirm_with_code(data.key, data.code, address=address_of(request)))


@router.post("/second-factor/key/passkey", response=schemas.ChangeKey, auth=None)
def confirm_passkey(request: HttpRequest, data: schemas.CredentialIn) -> Answer:
    """Confirm a factor change with a passkey."""
    return _change_key(data.key, changing.confirm_with_passkey(data.key, data.credential, address=address_of(request)))


@router.post("/second-factor/code/begin", response=schemas.NewGenerator, auth=None)
def begin_code(request: HttpRequest, data: schemas.KeyIn) -> Answer:
    """Begin the setup of an authenticator app and return its secret."""
    return Answer(changing.begin_code(data.key))


@router.post("/second-factor/code", response=schemas.Added, auth=None)
def add_code(request: HttpRequest, data: schemas.CodeIn) -> Answer:
    """Complete the setup of an authenticator app with a code of it."""
    return Answer(changing.add_code(data.key, data.code, address=address_of(request)))


@router.post("/second-factor/passkey/begin", response=schemas.PasskeyOptions, auth=None)
def begin_passkey(request: HttpRequest, data: schemas.KeyIn) -> Answer:
    """Begin the setup of a passkey and return its WebAuthn options."""
    return Answer({"key": data.key, "options": changing.begin_passkey(data.key)})


@router.post("/second-factor/passkey", response=schemas.Added, auth=None)
def add_passkey(request: HttpRequest, data: schemas.NewPasskeyIn) -> Answer:
    """Complete the setup of a passkey."""
    return Answer(changing.add_passkey(data.key, data.name, data.credential, address=address_of(request)))


@router.post("/second-factor/recovery-codes", response=list[str], auth=None)
def renew_codes(request: HttpRequest, data: schemas.KeyIn) -> Answer:
    """Replace the recovery codes by new ones."""
    return Answer(changing.renew_codes(data.key, address=address_of(request)))


@router.post("/second-factor/remove", response=bool, auth=None)
def remove(request: HttpRequest, data: schemas.RemovedIn) -> Answer:
    """Remove a passkey or the authenticator app."""
    changing.remove(data.key, data.passkey, address=address_of(request))
    return Answer(True)


@router.put("/second-factor/reset", response=bool, auth=Gate(USER_ADMINS, names_target=True))
def reset(request: HttpRequest, username: Keyword) -> Answer:
    """Remove the factors of a user who lost them."""
    administering.reset(username, actor=actor_of(request))
    return Answer(True)


@router.get("/second-factor/roles", response=list[schemas.RoleOfFactor], auth=Gate(USER_ADMINS))
def fetch_roles(request: HttpRequest) -> Answer:
    """List the roles and whether they require two-factor authentication."""
    return Answer(administering.roles())


@router.put("/second-factor/roles", response=list[schemas.RoleOfFactor], auth=Gate(USER_ADMINS))
def put_roles(request: HttpRequest, data: schemas.RequiringRolesIn) -> Answer:
    """Set the roles that require two-factor authentication."""
    administering.require(data.roles, actor=actor_of(request))
    return Answer(administering.roles())
