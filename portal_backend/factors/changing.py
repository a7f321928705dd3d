"""Enrollment and removal of factors.

Each change takes the key of a challenge: either of a login that requires two-factor authentication to be set up, or one
issued in an open session for the current password and, if there is one, an existing factor. The key permits these
changes and nothing else.
"""

import logging
from dataclasses import dataclass

from django.db import transaction

from portal_backend.accounts.attempts import throttle_account_mails
from portal_backend.accounts.models import LoginStep, Purpose, RequiredFactor, Token, User
from portal_backend.accounts.passwords import check_current
from portal_backend.accounts.sessions import end
from portal_backend.accounts.steps import begin_step, end_steps, step_of
from portal_backend.audit.models import Event
from portal_backend.audit.record import record
from portal_backend.base.actor import Actor
from portal_backend.base.errors import Refusal, invalid_field, not_found
from portal_backend.factors import codes, passkeys, recovery
from portal_backend.factors.letters import CHANGES, tell
from portal_backend.factors.logging_in import Answered, check_code, check_passkey, session_of
from portal_backend.factors.models import CodeGenerator, Passkey, RecoveryCode
from portal_backend.factors.sealing import opened, sealed

log = logging.getLogger("portal.accounts")
CODE, PASSKEY = "code:", "passkey:"
EITHER = (Purpose.ENROL, Purpose.CHANGE)


@dataclass(frozen=True)
class Change:
    """Factor change in progress, in its transaction."""

    #: Challenge whose key permits the change.
    step: LoginStep
    #: User whose row is locked.
    user: User
    #: IP address of the request.
    address: str


def begin_change(actor: Actor, token: str, password: str) -> LoginStep:
    """Create the challenge of a factor change, given the current password.

    If the user has a factor, the change must be confirmed by it first, so that a stolen password does not suffice to
    remove it. Raises 400 or 429.
    """
    user = User.objects.get(pk=actor.user_id)
    check_current(user, password)
    return begin_step(Purpose.CONFIRM if user.second_factor else Purpose.CHANGE, user.pk, session=token)


def confirm_with_code(key: str, code: str, *, address: str) -> LoginStep:
    """Confirm a factor change with a one-time or recovery code.

    Raises 400, 403, 410 or 429.
    """
    return check_code(key, code, Purpose.CONFIRM, _allow, address=address)[1]


def confirm_with_passkey(key: str, credential: str, *, address: str) -> LoginStep:
    """Confirm a factor change with a passkey. Raises 400, 403, 410 or 429."""
    return check_passkey(key, credential, (Purpose.CONFIRM,), _allow, address=address)[1]


def _allow(step: LoginStep, user: User) -> LoginStep:
    step.purpose, step.pending = Purpose.CHANGE, ""
    step.save(update_fields=["purpose", "pending"])
    return step


def begin_code(key: str) -> dict[str, str]:
    """Generate a secret and store it in the challenge until it is confirmed by a code.

    Raises 410.
    """
    challenge, secret = step_of(key, *EITHER), codes.new_secret()
    _await(challenge, f"{CODE}{sealed(secret)}")
    return codes.shown(_user(challenge), secret)


def add_code(key: str, code: str, *, address: str) -> Answered:
    """Save the authenticator app if `code` is a code of it.

    Raises 400, 410 or 429.
    """
    new_codes = _spare_codes(key)
    with transaction.atomic():
        change = _change(key, address, *EITHER)
        secret = opened(_awaited(change.step, CODE))
        time_step = codes.step_matching(secret, "".join(code.split()))
        if time_step is None:
            raise invalid_field("code", "code")
        codes.set_generator(change.user, secret, time_step)
        return _added(change, "CODE", new_codes)


def begin_passkey(key: str) -> passkeys.Options:
    """Return the WebAuthn options to register a passkey with. Raises 410."""
    login_challenge = step_of(key, *EITHER)
    options, challenge = passkeys.registration_options(_user(login_challenge))
    _await(login_challenge, f"{PASSKEY}{challenge}")
    return options


def add_passkey(key: str, name: str, credential: str, *, address: str) -> Answered:
    """Save a passkey under a name. Raises 400, 410 or 429."""
    new_codes = _spare_codes(key)
    with transaction.atomic():
        change = _change(key, address, *EITHER)
        passkeys.register(change.user, name, credential, _awaited(change.step, PASSKEY))
        return _added(change, "PASSKEY", new_codes)


