"""Request numbers: one gapless sequence for each kind and year.

See contract 4.1 and docs/decisions/0032.
"""

import time
from typing import Any

from django.db import connection, transaction

from portal_backend.core.clock import today
from portal_backend.core.databases import has_web_timeouts
from portal_backend.core.errors import unavailable
from portal_backend.workflow.models import NumberSequence
from portal_backend.workflow.process import Process

# for SQLite, which has one writer at a time anyway
NEXT_NUMBER_SQL = """
INSERT INTO workflow_numbersequence AS sequence (kind, year, last) VALUES (%s, %s, 1)
ON CONFLICT (kind, year) DO UPDATE SET last = sequence.last + 1 RETURNING last
"""
# Skips a locked row instead of queueing: a process that froze in the queue would get the lock and keep it. The process
# that has the lock loses its connection, and with it the lock, if it is idle for too long before its commit.
DRAW_NUMBER_SQL = """
UPDATE workflow_numbersequence SET last = last + 1
WHERE id = (SELECT id FROM workflow_numbersequence WHERE kind = %s AND year = %s FOR UPDATE SKIP LOCKED)
RETURNING last, set_config('idle_in_transaction_session_timeout', %s, true)
"""
# only for web requests: demo data is created in one long transaction that no user waits for
IDLE_TIMEOUT_MS = 1_000
DRAW_TIMEOUT = 15.0
RETRY_INTERVAL = 0.01


def draw_number(process: Process[Any]) -> str:
    """Draw the next request number of a kind. Raises 503 after DRAW_TIMEOUT.

    The number belongs to the caller once its transaction is committed. Other creations of the kind wait from here to
    the commit, so the caller should do nothing else in between.
    """
    year = today().year
    last = (
        _draw_skipping_locked(process.kind, year)
        if connection.vendor == "postgresql"
        else _increment_number(process.kind, year)
    )
    return f"{process.prefix}-{year}-{last:06d}"


def _increment_number(kind: str, year: int) -> int:
    with connection.cursor() as cursor:
        cursor.execute(NEXT_NUMBER_SQL, (kind, year))
        return int(cursor.fetchone()[0])


def _draw_skipping_locked(kind: str, year: int) -> int:
    idle_timeout = IDLE_TIMEOUT_MS if has_web_timeouts(connection.settings_dict) else 0
    deadline = time.monotonic() + DRAW_TIMEOUT
    while time.monotonic() < deadline:
        with connection.cursor() as cursor:
            cursor.execute(DRAW_NUMBER_SQL, (kind, year, str(idle_timeout)))
            if row := cursor.fetchone():
                return int(row[0])
        if not NumberSequence.objects.filter(kind=kind, year=year).exists():
            with transaction.atomic():
                NumberSequence.objects.bulk_create([NumberSequence(kind=kind, year=year)], ignore_conflicts=True)
        else:
            time.sleep(RETRY_INTERVAL)
    raise unavailable()
