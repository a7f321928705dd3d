"""Context of the current HTTP request, used by logs and audit records."""

from contextvars import ContextVar
from dataclasses import dataclass
from ipaddress import IPv6Address, IPv6Network, ip_address

from django.conf import settings
from django.http import HttpRequest


@dataclass(frozen=True)
class RequestContext:
    """Identity of one HTTP request."""

    #: sent to the client as X-Request-Id
    request_id: str = "-"
    #: IP address of the client
    client_ip: str = ""


# WSGI environ key of the error that rejects a request before it reaches an endpoint
EARLY_ERROR_KEY = "portal.refusal"
# placeholder for a user whose session cannot be looked up because the database is unavailable
UNKNOWN_USER = "unknown"
CURRENT_REQUEST: ContextVar[RequestContext] = ContextVar("call", default=RequestContext())  # noqa: B039 - the default is frozen


def get_client_ip(request: HttpRequest) -> str:
    """Return the client's IP address."""
    return resolve_client_ip(str(request.META.get("REMOTE_ADDR", "")), request.META.get("HTTP_X_FORWARDED_FOR", ""))


def resolve_client_ip(socket_address: str, forwarded: str) -> str:
    """Return the client's IP address, from X-Forwarded-For only behind proxies.

    Each proxy appends the address it was called from. Entries before the one that the outermost trusted proxy added
    can be forged by the client.
    """
    if settings.BEHIND_PROXY:
        addresses = [each for part in forwarded.split(",") if (each := part.strip())]
        if addresses:
            return str(addresses[-int(settings.BEHIND_PROXY) :][0])
    return socket_address


def get_client_network(address: str) -> str:
    """Return the key by which a client is rate limited: IPv4 address, or IPv6 /64.

    One IPv6 customer usually has a whole /64, within which it chooses addresses freely.
    """
    try:
        parsed = ip_address(address)
    except ValueError:
        return address
    if isinstance(parsed, IPv6Address):
        return str(parsed.ipv4_mapped or IPv6Network((int(parsed), 64), strict=False))
    return address
