"""Admin list of the check points of remote support."""

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
    """List the models of the catalogue and those of check points, each once.

    A check point can be saved even if the catalogue no longer has its model.
    """
    names = Part.objects.values_list("model", flat=True).union(
        CheckPoint.objects.filter(model__isnull=False).values_list("model", flat=True)
    )
    name_by_key = {model.lower(): model for model in sorted(filter(None, names), reverse=True)}
    return [{"key": model, "name": model} for _, model in sorted(name_by_key.items())]


def follow_models(models: Mapping[str, str]) -> None:
    """Rename the models of check points, given new models by lower-case old ones.

    All are renamed at once, because two models may be swapped.
    """
    renamed = []
    for point in CheckPoint.objects.filter(model__isnull=False):
        if new := models.get((point.model or "").lower()):
            point.model = new
            renamed.append(point)
    CheckPoint.objects.bulk_update(renamed, ["model"])


def fits(model: str | None) -> Q:
    """Build the filter of check points for a model, ignoring case.

    Without a model, only points for every model match.
    """
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
