"""Recovery codes: ten, each good once, told once and stored as hashes."""

import secrets
from typing import NamedTuple

from django.contrib.auth.hashers import check_password, make_password
from django.utils import timezone

from portal_backend.accounts.models import User
from portal_backend.factors.models import RecoveryCode

COUNT, GROUPS, LENGTH = 10, 3, 4
# digits and letters that nobody takes for others
ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ"


class NewCode(NamedTuple):
    """A code as it is told, and as it is stored."""

    told: str
    hash: str


def new_codes() -> list[NewCode]:
    """A set of codes. Hashing takes a moment, so it is done before a transaction."""
    texts = ("".join(secrets.choice(ALPHABET) for _ in range(GROUPS * LENGTH)) for _ in range(COUNT))
    return [NewCode(_grouped(text), make_password(text)) for text in texts]


def _grouped(text: str) -> str:
    return "-".join(text[start : start + LENGTH] for start in range(0, len(text), LENGTH))


def replace_codes(user: User, codes: list[NewCode]) -> list[str]:
    """Make these the user's codes, in place of all before; answers them as they are told."""
    RecoveryCode.objects.filter(user=user).delete()
    RecoveryCode.objects.bulk_create(RecoveryCode(user=user, hash=each.hash) for each in codes)
    return [each.told for each in codes]


def codes_left(user: User) -> int:
    """How many codes a user has not used."""
    return RecoveryCode.objects.filter(user=user, used_at=None).count()


def code_called(user: User, text: str) -> RecoveryCode | None:
    """The unused code that a text is, if it is one. Hashing takes a moment, so it is done before a transaction."""
    if len(text) != GROUPS * LENGTH:
        return None
    unused = RecoveryCode.objects.filter(user=user, used_at=None)
    return next((row for row in unused if check_password(text.upper(), row.hash)), None)


def spend(code: RecoveryCode) -> bool:
    """Use a code up; whether nobody else just did."""
    return RecoveryCode.objects.filter(pk=code.pk, used_at=None).update(used_at=timezone.now()) == 1
