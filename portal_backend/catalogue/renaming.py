"""What is called by a part's name follows it to another one."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from portal_backend.catalogue.check_points import rename_model
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
    for old, new in renamed.values():
        rename_model(old.model, new.model)
    lines = {pk: (part_line(*old), part_line(*new)) for pk, (old, new) in renamed.items()}
    alike = _by_line(lines) if lines else {}
    for pk, (old_line, new_line) in lines.items():
        twins = (alike[old_line.casefold()] | alike[new_line.casefold()]) - {pk}
        rename(pk, old_line, new_line, twins)


def _by_line(renamed: Mapping[int, tuple[str, str]]) -> Mapping[str, set[int]]:
    """The parts by the folded lines that requests are or were found by. Parts are few."""
    found: dict[str, set[int]] = defaultdict(set)
    for pk, manufacturer, model in Part.objects.order_by().values_list("pk", "manufacturer", "model"):
        found[part_line(manufacturer, model).casefold()].add(pk)
    for pk, lines in renamed.items():
        for line in lines:
            found[line.casefold()].add(pk)
    return found
