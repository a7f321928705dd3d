"""Security headers of every kind of response."""

from collections.abc import Callable
from pathlib import Path

import pytest
from django.http.response import HttpResponseBase
from django.test import Client
from pytest_django import Settings

from portal_backend.config.urls import urlpatterns
from portal_backend.files.previews import get_image_url
from tests import factories
from tests.files.conftest import ListStoredFiles
from tests.files.sample_images import build_image
from tests.files.upload_client import MultipartBody, upload

pytestmark = [pytest.mark.django_db, pytest.mark.split]
Send = Callable[..., HttpResponseBase]
EVERYWHERE = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
NEVER = ("Server", "X-Powered-By", "Set-Cookie", "Access-Control-Allow-Origin")
YEAR = 31_536_000


@pytest.fixture
def send(settings: Settings, stored: ListStoredFiles, tmp_path: Path) -> Send:
    """Return a function that sends requests of a logged-in user.

    The server has a page, a script, an upload and its picture.
    """
    (tmp_path / "dist" / "assets").mkdir(parents=True)
    (tmp_path / "dist" / "index.html").write_text("<!doctype html><title>Portal</title>")
    (tmp_path / "dist" / "assets" / "app-1a2b.js").write_text("export {};")
    settings.WHITENOISE_ROOT = tmp_path / "dist"
    settings.WHITENOISE_AUTOREFRESH = False
    settings.DEMO = False
    settings.METRICS_TOKEN = "a-token-of-the-monitor"
    here = factories.world()
    sent = upload(here.client, MultipartBody(b"photo.png", build_image())).data["id"]
    places = {"{file}": sent, "{picture}": (get_image_url(sent) or "").removeprefix("/")}
    browser = Client(raise_request_exception=False)

    def send(address: str, *, token: str = here.client.token, verb: str = "GET", **headers: str) -> HttpResponseBase:
        for name, text in places.items():
            address = address.replace(name, text)
        sent_headers = {"Authorization": token, **{name.replace("_", "-"): text for name, text in headers.items()}}
        return browser.generic(verb, address, headers=sent_headers)

    return send


KINDS: dict[str, tuple[str, int]] = {
    "the page": ("/", 200),
    "a script": ("/assets/app-1a2b.js", 200),
    "a call": ("/api/v1/contacts/profile", 200),
    "a list": ("/api/rest/active-repairs", 200),
    "a download": ("/api/v1/files/download/{file}", 200),
    "a picture": ("/{picture}", 200),
    "a spreadsheet": ("/api/v1/files/export/active-repairs/xlsx", 200),
    "the document": ("/api/openapi.json", 200),
    "its page": ("/api/docs", 200),
    "health": ("/healthz", 200),
    "readiness": ("/readyz", 200),
    "refused by role": ("/api/v1/contacts/fetch/criteria", 403),
    "a wrong question": ("/api/v1/repairing/fetch/repair?repairId=x", 400),
    "no such object": ("/api/v1/repairing/fetch/repair?repairId=1000000000", 404),
    "no such call": ("/api/never/heard/of", 404),
    "no such page": ("/never/heard/of", 404),
    "figures without their token": ("/metrics", 404),
}


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_response_has_security_headers(kind: str, send: Send) -> None:
    address, status = KINDS[kind]
    response = send(address)
    assert response.status_code == status
    hold(response)


def hold(response: HttpResponseBase) -> None:
    """Check the headers that every response has, and those that none may have."""
    assert {name: response.headers.get(name) for name in EVERYWHERE} == EVERYWHERE
    assert [name for name in NEVER if name in response.headers] == []
    policy = dict(each.strip().partition(" ")[::2] for each in response.headers["Content-Security-Policy"].split(";"))
    assert policy["default-src"] in ("'self'", "'none'")
    assert policy["default-src"] == "'none'" or {policy[each] for each in ("object-src", "base-uri")} == {"'none'"}
    assert "sandbox" in policy or policy["frame-ancestors"] == "'none'"
    assert "unsafe" not in response.headers["Content-Security-Policy"]
    assert len(response.headers["X-Request-Id"]) == 32


def test_metrics_and_error_responses_have_security_headers(send: Send, monkeypatch: pytest.MonkeyPatch) -> None:
    for response, status in (
        (send("/metrics", token="Bearer a-token-of-the-monitor"), 200),
        (send("/api/v1/contacts/profile", token="never-given"), 401),
        (send("/api/v1/contacts/profile", verb="DELETE"), 405),
        (send("/api/v1/contacts/profile", verb="TRACE"), 405),
        (send("/api/v1/contacts/profile", Host="evil.test"), 400),
    ):
        assert response.status_code == status
        hold(response)
    monkeypatch.setattr("portal_backend.accounts.sessions.authenticate_token", None)
    fault = send("/api/v1/contacts/profile")
    assert fault.status_code == 500
    hold(fault)


def test_https_redirect_and_hsts(send: Send, settings: Settings) -> None:
    settings.SECURE_SSL_REDIRECT = True
    settings.SECURE_HSTS_SECONDS = YEAR
    settings.SECURE_HSTS_INCLUDE_SUBDOMAINS = True
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    for address, status in KINDS.values():
        response = send(address, X_Forwarded_Proto="https")
        assert response.status_code == status
        assert response.headers["Strict-Transport-Security"] == f"max-age={YEAR}; includeSubDomains"
    plain = send("/api/v1/contacts/profile")
    assert (plain.status_code, plain.headers["Location"]) == (301, "https://testserver/api/v1/contacts/profile")
    assert "frame-ancestors 'none'" in plain.headers["Content-Security-Policy"]
    assert send("/healthz").status_code == 200


def test_root_serves_only_api_health_and_metrics() -> None:
    assert [str(each.pattern) for each in urlpatterns] == ["api/", "healthz", "readyz", "metrics"]


@pytest.mark.parametrize("address", ["/.git/config", "/.env", "/assets/", "/static/", "/assets/../../settings.py"])
def test_files_outside_public_root_are_not_served(address: str, send: Send) -> None:
    assert send(address).status_code == 404
