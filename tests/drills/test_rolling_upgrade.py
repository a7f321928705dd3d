"""The portal is upgraded without downtime while twenty people work.

The database is migrated first, then web servers and workers are replaced one by one. The new version is a copy of the
sources with one more migration, upgrade_migration.py (decision 0023).
"""

import itertools
import shutil
import signal
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from environment import find_free_port

from tests.drills.conftest import Server
from tests.drills.deployed_portal import ROOT, DeployedPortal, run_deployed_portal
from tests.drills.simulated_users import SimulatedUser, UserBehavior, UserResults
from tests.drills.test_graceful_shutdown import wait_until_listening
from tests.drills.test_mail_delivery import SlowMailbox
from tests.drills.test_process_kills import USER_COUNT, DrillPortal, count_violations, find_wrong_counters
from tests.measurements import ReportMeasurements
from tests.smtp_server import run_smtp_server

MIGRATION = Path(__file__).with_name("upgrade_migration.py")
MIGRATION_TARGET = "portal_backend/workflow/migrations/0002_upgrade_drill.py"
# completed requests, so that creating an index takes a while
REQUEST_COUNT = 100_000
COPIED_FOLDERS = ("portal_backend", "locale", "scripts", "tests", "fixtures")
PHASE_SECONDS = 5.0
THINK_SECONDS = 0.3
STOP_TIMEOUT = 10.0
OWN_COLUMNS = ("id", "number", "completed_at", "responsible_role")


class TimedUser(SimulatedUser):
    """Simulated user who records the duration of each move, retries included."""

    waits: list[float]

    def move(self) -> None:
        """Move the repair and record the duration."""
        began = time.monotonic()
        super().move()
        self.waits.append(time.monotonic() - began)


def copy_new_version(folder: Path) -> Path:
    """Copy the sources and add the migration."""
    for name in COPIED_FOLDERS:
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__", "node_modules"))
    shutil.copy(ROOT / "manage.py", folder)
    shutil.copy(MIGRATION, folder / MIGRATION_TARGET)
    return folder


def insert_old_requests(own: DeployedPortal) -> None:
    """Insert completed requests, each with its first status change."""
    own.execute_sql(
        f"""DO $$ DECLARE columns text; BEGIN
        SELECT string_agg(quote_ident(column_name), ',') INTO columns FROM information_schema.columns
            WHERE table_name = 'workflow_servicerequest' AND NOT column_name IN {OWN_COLUMNS};
        EXECUTE format('INSERT INTO workflow_servicerequest (number, completed_at, %s)
            SELECT ''OLD-'' || n, updated_at, %s FROM (SELECT * FROM workflow_servicerequest LIMIT 1) AS one,
            generate_series(1, {REQUEST_COUNT}) AS n', columns, columns);
        SELECT string_agg(quote_ident(column_name), ',') INTO columns FROM information_schema.columns
            WHERE table_name = 'workflow_statuschange' AND NOT column_name IN ('id', 'request_id');
        EXECUTE format('INSERT INTO workflow_statuschange (request_id, %s)
            SELECT old_id, %s FROM (SELECT * FROM workflow_statuschange LIMIT 1) AS one,
            (SELECT id AS old_id FROM workflow_servicerequest WHERE number LIKE ''OLD-%%'') AS old', columns, columns);
        END $$""",  # noqa: S608 - contains no user input
        "ANALYZE",
    )


def delete_old_requests(own: DeployedPortal) -> None:
    """Delete the inserted requests."""
    own.execute_sql(
        "DELETE FROM workflow_statuschange USING workflow_servicerequest AS old"
        " WHERE old.id = request_id AND old.number LIKE 'OLD-%'",
        "DELETE FROM workflow_servicerequest WHERE number LIKE 'OLD-%'",
    )


def replace_processes(own: DeployedPortal, ports: list[int]) -> None:
    """Stop web servers and workers and start those of the new sources."""
    for number, port in enumerate(ports):
        own.web_servers[number].terminate()
        own.web_servers[number].wait(STOP_TIMEOUT)
        own.web_servers[number] = own.start_web_server("--port", str(port))
        wait_until_listening(port)
    for each in own.workers:
        each.send_signal(signal.SIGTERM)
    for each in own.workers:
        each.wait(STOP_TIMEOUT)
    own.workers = own.start_workers()


def test_rolling_upgrade_under_load(server: Server, tmp_path: Path, figures: ReportMeasurements) -> None:
    del server
    new, data = copy_new_version(tmp_path / "new"), tmp_path / "data"
    data.mkdir()
    with (
        run_smtp_server(SlowMailbox()) as (box, mail),
        run_deployed_portal(data, EMAIL_URL=f"smtp://127.0.0.1:{mail}") as own,
    ):
        world = own.run_drill_program("make", str(USER_COUNT))
        insert_old_requests(own)
        own.start()
        ports = [own.server_port, find_free_port()]
        own.web_servers.append(own.start_web_server("--port", str(ports[1])))
        wait_until_listening(ports[1])
        portal, met, request_counter = DrillPortal(own, box, world), UserResults(), itertools.count()
        waits, over = list[float](), threading.Event()
        moves: dict[str, int] = {}

        def during(name: str, what: Callable[[], object]) -> tuple[float, object]:
            began, before = time.monotonic(), met.move_count
            output = what()
            moves[name] = met.move_count - before
            return time.monotonic() - began, output

        next_server: Callable[[], Server] = lambda: Server("127.0.0.1", ports[next(request_counter) % 2], 0)  # noqa: E731
        people = [TimedUser(next_server, world, number, met, UserBehavior()) for number in range(USER_COUNT)]
        with ThreadPoolExecutor(USER_COUNT) as pool:
            for each in people:
                each.waits = waits
            working = [pool.submit(each.run, over.is_set, lambda: time.sleep(THINK_SECONDS)) for each in people]
            try:
                during("on the old version", lambda: time.sleep(PHASE_SECONDS))
                own.root = new
                migrating, output = during("while it is migrated", own.prepare_data)
                during("old version on the new schema", lambda: time.sleep(PHASE_SECONDS))
                replacing, _ = during("while servers are replaced", lambda: replace_processes(own, ports))
                during("on the new version", lambda: time.sleep(PHASE_SECONDS))
            finally:
                over.set()
            for working_one in working:
                working_one.result()
        delete_old_requests(own)
        portal.wait_until_drained()
        own.run_drill_program("purge")
        state = own.run_drill_program("state")
        found, counters = count_violations(portal, met, state), find_wrong_counters(portal, state)
        log = own.log.read_text()
    figures(
        migrations=str(output).strip(),
        migrating=migrating,
        replacing=replacing,
        moves=moves,
        responses=dict(met.statuses),
        refused=met.statuses["503"],
        longest_wait=max(waits),
        slowest_call=max(met.seconds),
        **{name.replace(" ", "_"): number for name, number in found.items() if number},
    )
    assert int(str(output).split()[0]) > 0
    assert all(moves.values()), moves
    assert not any(status.startswith("5") and status != "503" for status in met.statuses)
    assert not any(found.values()), (found, met.wrong_responses[:5], log[-1500:])
    assert not counters
