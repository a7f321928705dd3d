"""The call that is being worked on: what logs and records name it by."""

from contextvars import ContextVar
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address, ip_network

from django.conf import settings
from django.http import HttpRequest


@dataclass(frozen=True)
class Call:
    """One call: its id, which the answer carries as X-Request-Id, and the address that it came from."""

    id: str = "-"
    address: str = ""


# the variable of a request that holds what it is refused with before it reaches any endpoint
REFUSAL = "portal.refusal"
# a person whose session cannot be looked up, as the database is away
UNKNOWN_PERSON = "unknown"
CALL: ContextVar[Call] = ContextVar("call", default=Call())  # noqa: B039 - it is frozen


def address_of(request: HttpRequest) -> str:
    """The caller's network address."""
    return real_address(str(request.META.get("REMOTE_ADDR", "")), request.META.get("HTTP_X_FORWARDED_FOR", ""))


def real_address(socket_address: str, forwarded: str) -> str:
    """Return the caller's address; proxies' headers count only where some are configured.

    Each proxy appends whom it was called by: what stands before the entry of the outermost one a stranger may have
    written.
    """
    if settings.BEHIND_PROXY:
        named = [each for part in forwarded.split(",") if (each := part.strip())]
        if named:
            return str(named[-int(settings.BEHIND_PROXY) :][0])
    return socket_address


def network_of(address: str) -> str:
    """Return what is counted as one caller: an IPv4 address, or the /64 that one IPv6 customer has."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return address
    if isinstance(parsed, IPv6Address) and parsed.ipv4_mapped is None:
        return str(ip_network((int(parsed) >> 64 << 64, 64)))
    return address
