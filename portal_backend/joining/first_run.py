"""The first administrator of a portal without users, created in the browser with a link from the console.

The link carries a signed token that is valid for a day. It opens nothing once there is a user: the first one to create
the administrator inserts the only row of FirstAdministrator, so of two at once the second is refused.
"""

import logging

from django.conf import settings
from django.core.signing import BadSignature, TimestampSigner
from django.db import IntegrityError, transaction

from portal_backend.accounts.actions import NewUser, create_user
from portal_backend.accounts.alike import check_new_name
from portal_backend.accounts.attempts import count_guess, forget, named, site_of
from portal_backend.accounts.models import User
from portal_backend.audit.models import Event
from portal_backend.audit.record import record
from portal_backend.base.actor import Role
from portal_backend.base.errors import Refusal, not_found
from portal_backend.base.words import current_language
from portal_backend.joining.models import FirstAdministrator
from portal_backend.joining.schemas import AdministratorIn, InvitedAdministratorIn

log = logging.getLogger("portal.accounts")
PAGE = "first-administrator/"
VALUE = "administrator"
TOKEN_LIFETIME = 24 * 3_600
MAX_GUESSES = 10
GUESS_WINDOW = 3_600


def _signer() -> TimestampSigner:
    return TimestampSigner(salt="portal.first-administrator", sep=".")


def is_open() -> bool:
    """Whether the portal has no user, and never had one."""
    return not User.objects.exists() and not FirstAdministrator.objects.exists()


def setup_link() -> str:
    """Build the address of the page that creates the administrator. It is a secret, for the console alone."""
    return f"{settings.PUBLIC_URL}/#/en/{PAGE}{_signer().sign(VALUE)}"


def create_first(token: str, data: AdministratorIn, *, address: str) -> User:
    """Create the administrator. Raises 400, 404 once there is a user, 410 for a wrong or old token, or 429."""
    if not is_open():
        raise not_found()
    guesses = named("first-administrator", site_of(address))
    count_guess(guesses, MAX_GUESSES, GUESS_WINDOW)
    try:
        _signer().unsign(token, max_age=TOKEN_LIFETIME)
    except BadSignature:
        log.warning("first administrator refused address=%s", address)
        raise Refusal(410, "ACTION_KEY_EXPIRED") from None
    forget(guesses)
    try:
        with transaction.atomic():
            FirstAdministrator.objects.create(pk=1)
            user = create_administrator(data, username="first_run")
    except IntegrityError:
        raise not_found() from None
    log.info("first administrator created user=%s address=%s", user.username, address)
    return user


@transaction.atomic
def create_administrator(data: InvitedAdministratorIn, *, username: str) -> User:
    """Create an administrator on behalf of the page or the command `username`. Raises 409 for a name that is taken."""
    check_new_name(data.username, "username")
    user = create_user(NewUser(role=Role.ADMIN, language=current_language(), **data.model_dump()))
    record(Event.USER_CREATED, user.username, username=username, subject=("contacts", user.pk), role=str(user.role))
    return user
