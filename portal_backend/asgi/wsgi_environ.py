"""Conversion of ASGI requests to WSGI."""

import sys
from typing import IO, Any
from urllib.parse import unquote_to_bytes

from portal_backend.asgi.request_body import RejectedBody
from portal_backend.asgi.response import FileWrapper

Scope = dict[str, Any]
Environ = dict[str, Any]


def get_header(scope: Scope, name: bytes, *, joined: bool = False) -> str:
    """Return the first header of this name, or "".

    With `joined` all values are returned as one comma-separated list.
    """
    values = (value.decode("latin-1") for each, value in scope["headers"] if each.lower() == name)
    return ",".join(values) if joined else next(values, "")


def build_environ(scope: Scope, body: IO[bytes] | RejectedBody, length: int) -> Environ:
    """Build the WSGI environ of a request whose whole body is in `body`.

    Headers with an underscore in their name are dropped: WSGI would merge them with their hyphenated namesakes, so a
    client could add an address to a proxy's X-Forwarded-For.
    """
    environ: Environ = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": unquote_to_bytes(scope["raw_path"]).decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_NAME": scope["server"][0],
        "SERVER_PORT": str(scope["server"][1]),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "REMOTE_ADDR": scope["client"][0],
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.input": body,
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
        "wsgi.file_wrapper": FileWrapper,
    }
    for name, value in scope["headers"]:
        if b"_" in name:
            continue
        key = name.decode("latin-1").upper().replace("-", "_")
        key = key if key == "CONTENT_TYPE" else f"HTTP_{key}"
        text = value.decode("latin-1")
        environ[key] = f"{environ[key]},{text}" if key in environ else text
    environ["CONTENT_LENGTH"] = str(length)
    return environ
