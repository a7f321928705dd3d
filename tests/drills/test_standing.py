"""Nobody stops the site, and nobody takes its memory, however little or much they send (fastest first)."""

import contextlib
import json
import socket
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from web_server import allow_open_files

from tests.drills.conftest import Server
from tests.figures import Figures

LOGIN = "/api/v1/contacts/login"
CREATE = "/api/v1/repairing/create"
MOST_MEGABYTES = 400
CALLS_OF_ONE_ADDRESS = 200
FIVE_SECONDS = 5.0
MINUTE = 60.0


@pytest.fixture(autouse=True)
def _stands(server: Server, figures: Figures) -> Iterator[None]:
    """Whatever the drill did, the others were served throughout and the process stayed small."""
    before = server.processor_seconds()
    server.forget_peak()
    with server.watched() as reached:
        yield
        time.sleep(1)
    slowest, most = max(reached.seconds), server.most_megabytes()
    figures(
        asked=len(reached.seconds),
        failed=len(reached.failures),
        slowest=slowest,
        megabytes=most,
        processor=server.processor_seconds() - before,
    )
    assert not reached.failures
    assert slowest < FIVE_SECONDS
    assert most < MOST_MEGABYTES


def test_streams_of_http_2_whose_bodies_never_come(server: Server) -> None:
    """364 bytes from nobody."""
    fields = _plain_headers(
        {":method": "POST", ":scheme": "http", ":path": LOGIN, ":authority": server.host, "content-length": "100"}
    )
    frames = b"".join(
        len(fields).to_bytes(3, "big") + b"\x01\x04" + (2 * number + 1).to_bytes(4, "big") + fields
        for number in range(16)
    )
    line = server.connect()
    line.sendall(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + b"\0\0\0\x04\0\0\0\0\0" + frames)
    time.sleep(1)
    line.close()
    time.sleep(3)


def _plain_headers(fields: dict[str, str]) -> bytes:
    """A header block of HPACK without compression."""
    pairs = [(name.encode(), value.encode()) for name, value in fields.items()]
    return b"".join(b"\0" + bytes([len(name)]) + name + bytes([len(value)]) + value for name, value in pairs)


@pytest.mark.parametrize(
    "body",
    [
        {"username": "a" + "\u0301\u0315" * 32_000, "password": "x"},
        {"username": "x" * 9_000_000, "password": "x"},
        {f"k{number}": 1 for number in range(700_000)},
    ],
    ids=["marks", "long", "unknown fields"],
)
def test_what_a_stranger_sends_is_refused_unread(server: Server, figures: Figures, body: dict[str, Any]) -> None:
    raw = json.dumps(body).encode()
    began = time.monotonic()
    status, headers, answer = server.ask("POST", LOGIN, raw)
    figures(sent=len(raw), status=status, seconds=time.monotonic() - began, answered=len(answer))
    assert (status, headers["connection"], len(answer) < 1000) == (413, "close", True)


@pytest.mark.parametrize(
    "raw",
    [
        b"[" + b"{}," * 3_000_000 + b"{}]",
        b"[" + b"{}," * 90_000 + b"{}]",
        json.dumps([{"problemDescription": "a" + "\u0301\u0315" * 7_900, "partId": 1}] * 1000)[:9_900_000].encode(),
        json.dumps([{f"k{number}": 1 for number in range(70_000)}]).encode(),
    ],
    ids=["objects", "fewer objects", "marks cut off", "unknown fields"],
)
def test_what_a_user_sends_costs_little(server: Server, figures: Figures, raw: bytes) -> None:
    token = server.log_in("client")
    began = time.monotonic()
    status, _, answer = server.ask("POST", CREATE, raw, Authorization=token)
    figures(sent=len(raw), status=status, seconds=time.monotonic() - began, answered=len(answer))
    assert status == 400
    assert len(answer) < 50_000


def test_a_call_that_is_refused_ends_its_connection_in_order(server: Server) -> None:
    """Who sent 200 kB to it without a token hears why, and that nothing more is read."""
    status, headers, answer = server.ask("POST", CREATE, b"x" * 200_000)
    assert (status, headers["connection"], json.loads(answer)["code"]) == (401, "close", "TOKEN_INVALID")


