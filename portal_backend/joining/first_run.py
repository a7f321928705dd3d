"""Creation of the first administrator, with a link from the console.

The link opens a page of the user interface and has a signed token that is valid for a day. Once there is a user, the
link is useless. The first request to create the administrator inserts the only row of FirstAdministrator, so a
concurrent second one is rejected.
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
    """Return whether the portal has no user and never had one."""
    return not User.objects.exists() and not FirstAdministrator.objects.exists()


def setup_link() -> str:
    """Build the link to the page that creates the administrator.

    It is a secret and must only be printed on the console.
    """
    return f"{settings.PUBLIC_URL}/#/en/{PAGE}{_signer().sign(VALUE)}"


def create_first(token: str, data: AdministratorIn, *, address: str) -> User:
    """Create the first administrator.

    Raises 400, 404 if there is a user already, 410 for an invalid or expired token, or 429.
    """
    if not is_open():
        raise not_found()
    attempts_key = named("first-administrator", site_of(address))
    count_guess(attempts_key, MAX_GUESSES, GUESS_WINDOW)
    try:
        _signer().unsign(token, max_age=TOKEN_LIFETIME)
    except BadSignature:
        log.warning("first administrator refused address=%s", address)
        raise Refusal(410, "ACTION_KEY_EXPIRED") from None
    forget(attempts_key)
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
    """Create an administrator on behalf of the setup page or a command.

    `created_by` names the page or command in the audit log. Raises 409 for a username that is taken.
    """
    check_new_name(data.username, "username")
    user = create_user(NewUser(role=Role.ADMIN, language=current_language(), **data.model_dump()))
    record(Event.USER_CREATED, user.username, username=username, subject=("contacts", user.pk), role=str(user.role))
    return user
