"""Detection of usernames that look alike (Unicode UTS 39).

The tables hold only letters that a username may contain. They are the confusables of UTS 39 closed over case, since
usernames are compared ignoring case: because "I" looks like "l", "i" does too.
"""

import unicodedata

from portal_backend.accounts.models import User, UsernameSkeleton
from portal_backend.accounts.selectors import name_taken
from portal_backend.core.errors import ApiError, invalid_field
from portal_backend.core.translations import LazyMessage

# each group: the first letter and those that look like it
CONFUSABLE_LETTERS = "aа bвьƅ cс eеҽ fſ gƍ hнһ ilıіӏɩǀ1 jј kкĸ mм oо0 pр rг sѕƽ tт vѵ wѡ xх× yуү 2ƨ 3зȝʒӡ 6б 8ȣ əәǝ þƿ"
CONFUSABLE_ACCENTS = "\u0306\u030c \u0308\u030b \u0327\u0326 \u030a\u0307"
LIGATURES = "æae ӕae œoe ǳdz ǆdž ĳij ǉij ǌnj ыbi юio ǁii"  # each: a letter and the two letters it looks like
SKELETON_TABLE = str.maketrans(
    {letter: group[0] for group in f"{CONFUSABLE_LETTERS} {CONFUSABLE_ACCENTS}".split() for letter in group[1:]}
    | {pair[0]: pair[1:] for pair in LIGATURES.split()}
)
SCRIPTS = ("LATIN", "CYRILLIC")


def compute_skeleton(username: str) -> str:
    """Return the form that a username shares with all names that look like it.

    It is for comparison only and never displayed.
    """
    parts = unicodedata.normalize("NFD", username.lower()).replace("i\u0307", "i")
    return unicodedata.normalize("NFD", parts.translate(SKELETON_TABLE)).replace("rn", "m")


def check_username_available(username: str, field: str, *, exclude: User | None = None) -> None:
    """Check that a username is available and does not look like another user's.

    Raises 409 if another user has the name or one that looks like it, and 400 if it mixes Latin and Cyrillic letters.
    Case does not change a skeleton, so one index finds both kinds of conflict.
    """
    others = UsernameSkeleton.objects.exclude(user=exclude) if exclude else UsernameSkeleton.objects.all()
    existing_username = others.filter(value=compute_skeleton(username)).values_list("user__username", flat=True).first()
    if existing_username is not None and existing_username.lower() == username.lower():
        raise name_taken("USERNAME_EXISTS", field)
    names = [unicodedata.name(char, "") for char in username]
    if all(any(name.startswith(alphabet) for name in names) for alphabet in SCRIPTS):
        raise invalid_field(field, "username_alphabets")
    if existing_username is not None:
        raise ApiError(409, "USERNAME_EXISTS", fields={field: LazyMessage("errors.field.username_alike")})


def save_skeleton(user: User) -> None:
    """Store the skeleton of a user's name.

    Raises IntegrityError if another user took it in the meantime.
    """
    UsernameSkeleton.objects.update_or_create(user=user, defaults={"value": compute_skeleton(user.username)})
