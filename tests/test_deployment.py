"""What compose.yml, the image, the README and .env.example say of a deployment is what the portal reads and runs."""

import ast
import json
import os
import re
from pathlib import Path
from typing import Any

import deployed
import pytest

yaml = pytest.importorskip("yaml")
ROOT = Path(__file__).resolve().parents[1]
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "compose.yml").read_text())
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
OURS = [name for name, each in SERVICES.items() if each["image"] == "service-portal"]
IMAGE = (ROOT / "Dockerfile").read_text().splitlines()
README = (ROOT / "README.md").read_text()
# the commands' own, read by no process of the portal
COMMANDS = {"PORTAL_PYTHON"}
# made by compose.yml for its own services
COMPOSES = {
    *("POSTGRES_PASSWORD", "STORAGE_KEY", "PORTAL_TLS", "PORTAL_CERTIFICATES"),
    *("PORTAL_WEB_SERVERS", "PORTAL_WORKERS", "PORTAL_MAIL_WORKERS", "PORTAL_JOB_WORKERS"),
}
# what compose.yml decides, whatever .env says
DECIDED = {
    "PORTAL_HOST": "the proxy calls it from another container",
    "PORTAL_PORT": "the proxy and the health check call this one",
    "PORTAL_DATA_DIR": "it is the volume: nothing else can be written",
    "PORTAL_SIGN_OF_LIFE": "the health check looks there",
}
# of tests alone
TESTS = {"PORTAL_TEST_DATABASE"}


def read_by_settings() -> set[str]:
    """Each variable that settings.py asks the environment for."""
    tree = ast.parse((ROOT / "portal_backend/settings.py").read_text())
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)]
    asked = [call for call in calls if isinstance(call.func, ast.Attribute) and ast.unparse(call.func.value) == "env"]
    return {str(each.args[0].value) for each in asked if each.args and isinstance(each.args[0], ast.Constant)} - TESTS


def table_of_settings() -> set[str]:
    """The variables of the README's tables: the portal's, and those of compose.yml."""
    section = README.split("## Settings")[1].split("## Where things are")[0]
    rows = [line.split("|")[1] for line in section.splitlines() if line.startswith("| `")]
    return {name for row in rows for name in re.findall(r"`([A-Z_]+)`", row)}


def test_every_setting_stands_in_the_readme_and_no_other() -> None:
    assert table_of_settings() == read_by_settings() | COMMANDS | COMPOSES


def test_the_readme_tells_the_defaults_of_numbers() -> None:
    """Each row names as many as it names variables."""
    lines = [line for line in README.splitlines() if line.startswith("| `PORTAL_")]
    rows = [[cell.strip() for cell in line.split("|")[1:3]] for line in lines]
    told = {
        name: default.replace(",", "")
        for names, defaults in rows
        for name, default in zip(re.findall(r"`([A-Z_]+)`", names), defaults.split(", "), strict=False)
    }
    source = (ROOT / "portal_backend/settings.py").read_text()
    numbers = dict(re.findall(r'env\.number\("([A-Z_]+)", ([0-9_]+)[,)]', source))
    assert numbers
    assert {name: told.get(name) for name in numbers} == {
        name: number.replace("_", "") for name, number in numbers.items()
    }


def test_the_example_names_only_what_there_is() -> None:
    lines = (ROOT / ".env.example").read_text().splitlines()
    named = {line.removeprefix("#").partition("=")[0] for line in lines if re.match(r"#?[A-Z_]+=", line)}
    assert named <= read_by_settings() | COMMANDS | COMPOSES
    needed = set(re.findall(r"\$\{([A-Z_]+):\?", (ROOT / "compose.yml").read_text()))
    assert needed <= named, "what a deployment cannot do without"


def test_compose_sets_what_the_portal_reads() -> None:
    given = set(COMPOSE["x-portal"]["environment"])
    assert given - {"TMPDIR"} <= read_by_settings()
    asked = set(re.findall(r"\$\{([A-Z_]+)", (ROOT / "compose.yml").read_text()))
    assert asked <= table_of_settings()


@pytest.mark.parametrize("name", OURS)
def test_every_setting_reaches_the_containers(name: str) -> None:
    """Those of .env by the file itself, and none is lost to what `environment` says, which wins over it."""
    given: dict[str, str] = SERVICES[name]["environment"]
    from_file = any(each["path"] == ".env" for each in SERVICES[name].get("env_file", []))
    reached = {key for key in read_by_settings() if (f"${{{key}:" in given[key] if key in given else from_file)}
    assert read_by_settings() - reached == DECIDED.keys()


@pytest.mark.parametrize("name", SERVICES)
def test_each_service_is_confined_and_looked_after(name: str) -> None:
    service = SERVICES[name]
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert "memory" in service["deploy"]["resources"]["limits"]
    if name == "prepare":
        assert service["restart"].startswith("on-failure")
    else:
        assert service["restart"] == "unless-stopped"
        assert service["healthcheck"]["test"][0] in ("CMD", "CMD-SHELL")


@pytest.mark.parametrize("name", SERVICES)
def test_what_a_service_refers_to_is_there(name: str) -> None:
    service = SERVICES[name]
    assert set(service.get("depends_on", {})) <= set(SERVICES)
    sources = [each.partition(":")[0] for each in service.get("volumes", []) if not each.startswith("$")]
    for source in sources:
        assert source in COMPOSE["volumes"] or (ROOT / source).is_file(), source