def test_logins_at_once(server: Server, figures: Figures) -> None:
    """Each takes 19 MB while its password is hashed."""

    def log_in(number: int) -> int:
        body = json.dumps({"username": f"nobody{number}", "password": "wrong"}).encode()
        return server.ask("POST", LOGIN, body)[0]

    began = time.monotonic()
    with ThreadPoolExecutor(100) as people:
        answered = list(people.map(log_in, range(300)))
    figures(logins=len(answered), seconds=time.monotonic() - began)
    assert set(answered) <= {401, 429}


def test_headers_that_never_end(server: Server, figures: Figures) -> None:
    count = 2400
    allow_open_files()
    lines = [server.connect() for _ in range(count)]
    for line in lines:
        line.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: " + b"x" * 60_000)
    began = time.monotonic()
    ends = [_rest(line) for line in lines]
    figures(connections=count, given_up_after=time.monotonic() - began)
    assert not any(b"200" in each for each in ends)


def _rest(line: socket.socket) -> bytes:
    try:
        return line.recv(100)
    except ConnectionResetError:
        return b""


def test_large_bodies_at_once(server: Server, figures: Figures) -> None:
    token = server.log_in("client")
    raw = b'[{"problemDescription": "%s"}]' % (b"x" * 9_900_000)
    began = time.monotonic()
    with ThreadPoolExecutor(20) as senders:
        asked = [senders.submit(server.ask, "POST", CREATE, raw, Authorization=token) for _ in range(20)]
        answered = [each.result()[0] for each in asked]
    figures(seconds=time.monotonic() - began, answered=len(answered))
    assert answered == [400] * 20


def _head(verb: str, path: str, **headers: object) -> bytes:
    lines = [f"{verb} {path} HTTP/1.1", "Host: 127.0.0.1"]
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    return "\r\n".join([*lines, "", ""]).encode()


@pytest.mark.parametrize("count", [40, 400])
def test_bodies_that_never_come(server: Server, figures: Figures, count: int) -> None:
    began = time.monotonic()
    lines = [server.connect() for _ in range(count)]
    for line in lines:
        line.sendall(_head("POST", LOGIN, Content_Length=10))
    ends = [line.recv(100) for line in lines]
    too_slow, too_many = (sum(status in each for each in ends) for status in (b" 408 ", b" 429 "))
    figures(connections=count, given_up_after=time.monotonic() - began, too_slow=too_slow, too_many=too_many)
    assert too_slow + too_many == count
    assert too_slow <= CALLS_OF_ONE_ADDRESS
    assert (too_many > 0) == (count > CALLS_OF_ONE_ADDRESS)


def test_a_body_byte_by_byte(server: Server, figures: Figures) -> None:
    """Never silent for long, and yet given up."""
    line = server.connect()
    line.sendall(_head("POST", LOGIN, Content_Length=9000))
    line.settimeout(1)
    began = time.monotonic()
    answer = b""
    while not answer and time.monotonic() - began < MINUTE:
        line.sendall(b" ")
        with contextlib.suppress(TimeoutError):
            answer = line.recv(100)
    figures(given_up_after=time.monotonic() - began)
    assert b" 408 " in answer


@pytest.mark.parametrize("count", [40, 400])
def test_readers_who_take_nothing(server: Server, figures: Figures, count: int) -> None:
    token = server.log_in("client")
    file = _upload(server, token, 45_000_000)
    before = server.open_files()
    lines = [server.connect(receive_buffer=4096) for _ in range(count)]
    for line in lines:
        line.sendall(_head("GET", f"/api/v1/files/download/{file}", Authorization=token))
    began = time.monotonic()
    while server.open_files() > before + 5 and time.monotonic() - began < 3 * MINUTE:
        time.sleep(1)
    figures(readers=count, all_given_up_after=time.monotonic() - began)
    for line in lines:
        line.close()
    assert time.monotonic() - began < 3 * MINUTE


def _upload(server: Server, token: str, size: int) -> str:
    boundary = "drill"
    head = f'--{boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.bin"\r\n\r\n'.encode()
    raw = head + b"\0" * size + f"\r\n--{boundary}--\r\n".encode()
    status, _, answer = server.ask(
        "POST",
        "/api/v1/files/upload",
        raw,
        Authorization=token,
        Content_Type=f"multipart/form-data; boundary={boundary}",
    )
    assert status == 200, answer
    return str(json.loads(answer)["id"])
