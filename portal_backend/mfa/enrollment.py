"""Enrollment and removal of factors.

Each change takes the key of a challenge: either of a login that requires two-factor authentication to be set up, or one
issued in an open session for the current password and, if there is one, an existing factor. The key permits these
changes and nothing else.
"""

import logging
from dataclasses import dataclass

from django.conf import settings
from django.db import transaction

from portal_backend.accounts.login import create_challenge, delete_challenges, get_challenge
from portal_backend.accounts.models import ChallengePurpose, LoginChallenge, MfaRequiredRole, Token, User
from portal_backend.accounts.passwords import check_current_password
from portal_backend.accounts.rate_limits import build_counter_key, count_attempt, reset_attempts, throttle_account_mails
from portal_backend.audit.log import record_event
from portal_backend.audit.models import AuditEvent
from portal_backend.core.actor import Actor
from portal_backend.core.errors import ApiError, invalid_field, not_found
from portal_backend.core.translations import LazyMessage
from portal_backend.mfa import passkeys, recovery_codes, totp
from portal_backend.mfa.models import Passkey, RecoveryCode, TotpDevice
from portal_backend.mfa.totp import decrypt_secret, encrypt_secret
from portal_backend.mfa.verification import ResponseData, get_challenge_user, open_session, verify_code, verify_passkey
from portal_backend.notifications.mail_templates import MailTemplate
from portal_backend.notifications.outbox import enqueue_account_mail

FACTOR_CHANGED_MAIL = MailTemplate("secondFactorChanged", fields=("username",))
FACTORS_RESET_MAIL = MailTemplate("secondFactorReset", fields=("username",))

CHANGE_MESSAGES = {
    (AuditEvent.SECOND_FACTOR_ADDED, "CODE"): LazyMessage("secondFactors.codeAdded"),
    (AuditEvent.SECOND_FACTOR_ADDED, "PASSKEY"): LazyMessage("secondFactors.passkeyAdded"),
    (AuditEvent.SECOND_FACTOR_ADDED, "RECOVERY_CODES"): LazyMessage("secondFactors.codesRenewed"),
    (AuditEvent.SECOND_FACTOR_REMOVED, "CODE"): LazyMessage("secondFactors.codeRemoved"),
    (AuditEvent.SECOND_FACTOR_REMOVED, "PASSKEY"): LazyMessage("secondFactors.passkeyRemoved"),
}


def enqueue_security_mail(user: User, template: MailTemplate, **values: str | LazyMessage) -> None:
    """Enqueue an email to a user, in the transaction of the change."""
    enqueue_account_mail(user, template, {"username": user.username, **values}, "profile", caused_by_id=user.pk)


log = logging.getLogger("portal.accounts")
TOTP_PREFIX, PASSKEY_PREFIX = "code:", "passkey:"
ENROLLMENT_PURPOSES = (ChallengePurpose.ENROL, ChallengePurpose.CHANGE)


@dataclass(frozen=True)
class FactorChange:
    """Factor change in progress, in its transaction."""

    #: Challenge whose key permits the change.
    challenge: LoginChallenge
    #: User whose row is locked.
    user: User
    #: IP address of the request.
    ip_address: str


def begin_change(actor: Actor, token: str, password: str) -> LoginChallenge:
    """Create the challenge of a factor change, given the current password.

    If the user has a factor, the change must be confirmed by it first, so that a stolen password does not suffice to
    remove it. Raises 400 or 429.
    """
    user = User.objects.get(pk=actor.user_id)
    check_current_password(user, password)
    return create_challenge(ChallengePurpose.CONFIRM if user.has_mfa else ChallengePurpose.CHANGE, user.pk, token=token)


def confirm_with_code(key: str, code: str, *, ip_address: str) -> LoginChallenge:
    """Confirm a factor change with a one-time or recovery code.

    Raises 400, 403, 410 or 429.
    """
    return verify_code(key, code, ChallengePurpose.CONFIRM, _allow_change, ip_address=ip_address)[1]