def test_one_image_serves_all_processes_and_none_is_root() -> None:
    assert set(OURS) == {"prepare", "web", "mails", "worker", "jobs", "beat"}
    assert [line for line in IMAGE if line.startswith("USER")] == ["USER portal"]
    based_on = [line.split()[1] for line in IMAGE if line.startswith("FROM") and line.split()[1] != "packages"]
    for image in (*third_parties(), *based_on):
        assert re.fullmatch(r"[\w./-]+:v?\d[\w.-]*", image), f"{image} names no version"
    assert {name for name, each in SERVICES.items() if each.get("ports")} == {"proxy"}


def test_a_restore_runs_while_all_that_use_the_database_are_stopped() -> None:
    """In a container of its own: there is none to enter, and its file was written by the user that reads it."""
    lines = [line.strip() for line in (ROOT / "docs/operations.md").read_text().splitlines() if line.startswith("    ")]
    [stop] = [line for line in lines if line.startswith("docker compose stop ")]
    assert set(stop.split()[3:]) == {"proxy", *OURS} - {"prepare"}
    after = lines[lines.index(stop) + 1 :]
    [restore] = [line for line in after if "manage.py restore" in line and line.endswith("--replace")]
    assert restore.startswith("docker compose run --rm web ")
    archive = restore.split()[-2]
    assert f"cat > {archive}" in after[after.index(restore) - 1]
    assert f"data:{Path(archive).parent}" in SERVICES["web"]["volumes"]


def test_the_proxy_is_neither_stopped_nor_held_back_with_the_web_servers() -> None:
    assert "depends_on" not in SERVICES["proxy"]
    dependent = {name for name, each in SERVICES.items() if "web" in each.get("depends_on", {})}
    assert dependent == set()


def test_the_number_of_servers_outlives_an_up() -> None:
    """By .env: a --scale is forgotten by the next `up`."""
    asked = {name: SERVICES[name]["deploy"]["replicas"] for name in ("web", "worker", "mails", "jobs")}
    assert asked == {
        "web": "${PORTAL_WEB_SERVERS:-1}",
        "worker": "${PORTAL_WORKERS:-1}",
        "mails": "${PORTAL_MAIL_WORKERS:-1}",
        "jobs": "${PORTAL_JOB_WORKERS:-1}",
    }
    assert "replicas" not in SERVICES["beat"]["deploy"], "there is one clock"
    for page in (README, (ROOT / "docs/operations.md").read_text(), (ROOT / "docs/scaling.md").read_text()):
        assert "--scale" not in page


def test_the_database_has_room_for_the_servers_of_the_examples() -> None:
    command = SERVICES["postgres"]["command"]
    [allowed] = [int(word.partition("=")[2]) for word in command if word.startswith("max_connections=")]
    text = README + (ROOT / "docs/operations.md").read_text() + (ROOT / "docs/scaling.md").read_text()
    most = {
        name: max(map(int, re.findall(rf"{name}=(\d+)", text)), default=1)
        for name in COMPOSES
        if name.endswith(("SERVERS", "WORKERS"))
    }
    assert most["PORTAL_WEB_SERVERS"] > 1, "an example"
    threads, processes, of_a_worker, for_administrators = 16, 2, 3, 10
    # one more of each while they are replaced
    taken = (most["PORTAL_WEB_SERVERS"] + 1) * threads * processes
    taken += sum(most[name] for name in most if name.endswith("WORKERS")) * of_a_worker
    assert taken + for_administrators <= allowed


def test_the_portals_role_in_the_database_is_no_superuser() -> None:
    assert "POSTGRES_USER" not in SERVICES["postgres"]["environment"]
    [script] = [each for each in SERVICES["postgres"]["volumes"] if "docker-entrypoint-initdb.d" in each]
    file = ROOT / script.partition(":")[0]
    assert os.access(file, os.X_OK), "else it is sourced, and its options hold for the image's own script"
    made = file.read_text()
    assert "CREATE ROLE portal LOGIN PASSWORD :'password';" in made
    assert "SUPERUSER" not in made


def test_a_health_check_waits_as_long_as_a_busy_machine_takes() -> None:
    web = SERVICES["web"]["healthcheck"]
    assert (web["start_period"], web["timeout"]) == ("120s", "10s")
    image = " ".join(IMAGE)
    assert "--start-period=120s" in image
    assert "-h 127.0.0.1" in SERVICES["postgres"]["healthcheck"]["test"][1], "not the server of a first start"


@pytest.mark.parametrize("name", SERVICES)
def test_logs_do_not_fill_the_disk(name: str) -> None:
    assert SERVICES[name]["logging"] == {"driver": "local", "options": {"max-size": "20m", "max-file": "5"}}


def third_parties() -> list[str]:
    """The images that are not built here."""
    return [each["image"] for each in SERVICES.values() if each["image"] != "service-portal"]


def told(command: list[str]) -> list[str]:
    """A command with the programs of the virtual environment by their names alone, as the image finds them."""
    return [Path(each).name if each.startswith("/") else each for each in command]


def test_what_is_tried_by_scripts_test_production_is_what_is_deployed() -> None:
    web = next(line for line in IMAGE if line.startswith("CMD"))
    assert told(deployed.WEB) == json.loads(web.removeprefix("CMD "))
    assert told(deployed.PREPARE) == SERVICES["prepare"]["command"]
    beside = {name: told(command) for name, command in deployed.BESIDE.items()}
    for name in ("mails", "worker", "jobs", "beat"):
        assert beside[name] == SERVICES[name]["command"]
    asked = set(re.findall(r"\{\$(PORTAL_[A-Z_]+)", (ROOT / "Caddyfile").read_text()))
    assert asked == set(SERVICES["proxy"]["environment"])
