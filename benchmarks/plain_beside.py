"""The portal with a plain answer beside it: what is measured through sockets asks both of, over the same lines."""

from portal_backend.asgi import application as portal
from portal_backend.front.answering import Receive, Send
from portal_backend.front.asking import Scope

HEADERS = [(b"content-type", b"text/plain"), (b"content-length", b"2")]


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer."""
    if scope["path"] != "/plain":
        await portal(scope, receive, send)
        return
    await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
    await send({"type": "http.response.body", "body": b"ok"})
