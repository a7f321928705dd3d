"""Installation of the packages that the commands need."""

from pathlib import Path

import install
import pytest
from processes import CommandError


def test_linked_environment_is_not_emptied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target, link = tmp_path / "environment", tmp_path / "link"
    target.mkdir()
    (target / "package").touch()
    link.symlink_to(target)
    monkeypatch.setattr(install, "VENV", link)
    with pytest.raises(CommandError, match="Delete the link"):
        install.install({})
    assert (target / "package").exists()
