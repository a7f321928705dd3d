"""TCP timeout for clients that do not read (Linux)."""

import socket
from collections.abc import Iterator

import pytest

from portal_backend.asgi import timeouts

OPTION = getattr(socket, "TCP_USER_TIMEOUT", None)
pytestmark = pytest.mark.skipif(OPTION is None, reason="only Linux reports unread bytes")


@pytest.fixture
def listening() -> Iterator[socket.socket]:
    """Listening socket of the web server, which does not expose it."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server


def get_timeout(sock: socket.socket) -> int:
    """Return the TCP user timeout in milliseconds; 0 means the system default."""
    assert OPTION is not None
    return sock.getsockopt(socket.IPPROTO_TCP, OPTION)


def test_accepted_connections_inherit_tcp_user_timeout(listening: socket.socket) -> None:
    with socket.create_connection(listening.getsockname()) as ours, listening.accept()[0] as before:
        timeouts.set_tcp_user_timeout()
        with socket.create_connection(listening.getsockname()), listening.accept()[0] as after:
            assert get_timeout(after) == timeouts.TCP_USER_TIMEOUT_MS
        assert (get_timeout(ours), get_timeout(before)) == (0, 0), "others' own lines are none of ours"


def test_does_nothing_without_list_of_file_descriptors(
    listening: socket.socket, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(timeouts, "FD_DIRECTORIES", ("/no/such/folder",))
    timeouts.set_tcp_user_timeout()
    assert get_timeout(listening) == 0
