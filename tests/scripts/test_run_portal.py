"""Tests of scripts/run: its arguments, and what it says once the portal is ready."""

from types import SimpleNamespace

import environment
import pytest
import run_portal


@pytest.mark.parametrize("demo", ["0", "1"])
def test_prints_setup_link_without_demo_data(
    demo: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """An installation without demo data says how to create its first administrator."""
    links: list[str] = []
    variables = {"PORTAL_DEMO": demo, "PORTAL_PORT": str(environment.find_free_port())}
    monkeypatch.setattr(run_portal, "read_environment", lambda: variables)
    for name in ("install", "build_interface", "prepare_data", "start_worker"):
        monkeypatch.setattr(run_portal, name, lambda *arguments: None)
    monkeypatch.setattr(run_portal, "get_worker_arguments", lambda variables: [])
    monkeypatch.setattr(run_portal, "start_web_server", lambda *arguments: SimpleNamespace(poll=lambda: 0))
    monkeypatch.setattr(run_portal, "print_setup_link", lambda place, variables: links.append(place.public_url))
    for name in ("raise_stop_on_signals", "stop_all"):
        monkeypatch.setattr(run_portal.processes, name, lambda: None)
    assert run_portal.main([]) == 1, "the web server ended by itself"
    assert ("Demo users" in capsys.readouterr().out, len(links)) == (demo == "1", int(demo == "0"))


@pytest.mark.parametrize(("argument", "code"), [("--help", 0), ("--demo", 2), ("demo", 2)])
def test_arguments_start_nothing(
    argument: str, code: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(run_portal, "_run", lambda: pytest.fail("the portal was started"))
    with pytest.raises(SystemExit) as stopped:
        run_portal.main([argument])
    assert stopped.value.code == code
    assert "usage: scripts/run" in "".join(capsys.readouterr())
