"""The client IP address behind proxies cannot be forged.

It is used for rate limits, sessions, logs and the audit log.
"""

import pytest
from django.test import RequestFactory
from pytest_django import Settings

from portal_backend.core.request_context import get_client_ip
from tests import factories
from tests.api_client import ApiClient

SPOOFED = "203.0.113.66"


@pytest.mark.parametrize(
    ("proxies", "header", "counted"),
    [
        (0, SPOOFED, "10.0.0.1"),
        (0, None, "10.0.0.1"),
        (1, None, "10.0.0.1"),
        (1, "", "10.0.0.1"),
        (1, " , ", "10.0.0.1"),
        (1, "198.51.100.7", "198.51.100.7"),
        (1, f"{SPOOFED}, 198.51.100.7", "198.51.100.7"),
        (1, f"{SPOOFED},{SPOOFED}, 198.51.100.7 ", "198.51.100.7"),
        (1, f"{SPOOFED}, 2001:db8::1", "2001:db8::1"),
        (2, "198.51.100.7, 10.0.0.2", "198.51.100.7"),
        (2, f"{SPOOFED}, 198.51.100.7, 10.0.0.2", "198.51.100.7"),
        (2, "10.0.0.2", "10.0.0.2"),
        (True, f"{SPOOFED}, 198.51.100.7", "198.51.100.7"),
    ],
)
def test_client_ip_is_entry_of_outermost_proxy(
    proxies: int, header: str | None, counted: str, settings: Settings
) -> None:
    settings.BEHIND_PROXY = proxies
    headers = {} if header is None else {"X-Forwarded-For": header}
    request = RequestFactory().get("/", headers=headers, REMOTE_ADDR="10.0.0.1")
    assert get_client_ip(request) == counted


@pytest.mark.django_db
@pytest.mark.parametrize(("proxies", "behind"), [(1, "198.51.100.7"), (2, "198.51.100.7, 10.0.0.2")])
def test_spoofed_forwarded_header_does_not_bypass_lockout(
    proxies: int, behind: str, caller: ApiClient, settings: Settings
) -> None:
    settings.BEHIND_PROXY = proxies
    here = factories.world()
    responses = [
        caller.post(
            "/contacts/login",
            {"username": here.client.username, "password": "Guessed-1!"},
            headers={"X-Forwarded-For": f"203.0.113.{number}, {behind}"},
        ).status
        for number in range(settings.LOGIN_FAILURES + 1)
    ]
    assert responses == [401] * settings.LOGIN_FAILURES + [429]
