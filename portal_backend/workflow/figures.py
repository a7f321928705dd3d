"""How a request keeps what reports filter by (docs/decisions/0007)."""

from collections.abc import Iterable


def id_list(ids: Iterable[int]) -> str:
    """Different ids as ",3,7,", so that each is found between its commas; "" for none."""
    different = sorted(set(ids))
    return f",{','.join(map(str, different))}," if different else ""


def holding_id(number: int) -> str:
    """What a list that holds the id contains."""
    return f",{number},"


def folded_lines(texts: Iterable[str]) -> str:
    """The different texts, one a line, as they are compared."""
    return "\n".join(dict.fromkeys(folded(text) for text in texts if text))


def folded(text: str) -> str:
    """One line, as it is compared."""
    return text.replace("\n", " ").casefold()
