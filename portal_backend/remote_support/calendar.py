"""Calendar file with the time of a remote support request (RFC 5545)."""

from datetime import timedelta
from urllib.parse import urlsplit

from django.conf import settings
from django.utils import translation
from icalendar import Calendar, Event

from portal_backend.accounts.grants import build_actor
from portal_backend.core.actor import Actor
from portal_backend.core.errors import ApiError
from portal_backend.core.translations import get_current_language, translate
from portal_backend.notifications.hooks import MailAttachment
from portal_backend.notifications.mail_templates import build_absolute_url
from portal_backend.notifications.models import Mail
from portal_backend.remote_support.models import RemoteSupport
from portal_backend.remote_support.process import SUPPORT
from portal_backend.workflow.models import ServiceRequest
from portal_backend.workflow.scope import get_readable

# An event needs an end, but the duration of a session is unknown in advance.
PLANNED_DURATION = timedelta(hours=1)
# Status after the approval, as the outbox stores it.
AGREED_STATUS = {"message": f"status.{SUPPORT.kind}.SERVICE_REVIEW", "values": {}}
CALENDAR_STATUSES = {"INITIAL": "TENTATIVE", "REJECTED": "CANCELLED"}


def build_calendar_file(request_id: int, *, actor: Actor) -> tuple[str, bytes]:
    """Return name and content of the file, in the actor's language. Raises 404."""
    request = get_readable(actor, SUPPORT.kind, request_id, "remote_support")
    calendar = Calendar()
    calendar.add("prodid", "-//Service portal//Remote support//EN")
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    calendar.add_component(_build_event(request, request.remote_support))
    return f"{request.number}.ics", calendar.to_ical()


def build_calendar_attachment(mail: Mail) -> MailAttachment | None:
    """Return the calendar file for an email about the approval, otherwise None.

    The recipient must still be able to read the request when the email is sent.
    """
    if mail.user is None or mail.values.get("new") != AGREED_STATUS:
        return None
    request = ServiceRequest.objects.filter(number=mail.reference).first()
    try:
        with translation.override(mail.language):
            name, content = build_calendar_file(request.pk if request else 0, actor=build_actor(mail.user))
    except ApiError:
        return None
    return name, content, "text/calendar"


def _build_event(request: ServiceRequest, support: RemoteSupport) -> Event:
    """Build the event.

    UID is constant and SEQUENCE only grows, so that a later file replaces the earlier event.
    """
    event = Event()
    event.add("uid", f"{request.number}@{urlsplit(settings.PUBLIC_URL).hostname or 'localhost'}")
    event.add("sequence", request.version - 1)
    event.add("dtstamp", request.updated_at)
    event.add("dtstart", support.preferred_at)
    event.add("dtend", support.preferred_at + PLANNED_DURATION)
    event.add("status", CALENDAR_STATUSES.get(request.status, "CONFIRMED"))
    event.add("summary", translate("calendar.summary", number=request.number, title=support.title))
    link = build_absolute_url(SUPPORT.page.format(id=request.pk), get_current_language())
    methods = ", ".join(translate(f"contactMethods.{key}") for key in support.contact_methods)
    name = f"{support.first_name} {support.last_name}"
    contact = translate("calendar.contact", name=name, phone=support.phone, methods=methods)
    event.add("description", f"{contact}\n\n{support.description}\n\n{link}")
    event.add("url", link)
    return event
