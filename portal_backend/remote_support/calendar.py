"""Calendar file with the time of a remote support request (RFC 5545)."""

from datetime import timedelta
from urllib.parse import urlsplit

from django.conf import settings
from django.utils import translation
from icalendar import Calendar, Event

from portal_backend.accounts.grants import actor_for
from portal_backend.base.actor import Actor
from portal_backend.base.errors import Refusal
from portal_backend.base.words import current_language, word
from portal_backend.notifications.enclosing import Enclosure
from portal_backend.notifications.letters import address_of
from portal_backend.notifications.models import Mail
from portal_backend.remote_support.models import RemoteSupport
from portal_backend.remote_support.process import SUPPORT
from portal_backend.workflow.models import Request
from portal_backend.workflow.scope import get_readable

# An event needs an end, but the duration of a session is unknown in advance.
PLANNED = timedelta(hours=1)
# Status after the approval, as the outbox stores it.
AGREED = {"word": f"status.{SUPPORT.kind}.SERVICE_REVIEW", "values": {}}
STATUSES = {"INITIAL": "TENTATIVE", "REJECTED": "CANCELLED"}


def calendar_entry(request_id: int, *, actor: Actor) -> tuple[str, bytes]:
    """Return name and content of the file, in the actor's language. Raises 404."""
    request = get_readable(actor, SUPPORT.kind, request_id, "remote_support")
    calendar = Calendar()
    calendar.add("prodid", "-//Service portal//Remote support//EN")
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    calendar.add_component(_event(request, request.remote_support))
    return f"{request.number}.ics", calendar.to_ical()


def agreed_time(mail: Mail) -> Enclosure | None:
    """Return the calendar file for an email about the approval, otherwise None.

    The recipient must still be able to read the request when the email is sent.
    """
    if mail.user is None or mail.values.get("new") != AGREED:
        return None
    request = Request.objects.filter(number=mail.about).first()
    try:
        with translation.override(mail.language):
            name, content = calendar_entry(request.pk if request else 0, actor=actor_for(mail.user))
    except Refusal:
        return None
    return name, content, "text/calendar"


def _event(request: Request, support: RemoteSupport) -> Event:
    """Build the event.

    UID is constant and SEQUENCE only grows, so that a later file replaces the earlier event.
    """
    event = Event()
    event.add("uid", f"{request.number}@{urlsplit(settings.PUBLIC_URL).hostname or 'localhost'}")
    event.add("sequence", request.version - 1)
    event.add("dtstamp", request.updated_at)
    event.add("dtstart", support.preferred_at)
    event.add("dtend", support.preferred_at + PLANNED)
    event.add("status", STATUSES.get(request.status, "CONFIRMED"))
    event.add("summary", word("calendar.summary", number=request.number, title=support.title))
    link = address_of(SUPPORT.page.format(id=request.pk), current_language())
    methods = ", ".join(word(f"contactMethods.{key}") for key in support.contact_methods)
    name = f"{support.first_name} {support.last_name}"
    contact = word("calendar.contact", name=name, phone=support.phone, methods=methods)
    event.add("description", f"{contact}\n\n{support.description}\n\n{link}")
    event.add("url", link)
    return event
