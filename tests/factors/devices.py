"""What people hold in their hands: an application that makes codes, and an authenticator that makes passkeys."""

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

from portal_backend.factors.models import RecoveryCode
from tests import factories
from tests.caller import Answered, Caller
from tests.factories import Person

ORIGIN = "http://localhost:8000"
LOGIN, WITH_CODE, WITH_PASSKEY = "/contacts/login", "/contacts/login/code", "/contacts/login/passkey"
OPTIONS = "/contacts/login/passkey/options"
MINE, KEY, ROLES, RESET = "/second-factor", "/second-factor/key", "/second-factor/roles", "/second-factor/reset"
CODE, PASSKEY, REMOVE = "/second-factor/code", "/second-factor/passkey", "/second-factor/remove"
RENEW = "/second-factor/recovery-codes"
CONFIRM_CODE, CONFIRM_PASSKEY = f"{KEY}/code", f"{KEY}/passkey"
SPARE = "SPARESPARE22"


def code_of(secret: str, later: int = 0) -> str:
    """What an application shows for a secret, so many seconds from now."""
    totp = TOTP(base64.b32decode(secret), 6, SHA1(), 30)  # noqa: S303 - what applications know
    return totp.generate(int(timezone.now().timestamp()) + later).decode()


def log_in(username: str, address: str = "10.0.0.1", password: str = factories.PASSWORD) -> Any:
    """The bare response of a login from an address."""
    return sent(LOGIN, {"username": username, "password": password}, address)


def sent(path: str, body: Any, address: str = "10.0.0.1") -> Any:
    """The bare response of a call from an address."""
    client = Client(headers={"Lang": "en"}, REMOTE_ADDR=address)
    return client.post(f"/api/v1{path}", body, content_type="application/json")


def verdict(response: Any) -> str:
    """Status and code."""
    return "200" if response.status_code == 200 else f"{response.status_code} {response.json().get('code', '')}".strip()


def change_key(caller: Caller, person: Person) -> str:
    """A key for changes in a user's session, confirmed by a spare recovery code where a second factor is set up."""
    begun = caller.post(KEY, {"currentPassword": factories.PASSWORD}, actor=person)
    if begun.status == 202:
        RecoveryCode.objects.create(user=person.user, hash=make_password(SPARE))
        return str(caller.post(CONFIRM_CODE, {"key": begun.data["key"], "code": SPARE}).ok["key"])
    return str(begun.ok["key"])


@dataclass(frozen=True)
class Enrolled:
    """A user whose codes come from an application: its secret, and the recovery codes that were told."""

    person: Person
    secret: str
    recovery: list[str]


def enrol(caller: Caller, person: Person) -> Enrolled:
    """Set up one-time codes in somebody's session."""
    key = change_key(caller, person)
    secret = str(caller.post(f"{CODE}/begin", {"key": key}).ok["secret"])
    added = caller.post(CODE, {"key": key, "code": code_of(secret)}).ok
    return Enrolled(person, secret, added["recoveryCodes"])


@dataclass
class Authenticator:
    """A made-up authenticator (ES256): answers what a browser would, for an origin and with the user verified."""

    origin: str = ORIGIN
    verified: bool = True
    count: int = 0
    id: bytes = field(default_factory=lambda: secrets.token_bytes(32))
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))

    def created(self, options: dict[str, Any]) -> str:
        """The answer to `navigator.credentials.create`."""
        numbers = self.key.public_key().public_numbers()
        cose = {1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32, "big"), -3: numbers.y.to_bytes(32, "big")}
        data = self._data(options["rp"]["id"], 0x40)
        data += bytes(16) + len(self.id).to_bytes(2, "big") + self.id + encode_cbor(cose)
        attestation = encode_cbor({"fmt": "none", "attStmt": {}, "authData": data})
        return self._told(
            clientDataJSON=self._client_data("webauthn.create", options["challenge"]),
            attestationObject=attestation,
        )

    def proven(self, options: dict[str, Any]) -> str:
        """The answer to `navigator.credentials.get`."""
        self.count += 1
        data = self._data(options["rpId"])
        client = self._client_data("webauthn.get", options["challenge"])
        signed = self.key.sign(data + hashlib.sha256(client).digest(), ec.ECDSA(hashes.SHA256()))
        return self._told(clientDataJSON=client, authenticatorData=data, signature=signed)

    def _data(self, host: str, more: int = 0) -> bytes:
        flags = 0x01 | (0x04 if self.verified else 0) | more
        return hashlib.sha256(host.encode()).digest() + bytes([flags]) + self.count.to_bytes(4, "big")

    def _client_data(self, kind: str, challenge: str) -> bytes:
        return json.dumps({"type": kind, "challenge": challenge, "origin": self.origin}).encode()

    def _told(self, **response: bytes) -> str:
        name = bytes_to_base64url(self.id)
        parts = {key: bytes_to_base64url(value) for key, value in response.items()}
        return json.dumps({"id": name, "rawId": name, "type": "public-key", "response": parts})


def add_passkey(caller: Caller, person: Person, device: Authenticator, name: str = "My key") -> Answered:
    """Register a passkey in somebody's session."""
    key = change_key(caller, person)
    options = caller.post(f"{PASSKEY}/begin", {"key": key}).ok["options"]
    return caller.post(PASSKEY, {"key": key, "name": name, "credential": device.created(options)})


def step_key() -> str:
    """The key that the first step of a login gives."""
    return str(log_in("client").json()["key"])


def finish(code: str, key: str = "", address: str = "10.0.0.1") -> Any:
    """The second step of a login, of a first one made for it where no key is given."""
    return sent(WITH_CODE, {"key": key or step_key(), "code": code}, address)
