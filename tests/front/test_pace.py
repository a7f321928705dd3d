"""TCP timeout for clients that do not read (Linux)."""

import socket
from collections.abc import Iterator

import pytest

from portal_backend.front import pace

OPTION = getattr(socket, "TCP_USER_TIMEOUT", None)
pytestmark = pytest.mark.skipif(OPTION is None, reason="Linux alone counts what nobody reads")


@pytest.fixture
def listening() -> Iterator[socket.socket]:
    """Listening socket of the web server, which does not expose it."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server


def patience(sock: socket.socket) -> int:
    """Return the TCP user timeout in milliseconds; 0 means the system default."""
    assert OPTION is not None
    return sock.getsockopt(socket.IPPROTO_TCP, OPTION)


def test_accepted_connections_inherit_tcp_user_timeout(listening: socket.socket) -> None:
    with socket.create_connection(listening.getsockname()) as ours, listening.accept()[0] as before:
        pace.give_up_those_who_do_not_read()
        with socket.create_connection(listening.getsockname()), listening.accept()[0] as after:
            assert patience(after) == pace.UNREAD
        assert (patience(ours), patience(before)) == (0, 0), "others' own lines are none of ours"


def test_does_nothing_without_list_of_file_descriptors(
    listening: socket.socket, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pace, "OPEN_FILES", ("/no/such/folder",))
    pace.give_up_those_who_do_not_read()
    assert patience(listening) == 0
