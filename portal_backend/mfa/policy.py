"""Policy of two-factor authentication: required roles, and resets."""

import logging
from collections.abc import Collection
from typing import Any

from django.db import transaction
from django.db.models import Count, Q

from portal_backend.accounts.login import delete_challenges
from portal_backend.accounts.models import MfaRequiredRole, Token, User
from portal_backend.accounts.selectors import get_user_for_update
from portal_backend.accounts.sessions import revoke_sessions
from portal_backend.audit.log import diff_values, record_event
from portal_backend.audit.models import AuditEvent
from portal_backend.core.actor import Actor, Role
from portal_backend.core.errors import invalid_field
from portal_backend.core.text_search import equals_ignoring_case
from portal_backend.core.translations import translate
from portal_backend.mfa.enrollment import FACTORS_RESET_MAIL, enqueue_security_mail, remove_all_factors
from portal_backend.mfa.models import Passkey, TotpDevice
from portal_backend.mfa.recovery_codes import count_unused_codes

log = logging.getLogger("portal.accounts")


def get_own_factors(actor: Actor) -> dict[str, Any]:
    """Return the factors that the actor has set up in addition to the password."""
    user = User.objects.get(pk=actor.user_id)
    totp_device = TotpDevice.objects.filter(user=user).first()
    passkeys = Passkey.objects.filter(user=user).order_by("pk")
    return {
        "required": MfaRequiredRole.objects.filter(role=actor.role).exists(),
        "codesSince": totp_device and totp_device.created_at,
        "passkeys": [
            {"id": row.pk, "name": row.name, "createdAt": row.created_at, "usedAt": row.used_at} for row in passkeys
        ],
        "recoveryCodes": count_unused_codes(user),
    }


def list_role_policies() -> list[dict[str, Any]]:
    """List the policy of each role.

    An entry has the number of users who are not locked, and of those without two-factor authentication.
    """
    required = _get_required_roles()
    counts = User.objects.filter(locked=False).values("role").order_by("role")
    counts_by_role = {
        row["role"]: (row["users"], row["bare"])
        for row in counts.annotate(users=Count("pk"), bare=Count("pk", Q(has_mfa=False)))
    }
    return [
        {
            "role": role,
            "name": translate(f"roles.{role}"),
            "required": role in required,
            "users": counts_by_role.get(role, (0, 0))[0],
            "without": counts_by_role.get(role, (0, 0))[1],
        }
        for role in Role
    ]


def _get_required_roles() -> list[str]:
    return list(MfaRequiredRole.objects.order_by("role").values_list("role", flat=True))


@transaction.atomic
def set_required_roles(required_roles: Collection[Role], *, actor: Actor) -> None:
    """Set the roles that require two-factor authentication.

    It ends the open sessions of users who now need it and have no factor; a stolen session could otherwise be used for
    up to thirty days without it.
    """
    before = _get_required_roles()
    after = sorted(str(role) for role in required_roles)
    if before == after:
        return
    MfaRequiredRole.objects.exclude(role__in=after).delete()
    MfaRequiredRole.objects.bulk_create((MfaRequiredRole(role=role) for role in after), ignore_conflicts=True)
    users_without_mfa = User.objects.filter(role__in=set(after) - set(before), has_mfa=False)
    Token.objects.filter(user__in=users_without_mfa).delete()
    log.info("two-factor authentication required of=%s by=%s", after, actor.username)
    changed = diff_values({"role": before}, {"role": after})
    record_event(AuditEvent.SECOND_FACTOR_RULES, actor=actor, object_ref=("second-factor", None), changed=changed)


@transaction.atomic
def reset_mfa(username: str, *, actor: Actor) -> None:
    """Remove the factors of a user who lost them, end the sessions and email the user.

    Raises 400 for the own account, or 404.
    """
    user = get_user_for_update(username)
    if user.pk == actor.user_id:
        raise invalid_field("username", "own_factor")
    _reset_user(user)
    log.info("two-factor authentication of user %s reset by=%s", username, actor.username)
    record_event(AuditEvent.SECOND_FACTOR_RESET, username, actor=actor, object_ref=("contacts", user.pk))


@transaction.atomic
def reset_mfa_by_command(username: str) -> bool:
    """Reset a user's factors from the command line and return whether the user exists."""
    user = User.objects.select_for_update().filter(equals_ignoring_case(username=username)).order_by("pk").first()
    log.info("two-factor authentication of user %s reset by command found=%s", username, user is not None)
    if user is None:
        return False
    _reset_user(user)
    record_event(AuditEvent.SECOND_FACTOR_RESET, user.username, username="reset_two_factor")
    return True


def _reset_user(user: User) -> None:
    remove_all_factors(user)
    revoke_sessions(user)
    delete_challenges(user)
    enqueue_security_mail(user, FACTORS_RESET_MAIL)