def confirm_with_passkey(key: str, credential: str, *, ip_address: str) -> LoginChallenge:
    """Confirm a factor change with a passkey. Raises 400, 403, 410 or 429."""
    return verify_passkey(key, credential, (ChallengePurpose.CONFIRM,), _allow_change, ip_address=ip_address)[1]


def _allow_change(step: LoginChallenge, user: User) -> LoginChallenge:
    step.purpose, step.payload = ChallengePurpose.CHANGE, ""
    step.save(update_fields=["purpose", "payload"])
    return step


def begin_totp(key: str) -> dict[str, str]:
    """Generate a secret and store it in the challenge until it is confirmed by a code.

    Raises 410.
    """
    challenge, secret = get_challenge(key, *ENROLLMENT_PURPOSES), totp.generate_secret()
    _save_payload(challenge, f"{TOTP_PREFIX}{encrypt_secret(secret)}")
    return totp.build_provisioning(get_challenge_user(challenge), secret)


def add_totp(key: str, code: str, *, ip_address: str) -> ResponseData:
    """Save the authenticator app if `code` is a code of it.

    Raises 400, 410 or 429.
    """
    new_codes = _generate_codes_if_none(key)
    with transaction.atomic():
        change = _load_change(key, ip_address, *ENROLLMENT_PURPOSES)
        secret = decrypt_secret(_read_payload(change.challenge, TOTP_PREFIX))
        time_step = totp.find_time_step(secret, "".join(code.split()))
        if time_step is None:
            raise invalid_field("code", "code")
        totp.save_device(change.user, secret, time_step)
        return _complete_addition(change, "CODE", new_codes)


def begin_passkey(key: str) -> passkeys.WebAuthnOptions:
    """Return the WebAuthn options to register a passkey with. Raises 410."""
    login_challenge = get_challenge(key, *ENROLLMENT_PURPOSES)
    options, challenge = passkeys.build_registration_options(get_challenge_user(login_challenge))
    _save_payload(login_challenge, f"{PASSKEY_PREFIX}{challenge}")
    return options


def add_passkey(key: str, name: str, credential: str, *, ip_address: str) -> ResponseData:
    """Save a passkey under a name. Raises 400, 410 or 429."""
    new_codes = _generate_codes_if_none(key)
    with transaction.atomic():
        change = _load_change(key, ip_address, *ENROLLMENT_PURPOSES)
        passkeys.register_passkey(change.user, name, credential, _read_payload(change.challenge, PASSKEY_PREFIX))
        return _complete_addition(change, "PASSKEY", new_codes)


def renew_recovery_codes(key: str, *, ip_address: str) -> list[str]:
    """Replace all recovery codes and return the new ones.

    Raises 409 if the user has no factor, 410 or 429.
    """
    # counted first, because hashing ten codes is expensive
    throttle_account_mails(get_challenge_user(get_challenge(key, ChallengePurpose.CHANGE)).pk)
    new_codes = recovery_codes.generate_codes()
    with transaction.atomic():
        change = _load_change(key, ip_address, ChallengePurpose.CHANGE)
        if not change.user.has_mfa:
            raise ApiError(409, "NO_SECOND_FACTOR")
        _end_other_sessions(change)
        _record_and_notify(change.user, AuditEvent.SECOND_FACTOR_ADDED, "RECOVERY_CODES")
        return recovery_codes.replace_codes(change.user, new_codes)


@transaction.atomic
def remove_factor(key: str, passkey: int | None, *, ip_address: str) -> None:
    """Remove a passkey, or without `passkey` the authenticator app.

    Raises 404, 409 if the role requires the last factor, 410 or 429.
    """
    change = _load_change(key, ip_address, ChallengePurpose.CHANGE)
    throttle_account_mails(change.user.pk)
    rows = Passkey.objects.filter(user=change.user, pk=passkey) if passkey else None
    removed, _ = (rows if rows is not None else TotpDevice.objects.filter(user=change.user)).delete()
    if not removed:
        raise not_found()
    if not has_any_factor(change.user):
        if MfaRequiredRole.objects.filter(role=change.user.role).exists():
            raise ApiError(409, "SECOND_FACTOR_REQUIRED")
        remove_all_factors(change.user)
    _end_other_sessions(change)
    _record_and_notify(change.user, AuditEvent.SECOND_FACTOR_REMOVED, "PASSKEY" if passkey else "CODE")


