"""References of the operator's documentation to scripts, settings, metrics etc."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import get_commands, load_command_class

from portal_backend.operations.metrics import HTTP_REQUEST_SECONDS, HTTP_REQUESTS, DatabaseCollector

BASE = Path(settings.BASE_DIR)
PAGES = [BASE / "README.md", *sorted((BASE / "docs").glob("*.md"))]


def iterate_code(page: Path) -> Iterator[str]:
    """Yield inline code and lines of indented code blocks."""
    for line in page.read_text(encoding="utf-8").splitlines():
        if line.startswith("    "):
            yield line.strip()
        else:
            yield from re.findall(r"`([^`]+)`", line)


def find_in_code(page: Path, pattern: str) -> set[str]:
    return {match for code in iterate_code(page) for match in re.findall(pattern, code)}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
class TestPage:
    def test_scripts_and_files_exist(self, page: Path) -> None:
        files = find_in_code(page, r"^(?:scripts|docs|tests|portal_\w+)/[\w./-]+") | find_in_code(
            page, r"\bscripts/[\w./-]+"
        )
        missing = [
            name
            for name in files
            if not (BASE / name).exists() and not list((BASE / name).parent.glob(f"{Path(name).name}*"))
        ]
        assert sorted(missing) == []

    def test_commands_exist_with_their_options(self, page: Path) -> None:
        commands = get_commands()
        for command in find_in_code(page, r"manage\.py [a-z]\w*.*"):
            _, name, *arguments = command.split()
            assert name in commands, name
            parser = load_command_class(commands[name], name).create_parser("manage.py", name)
            known = {option for action in parser._actions for option in action.option_strings}
            assert {each for each in arguments if each.startswith("--")} <= known, command

    def test_settings_are_read(self, page: Path) -> None:
        backend, scripts = BASE / "portal_backend", BASE / "scripts"
        paths = [
            BASE / "compose.yml",
            backend / "config/settings.py",
            *(backend / "core").glob("*.py"),
            *scripts.rglob("*.py"),
        ]
        read = "".join(path.read_text(encoding="utf-8") for path in paths)
        settings_named = find_in_code(page, r"\b(?:[A-Z]+_)+(?:URL|KEY|FALLBACKS|PASSWORD)\b|\bPORTAL_[A-Z_]+\b")
        assert sorted(name for name in settings_named if not re.search(rf"\b{name}\b", read)) == []

    def test_services_exist(self, page: Path) -> None:
        services = set(re.findall(r"^  (\w+):$", (BASE / "compose.yml").read_text(encoding="utf-8"), re.MULTILINE))
        used = find_in_code(page, r"--scale (\w+)=") | find_in_code(
            page, r"compose (?:exec|restart|logs|run)(?: -\S+)* (\w+)"
        )
        used |= {each for names in find_in_code(page, r"compose (?:ps|stop) ([\w ]+)") for each in names.split()}
        assert sorted(used - services) == []


@pytest.mark.django_db
def test_documented_metrics_exist() -> None:
    exported = {f"{HTTP_REQUESTS._name}_total", HTTP_REQUEST_SECONDS._name} | {
        family.name for family in DatabaseCollector().collect()
    }
    documented = find_in_code(
        BASE / "docs" / "operations.md", r"\bportal_(?:http|database|mails|oldest|account|service)\w*"
    )
    assert sorted(documented - exported) == []
    assert len(documented) >= 5
