"""Traffic classes of requests: heavy, file storage, and never to be delayed.

This is the only place that assigns them; a test fails for a heavy endpoint that is missing here.
"""

import re
from fnmatch import translate

from portal_backend.front.lanes import Kind

V1 = "/api/v1"
# the first matching pattern applies; all other paths are ordinary
PATTERNS: tuple[tuple[str, Kind], ...] = (
    ("/healthz", Kind.HEALTH),
    ("/readyz", Kind.READY),
    ("/metrics", Kind.READY),
    (f"{V1}/contacts/login", Kind.LOGIN),
    (f"{V1}/contacts/login/*", Kind.LOGIN),
    (f"{V1}/requests/fetch-number/*", Kind.COUNTERS),
    (f"{V1}/repairing/fetch-number/*", Kind.COUNTERS),
    (f"{V1}/files/export/jobs/*/xlsx", Kind.FILES),
    (f"{V1}/files/export/jobs/*", Kind.ORDINARY),
    (f"{V1}/files/export/*", Kind.HEAVY),
    (f"{V1}/files/spectra/*", Kind.HEAVY),
    (f"{V1}/files/upload", Kind.FILES),
    (f"{V1}/files/copy/*", Kind.FILES),
    (f"{V1}/files/download/*", Kind.FILES),
    (f"{V1}/files/image/*", Kind.PREVIEW),
    (f"{V1}/imports", Kind.FILES),
    (f"{V1}/imports/text", Kind.FILES),
    (f"{V1}/imports/*", Kind.HEAVY),
    (f"{V1}/reports/general/*", Kind.HEAVY),
)
_COMPILED = [(re.compile(translate(pattern)), kind) for pattern, kind in PATTERNS]
# parsing JSON of this size takes many times as much memory, and noticeable time
LARGE_BODY = 256_000
# marks a file inside a JSON body
INLINE_FILE = b'"base64"'
# JSON may hide that key in escapes; no regular client escapes ASCII letters and digits
ESCAPED_ASCII = re.compile(rb"\\u00[3-7]")


def kind_of_path(path: str) -> Kind:
    """Return the traffic class by path."""
    return next((kind for pattern, kind in _COMPILED if pattern.match(path)), Kind.ORDINARY)


def kind_of_call(path: str, size: int, prefix: bytes) -> Kind:
    """Return the traffic class of a request by its path and body.

    `prefix` is the beginning of the body, at most LARGE_BODY_BYTES.
    """
    traffic_class = kind_of_path(path)
    if traffic_class != Kind.ORDINARY:
        return traffic_class
    if size > LARGE_BODY:
        return Kind.HEAVY
    return Kind.FILES if INLINE_FILE in prefix or ESCAPED_ASCII.search(prefix) else Kind.ORDINARY
