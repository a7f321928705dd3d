"""Simulated authenticators: an app for one-time codes and one for passkeys."""

import base64
import hashlib
import json
import secrets
from dataclasses import dataclass, field
from typing import Any

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA1
from cryptography.hazmat.primitives.twofactor.totp import TOTP
from django.contrib.auth.hashers import make_password
from django.test import Client
from django.utils import timezone
from webauthn.helpers import bytes_to_base64url, encode_cbor

from portal_backend.mfa.models import RecoveryCode
from tests import factories
from tests.api_client import ApiClient, ClientResponse
from tests.factories import Person

ORIGIN = "http://localhost:8000"
LOGIN, WITH_CODE, WITH_PASSKEY = "/contacts/login", "/contacts/login/code", "/contacts/login/passkey"
OPTIONS = "/contacts/login/passkey/options"
OWN_FACTORS, CHANGE_KEY, ROLES, RESET = (
    "/second-factor",
    "/second-factor/key",
    "/second-factor/roles",
    "/second-factor/reset",
)
CODE, PASSKEY, REMOVE = "/second-factor/code", "/second-factor/passkey", "/second-factor/remove"
RENEW = "/second-factor/recovery-codes"
CONFIRM_CODE, CONFIRM_PASSKEY = f"{CHANGE_KEY}/code", f"{CHANGE_KEY}/passkey"
SPARE_CODE = "SPARESPARE22"


def generate_code(secret: str, later: int = 0) -> str:
    """Return the app's code for a secret, `later` seconds from now."""
    totp = TOTP(base64.b32decode(secret), 6, SHA1(), 30)  # noqa: S303 - the hash that all apps support
    return totp.generate(int(timezone.now().timestamp()) + later).decode()


def log_in(username: str, address: str = "10.0.0.1", password: str = factories.PASSWORD) -> Any:
    """Return the plain response of a login from an IP address."""
    return post_from(LOGIN, {"username": username, "password": password}, address)


def post_from(path: str, body: Any, address: str = "10.0.0.1") -> Any:
    """Return the plain response of a POST from an IP address."""
    client = Client(headers={"Lang": "en"}, REMOTE_ADDR=address)
    return client.post(f"/api/v1{path}", body, content_type="application/json")


def describe_outcome(response: Any) -> str:
    """Return status and error code of a response."""
    return "200" if response.status_code == 200 else f"{response.status_code} {response.json().get('code', '')}".strip()


def create_change_key(caller: ApiClient, person: Person) -> str:
    """Return a key for factor changes in a user's session.

    If the user has a factor, a spare recovery code confirms the change.
    """
    response = caller.post(CHANGE_KEY, {"currentPassword": factories.PASSWORD}, actor=person)
    if response.status == 202:
        RecoveryCode.objects.create(user=person.user, hash=make_password(SPARE_CODE))
        return str(caller.post(CONFIRM_CODE, {"key": response.data["key"], "code": SPARE_CODE}).ok["key"])
    return str(response.ok["key"])


@dataclass(frozen=True)
class EnrolledUser:
    """User with an authenticator app."""

    person: Person
    #: TOTP secret in base32.
    secret: str
    #: Recovery codes in plain text.
    recovery: list[str]


def enroll_totp(caller: ApiClient, person: Person) -> EnrolledUser:
    """Set up one-time codes in a user's session."""
    key = create_change_key(caller, person)
    secret = str(caller.post(f"{CODE}/begin", {"key": key}).ok["secret"])
    added = caller.post(CODE, {"key": key, "code": generate_code(secret)}).ok
    return EnrolledUser(person, secret, added["recoveryCodes"])


@dataclass
class Authenticator:
    """Simulated WebAuthn authenticator (ES256).

    It responds as a browser would.
    """

    #: Origin that the simulated browser reports.
    origin: str = ORIGIN
    #: Whether the user was verified.
    verified: bool = True
    count: int = 0
    id: bytes = field(default_factory=lambda: secrets.token_bytes(32))
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))

    def create_credential(self, options: dict[str, Any]) -> str:
        """Return the response of `navigator.credentials.create`."""
        numbers = self.key.public_key().public_numbers()
        cose = {1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32, "big"), -3: numbers.y.to_bytes(32, "big")}
        data = self._data(options["rp"]["id"], 0x40)
        data += bytes(16) + len(self.id).to_bytes(2, "big") + self.id + encode_cbor(cose)
        attestation = encode_cbor({"fmt": "none", "attStmt": {}, "authData": data})
        return self._serialize(
            clientDataJSON=self._client_data("webauthn.create", options["challenge"]),
            attestationObject=attestation,
        )

    def create_assertion(self, options: dict[str, Any]) -> str:
        """Return the response of `navigator.credentials.get`."""
        self.count += 1
        data = self._data(options["rpId"])
        client = self._client_data("webauthn.get", options["challenge"])
        signed = self.key.sign(data + hashlib.sha256(client).digest(), ec.ECDSA(hashes.SHA256()))
        return self._serialize(clientDataJSON=client, authenticatorData=data, signature=signed)

    def _data(self, host: str, more: int = 0) -> bytes:
        flags = 0x01 | (0x04 if self.verified else 0) | more
        return hashlib.sha256(host.encode()).digest() + bytes([flags]) + self.count.to_bytes(4, "big")

    def _client_data(self, kind: str, challenge: str) -> bytes:
        return json.dumps({"type": kind, "challenge": challenge, "origin": self.origin}).encode()

    def _serialize(self, **response: bytes) -> str:
        name = bytes_to_base64url(self.id)
        parts = {key: bytes_to_base64url(value) for key, value in response.items()}
        return json.dumps({"id": name, "rawId": name, "type": "public-key", "response": parts})


def add_passkey(caller: ApiClient, person: Person, device: Authenticator, name: str = "My key") -> ClientResponse:
    """Register a passkey in a user's session."""
    key = create_change_key(caller, person)
    options = caller.post(f"{PASSKEY}/begin", {"key": key}).ok["options"]
    return caller.post(PASSKEY, {"key": key, "name": name, "credential": device.create_credential(options)})


def create_challenge_key() -> str:
    """Return the challenge key of a login of the client."""
    return str(log_in("client").json()["key"])


def submit_code(code: str, key: str = "", address: str = "10.0.0.1") -> Any:
    """Submit a code for a challenge, by default for that of a new login."""
    return post_from(WITH_CODE, {"key": key or create_challenge_key(), "code": code}, address)
