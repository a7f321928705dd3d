"""The call that is being worked on: what logs and records name it by."""

from contextvars import ContextVar
from dataclasses import dataclass

from django.conf import settings
from django.http import HttpRequest


@dataclass(frozen=True)
class Call:
    """One call: its id, which the answer carries as X-Request-Id, and the address that it came from."""

    id: str = "-"
    address: str = ""


CALL: ContextVar[Call] = ContextVar("call", default=Call())  # noqa: B039 - it is frozen


def address_of(request: HttpRequest) -> str:
    """The caller's network address; proxies' headers count only where some are configured.

    Each proxy appends whom it was called by: what stands before the entry of the outermost one a stranger may have
    written.
    """
    if settings.BEHIND_PROXY:
        named = [each for part in request.META.get("HTTP_X_FORWARDED_FOR", "").split(",") if (each := part.strip())]
        if named:
            return str(named[-int(settings.BEHIND_PROXY) :][0])
    return str(request.META.get("REMOTE_ADDR", ""))