def has_any_factor(user: User) -> bool:
    """Return whether a user has a factor; recovery codes alone do not count."""
    return any(model.objects.filter(user=user).exists() for model in (TotpDevice, Passkey))


def remove_all_factors(user: User) -> None:
    """Remove all factors of a user. The caller must hold the lock on the user's row."""
    for model in (TotpDevice, Passkey, RecoveryCode):
        model.objects.filter(user=user).delete()
    User.objects.filter(pk=user.pk).update(has_mfa=False)


def _save_payload(step: LoginChallenge, pending: str) -> None:
    step.payload = pending
    step.save(update_fields=["payload"])


def _read_payload(step: LoginChallenge, kind: str) -> str:
    if not step.payload.startswith(kind):
        raise ApiError(410, "STEP_EXPIRED")
    return step.payload.removeprefix(kind)


def _load_change(key: str, address: str, *purposes: ChallengePurpose) -> FactorChange:
    """Load the change of a key.

    The user's row is locked and the challenge is read again.
    """
    user = User.objects.select_for_update().get(pk=get_challenge_user(get_challenge(key, *purposes)).pk)
    return FactorChange(get_challenge(key, *purposes), user, address)


def _generate_codes_if_none(key: str) -> list[recovery_codes.NewRecoveryCode]:
    """Generate recovery codes if the user has none. Raises 410 or 429.

    Call it before the transaction, because hashing is slow; for the same reason its attempts are limited.
    """
    user = get_challenge_user(get_challenge(key, *ENROLLMENT_PURPOSES))
    if recovery_codes.count_unused_codes(user):
        return []
    count_attempt(_build_attempts_key(user), settings.LOGIN_FAILURES, settings.LOGIN_LOCKOUT_MINUTES * 60)
    return recovery_codes.generate_codes()


def _build_attempts_key(user: User) -> str:
    return build_counter_key("enrollments", str(user.pk))


def _complete_addition(change: FactorChange, kind: str, fresh: list[recovery_codes.NewRecoveryCode]) -> ResponseData:
    """Complete the addition of a factor.

    The first factor comes with recovery codes. Other sessions of the user end, and a login that waited for the factor
    gets its session.
    """
    user, step = change.user, change.challenge
    throttle_account_mails(user.pk)
    transaction.on_commit(lambda: reset_attempts(_build_attempts_key(user)))
    User.objects.filter(pk=user.pk).update(has_mfa=True)
    plain_codes = recovery_codes.replace_codes(user, fresh) if fresh else None
    _end_other_sessions(change)
    _save_payload(step, "")
    session = None
    if step.purpose == ChallengePurpose.ENROL:
        step.delete()
        session = open_session(user, change.ip_address, step.device)
    _record_and_notify(user, AuditEvent.SECOND_FACTOR_ADDED, kind)
    return {"recoveryCodes": plain_codes, "session": session}


def _end_other_sessions(change: FactorChange) -> None:
    """End all other sessions and challenges of the user, as a new password does."""
    Token.objects.filter(user=change.user).exclude(digest=change.challenge.session_digest).delete()
    delete_challenges(change.user, exclude=change.challenge)


def _record_and_notify(user: User, event: AuditEvent, kind: str) -> None:
    log.info("%s user=%s kind=%s", event, user.username, kind)
    record_event(event, user.username, username=user.username, object_ref=("contacts", user.pk), secondFactor=kind)
    enqueue_security_mail(user, FACTOR_CHANGED_MAIL, change=CHANGE_MESSAGES[event, kind])
