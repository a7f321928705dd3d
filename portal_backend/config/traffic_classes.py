"""Traffic classes of requests: heavy, file storage, and never to be delayed.

This is the only place that assigns them; a test fails for a heavy endpoint that is missing here.
"""

import re
from fnmatch import translate

from portal_backend.asgi.concurrency import TrafficClass

API_PREFIX = "/api/v1"
# the first matching pattern applies; all other paths are ordinary
PATH_PATTERNS: tuple[tuple[str, TrafficClass], ...] = (
    ("/healthz", TrafficClass.HEALTH),
    ("/readyz", TrafficClass.READY),
    ("/metrics", TrafficClass.READY),
    (f"{API_PREFIX}/contacts/login", TrafficClass.LOGIN),
    (f"{API_PREFIX}/contacts/login/*", TrafficClass.LOGIN),
    (f"{API_PREFIX}/requests/fetch-number/*", TrafficClass.COUNTERS),
    (f"{API_PREFIX}/repairing/fetch-number/*", TrafficClass.COUNTERS),
    (f"{API_PREFIX}/files/export/jobs/*/xlsx", TrafficClass.FILES),
    (f"{API_PREFIX}/files/export/jobs/*", TrafficClass.ORDINARY),
    (f"{API_PREFIX}/files/export/*", TrafficClass.HEAVY),
    (f"{API_PREFIX}/files/spectra/*", TrafficClass.HEAVY),
    (f"{API_PREFIX}/files/upload", TrafficClass.FILES),
    (f"{API_PREFIX}/files/copy/*", TrafficClass.FILES),
    (f"{API_PREFIX}/files/download/*", TrafficClass.FILES),
    (f"{API_PREFIX}/files/image/*", TrafficClass.PREVIEW),
    (f"{API_PREFIX}/imports", TrafficClass.FILES),
    (f"{API_PREFIX}/imports/text", TrafficClass.FILES),
    (f"{API_PREFIX}/imports/*", TrafficClass.HEAVY),
    (f"{API_PREFIX}/reports/general/*", TrafficClass.HEAVY),
)
_COMPILED = [(re.compile(translate(pattern)), kind) for pattern, kind in PATH_PATTERNS]
# parsing JSON of this size takes many times as much memory, and noticeable time
LARGE_BODY_BYTES = 256_000
# marks a file inside a JSON body
INLINE_FILE_KEY = b'"base64"'
# JSON may hide that key in escapes; no regular client escapes ASCII letters and digits
ESCAPED_ASCII = re.compile(rb"\\u00[3-7]")


def classify_path(path: str) -> TrafficClass:
    """Return the traffic class by path."""
    return next((kind for pattern, kind in _COMPILED if pattern.match(path)), TrafficClass.ORDINARY)


def classify_request(path: str, size: int, prefix: bytes) -> TrafficClass:
    """Return the traffic class of a request by its path and body.

    `prefix` is the beginning of the body, at most LARGE_BODY_BYTES.
    """
    traffic_class = classify_path(path)
    if traffic_class != TrafficClass.ORDINARY:
        return traffic_class
    if size > LARGE_BODY_BYTES:
        return TrafficClass.HEAVY
    return TrafficClass.FILES if INLINE_FILE_KEY in prefix or ESCAPED_ASCII.search(prefix) else TrafficClass.ORDINARY
