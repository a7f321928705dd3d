"""User text never becomes part of an SQL statement, tested with sqlmap.

See docs/security.md, point 16.
"""

import sqlite3
import threading
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from tempfile import mkdtemp
from urllib.parse import parse_qs, urlsplit

import pytest

from tests.measurements import ReportMeasurements
from tests.production.conftest import PortalClient
from tests.production.sql_injection import INJECTION_MARK, SqlmapResult, iter_targets, run_sqlmap

OK, BAD_REQUEST, TOO_MANY_REQUESTS, SERVER_ERROR = 200, 400, 429, 500
READER_USERNAMES = ("admin", "service")


class VulnerableHandler(BaseHTTPRequestHandler):
    """Handler that inserts a parameter into its SQL statement."""

    def do_GET(self) -> None:
        word = parse_qs(urlsplit(self.path).query).get("word", [""])[0]
        with sqlite3.connect(":memory:") as rows:
            rows.executescript("CREATE TABLE part (name); INSERT INTO part VALUES ('meter'), ('probe')")
            try:
                found = rows.execute(f"SELECT name FROM part WHERE name = '{word}'").fetchall()  # noqa: S608
                status, content = OK, str(found)
            except sqlite3.Error:
                status, content = BAD_REQUEST, "no"
        self.send_response(status)
        self.end_headers()
        self.wfile.write(content.encode())

    def log_message(self, *_: object) -> None:
        """Suppress the log."""


@contextmanager
def run_vulnerable_server() -> Iterator[str]:
    """Run such a server; yield its URL."""
    with ThreadingHTTPServer(("127.0.0.1", 0), VulnerableHandler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.mark.usefixtures("portal")
def test_control_detects_sql_injection(tmp_path: Path) -> None:
    """The control: sqlmap finds the injection in a vulnerable server."""
    with run_vulnerable_server() as address:
        found = run_sqlmap([f"{address}/?word=meter*"], tmp_path, "--dbms=sqlite")
    assert len(found.injectable) == 1


def test_no_parameter_allows_sql_injection(portal: PortalClient, tmp_path: Path, figures: ReportMeasurements) -> None:
    """Each text parameter is tried as the first of these users with permission."""
    document = portal.send_request("GET", "/api/openapi.json", user="admin").data
    paths, runs = list(iter_targets(document)), []
    for user in READER_USERNAMES:
        read = [
            path
            for path in paths
            if portal.send_request("GET", path.replace(INJECTION_MARK, ""), user=user).status == OK
        ]
        paths = [path for path in paths if path not in read]
        runs += [(user, part) for part in (read[0::2], read[1::2])]
    with ThreadPoolExecutor(2) as both:
        results = list(both.map(lambda run: inject_as_user(portal, *run, tmp_path), runs))
    responses = sum((Counter(each.responses) for each in results), Counter())
    figures(texts=sum(len(part) for _, part in runs), refused_as_they_stand=len(paths), responses=dict(responses))
    assert sum(len(part) for _, part in runs) > 70, paths
    assert not [each for found in results for each in found.injectable]
    assert not [status for status in responses if status == TOO_MANY_REQUESTS or status >= SERVER_ERROR]


def inject_as_user(portal: PortalClient, user: str, paths: Sequence[str], folder: Path) -> SqlmapResult:
    """Run sqlmap on these paths as a user."""
    run_folder = Path(mkdtemp(dir=folder))
    options = ["--dbms=postgresql", "-H", f"Authorization: {portal.get_token(user)}"]
    return run_sqlmap([f"{portal.url}{path}" for path in paths], run_folder, *options)
