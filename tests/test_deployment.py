"""Consistency of compose.yml, the image and the documentation with the settings."""

import ast
import json
import os
import re
from pathlib import Path
from typing import Any

import deployed_stack
import pytest

yaml = pytest.importorskip("yaml")
ROOT = Path(__file__).resolve().parents[1]
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "compose.yml").read_text())
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
PORTAL_SERVICES = [name for name, each in SERVICES.items() if each["image"] == "service-portal"]
IMAGE = (ROOT / "Dockerfile").read_text().splitlines()
README = (ROOT / "README.md").read_text()
SETTINGS_PAGE = (ROOT / "docs/settings.md").read_text()
# read by the commands only, not by a process of the portal
COMMAND_VARIABLES = {"PORTAL_PYTHON"}
# used by compose.yml for its own services
COMPOSE_VARIABLES = {
    *("POSTGRES_PASSWORD", "STORAGE_KEY", "PORTAL_TLS", "PORTAL_CERTIFICATES"),
    *("PORTAL_WEB_SERVERS", "PORTAL_WORKERS", "PORTAL_MAIL_WORKERS", "PORTAL_JOB_WORKERS"),
}
# set by compose.yml regardless of .env
FIXED_BY_COMPOSE = {
    "PORTAL_HOST": "the proxy calls it from another container",
    "PORTAL_PORT": "the proxy and the health check call this one",
    "PORTAL_DATA_DIR": "it is the volume: nothing else can be written",
    "PORTAL_HEARTBEAT_FILE": "the health check looks there",
}
# used by tests only
TEST_VARIABLES = {"PORTAL_TEST_DATABASE"}


def list_setting_variables() -> set[str]:
    """Return the environment variables that the settings module reads."""
    tree = ast.parse((ROOT / "portal_backend/config/settings.py").read_text())
    method_calls = [
        node for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
    ]
    env_calls = [
        call for call in method_calls if isinstance(call.func, ast.Attribute) and ast.unparse(call.func.value) == "env"
    ]
    return {
        str(each.args[0].value) for each in env_calls if each.args and isinstance(each.args[0], ast.Constant)
    } - TEST_VARIABLES


def list_documented_variables() -> set[str]:
    """Return the variables in the tables of docs/settings.md."""
    rows = [line.split("|")[1] for line in SETTINGS_PAGE.splitlines() if line.startswith("| `")]
    return {name for row in rows for name in re.findall(r"`([A-Z_]+)`", row)}


def test_settings_page_lists_every_setting_and_no_other() -> None:
    assert list_documented_variables() == list_setting_variables() | COMMAND_VARIABLES | COMPOSE_VARIABLES


def test_settings_page_states_the_defaults_of_numbers() -> None:
    """Each row has as many defaults as variables."""
    lines = [line for line in SETTINGS_PAGE.splitlines() if line.startswith("| `PORTAL_")]
    rows = [[cell.strip() for cell in line.split("|")[1:3]] for line in lines]
    documented = {
        name: default.replace(",", "")
        for names, defaults in rows
        for name, default in zip(re.findall(r"`([A-Z_]+)`", names), defaults.split(", "), strict=False)
    }
    source = (ROOT / "portal_backend/config/settings.py").read_text()
    numbers = dict(re.findall(r'env\.number\("([A-Z_]+)", ([0-9_]+)[,)]', source))
    assert numbers
    assert {name: documented.get(name) for name in numbers} == {
        name: number.replace("_", "") for name, number in numbers.items()
    }


def test_env_example_has_only_existing_variables() -> None:
    lines = (ROOT / ".env.example").read_text().splitlines()
    variables = {line.removeprefix("#").partition("=")[0] for line in lines if re.match(r"#?[A-Z_]+=", line)}
    assert variables <= list_setting_variables() | COMMAND_VARIABLES | COMPOSE_VARIABLES
    required = set(re.findall(r"\$\{([A-Z_]+):\?", (ROOT / "compose.yml").read_text()))
    assert required <= variables, "what a deployment cannot do without"


def test_compose_sets_only_existing_variables() -> None:
    environment = set(COMPOSE["x-portal"]["environment"])
    assert environment - {"TMPDIR"} <= list_setting_variables()
    interpolated = set(re.findall(r"\$\{([A-Z_]+)", (ROOT / "compose.yml").read_text()))
    assert interpolated <= list_documented_variables()


@pytest.mark.parametrize("name", PORTAL_SERVICES)
def test_every_setting_reaches_the_containers_from_env_file(name: str) -> None:
    """Settings of .env arrive by env_file, unless `environment` replaces them."""
    environment: dict[str, str] = SERVICES[name]["environment"]
    from_file = any(each["path"] == ".env" for each in SERVICES[name].get("env_file", []))
    available = {
        key
        for key in list_setting_variables()
        if (f"${{{key}:" in environment[key] if key in environment else from_file)
    }
    assert list_setting_variables() - available == FIXED_BY_COMPOSE.keys()


@pytest.mark.parametrize("name", SERVICES)
def test_services_are_sandboxed_and_restarted(name: str) -> None:
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
def test_dependencies_and_volumes_of_services_exist(name: str) -> None:
    service = SERVICES[name]
    assert set(service.get("depends_on", {})) <= set(SERVICES)
    sources = [each.partition(":")[0] for each in service.get("volumes", []) if not each.startswith("$")]
    for source in sources:
        assert source in COMPOSE["volumes"] or (ROOT / source).is_file(), source


