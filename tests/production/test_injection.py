"""User text never becomes part of an SQL statement, tested with sqlmap.

See design/security.md, point 16.
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

from tests.figures import Figures
from tests.production.conftest import Portal
from tests.production.injected import HERE, Found, addresses, inject

OK, REFUSED, TOO_MANY, FAULT = 200, 400, 429, 500
READERS = ("admin", "service")


class Careless(BaseHTTPRequestHandler):
    """Handler that inserts a parameter into its SQL statement."""

    def do_GET(self) -> None:
        word = parse_qs(urlsplit(self.path).query).get("word", [""])[0]
        with sqlite3.connect(":memory:") as rows:
            rows.executescript("CREATE TABLE part (name); INSERT INTO part VALUES ('meter'), ('probe')")
            try:
                found = rows.execute(f"SELECT name FROM part WHERE name = '{word}'").fetchall()  # noqa: S608
                status, content = OK, str(found)
            except sqlite3.Error:
                status, content = REFUSED, "no"
        self.send_response(status)
        self.end_headers()
        self.wfile.write(content.encode())

    def log_message(self, *_: object) -> None:
        """Suppress the log."""


@contextmanager
def careless() -> Iterator[str]:
    """Run such a server; yield its URL."""
    with ThreadingHTTPServer(("127.0.0.1", 0), Careless) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.mark.usefixtures("portal")
def test_control_detects_sql_injection(tmp_path: Path) -> None:
    """The control: sqlmap finds the injection in a vulnerable server."""
    with careless() as address:
        found = inject([f"{address}/?word=meter*"], tmp_path, "--dbms=sqlite")
    assert len(found.injectable) == 1


def test_no_parameter_allows_sql_injection(portal: Portal, tmp_path: Path, figures: Figures) -> None:
    """Each text parameter is tried as the first of these users with permission."""
    document = portal.ask("GET", "/api/openapi.json", user="admin").data
    paths, runs = list(addresses(document)), []
    for user in READERS:
        read = [path for path in paths if portal.ask("GET", path.replace(HERE, ""), user=user).status == OK]
        paths = [path for path in paths if path not in read]
        runs += [(user, part) for part in (read[0::2], read[1::2])]
    with ThreadPoolExecutor(2) as both:
        results = list(both.map(lambda run: tried(portal, *run, tmp_path), runs))
    answers = sum((Counter(each.answers) for each in results), Counter())
    figures(texts=sum(len(part) for _, part in runs), refused_as_they_stand=len(paths), answers=dict(answers))
    assert sum(len(part) for _, part in runs) > 70, paths
    assert not [each for found in results for each in found.injectable]
    assert not [status for status in answers if status == TOO_MANY or status >= FAULT]


def tried(portal: Portal, user: str, paths: Sequence[str], folder: Path) -> Found:
    """Run sqlmap on these paths as a user."""
    run_folder = Path(mkdtemp(dir=folder))
    options = ["--dbms=postgresql", "-H", f"Authorization: {portal.token(user)}"]
    return inject([f"{portal.url}{path}" for path in paths], run_folder, *options)
