"""Propagation of a part's new name to check points and search lines of requests."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from portal_backend.catalogue.check_points import rename_models
from portal_backend.catalogue.models import Part
from portal_backend.core.normalization import normalize_key
from portal_backend.workflow.search import build_part_search_line, reindex_renamed_part


class PartName(NamedTuple):
    """Manufacturer and model of a part; several parts can share them.

    Only manufacturer and number together are unique.
    """

    manufacturer: str
    model: str

    @classmethod
    def from_part(cls, part: Part) -> "PartName":
        """Return the current name of a part."""
        return cls(part.manufacturer, part.model)


def propagate_renames(parts: Iterable[Part], before: Mapping[int, PartName]) -> None:
    """Update check points and search lines after the names of parts changed."""
    renamed = {
        part.pk: (before[part.pk], PartName.from_part(part))
        for part in parts
        if before[part.pk] != PartName.from_part(part)
    }
    if not renamed:
        return
    others = _load_other_names(renamed)
    rename_models(_find_abandoned_models(renamed, others))
    lines = {pk: (build_part_search_line(*old), build_part_search_line(*new)) for pk, (old, new) in renamed.items()}
    ids_by_line = _group_by_search_line(lines, others)
    for pk, (old_line, new_line) in lines.items():
        same_name = (ids_by_line[normalize_key(old_line)] | ids_by_line[normalize_key(new_line)]) - {pk}
        reindex_renamed_part(pk, old_line, new_line, same_name)


def _load_other_names(renamed: Mapping[int, object]) -> Mapping[int, PartName]:
    """Load the names of all other parts."""
    rows = Part.objects.order_by().values_list("pk", "manufacturer", "model")
    return {pk: PartName(*name) for pk, *name in rows if pk not in renamed}


def _find_abandoned_models(
    renamed: Mapping[int, tuple[PartName, PartName]], others: Mapping[int, PartName]
) -> Mapping[str, str]:
    """Map lower-case models that no part has any more to their new models.

    If several parts gave up the same model, the first one decides.
    """
    remaining = {name.model.lower() for name in others.values()}
    remaining |= {old.model.lower() for old, new in renamed.values() if old.model.lower() == new.model.lower()}
    new_model_by_old: dict[str, str] = {}
    for old, new in renamed.values():
        if old.model.lower() not in remaining:
            new_model_by_old.setdefault(old.model.lower(), new.model)
    return new_model_by_old


def _group_by_search_line(
    renamed: Mapping[int, tuple[str, str]], others: Mapping[int, PartName]
) -> Mapping[str, set[int]]:
    """Group part ids by the normalized search lines of their old and new names."""
    ids_by_line: dict[str, set[int]] = defaultdict(set)
    for pk, name in others.items():
        ids_by_line[normalize_key(build_part_search_line(*name))].add(pk)
    for pk, lines in renamed.items():
        for line in lines:
            ids_by_line[normalize_key(line)].add(pk)
    return ids_by_line
