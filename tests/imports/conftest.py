"""Fixtures of import tests."""

import pytest

from tests import factories
from tests.factories import World


@pytest.fixture
def world() -> World:
    """Return a world with a part, and thereby its category."""
    world = factories.world()
    _ = world.part
    return world