def renew_codes(key: str, *, address: str) -> list[str]:
    """Replace all recovery codes and return the new ones.

    Raises 409 if the user has no factor, 410 or 429.
    """
    # counted first, because hashing ten codes is expensive
    throttle_account_mails(_user(step_of(key, Purpose.CHANGE)).pk)
    new_codes = recovery.new_codes()
    with transaction.atomic():
        change = _change(key, address, Purpose.CHANGE)
        if not change.user.second_factor:
            raise Refusal(409, "NO_SECOND_FACTOR")
        _end_others(change)
        _tell(change.user, Event.SECOND_FACTOR_ADDED, "RECOVERY_CODES")
        return recovery.replace_codes(change.user, new_codes)


@transaction.atomic
def remove(key: str, passkey: int | None, *, address: str) -> None:
    """Remove a passkey, or without `passkey` the authenticator app.

    Raises 404, 409 if the role requires the last factor, 410 or 429.
    """
    change = _change(key, address, Purpose.CHANGE)
    throttle_account_mails(change.user.pk)
    rows = Passkey.objects.filter(user=change.user, pk=passkey) if passkey else None
    removed, _ = (rows if rows is not None else CodeGenerator.objects.filter(user=change.user)).delete()
    if not removed:
        raise not_found()
    if not has_any(change.user):
        if RequiredFactor.objects.filter(role=change.user.role).exists():
            raise Refusal(409, "SECOND_FACTOR_REQUIRED")
        forget_all(change.user)
    _end_others(change)
    _tell(change.user, Event.SECOND_FACTOR_REMOVED, "PASSKEY" if passkey else "CODE")


def has_any(user: User) -> bool:
    """Return whether a user has a factor; recovery codes alone do not count."""
    return any(model.objects.filter(user=user).exists() for model in (CodeGenerator, Passkey))


def forget_all(user: User) -> None:
    """Remove all factors of a user. The caller must hold the lock on the user's row."""
    for model in (CodeGenerator, Passkey, RecoveryCode):
        model.objects.filter(user=user).delete()
    User.objects.filter(pk=user.pk).update(second_factor=False)


def _user(step: LoginStep) -> User:
    if step.user is None:
        raise Refusal(410, "STEP_EXPIRED")
    return step.user


def _await(step: LoginStep, pending: str) -> None:
    step.pending = pending
    step.save(update_fields=["pending"])


def _awaited(step: LoginStep, kind: str) -> str:
    if not step.pending.startswith(kind):
        raise Refusal(410, "STEP_EXPIRED")
    return step.pending.removeprefix(kind)


def _change(key: str, address: str, *purposes: Purpose) -> Change:
    """Load the change of a key.

    The user's row is locked and the challenge is read again.
    """
    user = User.objects.select_for_update().get(pk=_user(step_of(key, *purposes)).pk)
    return Change(step_of(key, *purposes), user, address)


def _spare_codes(key: str) -> list[recovery.NewCode]:
    """Generate recovery codes if the user has none. Raises 410.

    Call it before the transaction, because hashing is slow.
    """
    return [] if recovery.codes_left(_user(step_of(key, *EITHER))) else recovery.new_codes()


def _added(change: Change, kind: str, fresh: list[recovery.NewCode]) -> Answered:
    """Complete the addition of a factor.

    The first factor comes with recovery codes. Other sessions of the user end, and a login that waited for the factor
    gets its session.
    """
    user, step = change.user, change.step
    throttle_account_mails(user.pk)
    User.objects.filter(pk=user.pk).update(second_factor=True)
    plain_codes = recovery.replace_codes(user, fresh) if fresh else None
    _end_others(change)
    _await(step, "")
    session = None
    if step.purpose == Purpose.ENROL:
        step.delete()
        session = session_of(user, change.address, step.device)
    _tell(user, Event.SECOND_FACTOR_ADDED, kind)
    return {"recoveryCodes": plain_codes, "session": session}


def _end_others(change: Change) -> None:
    """End all other sessions and challenges of the user, as a new password does."""
    end(Token.objects.filter(user=change.user).exclude(digest=change.step.session))
    end_steps(change.user, but=change.step)


def _tell(user: User, event: Event, kind: str) -> None:
    log.info("%s user=%s kind=%s", event, user.username, kind)
    record(event, user.username, username=user.username, subject=("contacts", user.pk), secondFactor=kind)
    tell(user, "secondFactorChanged", change=CHANGES[event, kind])
