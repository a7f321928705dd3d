"""The table of kinds: every heavy endpoint is in it, and every line of it is an endpoint's."""

import inspect
import re
from collections.abc import Iterator
from fnmatch import fnmatchcase
from typing import Any

import pytest
from django.http import FileResponse
from ninja.files import UploadedFile

from portal_backend.api import api
from portal_backend.front.lanes import Kind
from portal_backend.traffic import INLINE_FILE, LARGE_BODY, PATTERNS, kind_of_call, kind_of_path

# apps whose endpoints read or draw files, or look at all requests there are
HEAVY_APPS = ("exports", "imports", "spectra", "reports")
# which answer without either: the state of a job, one request's forecast, one session as an entry of a calendar
LIGHT = ("/api/v1/files/export/jobs/{id}", "/api/v1/requests/fetch/course", "/api/v1/support/calendar")


def endpoints() -> Iterator[tuple[str, str, Any]]:
    """Each address of the API, its verb, and its function."""
    for prefix, router in api._routers:
        for path, view in router.path_operations.items():
            for operation in view.operations:
                for verb in operation.methods:
                    yield verb, re.sub(r"//+", "/", f"/api/{prefix}/{path}"), operation


def is_heavy(operation: Any) -> bool:
    """Whether an endpoint takes or answers files, or belongs to an app that works long."""
    function = operation.view_func
    signature = inspect.signature(function)
    named = f"{signature.return_annotation} {[each.annotation for each in signature.parameters.values()]}"
    answers = str(operation.openapi_extra or {})
    return (
        any(each.__name__ in named for each in (FileResponse, UploadedFile))
        or "spreadsheetml" in answers
        or "application/pdf" in answers
        or function.__module__.split(".")[1] in HEAVY_APPS
    )


def test_names_every_heavy_endpoint() -> None:
    heavy = [(verb, path) for verb, path, operation in endpoints() if is_heavy(operation) and path not in LIGHT]
    assert len(heavy) > 30
    missing = [each for each in heavy if kind_of_path(each[1]) not in (Kind.HEAVY, Kind.FILES)]
    assert not missing, "declare them in portal_backend/traffic.py"


def test_names_nothing_that_is_no_endpoint() -> None:
    paths = {path for _, path, _ in endpoints()} | {"/healthz", "/readyz", "/metrics"}
    assert [pattern for pattern, _ in PATTERNS if not any(fnmatchcase(path, pattern) for path in paths)] == []


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/healthz", Kind.HEALTH),
        ("/readyz", Kind.READY),
        ("/metrics", Kind.READY),
        ("/api/v1/contacts/login", Kind.LOGIN),
        ("/api/v1/contacts/login/passkey/options", Kind.LOGIN),
        ("/api/v1/requests/fetch-number/action-required", Kind.COUNTERS),
        ("/api/v1/files/export/jobs/abc", Kind.ORDINARY),
        ("/api/v1/files/export/jobs/abc/xlsx", Kind.FILES),
        ("/api/v1/files/export/users/xlsx", Kind.HEAVY),
        ("/api/v1/files/export/repair-papers/pdf", Kind.HEAVY),
        ("/api/v1/imports/7/wrong/xlsx", Kind.HEAVY),
        ("/api/v1/files/image/abc", Kind.PREVIEW),
        ("/api/v1/repairing/fetch/repair", Kind.ORDINARY),
        ("/", Kind.ORDINARY),
    ],
)
def test_kind_of_an_address(path: str, kind: Kind) -> None:
    assert kind_of_path(path) == kind


def test_kind_follows_the_body_where_the_address_says_nothing() -> None:
    create = "/api/v1/repairing/create"
    assert kind_of_call(create, 100, b"[{}]") == Kind.ORDINARY
    assert kind_of_call(create, 100, b"[{" + INLINE_FILE + b': "YQ=="}]') == Kind.FILES
    assert kind_of_call(create, LARGE_BODY + 1, b"[{}]") == Kind.HEAVY
    assert kind_of_call("/api/v1/files/upload", LARGE_BODY + 1, b"") == Kind.FILES


@pytest.mark.parametrize("key", [b'"\\u0062ase64"', b'"base\\u00364"', b'"b\\u0061se64"', b'"bas\\u006564"'])
def test_a_file_whose_key_is_escaped_is_a_file(key: bytes) -> None:
    """JSON allows any letter of a key to be written as an escape."""
    assert kind_of_call("/api/v1/repairing/create", 100, b"[{" + key + b': "YQ=="}]') == Kind.FILES


def test_escaped_letters_of_other_alphabets_are_no_file() -> None:
    assert kind_of_call("/api/v1/repairing/create", 100, b'[{"problem": "se\\u00f1al"}]') == Kind.ORDINARY
