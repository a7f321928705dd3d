"""Usernames that a reader takes for one another: who is named must not be somebody else (Unicode UTS 39).

Only the letters that a username may have are looked at, so the table is short. It is UTS 39's, closed over case, since
names are the same whatever theirs: as I looks like l, i does too.
"""

import unicodedata

from portal_backend.accounts.models import User, UsernameSkeleton
from portal_backend.accounts.named import taken
from portal_backend.base.errors import Refusal, invalid_field
from portal_backend.base.words import Word

# in a group all look like the first
LETTERS = "aа bвьƅ cс eеҽ fſ gƍ hнһ ilıіӏɩǀ1 jј kкĸ mм oо0 pр rг sѕƽ tт vѵ wѡ xх× yуү 2ƨ 3зȝʒӡ 6б 8ȣ əәǝ þƿ"
ACCENTS = "\u0306\u030c \u0308\u030b \u0327\u0326 \u030a\u0307"
PAIRS = "æae ӕae œoe ǳdz ǆdž ĳij ǉij ǌnj ыbi юio ǁii"  # each letter and the two that it looks like
TABLE = str.maketrans(
    {each: group[0] for group in f"{LETTERS} {ACCENTS}".split() for each in group[1:]}
    | {pair[0]: pair[1:] for pair in PAIRS.split()}
)
ALPHABETS = ("LATIN", "CYRILLIC")


def skeleton(username: str) -> str:
    """What all names that look like this one have in common; it is shown to nobody."""
    parts = unicodedata.normalize("NFD", username.lower()).replace("i\u0307", "i")
    return unicodedata.normalize("NFD", parts.translate(TABLE)).replace("rn", "m")


def check_new_name(username: str, field: str, *, but: User | None = None) -> None:
    """Refuse a name that another user has, whatever its case, or that looks like it (409), or of two alphabets (400).

    Case changes no skeleton, so that both are found in one index.
    """
    others = UsernameSkeleton.objects.exclude(user=but) if but else UsernameSkeleton.objects.all()
    holder = others.filter(value=skeleton(username)).values_list("user__username", flat=True).first()
    if holder is not None and holder.lower() == username.lower():
        raise taken("USERNAME_EXISTS", field)
    names = [unicodedata.name(char, "") for char in username]
    if all(any(name.startswith(alphabet) for name in names) for alphabet in ALPHABETS):
        raise invalid_field(field, "username_alphabets")
    if holder is not None:
        raise Refusal(409, "USERNAME_EXISTS", fields={field: Word("errors.field.username_alike")})


def claim_name(user: User) -> None:
    """Store what the name of a user looks like. Raises IntegrityError where another user took it meanwhile."""
    UsernameSkeleton.objects.update_or_create(user=user, defaults={"value": skeleton(user.username)})