def test_all_processes_use_one_pinned_image_without_root() -> None:
    assert set(PORTAL_SERVICES) == {"prepare", "web", "mails", "worker", "jobs", "beat"}
    assert [line for line in IMAGE if line.startswith("USER")] == ["USER portal"]
    based_on = [line.split()[1] for line in IMAGE if line.startswith("FROM") and line.split()[1] != "packages"]
    for image in (*list_third_party_images(), *based_on):
        assert re.fullmatch(r"[\w./-]+:v?\d[\w.-]*", image), f"{image} names no version"
    assert {name for name, each in SERVICES.items() if each.get("ports")} == {"proxy"}


def test_documented_restore_stops_all_database_clients() -> None:
    """The restore runs in a new container, as no container is running."""
    lines = [line.strip() for line in (ROOT / "docs/operations.md").read_text().splitlines() if line.startswith("    ")]
    [stop] = [line for line in lines if line.startswith("docker compose stop ")]
    assert set(stop.split()[3:]) == {"proxy", *PORTAL_SERVICES} - {"prepare"}
    after = lines[lines.index(stop) + 1 :]
    [restore] = [line for line in after if "manage.py restore" in line and line.endswith("--replace")]
    assert restore.startswith("docker compose run --rm web ")
    archive = restore.split()[-2]
    assert f"cat > {archive}" in after[after.index(restore) - 1]
    assert f"data:{Path(archive).parent}" in SERVICES["web"]["volumes"]


def test_proxy_does_not_depend_on_web_servers() -> None:
    assert "depends_on" not in SERVICES["proxy"]
    dependent = {name for name, each in SERVICES.items() if "web" in each.get("depends_on", {})}
    assert dependent == set()


def test_replicas_are_configured_by_env_file() -> None:
    """By .env, as `up` resets the number set with --scale."""
    replicas = {name: SERVICES[name]["deploy"]["replicas"] for name in ("web", "worker", "mails", "jobs")}
    assert replicas == {
        "web": "${PORTAL_WEB_SERVERS:-1}",
        "worker": "${PORTAL_WORKERS:-1}",
        "mails": "${PORTAL_MAIL_WORKERS:-1}",
        "jobs": "${PORTAL_JOB_WORKERS:-1}",
    }
    assert "replicas" not in SERVICES["beat"]["deploy"], "there is one clock"
    for page in (
        README,
        SETTINGS_PAGE,
        (ROOT / "docs/operations.md").read_text(),
        (ROOT / "docs/scaling.md").read_text(),
    ):
        assert "--scale" not in page


def test_database_allows_connections_of_documented_examples() -> None:
    command = SERVICES["postgres"]["command"]
    [max_connections] = [
        int(argument.partition("=")[2]) for argument in command if argument.startswith("max_connections=")
    ]
    text = README + (ROOT / "docs/operations.md").read_text() + (ROOT / "docs/scaling.md").read_text()
    maximum_by_variable = {
        name: max(map(int, re.findall(rf"{name}=(\d+)", text)), default=1)
        for name in COMPOSE_VARIABLES
        if name.endswith(("SERVERS", "WORKERS"))
    }
    assert maximum_by_variable["PORTAL_WEB_SERVERS"] > 1, "an example"
    # docs/operations.md: a web process has 16 threads for requests and two more
    threads, processes, per_worker, for_administrators = 18, 2, 4, 10
    # one more web server during a rolling update
    connections = (maximum_by_variable["PORTAL_WEB_SERVERS"] + 1) * threads * processes
    connections += (
        sum(maximum_by_variable[name] for name in maximum_by_variable if name.endswith("WORKERS")) * per_worker
    )
    assert connections + for_administrators <= max_connections


def test_database_role_is_no_superuser() -> None:
    assert "POSTGRES_USER" not in SERVICES["postgres"]["environment"]
    [script] = [each for each in SERVICES["postgres"]["volumes"] if "docker-entrypoint-initdb.d" in each]
    file = ROOT / script.partition(":")[0]
    assert os.access(file, os.X_OK), "else it is sourced, and its options hold for the image's own script"
    source = file.read_text()
    assert "CREATE ROLE portal LOGIN PASSWORD :'password';" in source
    assert "SUPERUSER" not in source


def test_health_check_timeouts() -> None:
    web = SERVICES["web"]["healthcheck"]
    assert (web["start_period"], web["timeout"]) == ("120s", "10s")
    image = " ".join(IMAGE)
    assert "--start-period=120s" in image
    assert "-h 127.0.0.1" in SERVICES["postgres"]["healthcheck"]["test"][1], "not the server of a first start"


@pytest.mark.parametrize("name", SERVICES)
def test_log_size_is_limited(name: str) -> None:
    assert SERVICES[name]["logging"] == {"driver": "local", "options": {"max-size": "20m", "max-file": "5"}}


def list_third_party_images() -> list[str]:
    """Return the images that are not built from this repository."""
    return [each["image"] for each in SERVICES.values() if each["image"] != "service-portal"]


def strip_program_paths(command: list[str]) -> list[str]:
    """Reduce absolute program paths to names, as in the image."""
    return [Path(each).name if each.startswith("/") else each for each in command]


def test_production_test_runs_the_deployed_commands() -> None:
    web = next(line for line in IMAGE if line.startswith("CMD"))
    assert strip_program_paths(deployed_stack.WEB_COMMAND) == json.loads(web.removeprefix("CMD "))
    assert strip_program_paths(deployed_stack.PREPARE_COMMAND) == SERVICES["prepare"]["command"]
    commands = {name: strip_program_paths(command) for name, command in deployed_stack.BACKGROUND_COMMANDS.items()}
    for name in ("mails", "worker", "jobs", "beat"):
        assert commands[name] == SERVICES[name]["command"]
    variables = set(re.findall(r"\{\$(PORTAL_[A-Z_]+)", (ROOT / "Caddyfile").read_text()))
    assert variables == set(SERVICES["proxy"]["environment"])
