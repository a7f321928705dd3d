"""Setting up and removing what logs in beside the password.

Each change takes a key: that of a login which may not go on without a second factor, or one that was given in an open
session for the current password and, where there is one, the second factor. Both reach these changes and nothing else.
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
    """A change that is being made: the step of its key, the user (whose row is locked), where it comes from."""

    step: LoginStep
    user: User
    address: str


def begin_change(actor: Actor, token: str, password: str) -> LoginStep:
    """Begin a change in the session of `token`, for the current password. Raises 400 or 429.

    Who has a second factor confirms the step by it first: a password that was read along removes no factor.
    """
    user = User.objects.get(pk=actor.user_id)
    check_current(user, password)
    return begin_step(Purpose.CONFIRM if user.second_factor else Purpose.CHANGE, user.pk, session=token)


def confirm_with_code(key: str, code: str, *, address: str) -> LoginStep:
    """Allow the change of a step by a one-time or a recovery code. Raises 400, 410 or 429."""
    return check_code(key, code, Purpose.CONFIRM, _allow, address=address)[1]


def confirm_with_passkey(key: str, credential: str, *, address: str) -> LoginStep:
    """Allow the change of a step by a passkey. Raises 400, 403, 410 or 429."""
    return check_passkey(key, credential, (Purpose.CONFIRM,), _allow, address=address)[1]


def _allow(step: LoginStep, user: User) -> LoginStep:
    step.purpose, step.pending = Purpose.CHANGE, ""
    step.save(update_fields=["purpose", "pending"])
    return step


def begin_code(key: str) -> dict[str, str]:
    """A new secret, which is the user's once a code of it is given. Raises 410."""
    step, secret = step_of(key, *EITHER), codes.new_secret()
    _await(step, f"{CODE}{sealed(secret)}")
    return codes.shown(_user(step), secret)


def add_code(key: str, code: str, *, address: str) -> Answered:
    """Make the new secret the user's. Raises 400 where the code is none of it, or 410."""
    fresh = _spare_codes(key)
    with transaction.atomic():
        change = _change(key, address, *EITHER)
        secret = opened(_awaited(change.step, CODE))
        matching = codes.step_matching(secret, "".join(code.split()))
        if matching is None:
            raise invalid_field("code", "code")
        codes.set_generator(change.user, secret, matching)
        return _added(change, "CODE", fresh)


def begin_passkey(key: str) -> passkeys.Options:
    """What the browser is asked to make a passkey of. Raises 410."""
    step = step_of(key, *EITHER)
    options, challenge = passkeys.registration_options(_user(step))
    _await(step, f"{PASSKEY}{challenge}")
    return options


def add_passkey(key: str, name: str, credential: str, *, address: str) -> Answered:
    """Add a passkey by a name. Raises 400 or 410."""
    fresh = _spare_codes(key)
    with transaction.atomic():
        change = _change(key, address, *EITHER)
        passkeys.register(change.user, name, credential, _awaited(change.step, PASSKEY))
        return _added(change, "PASSKEY", fresh)


def renew_codes(key: str, *, address: str) -> list[str]:
    """New recovery codes in place of all before. Raises 409 where there is nothing to recover from, 410 or 429."""
    # before ten codes are hashed
    throttle_account_mails(_user(step_of(key, Purpose.CHANGE)).pk)
    fresh = recovery.new_codes()
    with transaction.atomic():
        change = _change(key, address, Purpose.CHANGE)
        if not change.user.second_factor:
            raise Refusal(409, "NO_SECOND_FACTOR")
        _end_others(change)
        _tell(change.user, Event.SECOND_FACTOR_ADDED, "RECOVERY_CODES")
        return recovery.replace_codes(change.user, fresh)


@transaction.atomic
def remove(key: str, passkey: int | None, *, address: str) -> None:
    """Remove a passkey, or the code generator. Raises 404, 409 where the role needs the last one, 410 or 429."""
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
    """Whether a user has a second factor; recovery codes by themselves are none."""
    return any(model.objects.filter(user=user).exists() for model in (CodeGenerator, Passkey))


def forget_all(user: User) -> None:
    """Leave a user, whose row is locked, with the password alone."""
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
    """The change of a key, in its transaction: the user's row is locked and the step looked at again."""
    user = User.objects.select_for_update().get(pk=_user(step_of(key, *purposes)).pk)
    return Change(step_of(key, *purposes), user, address)


def _spare_codes(key: str) -> list[recovery.NewCode]:
    """Recovery codes for who has none yet, hashed before the transaction. Raises 410."""
    return [] if recovery.codes_left(_user(step_of(key, *EITHER))) else recovery.new_codes()


def _added(change: Change, kind: str, fresh: list[recovery.NewCode]) -> Answered:
    """What follows a new factor: recovery codes with the first, other sessions end, a login that waited goes on."""
    user, step = change.user, change.step
    throttle_account_mails(user.pk)
    User.objects.filter(pk=user.pk).update(second_factor=True)
    told = recovery.replace_codes(user, fresh) if fresh else None
    _end_others(change)
    _await(step, "")
    session = None
    if step.purpose == Purpose.ENROL:
        step.delete()
        session = session_of(user, change.address, step.device)
    _tell(user, Event.SECOND_FACTOR_ADDED, kind)
    return {"recoveryCodes": told, "session": session}


def _end_others(change: Change) -> None:
    """As a new password does: every other session of the user ends, and whatever else was begun."""
    end(Token.objects.filter(user=change.user).exclude(digest=change.step.session))
    end_steps(change.user, but=change.step)


def _tell(user: User, event: Event, kind: str) -> None:
    log.info("%s user=%s kind=%s", event, user.username, kind)
    record(event, user.username, username=user.username, subject=("contacts", user.pk), secondFactor=kind)
    tell(user, "secondFactorChanged", change=CHANGES[event, kind])
