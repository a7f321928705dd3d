"""Passkeys (WebAuthn): keys on a device, unlocked by biometrics or a PIN."""

import hashlib
import logging
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.utils import timezone
from webauthn import (
    generate_authentication_options,
    generate_registration_options,
    verify_authentication_response,
    verify_registration_response,
)
from webauthn.helpers import (
    base64url_to_bytes,
    bytes_to_base64url,
    options_to_json_dict,
    parse_authentication_credential_json,
    parse_registration_credential_json,
)
from webauthn.helpers.exceptions import WebAuthnException
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    AuthenticatorTransport,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from portal_backend.accounts.models import User
from portal_backend.core.errors import ApiError, invalid_field
from portal_backend.core.translations import translate
from portal_backend.mfa.models import Passkey

log = logging.getLogger("portal.sessions")
USER_VERIFICATION = UserVerificationRequirement.REQUIRED
# errors that a malformed credential causes: in its shape, base64, CBOR or key
INVALID_CREDENTIAL_ERRORS = (WebAuthnException, ValueError, TypeError, KeyError, IndexError, AttributeError)
WebAuthnOptions = dict[str, Any]


def get_relying_party() -> tuple[str, str]:
    """Return the relying party id and the origin that passkeys are bound to.

    They come from the public address. WebAuthn does not accept IP addresses, so a loopback address becomes localhost.
    """
    public_url = urlsplit(settings.PUBLIC_URL)
    host = public_url.hostname or "localhost"
    try:
        if ip_address(host).is_loopback:
            host = "localhost"
    except ValueError:  # a host name, as expected
        pass
    port = "" if public_url.port in (None, {"https": 443, "http": 80}.get(public_url.scheme)) else f":{public_url.port}"
    return host, f"{public_url.scheme}://{host}{port}"


def build_registration_options(user: User) -> tuple[WebAuthnOptions, str]:
    """Return the WebAuthn options to register a passkey with, and their challenge."""
    options = generate_registration_options(
        rp_id=get_relying_party()[0],
        rp_name=translate("mail.portal"),
        user_id=_build_user_handle(user),
        user_name=user.username,
        user_display_name=user.full_name or user.username,
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.PREFERRED, user_verification=USER_VERIFICATION
        ),
        exclude_credentials=_build_descriptors(user),
    )
    return options_to_json_dict(options), bytes_to_base64url(options.challenge)


def register_passkey(user: User, name: str, credential: str, challenge: str) -> Passkey:
    """Verify the browser's response to the challenge and save the passkey. Raises 400."""
    host, origin = get_relying_party()
    try:
        verified = verify_registration_response(
            credential=credential,
            expected_challenge=base64url_to_bytes(challenge),
            expected_rp_id=host,
            expected_origin=origin,
            require_user_verification=True,
        )
        transports = parse_registration_credential_json(credential).response.transports or []
    except INVALID_CREDENTIAL_ERRORS as error:
        raise _invalid_passkey(user.username, error) from None
    credential_id = bytes_to_base64url(verified.credential_id)
    if Passkey.objects.filter(credential_id=credential_id).exists():
        raise _invalid_passkey(user.username, "registered before")
    return Passkey.objects.create(
        user=user,
        credential_id=credential_id,
        public_key=verified.credential_public_key,
        sign_count=verified.sign_count,
        transports=[each.value for each in transports],
        name=name,
        created_at=timezone.now(),
    )


def build_authentication_options(user: User | None) -> tuple[WebAuthnOptions, str]:
    """Return the WebAuthn options to log in with, and their challenge.

    They accept the passkeys of `user`, or any passkey of the portal on the device if `user` is None.
    """
    options = generate_authentication_options(
        rp_id=get_relying_party()[0],
        allow_credentials=_build_descriptors(user) if user else None,
        user_verification=USER_VERIFICATION,
    )
    return options_to_json_dict(options), bytes_to_base64url(options.challenge)


def verify_assertion(credential: str, challenge: str, user: User | None) -> User:
    """Verify a passkey's response to the challenge and return its user.

    If `user` is given, the passkey must be that user's. Raises 400, also if the signature counter does not grow, which
    indicates a cloned authenticator (authenticators without a counter always send 0).
    """
    username = user.username if user else "unknown"
    host, origin = get_relying_party()
    try:
        response = parse_authentication_credential_json(credential)
        row = _get_passkey(response.id, user)
        if row is None:
            raise _invalid_passkey(username, "unknown passkey")
        verified = verify_authentication_response(
            credential=response,
            expected_challenge=base64url_to_bytes(challenge),
            expected_rp_id=host,
            expected_origin=origin,
            credential_public_key=bytes(row.public_key),
            credential_current_sign_count=row.sign_count,
            require_user_verification=True,
        )
    except INVALID_CREDENTIAL_ERRORS as error:
        raise _invalid_passkey(username, error) from None
    unchanged_rows = Passkey.objects.filter(pk=row.pk, sign_count=row.sign_count)
    if not unchanged_rows.update(sign_count=verified.new_sign_count, used_at=timezone.now()):
        raise _invalid_passkey(username, "used twice at once")
    return row.user


def _get_passkey(credential: str, user: User | None) -> Passkey | None:
    rows = Passkey.objects.select_related("user").filter(credential_id=credential)
    return (rows.filter(user=user) if user else rows).first()


def _build_user_handle(user: User) -> bytes:
    """Return the WebAuthn user handle: constant, and without personal data."""
    return hashlib.sha256(f"portal user {user.pk}".encode()).digest()


def _build_descriptors(user: User) -> list[PublicKeyCredentialDescriptor]:
    rows = Passkey.objects.filter(user=user).order_by("pk")
    return [
        PublicKeyCredentialDescriptor(
            id=base64url_to_bytes(row.credential_id),
            transports=[AuthenticatorTransport(each) for each in row.transports] or None,
        )
        for row in rows
    ]


def _invalid_passkey(username: str, reason: object) -> ApiError:
    log.warning("passkey refused user=%s why=%s", username, reason)
    return invalid_field("credential", "passkey")
