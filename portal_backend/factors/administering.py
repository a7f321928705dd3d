"""Policy of two-factor authentication: required roles, and resets."""

import logging
from collections.abc import Collection
from typing import Any

from django.db import transaction
from django.db.models import Count, Q

from portal_backend.accounts.models import RequiredFactor, Token, User
from portal_backend.accounts.sessions import end, revoke
from portal_backend.accounts.steps import end_steps
from portal_backend.audit.models import Event
from portal_backend.audit.record import changes, record
from portal_backend.base.actor import Actor, Role
from portal_backend.base.errors import invalid_field, not_found
from portal_backend.base.folding import same
from portal_backend.base.words import word
from portal_backend.factors.changing import forget_all
from portal_backend.factors.letters import tell
from portal_backend.factors.models import CodeGenerator, Passkey
from portal_backend.factors.recovery import codes_left

log = logging.getLogger("portal.accounts")


def own_factors(actor: Actor) -> dict[str, Any]:
    """Return the factors that the actor has set up in addition to the password."""
    user = User.objects.get(pk=actor.user_id)
    totp_device = CodeGenerator.objects.filter(user=user).first()
    passkeys = Passkey.objects.filter(user=user).order_by("pk")
    return {
        "required": RequiredFactor.objects.filter(role=actor.role).exists(),
        "codesSince": totp_device and totp_device.created_at,
        "passkeys": [
            {"id": row.pk, "name": row.name, "createdAt": row.created_at, "usedAt": row.used_at} for row in passkeys
        ],
        "recoveryCodes": codes_left(user),
    }


def roles() -> list[dict[str, Any]]:
    """List the policy of each role.

    An entry has the number of users who are not locked, and of those without two-factor authentication.
    """
    required = _required()
    counts = User.objects.filter(locked=False).values("role").order_by("role")
    counts_by_role = {
        row["role"]: (row["users"], row["bare"])
        for row in counts.annotate(users=Count("pk"), bare=Count("pk", Q(second_factor=False)))
    }
    return [
        {
            "role": role,
            "name": word(f"roles.{role}"),
            "required": role in required,
            "users": counts_by_role.get(role, (0, 0))[0],
            "without": counts_by_role.get(role, (0, 0))[1],
        }
        for role in Role
    ]


def _required() -> list[str]:
    return list(RequiredFactor.objects.order_by("role").values_list("role", flat=True))


@transaction.atomic
def require(required_roles: Collection[Role], *, actor: Actor) -> None:
    """Set the roles that require two-factor authentication.

    It ends the open sessions of users who now need it and have no factor; a stolen session could otherwise be used for
    up to thirty days without it.
    """
    before = _required()
    after = sorted(str(role) for role in required_roles)
    if before == after:
        return
    RequiredFactor.objects.exclude(role__in=after).delete()
    RequiredFactor.objects.bulk_create((RequiredFactor(role=role) for role in after), ignore_conflicts=True)
    users_without_mfa = User.objects.filter(role__in=set(after) - set(before), second_factor=False)
    end(Token.objects.filter(user__in=users_without_mfa))
    log.info("second factor required of=%s by=%s", after, actor.username)
    changed = changes({"role": before}, {"role": after})
    record(Event.SECOND_FACTOR_RULES, actor=actor, subject=("second-factor", None), changed=changed)


@transaction.atomic
def reset(username: str, *, actor: Actor) -> None:
    """Remove the factors of a user who lost them, end the sessions and email the user.

    Raises 400 for the own account, or 404.
    """
    user = User.objects.select_for_update().filter(username=username).first()
    if user is None:
        raise not_found()
    if user.pk == actor.user_id:
        raise invalid_field("username", "own_factor")
    _reset(user)
    log.info("second factor of user %s reset by=%s", username, actor.username)
    record(Event.SECOND_FACTOR_RESET, username, actor=actor, subject=("contacts", user.pk))


@transaction.atomic
def reset_by_command(username: str) -> bool:
    """Reset a user's factors from the command line and return whether the user exists."""
    user = User.objects.select_for_update().filter(same(username=username)).order_by("pk").first()
    log.info("second factor of user %s reset by command found=%s", username, user is not None)
    if user is None:
        return False
    _reset(user)
    record(Event.SECOND_FACTOR_RESET, user.username, username="reset_second_factor")
    return True


def _reset(user: User) -> None:
    forget_all(user)
    revoke(user)
    end_steps(user)
    tell(user, "secondFactorReset")
