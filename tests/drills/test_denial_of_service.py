"""Denial of service: other users are served and memory stays limited.

However little or much is sent (fastest first).
"""

import contextlib
import json
import socket
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from web_server import raise_open_files_limit

from tests.drills.conftest import Server
from tests.measurements import ReportMeasurements

LOGIN_PATH = "/api/v1/contacts/login"
CREATE_PATH = "/api/v1/repairing/create"
MAX_MEGABYTES = 400
MAX_CALLS_PER_ADDRESS = 200
MAX_PROBE_SECONDS = 5.0
MINUTE_SECONDS = 60.0


@pytest.fixture(autouse=True)
def _check_server_health(server: Server, figures: ReportMeasurements) -> Iterator[None]:
    """Check that other users were served during the drill and memory stayed low."""
    before = server.get_cpu_seconds()
    server.reset_peak_memory()
    with server.probe() as probes:
        yield
        time.sleep(1)
    slowest, peak = max(probes.seconds), server.get_peak_megabytes()
    figures(
        probes=len(probes.seconds),
        failed=len(probes.failures),
        slowest=slowest,
        megabytes=peak,
        processor=server.get_cpu_seconds() - before,
    )
    assert not probes.failures
    assert slowest < MAX_PROBE_SECONDS
    assert peak < MAX_MEGABYTES


def test_http_2_streams_without_bodies(server: Server) -> None:
    """364 bytes without authentication."""
    fields = _build_headers(
        {":method": "POST", ":scheme": "http", ":path": LOGIN_PATH, ":authority": server.host, "content-length": "100"}
    )
    frames = b"".join(
        len(fields).to_bytes(3, "big") + b"\x01\x04" + (2 * number + 1).to_bytes(4, "big") + fields
        for number in range(16)
    )
    connection = server.connect()
    connection.sendall(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + b"\0\0\0\x04\0\0\0\0\0" + frames)
    time.sleep(1)
    connection.close()
    time.sleep(3)


def _build_headers(fields: dict[str, str]) -> bytes:
    """Build an HPACK header block without compression."""
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
def test_rejects_large_anonymous_body_unread(server: Server, figures: ReportMeasurements, body: dict[str, Any]) -> None:
    raw = json.dumps(body).encode()
    began = time.monotonic()
    status, headers, response = server.send_request("POST", LOGIN_PATH, raw)
    figures(sent=len(raw), status=status, seconds=time.monotonic() - began, response_bytes=len(response))
    assert (status, headers["connection"], len(response) < 1000) == (413, "close", True)


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
def test_rejects_large_invalid_body_of_user(server: Server, figures: ReportMeasurements, raw: bytes) -> None:
    token = server.log_in("client")
    began = time.monotonic()
    status, _, response = server.send_request("POST", CREATE_PATH, raw, Authorization=token)
    figures(sent=len(raw), status=status, seconds=time.monotonic() - began, response_bytes=len(response))
    assert status == 400
    assert len(response) < 50_000


def test_refused_request_closes_connection_after_response(server: Server) -> None:
    """200 kB without a token get a 401 and a closed connection."""
    status, headers, response = server.send_request("POST", CREATE_PATH, b"x" * 200_000)
    assert (status, headers["connection"], json.loads(response)["code"]) == (401, "close", "TOKEN_INVALID")


def test_large_chunk_extension_is_a_bad_request(server: Server) -> None:
    """The web server itself rejects it; its own response would be a bare 500."""
    chunk = b"5;" + b"a" * 20_000 + b"\r\nhello\r\n0\r\n\r\n"
    with server.connect() as connection:
        head = f"POST {LOGIN_PATH} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
        connection.sendall(head.encode() + b"Transfer-Encoding: chunked\r\n\r\n" + chunk)
        with connection.makefile("rb") as reader:
            response = b"".join(iter(reader.readline, b"\r\n")).lower()
    assert response.startswith(b"http/1.1 400"), response[:200]
    assert b"x-request-id" in response
    assert b"x-content-type-options" in response


def test_concurrent_logins(server: Server, figures: ReportMeasurements) -> None:
    """Each takes 19 MB while its password is hashed."""

    def log_in(number: int) -> int:
        body = json.dumps({"username": f"nobody{number}", "password": "wrong"}).encode()
        return server.send_request("POST", LOGIN_PATH, body)[0]

    began = time.monotonic()
    with ThreadPoolExecutor(100) as people:
        statuses = list(people.map(log_in, range(300)))
    figures(logins=len(statuses), seconds=time.monotonic() - began)
    assert set(statuses) <= {401, 429}


