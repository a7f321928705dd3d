"""Requests keep the place of their status in the table of their kind: lists are sorted by it."""

from importlib import import_module

from portal_backend.workflow.process import PROCESSES


def test_the_places_that_were_given_are_those_of_the_tables() -> None:
    """Where this fails a table has a new order: requests need a migration that gives them their places anew."""
    given = import_module("portal_backend.workflow.migrations.0005_place_of_status").PLACES
    for kind, statuses in given.items():
        assert statuses == tuple(step.status for step in PROCESSES[kind].steps)
