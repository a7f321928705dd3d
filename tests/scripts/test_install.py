"""Installation of the packages that the commands need."""

from collections.abc import Callable
from pathlib import Path

import install
import pytest
from processes import CommandError


@pytest.mark.parametrize(
    ("setting", "install_packages"),
    [("VENV", install.install), ("NODE_MODULES", install._install_node_packages)],
)
def test_linked_environment_is_not_emptied(
    setting: str,
    install_packages: Callable[[dict[str, str]], object],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    target, link = tmp_path / "environment", tmp_path / "link"
    target.mkdir()
    (target / "package").touch()
    link.symlink_to(target)
    monkeypatch.setattr(install, setting, link)
    with pytest.raises(CommandError, match="Delete the link"):
        install_packages({})
    assert (target / "package").exists()
