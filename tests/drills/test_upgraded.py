"""The portal is upgraded without downtime while twenty people work.

The database is migrated first, then web servers and workers are replaced one by one. The old version is the one before
FIRST_MIGRATION, taken from the repository's history (decision 0023).
"""

import io
import itertools
import shutil
import signal
import subprocess
import tarfile
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from environment import free_port

from tests.drills.busy import Habits, Met, Person
from tests.drills.conftest import Server
from tests.drills.deployed import ROOT, Deployed, deployed
from tests.drills.test_all_killed import PEOPLE, Portal, counters_wrong, violations
from tests.drills.test_mails_killed import SlowMailbox
from tests.drills.test_stopped import wait_for
from tests.figures import Figures
from tests.mailbox import serving

FIRST = "portal_backend/workflow/migrations/0011_expected.py"
# completed requests, so that creating an index takes a while
REQUESTS = 100_000
PARTS = ("portal_backend", "locale", "scripts", "tests", "fixtures", "manage.py")
SECONDS = 5.0
THOUGHT = 0.3
SECONDS_TO_STOP = 40.0
KEPT = ("id", "number", "completed_at", "waits_for")


class Timed(Person):
    """Simulated user who records the duration of each move, retries included."""

    waits: list[float]

    def move(self) -> None:
        """Move the repair and record the duration."""
        began = time.monotonic()
        super().move()
        self.waits.append(time.monotonic() - began)


def version_before(folder: Path) -> Path:
    """Extract the sources before the first of the migrations."""
    git = shutil.which("git")
    added = git and _told(git, "log", "--diff-filter=A", "--format=%H", "--", FIRST).decode().split()
    if not git or not added:
        pytest.skip("the version before is taken from the history of the repository, which is not here")
    packed = _told(git, "archive", f"{added[-1]}^", *PARTS)
    if not packed:
        pytest.skip("the history does not go back far enough")
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        archive.extractall(folder, filter="data")
    return folder


def _told(*words: str) -> bytes:
    return subprocess.run(words, cwd=ROOT, capture_output=True, check=False).stdout


def fill(own: Deployed) -> None:
    """Insert completed requests, each with its first status change."""
    own.sql(
        f"""DO $$ DECLARE columns text; BEGIN
        SELECT string_agg(quote_ident(column_name), ',') INTO columns FROM information_schema.columns
            WHERE table_name = 'workflow_request' AND NOT column_name IN {KEPT};
        EXECUTE format('INSERT INTO workflow_request (number, completed_at, %s)
            SELECT ''OLD-'' || n, updated_at, %s FROM (SELECT * FROM workflow_request LIMIT 1) AS one,
            generate_series(1, {REQUESTS}) AS n', columns, columns);
        SELECT string_agg(quote_ident(column_name), ',') INTO columns FROM information_schema.columns
            WHERE table_name = 'workflow_statuschange' AND NOT column_name IN ('id', 'request_id');
        EXECUTE format('INSERT INTO workflow_statuschange (request_id, %s)
            SELECT old_id, %s FROM (SELECT * FROM workflow_statuschange LIMIT 1) AS one,
            (SELECT id AS old_id FROM workflow_request WHERE number LIKE ''OLD-%%'') AS old', columns, columns);
        END $$""",  # noqa: S608 - contains no user input
        "ANALYZE",
    )


def unfill(own: Deployed) -> None:
    """Delete the inserted requests."""
    own.sql(
        "DELETE FROM workflow_statuschange USING workflow_request AS old"
        " WHERE old.id = request_id AND old.number LIKE 'OLD-%'",
        "DELETE FROM workflow_request WHERE number LIKE 'OLD-%'",
    )


def replace(own: Deployed, ports: list[int]) -> None:
    """Stop web servers and workers and start those of the new sources."""
    for number, port in enumerate(ports):
        own.web[number].terminate()
        own.web[number].wait(SECONDS_TO_STOP)
        own.web[number] = own.start_web("--port", str(port))
        wait_for(port)
    for each in own.workers:
        each.send_signal(signal.SIGTERM)
    for each in own.workers:
        each.wait(SECONDS_TO_STOP)
    own.workers = own.start_workers()


def test_rolling_upgrade_under_load(server: Server, tmp_path: Path, figures: Figures) -> None:
    del server
    old, data = version_before(tmp_path / "old"), tmp_path / "data"
    data.mkdir()
    with serving(SlowMailbox()) as (box, mail), deployed(data, old, EMAIL_URL=f"smtp://127.0.0.1:{mail}") as own:
        world = own.run("make", str(PEOPLE))
        fill(own)
        own.start()
        ports = [own.server_port, free_port()]
        own.web.append(own.start_web("--port", str(ports[1])))
        wait_for(ports[1])
        portal, met, request_counter = Portal(own, box, world), Met(), itertools.count()
        waits, over = list[float](), threading.Event()
        moves: dict[str, int] = {}

        def during(name: str, what: Callable[[], object]) -> tuple[float, object]:
            began, before = time.monotonic(), met.moves
            output = what()
            moves[name] = met.moves - before
            return time.monotonic() - began, output

        next_server: Callable[[], Server] = lambda: Server("127.0.0.1", ports[next(request_counter) % 2], 0)  # noqa: E731
        people = [Timed(next_server, world, number, met, Habits()) for number in range(PEOPLE)]
        with ThreadPoolExecutor(PEOPLE) as pool:
            for each in people:
                each.waits = waits
            working = [pool.submit(each.work, over.is_set, lambda: time.sleep(THOUGHT)) for each in people]
            try:
                during("on the old version", lambda: time.sleep(SECONDS))
                own.root = ROOT
                migrating, output = during("while it is migrated", own.prepare)
                during("old version on the new schema", lambda: time.sleep(SECONDS))
                replacing, _ = during("while servers are replaced", lambda: replace(own, ports))
                during("on the new version", lambda: time.sleep(SECONDS))
            finally:
                over.set()
            for working_one in working:
                working_one.result()
        unfill(own)
        portal.drained()
        own.run("purge")
        state = own.run("state")
        found, counters = violations(portal, met, state), counters_wrong(portal, state)
        log = own.log.read_text()
    figures(
        migrations=str(output).strip(),
        migrating=migrating,
        replacing=replacing,
        moves=moves,
        answers=dict(met.statuses),
        refused=met.statuses["503"],
        longest_wait=max(waits),
        slowest_call=max(met.seconds),
        **{name.replace(" ", "_"): number for name, number in found.items() if number},
    )
    assert int(str(output).split()[0]) > 0
    assert all(moves.values()), moves
    assert not any(status.startswith("5") and status != "503" for status in met.statuses)
    assert not any(found.values()), (found, met.wrong[:5], log[-1500:])
    assert not counters
