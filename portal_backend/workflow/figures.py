"""How a request keeps what reports count (docs/decisions/0007)."""

from collections.abc import Iterable


def id_list(ids: Iterable[int]) -> str:
    """Different ids as ",3,7,"; "" for none."""
    different = sorted(set(ids))
    return f",{','.join(map(str, different))}," if different else ""
