"""No text of a caller's becomes a part of a question to the database (design/security.md, point 16): sqlmap tries."""

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
    """Pastes what it is asked for into its question."""

    def do_GET(self) -> None:
        word = parse_qs(urlsplit(self.path).query).get("word", [""])[0]
        with sqlite3.connect(":memory:") as rows:
            rows.executescript("CREATE TABLE part (name); INSERT INTO part VALUES ('meter'), ('probe')")
            try:
                found = rows.execute(f"SELECT name FROM part WHERE name = '{word}'").fetchall()  # noqa: S608
                status, answer = OK, str(found)
            except sqlite3.Error:
                status, answer = REFUSED, "no"
        self.send_response(status)
        self.end_headers()
        self.wfile.write(answer.encode())

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@contextmanager
def careless() -> Iterator[str]:
    """The address of such a server."""
    with ThreadingHTTPServer(("127.0.0.1", 0), Careless) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.mark.usefixtures("portal")
def test_the_eyes_of_the_next_one(tmp_path: Path) -> None:
    """A server that can be injected is found to be."""
    with careless() as address:
        found = inject([f"{address}/?word=meter*"], tmp_path, "--dbms=sqlite")
    assert len(found.injectable) == 1


def test_nothing_can_be_injected(portal: Portal, tmp_path: Path, figures: Figures) -> None:
    """At every text that a call reads by, as the first of these who may make it."""
    document = portal.ask("GET", "/api/openapi.json", user="admin").data
    paths, runs = list(addresses(document)), []
    for user in READERS:
        read = [path for path in paths if portal.ask("GET", path.replace(HERE, ""), user=user).status == OK]
        paths = [path for path in paths if path not in read]
        runs += [(user, part) for part in (read[0::2], read[1::2])]
    with ThreadPoolExecutor(2) as both:
        told = list(both.map(lambda run: tried(portal, *run, tmp_path), runs))
    answers = sum((Counter(each.answers) for each in told), Counter())
    figures(texts=sum(len(part) for _, part in runs), refused_as_they_stand=len(paths), answers=dict(answers))
    assert sum(len(part) for _, part in runs) > 70, paths
    assert not [each for found in told for each in found.injectable]
    assert not [status for status in answers if status == TOO_MANY or status >= FAULT]


def tried(portal: Portal, user: str, paths: Sequence[str], folder: Path) -> Found:
    """What sqlmap finds there as a user."""
    own = Path(mkdtemp(dir=folder))
    options = ["--dbms=postgresql", "-H", f"Authorization: {portal.token(user)}"]
    return inject([f"{portal.url}{path}" for path in paths], own, *options)
