"""Recovery codes: ten single-use codes, displayed once and stored as hashes."""

import secrets
from typing import NamedTuple

from django.contrib.auth.hashers import check_password, make_password
from django.utils import timezone

from portal_backend.accounts.models import User
from portal_backend.mfa.models import RecoveryCode

CODE_COUNT, GROUPS_PER_CODE, GROUP_LENGTH = 10, 3, 4
# without digits and letters that look alike
ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ"


class NewRecoveryCode(NamedTuple):
    """Recovery code that has not been stored yet."""

    #: Code in plain text, displayed once.
    plaintext: str
    #: Hash to be stored.
    hash: str


def generate_codes() -> list[NewRecoveryCode]:
    """Generate a set of recovery codes.

    Call it before a transaction, because hashing is slow.
    """
    texts = (
        "".join(secrets.choice(ALPHABET) for _ in range(GROUPS_PER_CODE * GROUP_LENGTH)) for _ in range(CODE_COUNT)
    )
    return [NewRecoveryCode(_format_code(text), make_password(text)) for text in texts]


def _format_code(text: str) -> str:
    return "-".join(text[start : start + GROUP_LENGTH] for start in range(0, len(text), GROUP_LENGTH))


def replace_codes(user: User, codes: list[NewRecoveryCode]) -> list[str]:
    """Replace the user's recovery codes and return the new ones in plain text."""
    RecoveryCode.objects.filter(user=user).delete()
    RecoveryCode.objects.bulk_create(RecoveryCode(user=user, hash=each.hash) for each in codes)
    return [each.plaintext for each in codes]


def count_unused_codes(user: User) -> int:
    """Return the number of unused recovery codes of a user."""
    return RecoveryCode.objects.filter(user=user, used_at=None).count()


def find_recovery_code(user: User, text: str) -> RecoveryCode | None:
    """Find the user's unused recovery code that equals `text`.

    Call it before a transaction, because hashing is slow.
    """
    if len(text) != GROUPS_PER_CODE * GROUP_LENGTH:
        return None
    unused = RecoveryCode.objects.filter(user=user, used_at=None)
    return next((row for row in unused if check_password(text.upper(), row.hash)), None)


def consume_recovery_code(code: RecoveryCode) -> bool:
    """Mark a recovery code as used; False if it was used concurrently."""
    return RecoveryCode.objects.filter(pk=code.pk, used_at=None).update(used_at=timezone.now()) == 1
