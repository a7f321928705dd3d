"""Endpoints of the login and of two-factor authentication (contract 6.1).

Endpoints with a `key` take it instead of a token: it belongs to one user, serves one purpose and expires after minutes.
"""

from django.http import HttpRequest
from ninja import Router

from portal_backend.accounts.login import log_in
from portal_backend.accounts.models import ChallengePurpose, LoginChallenge
from portal_backend.accounts.schemas import Credentials, CurrentPasswordIn, Session
from portal_backend.accounts.selectors import USER_ADMINS
from portal_backend.accounts.sessions import TokenAuth, describe_device, get_actor, get_token
from portal_backend.core.actor import ALL_ROLES
from portal_backend.core.clock import format_iso
from portal_backend.core.request_context import get_client_ip
from portal_backend.core.responses import ApiResponse
from portal_backend.core.types import ShortText
from portal_backend.mfa import enrollment, policy, schemas, verification

router = Router(tags=["accounts"])


def _get_device(request: HttpRequest) -> str:
    return describe_device(request.headers.get("User-Agent", ""))


def _build_change_key_response(key: str, challenge: LoginChallenge) -> ApiResponse:
    return ApiResponse({"key": key, "expiresAt": format_iso(challenge.expires_at)})


@router.post("/contacts/login", response={200: Session, 202: schemas.LoginStepAnswer}, auth=None)
def login(request: HttpRequest, credentials: Credentials) -> ApiResponse:
    """Log in with a password.

    Responds with a session, or with 202 and a challenge if two-factor authentication is needed.
    """
    outcome = log_in(
        credentials.username, credentials.password, ip_address=get_client_ip(request), device=_get_device(request)
    )
    if isinstance(outcome, LoginChallenge):
        return ApiResponse(verification.serialize_challenge(outcome), 202)
    return ApiResponse(outcome)


@router.post("/contacts/login/code", response=Session, auth=None)
def login_with_code(request: HttpRequest, data: schemas.CodeIn) -> ApiResponse:
    """Complete a login with a one-time code or a recovery code."""
    return ApiResponse(verification.log_in_with_code(data.key, data.code, ip_address=get_client_ip(request)))


@router.post("/contacts/login/passkey/options", response=schemas.PasskeyOptions, auth=None)
def begin_passkey_login(request: HttpRequest, data: schemas.PasskeyLoginIn) -> ApiResponse:
    """Return the WebAuthn options of a login.

    With a `key`, the passkey completes a login; without one, it replaces the password as well.
    """
    return ApiResponse(
        verification.begin_passkey_login(data.key, ip_address=get_client_ip(request), device=_get_device(request))
    )


@router.post("/contacts/login/passkey", response=Session, auth=None)
def login_with_passkey(request: HttpRequest, data: schemas.CredentialIn) -> ApiResponse:
    """Complete a login with a passkey."""
    return ApiResponse(verification.log_in_with_passkey(data.key, data.credential, ip_address=get_client_ip(request)))


@router.get("/second-factor", response=schemas.OwnFactors, auth=TokenAuth(ALL_ROLES))
def fetch_own_factors(request: HttpRequest) -> ApiResponse:
    """Return the caller's factors."""
    return ApiResponse(policy.get_own_factors(get_actor(request)))


@router.post(
    "/second-factor/key", response={200: schemas.ChangeKey, 202: schemas.LoginStepAnswer}, auth=TokenAuth(ALL_ROLES)
)
def post_change_key(request: HttpRequest, data: CurrentPasswordIn) -> ApiResponse:
    """Create a key for factor changes, given the current password.

    Responds with 202 and a challenge if the change must be confirmed by an existing factor.
    """
    challenge = enrollment.begin_change(get_actor(request), get_token(request), data.current_password)
    if challenge.purpose == ChallengePurpose.CONFIRM:
        return ApiResponse(verification.serialize_challenge(challenge), 202)
    return _build_change_key_response(challenge.key, challenge)


