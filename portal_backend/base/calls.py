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
    """The caller's network address; a proxy's header counts only where one is configured."""
    forwarded = request.META.get("HTTP_X_FORWARDED_FOR", "") if settings.BEHIND_PROXY else ""
    return str(forwarded.split(",")[-1].strip() or request.META.get("REMOTE_ADDR", ""))
