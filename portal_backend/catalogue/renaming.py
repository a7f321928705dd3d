"""What is called by a part's name follows it to another one."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from portal_backend.base.normalization import normalize_key
from portal_backend.catalogue.check_points import follow_models
from portal_backend.catalogue.models import Part
from portal_backend.workflow.renaming import rename
from portal_backend.workflow.searching import part_line


class Name(NamedTuple):
    """What a part is called; manufacturer and number are unique together, a name may be that of several."""

    manufacturer: str
    model: str

    @classmethod
    def of(cls, part: Part) -> "Name":
        """The name that a part has now."""
        return cls(part.manufacturer, part.model)


def follow(parts: Iterable[Part], before: Mapping[int, Name]) -> None:
    """Let check points and requests follow parts from what they were called before to what they are saved as."""
    renamed = {part.pk: (before[part.pk], Name.of(part)) for part in parts if before[part.pk] != Name.of(part)}
    if not renamed:
        return
    others = _others(renamed)
    follow_models(_left_models(renamed, others))
    lines = {pk: (part_line(*old), part_line(*new)) for pk, (old, new) in renamed.items()}
    alike = _by_line(lines, others)
    for pk, (old_line, new_line) in lines.items():
        twins = (alike[normalize_key(old_line)] | alike[normalize_key(new_line)]) - {pk}
        rename(pk, old_line, new_line, twins)


def _others(renamed: Mapping[int, object]) -> Mapping[int, Name]:
    """What all other parts are called. Parts are few."""
    rows = Part.objects.order_by().values_list("pk", "manufacturer", "model")
    return {pk: Name(*name) for pk, *name in rows if pk not in renamed}


def _left_models(renamed: Mapping[int, tuple[Name, Name]], others: Mapping[int, Name]) -> Mapping[str, str]:
    """The lower-case models that every part gave up which had them, with the new one of the first of those."""
    kept = {name.model.lower() for name in others.values()}
    kept |= {old.model.lower() for old, new in renamed.values() if old.model.lower() == new.model.lower()}
    left: dict[str, str] = {}
    for old, new in renamed.values():
        if old.model.lower() not in kept:
            left.setdefault(old.model.lower(), new.model)
    return left


def _by_line(renamed: Mapping[int, tuple[str, str]], others: Mapping[int, Name]) -> Mapping[str, set[int]]:
    """The parts by the folded lines that requests are or were found by."""
    found: dict[str, set[int]] = defaultdict(set)
    for pk, name in others.items():
        found[normalize_key(part_line(*name))].add(pk)
    for pk, lines in renamed.items():
        for line in lines:
            found[normalize_key(line)].add(pk)
    return found
