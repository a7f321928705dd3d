"""Passkeys (WebAuthn): keys on a device that it opens by finger, face or number."""

import hashlib
import logging
from collections.abc import Iterable
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
from portal_backend.base.errors import Refusal, invalid_field
from portal_backend.base.words import word
from portal_backend.factors.models import Passkey

log = logging.getLogger("portal.sessions")
VERIFIED = UserVerificationRequirement.REQUIRED
# whatever a made-up credential breaks in: its shape, its base64, its CBOR, its key
MALFORMED = (WebAuthnException, ValueError, TypeError, KeyError, IndexError, AttributeError)
Options = dict[str, Any]


def relying_party() -> tuple[str, str]:
    """What browsers bind passkeys to: the host of the public address, and its origin.

    No browser takes an address of numbers; this machine's is called localhost, which is what they take in its place.
    """
    public = urlsplit(settings.PUBLIC_URL)
    host = public.hostname or "localhost"
    try:
        if ip_address(host).is_loopback:
            host = "localhost"
    except ValueError:  # a name, as it should be
        pass
    port = "" if public.port in (None, {"https": 443, "http": 80}.get(public.scheme)) else f":{public.port}"
    return host, f"{public.scheme}://{host}{port}"


def registration_options(user: User) -> tuple[Options, str]:
    """What the browser is asked to make a passkey of, and the challenge in it."""
    options = generate_registration_options(
        rp_id=relying_party()[0],
        rp_name=word("mail.portal"),
        user_id=_handle(user),
        user_name=user.username,
        user_display_name=user.full_name or user.username,
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.PREFERRED, user_verification=VERIFIED
        ),
        exclude_credentials=_described(user),
    )
    return options_to_json_dict(options), bytes_to_base64url(options.challenge)


def register(user: User, name: str, credential: str, challenge: str) -> Passkey:
    """A new passkey of a user. Raises 400 where the browser's answer is none to the challenge."""
    host, origin = relying_party()
    try:
        verified = verify_registration_response(
            credential=credential,
            expected_challenge=base64url_to_bytes(challenge),
            expected_rp_id=host,
            expected_origin=origin,
            require_user_verification=True,
        )
        transports = parse_registration_credential_json(credential).response.transports or []
    except MALFORMED as error:
        raise _refused(user.username, error) from None
    key = bytes_to_base64url(verified.credential_id)
    if Passkey.objects.filter(credential=key).exists():
        raise _refused(user.username, "registered before")
    return Passkey.objects.create(
        user=user,
        credential=key,
        public_key=verified.credential_public_key,
        sign_count=verified.sign_count,
        transports=[each.value for each in transports],
        name=name,
        created_at=timezone.now(),
    )


def login_options(user: User | None) -> tuple[Options, str]:
    """What the browser is asked to prove, by one of a user's passkeys or any that the device has for the portal."""
    options = generate_authentication_options(
        rp_id=relying_party()[0],
        allow_credentials=_described(user) if user else None,
        user_verification=VERIFIED,
    )
    return options_to_json_dict(options), bytes_to_base64url(options.challenge)


def user_proven(credential: str, challenge: str, user: User | None) -> User:
    """Whose passkey answered the challenge, of `user` where one is known. Raises 400.

    A counter that does not grow is that of a copy (authenticators without counter always say 0).
    """
    who = user.username if user else "unknown"
    host, origin = relying_party()
    try:
        answer = parse_authentication_credential_json(credential)
        row = _row(answer.id, user)
        if row is None:
            raise _refused(who, "unknown passkey")
        verified = verify_authentication_response(
            credential=answer,
            expected_challenge=base64url_to_bytes(challenge),
            expected_rp_id=host,
            expected_origin=origin,
            credential_public_key=bytes(row.public_key),
            credential_current_sign_count=row.sign_count,
            require_user_verification=True,
        )
    except MALFORMED as error:
        raise _refused(who, error) from None
    same = Passkey.objects.filter(pk=row.pk, sign_count=row.sign_count)
    if not same.update(sign_count=verified.new_sign_count, used_at=timezone.now()):
        raise _refused(who, "used twice at once")
    return row.user


def _row(credential: str, user: User | None) -> Passkey | None:
    rows = Passkey.objects.select_related("user").filter(credential=credential)
    return (rows.filter(user=user) if user else rows).first()


def _handle(user: User) -> bytes:
    """What an authenticator knows a user by: always the same, and nothing of the person."""
    return hashlib.sha256(f"portal user {user.pk}".encode()).digest()


def _described(user: User) -> list[PublicKeyCredentialDescriptor]:
    rows = Passkey.objects.filter(user=user).order_by("pk")
    return [
        PublicKeyCredentialDescriptor(
            id=base64url_to_bytes(row.credential), transports=list(_transports(row.transports)) or None
        )
        for row in rows
    ]


def _transports(names: Iterable[str]) -> Iterable[AuthenticatorTransport]:
    return (AuthenticatorTransport(name) for name in names)


def _refused(who: str, why: object) -> Refusal:
    log.warning("passkey refused user=%s why=%s", who, why)
    return invalid_field("credential", "passkey")
