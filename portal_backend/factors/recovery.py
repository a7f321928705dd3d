"""Recovery codes: ten single-use codes, displayed once and stored as hashes."""

import secrets
from typing import NamedTuple

from django.contrib.auth.hashers import check_password, make_password
from django.utils import timezone

from portal_backend.accounts.models import User
from portal_backend.factors.models import RecoveryCode

COUNT, GROUPS, LENGTH = 10, 3, 4
# without digits and letters that look alike
ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ"


class NewCode(NamedTuple):
    """Recovery code that has not been stored yet."""

    #: Code in plain text, displayed once.
    told: str
    #: Hash to be stored.
    hash: str


def new_codes() -> list[NewCode]:
    """Generate a set of recovery codes.

    Call it before a transaction, because hashing is slow.
    """
    texts = ("".join(secrets.choice(ALPHABET) for _ in range(GROUPS * LENGTH)) for _ in range(COUNT))
    return [NewCode(_grouped(text), make_password(text)) for text in texts]


def _grouped(text: str) -> str:
    return "-".join(text[start : start + LENGTH] for start in range(0, len(text), LENGTH))


def replace_codes(user: User, codes: list[NewCode]) -> list[str]:
    """Replace the user's recovery codes and return the new ones in plain text."""
    RecoveryCode.objects.filter(user=user).delete()
    RecoveryCode.objects.bulk_create(RecoveryCode(user=user, hash=each.hash) for each in codes)
    return [each.told for each in codes]


def codes_left(user: User) -> int:
    """Return the number of unused recovery codes of a user."""
    return RecoveryCode.objects.filter(user=user, used_at=None).count()


def code_called(user: User, text: str) -> RecoveryCode | None:
    """Find the user's unused recovery code that equals `text`.

    Call it before a transaction, because hashing is slow.
    """
    if len(text) != GROUPS * LENGTH:
        return None
    unused = RecoveryCode.objects.filter(user=user, used_at=None)
    return next((row for row in unused if check_password(text.upper(), row.hash)), None)


def spend(code: RecoveryCode) -> bool:
    """Mark a recovery code as used; False if it was used concurrently."""
    return RecoveryCode.objects.filter(pk=code.pk, used_at=None).update(used_at=timezone.now()) == 1
