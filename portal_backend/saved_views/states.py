"""What a view shows, held against the list's declaration: refused where it is written, left out where it is read."""

from typing import Any

from portal_backend.base.actor import Actor
from portal_backend.base.errors import Refusal, invalid, invalid_field
from portal_backend.base.words import Word
from portal_backend.resources.query import keyword_of
from portal_backend.resources.resource import Filter, Resource
from portal_backend.saved_views.schemas import StateIn

State = dict[str, Any]
KEYWORD = "keyword"


class ListReader:
    """What one user may ask of one list; the choices of a filter are asked for once, and only where a view has it."""

    def __init__(self, resource: Resource, actor: Actor) -> None:
        self.resource, self.actor = resource, actor
        self._filters = {each.key: each for each in resource.filters_for(actor) if each.kind != "hidden"}
        self._columns = [column.key for column in resource.columns_for(actor) if column.shown]
        self._sorts = resource.sortable(actor)
        self._choices: dict[str, set[str]] = {}

    def checked(self, state: StateIn) -> State:
        """A state to keep. Raises 400 on the field that the reader may not ask for."""
        kept = self._state({**state.model_dump(), "filter": {}})
        for key in ("sort", "columns", "per_page"):
            told = "perPage" if key == "per_page" else key
            if getattr(state, key) and kept[told] != getattr(state, key):
                raise invalid_field(f"state.{told}", "sort" if key == "sort" else "choice")
        for key, value in state.filter.items():
            self._check(key, value)
        return {**kept, "filter": state.filter}

    def readable(self, state: State) -> State:
        """A kept state without what the reader may not ask for, or what the list has no longer."""
        return self._state({**state, "per_page": state.get("perPage")})

    def _state(self, state: State) -> State:
        sort = state.get("sort")
        columns = [key for key in dict.fromkeys(state.get("columns") or ()) if key in self._columns]
        per_page = state.get("per_page")
        return {
            "filter": {key: value for key, value in (state.get("filter") or {}).items() if self._may(key, value)},
            "sort": sort if sort in self._sorts else None,
            "order": "DESC" if state.get("order") == "DESC" else "ASC",
            "columns": columns or None,
            "perPage": per_page if per_page in self.resource.page_sizes else None,
        }

    def _may(self, key: str, value: object) -> bool:
        try:
            self._check(key, value)
        except Refusal:
            return False
        return True

    def _check(self, key: str, value: object) -> None:
        """Raise 400 on the field of a filter that the reader is not offered, or not with this value."""
        path = f"state.filter.{key}"
        if key == KEYWORD and self.resource.search:
            keyword_of(value)
            return
        declared = self._filters.get(key)
        if declared is None:
            raise invalid_field(path, "extra")
        values = [_text(each) for each in (value if isinstance(value, list) else [value])]
        if len(values) > 1 and not declared.multiple:
            raise invalid_field(path, "choice")
        try:
            declared.parse(values)
        except Refusal as refusal:
            words = next(iter(refusal.fields.values()), Word("errors.field.choice"))
            raise invalid({path: words}) from None
        if declared.choices and not set(values) <= self._chosen(declared):
            raise invalid_field(path, "choice")

    def _chosen(self, declared: Filter) -> set[str]:
        if declared.key not in self._choices:
            offered = declared.choices(self.actor) if declared.choices else []
            self._choices[declared.key] = {str(each["key"]) for each in offered}
        return self._choices[declared.key]


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
