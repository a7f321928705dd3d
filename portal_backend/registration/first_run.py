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
from portal_backend.accounts.confusables import check_username_available
from portal_backend.accounts.models import User
from portal_backend.accounts.rate_limits import build_counter_key, count_attempt, reset_attempts
from portal_backend.audit.log import record_event
from portal_backend.audit.models import AuditEvent
from portal_backend.core.actor import Role
from portal_backend.core.errors import ApiError, not_found
from portal_backend.core.request_context import get_client_network
from portal_backend.core.translations import get_current_language
from portal_backend.registration.models import FirstAdministrator
from portal_backend.registration.schemas import FirstAdministratorIn, InvitedAdministratorIn

log = logging.getLogger("portal.accounts")
SETUP_PAGE = "first-administrator/"
SIGNED_VALUE = "administrator"
SETUP_TOKEN_MAX_AGE = 24 * 3_600
MAX_SETUP_ATTEMPTS = 10
SETUP_ATTEMPT_WINDOW = 3_600


def _get_signer() -> TimestampSigner:
    return TimestampSigner(salt="portal.first-administrator", sep=".")


def is_setup_open() -> bool:
    """Return whether the portal has no user and never had one."""
    return not User.objects.exists() and not FirstAdministrator.objects.exists()


def build_setup_link() -> str:
    """Build the link to the page that creates the administrator.

    It is a secret and must only be printed on the console.
    """
    return f"{settings.PUBLIC_URL}/#/en/{SETUP_PAGE}{_get_signer().sign(SIGNED_VALUE)}"


def verify_setup_token(token: str, *, ip_address: str) -> None:
    """Verify the token of the setup link.

    Raises 404 if there is a user already, 410 for an invalid or expired token, or 429.
    """
    if not is_setup_open():
        raise not_found()
    attempts_key = build_counter_key("first-administrator", get_client_network(ip_address))
    count_attempt(attempts_key, MAX_SETUP_ATTEMPTS, SETUP_ATTEMPT_WINDOW)
    try:
        _get_signer().unsign(token, max_age=SETUP_TOKEN_MAX_AGE)
    except BadSignature:
        log.warning("first administrator refused address=%s", ip_address)
        raise ApiError(410, "ACTION_KEY_EXPIRED") from None
    reset_attempts(attempts_key)


def create_first_administrator(token: str, data: FirstAdministratorIn, *, ip_address: str) -> User:
    """Create the first administrator.

    Raises 400, or the errors of `verify_setup_token`.
    """
    verify_setup_token(token, ip_address=ip_address)
    try:
        with transaction.atomic():
            FirstAdministrator.objects.create(pk=1)
            user = create_administrator(data, created_by="first_run")
    except IntegrityError:
        raise not_found() from None
    log.info("first administrator created user=%s address=%s", user.username, ip_address)
    return user


@transaction.atomic
def create_administrator(data: InvitedAdministratorIn, *, created_by: str) -> User:
    """Create an administrator on behalf of the setup page or a command.

    `created_by` names the page or command in the audit log. Raises 409 for a username that is taken.
    """
    check_username_available(data.username, "username")
    user = create_user(NewUser(role=Role.ADMIN, language=get_current_language(), **data.model_dump()))
    record_event(
        AuditEvent.USER_CREATED,
        user.username,
        username=created_by,
        object_ref=("contacts", user.pk),
        role=str(user.role),
    )
    return user
