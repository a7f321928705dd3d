"""Who does not read: the system ends their connections, where it can be told to."""

import socket
from collections.abc import Iterator

import pytest

from portal_backend.front import pace

OPTION = getattr(socket, "TCP_USER_TIMEOUT", None)
pytestmark = pytest.mark.skipif(OPTION is None, reason="Linux alone counts what nobody reads")


@pytest.fixture
def listening() -> Iterator[socket.socket]:
    """A socket that takes connections, which the web server keeps to itself."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server


def patience(line: socket.socket) -> int:
    """How long the system waits for a reader, in milliseconds; 0 for as long as it likes."""
    assert OPTION is not None
    return line.getsockopt(socket.IPPROTO_TCP, OPTION)


def test_connections_are_given_up_whose_reader_takes_nothing(listening: socket.socket) -> None:
    with socket.create_connection(listening.getsockname()) as ours, listening.accept()[0] as before:
        pace.give_up_those_who_do_not_read()
        with socket.create_connection(listening.getsockname()), listening.accept()[0] as after:
            assert patience(after) == pace.UNREAD
        assert (patience(ours), patience(before)) == (0, 0), "others' own lines are none of ours"


def test_a_system_that_does_not_list_open_files_serves_without(
    listening: socket.socket, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pace, "OPEN_FILES", ("/no/such/folder",))
    pace.give_up_those_who_do_not_read()
    assert patience(listening) == 0
