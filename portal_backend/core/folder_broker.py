"""Celery broker in a folder, for a portal without Redis.

Kombu's filesystem transport with three changes. A message appears in the folder only when it is complete, so that no
worker reads half of it. It replaces a waiting one of the same task: tasks take no arguments and look for pending work
in the database, so a second run would find none, and the folder does not grow while no worker runs. And a worker that
is asked to stop takes no further message.
"""

import logging
import os
import time
from contextlib import suppress
from pathlib import Path
from queue import Empty
from tempfile import NamedTemporaryFile
from typing import Any

from kombu.exceptions import ChannelError
from kombu.transport import filesystem
from kombu.utils.json import dumps, loads

from portal_backend.core.cancellation import shutdown
from portal_backend.core.logs import RECURRING

log = logging.getLogger("portal.celery")
POLLING_INTERVAL = 0.25


class Channel(filesystem.Channel):
    """Channel whose messages are files named `{task}.{queue}.msg`."""

    def _put(self, queue: str, payload: dict[str, Any], **_options: Any) -> None:  # type: ignore[override]
        """Write a message. Raises ChannelError if the folder cannot be written."""
        task = payload["headers"]["task"].replace(".", "_")
        folder = Path(self.data_folder_out)
        try:
            _write_atomically(folder / f"{task}.{queue}.msg", dumps(payload))  # type: ignore[no-untyped-call]
        except OSError as error:
            raise ChannelError(f"cannot write to {folder}: {error}") from error

    def _get(self, queue: str, timeout: float | None = None) -> dict[str, Any]:
        """Take the oldest message of a queue. Raises Empty if there is none."""
        del timeout
        try:
            with os.scandir(self.data_folder_in) as entries:
                waiting = [each for each in entries if each.name.endswith(f".{queue}.msg")]
            if waiting:
                oldest = Path(min(waiting, key=lambda each: each.stat().st_mtime_ns))
                content = oldest.read_bytes()
                oldest.unlink()
                payload: dict[str, Any] = loads(content)  # type: ignore[no-untyped-call]
                return payload
        except FileNotFoundError:  # another worker was faster
            pass
        except (OSError, ValueError) as error:  # an unreadable folder, or a message that a power failure cut off
            log.error("cannot read a message: %s", error, extra=RECURRING)  # noqa: TRY400 - the message has the error
        raise Empty

    def _queue_bind(self, *_binding: Any) -> None:
        """Do nothing, as Celery addresses queues by their names."""


class Transport(filesystem.Transport):
    """Transport named in settings.CELERY_BROKER_TRANSPORT."""

    Channel = Channel

    def drain_events(self, connection: Any, timeout: float | None = None) -> None:  # type: ignore[override]
        """Deliver a waiting message. Raises TimeoutError after a pause if there is none."""
        del timeout
        if shutdown.is_canceled():
            raise TimeoutError
        try:
            super().drain_events(connection, timeout=0)  # type: ignore[no-untyped-call]
        except TimeoutError:
            time.sleep(POLLING_INTERVAL)
            raise


def _write_atomically(path: Path, text: str) -> None:
    with NamedTemporaryFile("w", dir=path.parent, delete=False) as file:
        try:
            file.write(text)
            file.close()
            path.unlink(missing_ok=True)  # ext4 flushes a file that replaces another to the disk, for milliseconds
            Path(file.name).replace(path)
        except OSError:
            with suppress(OSError):
                Path(file.name).unlink()
            raise
