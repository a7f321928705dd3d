"""What is looked at before a remote support call, as administrators write it."""

from collections.abc import Mapping
from typing import Annotated

from django.db.models import Q
from pydantic import Field

from portal_backend.base.actor import Actor
from portal_backend.base.words import word
from portal_backend.catalogue.lists import ADMINS
from portal_backend.catalogue.models import CheckPoint, Part
from portal_backend.resources.admin_resource import admin_resource
from portal_backend.resources.field import EDIT, Choices
from portal_backend.resources.importing import Import
from portal_backend.resources.resource import BulkAction


def _models(actor: Actor) -> Choices:
    """The models of the catalogue, each once, and those that points name: a point can be saved as it stands."""
    named = Part.objects.values_list("model", flat=True).union(
        CheckPoint.objects.filter(model__isnull=False).values_list("model", flat=True)
    )
    once = {model.lower(): model for model in sorted(filter(None, named), reverse=True)}
    return [{"key": model, "name": model} for _, model in sorted(once.items())]


def follow_models(models: Mapping[str, str]) -> None:
    """Let check points follow lower-case models to what they are called now, all at once: two may change places."""
    followed = []
    for point in CheckPoint.objects.filter(model__isnull=False):
        if new := models.get((point.model or "").lower()):
            point.model = new
            followed.append(point)
    CheckPoint.objects.bulk_update(followed, ["model"])


def fits(model: str | None) -> Q:
    """The check points for a unit of `model`, whatever its case; None where no unit is named."""
    any_model = Q(model__isnull=True)
    return any_model if model is None else any_model | Q(model__folded=model.lower())


CHECK_POINTS = admin_resource(
    CheckPoint,
    "check-points",
    ("text", "model", "position", "enabled"),
    writers=ADMINS,
    default_sort=("position", "ASC"),
    group="settings",
    icon="done",
    bulk=(BulkAction("switchOn", {"enabled": True}), BulkAction("switchOff", {"enabled": False})),
    importing=Import(key=("textEn",)),
    overrides={
        "model": {
            "kind": "choice",
            "choices": _models,
            "type": Annotated[str, Field(max_length=255)],
            "help": "checkModel",
        },
        "enabled": {"on": EDIT},
    },
    column_overrides={"model": {"value": lambda row, actor: row["model"] or word("everyModel")}},
)
