"""Tests of the modes of scripts/test."""

import contextlib
from typing import NoReturn

import processes
import pytest
import run_tests


@pytest.mark.parametrize("mode", ["postgres", "coverage", "e2e", "lighthouse", "drills", "production"])
def test_installs_system_packages_before_anything_starts(mode: str, monkeypatch: pytest.MonkeyPatch) -> None:
    class SystemPackagesInstalledError(Exception):
        pass

    def install_programs(*_: object) -> None:
        raise SystemPackagesInstalledError

    def start(*_: object) -> NoReturn:
        pytest.fail("started before PostgreSQL, Redis and the browser were installed")

    monkeypatch.setattr(run_tests, "install_programs", install_programs)
    for name in ("install", "install_runtime", "build_interface"):
        monkeypatch.setattr(run_tests.install, name, lambda *_: None)
    monkeypatch.setattr(run_tests, "isolated_environment", lambda _: contextlib.nullcontext({}))
    for name in ("run_fresh_server", "run_postgres_and_redis", "run_deployed_stack"):
        monkeypatch.setattr(run_tests, name, start)
    monkeypatch.setattr(processes, "start", start)
    with pytest.raises(SystemPackagesInstalledError):
        run_tests.main([mode])
