"""Login challenges: keys between a password check and a session.

A challenge also allows a change of factors. Challenges have a table of their own, so that a challenge key is never
accepted as a session (contract section 3).
"""

import hashlib
import secrets
from datetime import timedelta

from django.conf import settings
from django.utils import timezone

from portal_backend.accounts.models import LoginStep, Purpose, Token, User
from portal_backend.accounts.presence import live
from portal_backend.accounts.sessions import digest
from portal_backend.base.errors import Refusal


def begin_step(purpose: Purpose, user_id: int | None, *, session: str = "", device: str = "") -> LoginStep:
    """Create a challenge. Its `key` is set on the returned object only and not stored.

    `token` is that of the session that the challenge belongs to.
    """
    key = secrets.token_urlsafe(32)
    challenge = LoginStep(
        digest=digest(key),
        purpose=purpose,
        user_id=user_id,
        account=_account(User.objects.get(pk=user_id)) if user_id else "",
        session=digest(session) if session else "",
        device=device,
        expires_at=timezone.now() + timedelta(minutes=settings.LOGIN_STEP_MINUTES),
    )
    challenge.save()
    challenge.key = key
    return challenge


def step_of(key: str, *purposes: Purpose) -> LoginStep:
    """Return the valid challenge of a key, with its user.

    Raises 410 if it is unknown or expired or if its account has changed.
    """
    challenge = LoginStep.objects.select_related("user").filter(digest=digest(key), purpose__in=purposes).first()
    if challenge is None or challenge.expires_at <= timezone.now() or not _holds(challenge):
        raise Refusal(410, "STEP_EXPIRED")
    return challenge


def _holds(step: LoginStep) -> bool:
    """Return whether the account is unchanged and the challenge's session is active."""
    if step.user is None:
        return step.purpose == Purpose.PASSKEY
    if step.user.locked or step.account != _account(step.user):
        return False
    if step.purpose in (Purpose.CONFIRM, Purpose.CHANGE):
        is_session_active = Token.objects.filter(live(), digest=step.session).exists()
        return is_session_active and (step.purpose == Purpose.CHANGE or step.user.second_factor)
    return step.user.second_factor == (step.purpose == Purpose.VERIFY)


def end_steps(user: User, *, but: LoginStep | None = None) -> None:
    """Delete all challenges of a user, optionally except one."""
    challenges = LoginStep.objects.filter(user=user)
    (challenges.exclude(pk=but.pk) if but else challenges).delete()


def _account(user: User) -> str:
    """Return a digest of the account; a new password changes it."""
    return hashlib.sha256(f"{user.pk}\0{user.password}".encode()).hexdigest()