@router.post("/second-factor/key/code", response=schemas.ChangeKey, auth=None)
def confirm_code(request: HttpRequest, data: schemas.CodeIn) -> ApiResponse:
    """Confirm a factor change with a one-time code or a recovery code."""
    return _build_change_key_response(
        data.key, enrollment.confirm_with_code(data.key, data.code, ip_address=get_client_ip(request))
    )


@router.post("/second-factor/key/passkey", response=schemas.ChangeKey, auth=None)
def confirm_passkey(request: HttpRequest, data: schemas.CredentialIn) -> ApiResponse:
    """Confirm a factor change with a passkey."""
    return _build_change_key_response(
        data.key, enrollment.confirm_with_passkey(data.key, data.credential, ip_address=get_client_ip(request))
    )


@router.post("/second-factor/code/begin", response=schemas.NewGenerator, auth=None)
def begin_totp(request: HttpRequest, data: schemas.KeyIn) -> ApiResponse:
    """Begin the setup of an authenticator app and return its secret."""
    return ApiResponse(enrollment.begin_totp(data.key))


@router.post("/second-factor/code", response=schemas.AddedFactor, auth=None)
def add_totp(request: HttpRequest, data: schemas.CodeIn) -> ApiResponse:
    """Complete the setup of an authenticator app with a code of it."""
    return ApiResponse(enrollment.add_totp(data.key, data.code, ip_address=get_client_ip(request)))


@router.post("/second-factor/passkey/begin", response=schemas.PasskeyOptions, auth=None)
def begin_passkey(request: HttpRequest, data: schemas.KeyIn) -> ApiResponse:
    """Begin the setup of a passkey and return its WebAuthn options."""
    return ApiResponse({"key": data.key, "options": enrollment.begin_passkey(data.key)})


@router.post("/second-factor/passkey", response=schemas.AddedFactor, auth=None)
def add_passkey(request: HttpRequest, data: schemas.NewPasskeyIn) -> ApiResponse:
    """Complete the setup of a passkey."""
    return ApiResponse(enrollment.add_passkey(data.key, data.name, data.credential, ip_address=get_client_ip(request)))


@router.post("/second-factor/recovery-codes", response=list[str], auth=None)
def renew_recovery_codes(request: HttpRequest, data: schemas.KeyIn) -> ApiResponse:
    """Replace the recovery codes by new ones."""
    return ApiResponse(enrollment.renew_recovery_codes(data.key, ip_address=get_client_ip(request)))


@router.post("/second-factor/remove", response=bool, auth=None)
def remove_factor(request: HttpRequest, data: schemas.RemovedIn) -> ApiResponse:
    """Remove a passkey or the authenticator app."""
    enrollment.remove_factor(data.key, data.passkey, ip_address=get_client_ip(request))
    return ApiResponse(True)


@router.put("/second-factor/reset", response=bool, auth=TokenAuth(USER_ADMINS, has_target_username=True))
def reset_mfa(request: HttpRequest, username: ShortText) -> ApiResponse:
    """Remove the factors of a user who lost them."""
    policy.reset_mfa(username, actor=get_actor(request))
    return ApiResponse(True)


@router.get("/second-factor/roles", response=list[schemas.RoleOfFactor], auth=TokenAuth(USER_ADMINS))
def fetch_roles(request: HttpRequest) -> ApiResponse:
    """List the roles and whether they require two-factor authentication."""
    return ApiResponse(policy.list_role_policies())


@router.put("/second-factor/roles", response=list[schemas.RoleOfFactor], auth=TokenAuth(USER_ADMINS))
def put_roles(request: HttpRequest, data: schemas.RequiringRolesIn) -> ApiResponse:
    """Set the roles that require two-factor authentication."""
    policy.set_required_roles(data.roles, actor=get_actor(request))
    return ApiResponse(policy.list_role_policies())