def test_header_timeout(server: Server, figures: ReportMeasurements) -> None:
    count = 2400
    raise_open_files_limit()
    connections = [server.connect() for _ in range(count)]
    for connection in connections:
        connection.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: " + b"x" * 60_000)
    began = time.monotonic()
    responses = [_read_remaining(connection) for connection in connections]
    figures(connections=count, given_up_after=time.monotonic() - began)
    assert not any(b"200" in each for each in responses)


def _read_remaining(line: socket.socket) -> bytes:
    try:
        return line.recv(100)
    except ConnectionResetError:
        return b""


def test_concurrent_large_bodies(server: Server, figures: ReportMeasurements) -> None:
    token = server.log_in("client")
    raw = b'[{"problemDescription": "%s"}]' % (b"x" * 9_900_000)
    began = time.monotonic()
    with ThreadPoolExecutor(20) as senders:
        futures = [
            senders.submit(server.send_request, "POST", CREATE_PATH, raw, Authorization=token) for _ in range(20)
        ]
        statuses = [each.result()[0] for each in futures]
    figures(seconds=time.monotonic() - began, responses=len(statuses))
    assert statuses == [400] * 20


def _build_request_head(verb: str, path: str, **headers: object) -> bytes:
    lines = [f"{verb} {path} HTTP/1.1", "Host: 127.0.0.1"]
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    return "\r\n".join([*lines, "", ""]).encode()


@pytest.mark.parametrize("count", [40, 400])
def test_body_timeout_and_connection_limit(server: Server, figures: ReportMeasurements, count: int) -> None:
    began = time.monotonic()
    connections = [server.connect() for _ in range(count)]
    for connection in connections:
        connection.sendall(_build_request_head("POST", LOGIN_PATH, Content_Length=10))
    responses = [connection.recv(100) for connection in connections]
    too_slow, too_many = (sum(status in each for each in responses) for status in (b" 408 ", b" 429 "))
    figures(connections=count, given_up_after=time.monotonic() - began, too_slow=too_slow, too_many=too_many)
    assert too_slow + too_many == count
    assert too_slow <= MAX_CALLS_PER_ADDRESS
    assert (too_many > 0) == (count > MAX_CALLS_PER_ADDRESS)


def test_slow_body_timeout(server: Server, figures: ReportMeasurements) -> None:
    """The connection is never idle for long, and is closed all the same."""
    connection = server.connect()
    connection.sendall(_build_request_head("POST", LOGIN_PATH, Content_Length=9000))
    connection.settimeout(1)
    began = time.monotonic()
    response = b""
    while not response and time.monotonic() - began < MINUTE_SECONDS:
        connection.sendall(b" ")
        with contextlib.suppress(TimeoutError):
            response = connection.recv(100)
    figures(given_up_after=time.monotonic() - began)
    assert b" 408 " in response


@pytest.mark.parametrize("count", [40, 400])
def test_closes_downloads_that_are_not_read(server: Server, figures: ReportMeasurements, count: int) -> None:
    token = server.log_in("client")
    file = _upload_file(server, token, 45_000_000)
    before = server.count_open_files()
    connections = [server.connect(receive_buffer=4096) for _ in range(count)]
    for connection in connections:
        connection.sendall(_build_request_head("GET", f"/api/v1/files/download/{file}", Authorization=token))
    began = time.monotonic()
    while server.count_open_files() <= before + 5:
        assert time.monotonic() - began < MINUTE_SECONDS / 2, "no download began"
        time.sleep(0.05)
    while server.count_open_files() > before + 5 and time.monotonic() - began < 3 * MINUTE_SECONDS:
        time.sleep(1)
    figures(readers=count, all_given_up_after=time.monotonic() - began)
    for connection in connections:
        connection.close()
    assert time.monotonic() - began < 3 * MINUTE_SECONDS


def _upload_file(server: Server, token: str, size: int) -> str:
    boundary = "drill"
    head = f'--{boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.bin"\r\n\r\n'.encode()
    raw = head + b"\0" * size + f"\r\n--{boundary}--\r\n".encode()
    status, _, response = server.send_request(
        "POST",
        "/api/v1/files/upload",
        raw,
        Authorization=token,
        Content_Type=f"multipart/form-data; boundary={boundary}",
    )
    assert status == 200, response
    return str(json.loads(response)["id"])
