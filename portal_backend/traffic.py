"""Which calls are heavy, which wait for the file storage, and which must never wait behind others.

This is the one place that says so; a test names a heavy endpoint that is missing.
"""

import re
from fnmatch import translate

from portal_backend.front.lanes import Kind

V1 = "/api/v1"
# the first pattern that fits counts; what fits none is ordinary
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
# JSON of this size takes many times as much memory, and a while, to be read
LARGE_BODY = 256_000
# a file inside of a JSON body
INLINE_FILE = b'"base64"'
# the key of a file may be written with escapes, which no program uses for letters and digits of ASCII
ESCAPED_ASCII = re.compile(rb"\\u00[3-7]")


def kind_of_path(path: str) -> Kind:
    """Return the kind of a call by its address alone."""
    return next((kind for pattern, kind in _COMPILED if pattern.match(path)), Kind.ORDINARY)


def kind_of_call(path: str, size: int, start: bytes) -> Kind:
    """Return the kind of a call by its address and body, of which `start` holds at most LARGE_BODY bytes."""
    kind = kind_of_path(path)
    if kind != Kind.ORDINARY:
        return kind
    if size > LARGE_BODY:
        return Kind.HEAVY
    return Kind.FILES if INLINE_FILE in start or ESCAPED_ASCII.search(start) else Kind.ORDINARY
