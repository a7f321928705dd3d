"""The portal's ASGI application with an additional plain endpoint.

Benchmarks over sockets send both kinds of requests over the same connections.
"""

from portal_backend.asgi.response import Receive, Send
from portal_backend.asgi.wsgi_environ import Scope
from portal_backend.config.asgi import application as portal

HEADERS = [(b"content-type", b"text/plain"), (b"content-length", b"2")]


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    """Respond to /plain, and pass other requests to the portal."""
    if scope["path"] != "/plain":
        await portal(scope, receive, send)
        return
    await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
    await send({"type": "http.response.body", "body": b"ok"})
