"""Keys of one purpose: between a right password and a session, or a change of what else logs in (contract section 3).

They stand in a table of their own, so that none of them is ever taken for a session.
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
    """A new step; its `key` is told once. `session` is the token of the session that it belongs to."""
    key = secrets.token_urlsafe(32)
    step = LoginStep(
        digest=digest(key),
        purpose=purpose,
        user_id=user_id,
        account=_account(User.objects.get(pk=user_id)) if user_id else "",
        session=digest(session) if session else "",
        device=device,
        expires_at=timezone.now() + timedelta(minutes=settings.LOGIN_STEP_MINUTES),
    )
    step.save()
    step.key = key
    return step


def step_of(key: str, *purposes: Purpose) -> LoginStep:
    """The living step of a key, with its user. Raises 410 where it is unknown, over, or its account has changed."""
    found = LoginStep.objects.select_related("user").filter(digest=digest(key), purpose__in=purposes).first()
    if found is None or found.expires_at <= timezone.now() or not _holds(found):
        raise Refusal(410, "STEP_EXPIRED")
    return found


def _holds(step: LoginStep) -> bool:
    """Whether the account still is what the step was begun for, and its session there."""
    if step.user is None:
        return step.purpose == Purpose.PASSKEY
    if step.user.locked or step.account != _account(step.user):
        return False
    if step.purpose in (Purpose.CONFIRM, Purpose.CHANGE):
        is_live = Token.objects.filter(live(), digest=step.session).exists()
        return is_live and (step.purpose == Purpose.CHANGE or step.user.second_factor)
    return step.user.second_factor == (step.purpose == Purpose.VERIFY)


def end_steps(user: User, *, but: LoginStep | None = None) -> None:
    """End what a user has begun, but one step that goes on."""
    begun = LoginStep.objects.filter(user=user)
    (begun.exclude(pk=but.pk) if but else begun).delete()


def _account(user: User) -> str:
    return hashlib.sha256(f"{user.pk}\0{user.password}".encode()).hexdigest()
