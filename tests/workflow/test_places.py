"""Positions of statuses, by which lists are sorted."""

from importlib import import_module

from portal_backend.workflow.process import PROCESSES


def test_migrated_status_positions_match_the_processes() -> None:
    """Compare the migration's positions with the processes.

    If this fails, the order of a process has changed, and a migration must update the positions of requests.
    """
    given = import_module("portal_backend.workflow.migrations.0005_place_of_status").PLACES
    for kind, statuses in given.items():
        assert statuses == tuple(step.status for step in PROCESSES[kind].steps)
