"""Traffic classes: each heavy endpoint has one, and each pattern an endpoint."""

import inspect
import re
from collections.abc import Iterator
from fnmatch import fnmatchcase
from typing import Any

import pytest
from django.http import FileResponse
from ninja.files import UploadedFile

from portal_backend.asgi.concurrency import TrafficClass
from portal_backend.config.api import api
from portal_backend.config.traffic_classes import (
    INLINE_FILE_KEY,
    LARGE_BODY_BYTES,
    PATH_PATTERNS,
    classify_path,
    classify_request,
)

# apps whose endpoints parse or generate files, or query all service requests
HEAVY_APPS = ("exports", "imports", "spectra", "reports")
# endpoints of these apps that are cheap: job status, forecast of one request, calendar entry of one session
LIGHT_PATHS = ("/api/v1/files/export/jobs/{id}", "/api/v1/requests/fetch/course", "/api/v1/support/calendar")


def list_endpoints() -> Iterator[tuple[str, str, Any]]:
    """Yield the method, path and operation of each endpoint."""
    for prefix, router in api._routers:
        for path, view in router.path_operations.items():
            for operation in view.operations:
                for verb in operation.methods:
                    yield verb, re.sub(r"//+", "/", f"/api/{prefix}/{path}"), operation


def is_heavy(operation: Any) -> bool:
    """Return whether an endpoint accepts or returns files or belongs to a heavy app."""
    function = operation.view_func
    signature = inspect.signature(function)
    annotations = f"{signature.return_annotation} {[each.annotation for each in signature.parameters.values()]}"
    responses = str(operation.openapi_extra or {})
    return (
        any(each.__name__ in annotations for each in (FileResponse, UploadedFile))
        or "spreadsheetml" in responses
        or "application/pdf" in responses
        or function.__module__.split(".")[1] in HEAVY_APPS
    )


def test_every_heavy_endpoint_has_a_traffic_class() -> None:
    heavy = [
        (verb, path) for verb, path, operation in list_endpoints() if is_heavy(operation) and path not in LIGHT_PATHS
    ]
    assert len(heavy) > 30
    missing = [each for each in heavy if classify_path(each[1]) not in (TrafficClass.HEAVY, TrafficClass.FILES)]
    assert not missing, "declare them in portal_backend/config/traffic_classes.py"


def test_every_pattern_matches_an_endpoint() -> None:
    paths = {path for _, path, _ in list_endpoints()} | {"/healthz", "/readyz", "/metrics"}
    assert [pattern for pattern, _ in PATH_PATTERNS if not any(fnmatchcase(path, pattern) for path in paths)] == []


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/healthz", TrafficClass.HEALTH),
        ("/readyz", TrafficClass.READY),
        ("/metrics", TrafficClass.READY),
        ("/api/v1/contacts/login", TrafficClass.LOGIN),
        ("/api/v1/contacts/login/passkey/options", TrafficClass.LOGIN),
        ("/api/v1/requests/fetch-number/action-required", TrafficClass.COUNTERS),
        ("/api/v1/files/export/jobs/abc", TrafficClass.ORDINARY),
        ("/api/v1/files/export/jobs/abc/xlsx", TrafficClass.FILES),
        ("/api/v1/files/export/users/xlsx", TrafficClass.HEAVY),
        ("/api/v1/files/export/repair-papers/pdf", TrafficClass.HEAVY),
        ("/api/v1/imports/7/wrong/xlsx", TrafficClass.HEAVY),
        ("/api/v1/files/image/abc", TrafficClass.PREVIEW),
        ("/api/v1/repairing/fetch/repair", TrafficClass.ORDINARY),
        ("/", TrafficClass.ORDINARY),
    ],
)
def test_classifies_path(path: str, kind: TrafficClass) -> None:
    assert classify_path(path) == kind


def test_classifies_ordinary_path_by_body() -> None:
    create = "/api/v1/repairing/create"
    assert classify_request(create, 100, b"[{}]") == TrafficClass.ORDINARY
    assert classify_request(create, 100, b"[{" + INLINE_FILE_KEY + b': "YQ=="}]') == TrafficClass.FILES
    assert classify_request(create, LARGE_BODY_BYTES + 1, b"[{}]") == TrafficClass.HEAVY
    assert classify_request("/api/v1/files/upload", LARGE_BODY_BYTES + 1, b"") == TrafficClass.FILES


@pytest.mark.parametrize("key", [b'"\\u0062ase64"', b'"base\\u00364"', b'"b\\u0061se64"', b'"bas\\u006564"'])
def test_escaped_file_key_counts_as_file(key: bytes) -> None:
    """JSON allows any character of a key to be escaped."""
    assert classify_request("/api/v1/repairing/create", 100, b"[{" + key + b': "YQ=="}]') == TrafficClass.FILES


def test_escaped_non_ascii_letters_do_not_count_as_file() -> None:
    assert classify_request("/api/v1/repairing/create", 100, b'[{"problem": "se\\u00f1al"}]') == TrafficClass.ORDINARY
