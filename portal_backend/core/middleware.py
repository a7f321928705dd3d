"""Middleware for language, request id, security headers and API errors."""

import uuid
from collections.abc import Callable

from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils import translation

from portal_backend.core.errors import ApiError
from portal_backend.core.request_context import (
    CURRENT_REQUEST,
    EARLY_ERROR_KEY,
    RequestContext,
    get_client_ip,
)
from portal_backend.core.translations import LANGUAGES

GetResponse = Callable[[HttpRequest], HttpResponseBase]

PAGE_CSP = (
    "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; "
    "font-src 'self'; connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'"
)


def language_middleware(get_response: GetResponse) -> GetResponse:
    """Activate the language of the Lang header, by default English.

    See contract section 1.
    """

    def middleware(request: HttpRequest) -> HttpResponseBase:
        language = request.headers.get("Lang", "en")
        with translation.override(language if language in LANGUAGES else "en"):
            return get_response(request)

    return middleware


def request_id_middleware(get_response: GetResponse) -> GetResponse:
    """Set the request id for logs, and the security headers of the response."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        request.META["portal.request_id"] = uuid.uuid4().hex
        token = CURRENT_REQUEST.set(RequestContext(request.META["portal.request_id"], get_client_ip(request)))
        try:
            response = get_response(request)
        finally:
            CURRENT_REQUEST.reset(token)
        response.headers.setdefault("Content-Security-Policy", PAGE_CSP)
        response["Permissions-Policy"] = "camera=(), geolocation=(), microphone=()"
        response["Cross-Origin-Resource-Policy"] = "same-origin"
        response["X-Request-Id"] = request.META["portal.request_id"]
        return response

    return middleware


def early_error_middleware(get_response: GetResponse) -> GetResponse:
    """Return the error of a request that the ASGI server rejected.

    It reaches no endpoint but gets the same language, headers and format as other errors.
    """

    def middleware(request: HttpRequest) -> HttpResponseBase:
        error = request.META.get(EARLY_ERROR_KEY)
        return get_response(request) if error is None else error.to_response()

    return middleware


def head_request_middleware(get_response: GetResponse) -> GetResponse:
    """Serve HEAD at /api/rest/ as GET without a body, for react-admin's counts."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        if request.method != "HEAD" or not request.path.startswith("/api/rest/"):
            return get_response(request)
        request.method = "GET"
        response = get_response(request)
        if isinstance(response, HttpResponse):
            response.content = b""
        return response

    return middleware


def api_error_middleware(get_response: GetResponse) -> GetResponse:
    """Return unknown paths, wrong methods and invalid hosts under /api/ as API errors."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        if not request.path.startswith("/api/"):
            return get_response(request)
        try:
            request.get_host()
        except DisallowedHost:
            return _build_error_response(400, None)
        response = get_response(request)
        is_plain = not response.get("Content-Type", "").startswith("application/json")
        if not (is_plain and response.status_code in (400, 404, 405)):
            return response
        return _build_error_response(response.status_code, response.get("Allow"))

    return middleware


def _build_error_response(status: int, allow: str | None) -> HttpResponse:
    code = {400: "VALIDATION", 404: "NOT_FOUND", 405: "METHOD_NOT_ALLOWED"}[status]
    response = ApiError(status, code).to_response()
    if allow:
        response["Allow"] = allow
    return response
