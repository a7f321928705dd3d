"""Numbers of requests: one sequence for each kind and year, without gaps (contract 4.1, docs/decisions/0032)."""

import time
from typing import Any

from django.db import connection, transaction

from portal_backend.base.databases import is_web_call
from portal_backend.base.errors import unavailable
from portal_backend.base.newyork import today
from portal_backend.workflow.models import NumberSequence
from portal_backend.workflow.process import Process

# on SQLite, which has one writer at a time anyway
NEXT = """
INSERT INTO workflow_numbersequence AS sequence (kind, year, last) VALUES (%s, %s, 1)
ON CONFLICT (kind, year) DO UPDATE SET last = sequence.last + 1 RETURNING last
"""
# Nothing queues for the row: a process that froze in the queue would get the lock in its turn and keep it. Whichever
# has the lock loses its connection, and with it the lock, when it falls silent before its commit.
DRAW = """
UPDATE workflow_numbersequence SET last = last + 1
WHERE id = (SELECT id FROM workflow_numbersequence WHERE kind = %s AND year = %s FOR UPDATE SKIP LOCKED)
RETURNING last, set_config('idle_in_transaction_session_timeout', %s, true)
"""
# of a web call: the demo data is made in one long transaction, for which no caller waits
IDLE_TIMEOUT_MS = 1_000
DRAW_TIMEOUT = 15.0
SECONDS_BETWEEN_TRIES = 0.01


def draw_number(process: Process[Any]) -> str:
    """Draw the next number, which is the caller's once its transaction is committed. Raises 503.

    Others of the same kind wait from here to the commit, so nothing comes in between but what holds the number.
    """
    year = today().year
    last = _draw(process.kind, year) if connection.vendor == "postgresql" else _next(process.kind, year)
    return f"{process.prefix}-{year}-{last:06d}"


def _next(kind: str, year: int) -> int:
    with connection.cursor() as cursor:
        cursor.execute(NEXT, (kind, year))
        return int(cursor.fetchone()[0])


def _draw(kind: str, year: int) -> int:
    idle_timeout = IDLE_TIMEOUT_MS if is_web_call(connection.settings_dict) else 0
    give_up = time.monotonic() + DRAW_TIMEOUT
    while time.monotonic() < give_up:
        with connection.cursor() as cursor:
            cursor.execute(DRAW, (kind, year, str(idle_timeout)))
            if drawn := cursor.fetchone():
                return int(drawn[0])
        if not NumberSequence.objects.filter(kind=kind, year=year).exists():
            with transaction.atomic():
                NumberSequence.objects.bulk_create([NumberSequence(kind=kind, year=year)], ignore_conflicts=True)
        else:
            time.sleep(SECONDS_BETWEEN_TRIES)
    raise unavailable()
