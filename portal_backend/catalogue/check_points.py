"""Admin list of the check points of remote support."""

from collections.abc import Mapping
from typing import Annotated

from django.db.models import Q
from pydantic import Field

from portal_backend.catalogue.models import CheckPoint, Part
from portal_backend.catalogue.selectors import ADMINS
from portal_backend.core.actor import Actor
from portal_backend.core.translations import translate
from portal_backend.resources.admin_resource import admin_resource
from portal_backend.resources.field import EDIT, Choices
from portal_backend.resources.import_spec import ImportSpec
from portal_backend.resources.resource import BulkAction


def _list_model_choices(actor: Actor) -> Choices:
    """List the models of the catalogue and those of check points, each once.

    A check point can be saved even if the catalogue no longer has its model.
    """
    names = Part.objects.values_list("model", flat=True).union(
        CheckPoint.objects.filter(model__isnull=False).values_list("model", flat=True)
    )
    name_by_key = {model.lower(): model for model in sorted(filter(None, names), reverse=True)}
    return [{"key": model, "name": model} for _, model in sorted(name_by_key.items())]


def rename_models(models: Mapping[str, str]) -> None:
    """Rename the models of check points, given new models by lower-case old ones.

    All are renamed at once, because two models may be swapped.
    """
    renamed = []
    for point in CheckPoint.objects.filter(model__isnull=False):
        if new := models.get((point.model or "").lower()):
            point.model = new
            renamed.append(point)
    CheckPoint.objects.bulk_update(renamed, ["model"])


def build_model_filter(model: str | None) -> Q:
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
    menu_group="catalogue",
    icon="checklist",
    bulk_actions=(BulkAction("switchOn", {"enabled": True}), BulkAction("switchOff", {"enabled": False})),
    import_spec=ImportSpec(key_fields=("textEn",)),
    overrides={
        "model": {
            "kind": "choice",
            "choices": _list_model_choices,
            "type": Annotated[str, Field(max_length=255)],
            "help": "checkModel",
        },
        "enabled": {"modes": EDIT},
    },
    column_overrides={"model": {"value": lambda row, actor: row["model"] or translate("everyModel")}},
)
