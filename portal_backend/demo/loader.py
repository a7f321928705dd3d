"""Loader of the demo data of fixtures/ into an empty database.

The data is loaded in one transaction: all of it or nothing.
"""

import json
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.db import transaction
from django.utils import timezone

from portal_backend.accounts.actions import NewUser, create_user
from portal_backend.accounts.grants import set_followed_clients
from portal_backend.accounts.models import Client, Service, User
from portal_backend.accounts.selectors import ADDRESS_ATTRIBUTES
from portal_backend.catalogue.models import Category, CheckPoint, Part, PredefinedService, ServiceCategory
from portal_backend.core.actor import Role
from portal_backend.demo import part_requests, remote_support, repairs
from portal_backend.demo.models import DemoWorld
from portal_backend.demo.scenarios import FIXTURES_DIR, DemoContext, play_scenarios
from portal_backend.files.actions import mark_claimed, store
from portal_backend.files.models import StoredFile
from portal_backend.notifications.recipients import suppress_notifications

SCRIPTS_BY_FILE = {
    "repairs.json": repairs.SCRIPT,
    "part_requests.json": part_requests.SCRIPT,
    "remote_support.json": remote_support.SCRIPT,
}
DEMO_PASSWORD = "Portal-demo-1"  # noqa: S105 - the contract publishes it


def read_fixture(name: str) -> Any:
    """Read one fixture file."""
    return json.loads((FIXTURES_DIR / name).read_text(encoding="utf-8"))


def is_complete() -> bool:
    """Return whether the demo data was loaded or is not needed.

    It is not needed if the database had other users before.
    """
    return DemoWorld.objects.exists() or not User.objects.filter(username="client2").exists()


def load_demo() -> bool:
    """Load the demo data, unless the database already has users.

    Returns whether it was loaded.
    """
    if User.objects.exists():
        return False
    images = {path.name: _store_image(path) for path in sorted((FIXTURES_DIR / "images").glob("*.png"))}
    with transaction.atomic(), suppress_notifications(), _suppress_change_logs():
        load_organizations(read_fixture("organisations.json"))
        types = load_catalogue(read_fixture("parts.json"), read_fixture("predefined_services.json"), images)
        load_check_points(read_fixture("check_points.json"))
        context, now = DemoContext.load(types), timezone.now()
        for name, script in SCRIPTS_BY_FILE.items():
            play_scenarios(script, read_fixture(name), context, now)
        DemoWorld.objects.create()
    return True


@contextmanager
def _suppress_change_logs() -> Iterator[None]:
    """Log only warnings: every transition of the demo requests would be logged."""
    logger = logging.getLogger("portal")
    level = logger.level
    logger.setLevel(logging.WARNING)
    try:
        yield
    finally:
        logger.setLevel(level)


def _store_image(path: Path) -> StoredFile:
    with path.open("rb") as stream:
        return store(stream, path.name, path.stat().st_size, actor=None)


def load_check_points(rows: list[dict[str, Any]]) -> None:
    """Create the checkpoints of remote support, in the order of the file."""
    CheckPoint.objects.bulk_create(
        CheckPoint(text_en=row["text"]["en"], text_es=row["text"]["es"], model=row["model"], position=position)
        for position, row in enumerate(rows, 1)
    )


def load_organizations(organizations: dict[str, Any]) -> None:
    """Create services, clients and users with their addresses."""
    services = {
        row["name"]: Service.objects.create(
            name=row["name"], price=str(row["price"]), support_special_services=row["supportSpecialServices"]
        )
        for row in organizations["services"]
    }
    clients = {
        row["name"]: Client.objects.create(
            name=row["name"], country_code=row["countryCode"], service=services[row["service"]]
        )
        for row in organizations["clients"]
    }
    users: dict[str, User] = {}
    password = DEMO_PASSWORD
    for row in organizations["users"]:
        address = row["address"]
        users[row["username"]] = create_user(
            NewUser(
                username=row["username"],
                role=Role(row["role"]),
                first_name=row["firstName"],
                last_name=row["lastName"],
                email=row["email"],
                phone=row["phone"],
                password=password,
                language=row["language"],
                backup_emails=row["backupEmails"],
                address={ADDRESS_ATTRIBUTES[key]: value or "" for key, value in address.items()} if address else None,
            ),
            client=clients.get(row.get("client", "")),
            service=services.get(row.get("service", "")),
        )
    for row in organizations["services"]:
        services[row["name"]].contact_user = users[row["contactUsername"]]
        services[row["name"]].save()
    for row in organizations["managers"]:
        set_followed_clients(users[row["username"]], [clients[name] for name in row["clients"]])


def load_catalogue(
    parts: list[dict[str, Any]], services: dict[str, list[dict[str, Any]]], images: dict[str, StoredFile]
) -> dict[tuple[str, str], int]:
    """Create categories, service categories, predefined services and parts.

    Returns the ids of predefined services by kind and key.
    """
    names = read_fixture("categories.json")
    categories = {
        row["key"]: Category.objects.update_or_create(
            key=row["key"],
            defaults={"position": position, "name_en": row["name"]["en"], "name_es": row["name"]["es"]},
        )[0]
        for position, row in enumerate(names["partCategories"])
    }
    service_categories = {
        row["key"]: ServiceCategory.objects.update_or_create(
            key=row["key"], defaults={"name_en": row["name"]["en"], "name_es": row["name"]["es"]}
        )[0]
        for row in names["serviceCategories"]
    }
    predefined_services = {
        (kind, row["key"]): PredefinedService.objects.create(
            kind=kind,
            text_en=row["text"]["en"],
            text_es=row["text"]["es"],
            short_text_en=row["shortText"]["en"],
            short_text_es=row["shortText"]["es"],
            value=str(row["value"]),
        )
        for kind, rows in services.items()
        for row in rows
    }
    for row in parts:
        image = images[row["image"]]
        mark_claimed([image.pk])
        part = Part.objects.create(
            category=categories[row["category"]],
            number=row["number"],
            model=row["model"],
            manufacturer=row["manufacturer"],
            description_en=row["description"]["en"],
            description_es=row["description"]["es"],
            enabled=row["enabled"],
            hs_code=row.get("hsCode", ""),
            image=image,
        )
        part.service_categories.set(service_categories[key] for key in row["serviceCategories"])
        keys_by_kind = row.get("predefined") or {}
        part.predefined_services.set(
            predefined_services[kind, key] for kind, keys in keys_by_kind.items() for key in keys
        )
    return {name: service.pk for name, service in predefined_services.items()}
