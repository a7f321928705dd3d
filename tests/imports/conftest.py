"""The world that imports are brought into."""

import pytest

from tests import factories
from tests.factories import World


@pytest.fixture
def here() -> World:
    """A world with a part, so that its category is there."""
    world = factories.world()
    _ = world.part
    return world
