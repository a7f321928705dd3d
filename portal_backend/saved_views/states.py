"""Validation of view states against the declaration of the list.

Invalid parts are rejected on write and left out on read.
"""

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
    """Validates view states of a list for an actor.

    The choices of a filter are loaded once, and only if a view uses the filter.
    """

    def __init__(self, resource: Resource, actor: Actor) -> None:
        self.resource, self.actor = resource, actor
        self._filters = {each.key: each for each in resource.filters_for(actor) if each.kind != "hidden"}
        self._columns = [column.key for column in resource.columns_for(actor) if column.shown]
        self._sorts = resource.sortable(actor)
        self._choices: dict[str, set[str]] = {}

    def checked(self, state: StateIn) -> State:
        """Return a state to store, or raise 400 on the field that the actor may not use."""
        valid = self._state({**state.model_dump(), "filter": {}})
        for key in ("sort", "columns", "per_page"):
            name = "perPage" if key == "per_page" else key
            if getattr(state, key) and valid[name] != getattr(state, key):
                raise invalid_field(f"state.{name}", "sort" if key == "sort" else "choice")
        for key, value in state.filter.items():
            self._check(key, value)
        return {**valid, "filter": state.filter}

    def readable(self, state: State) -> State:
        """Return a stored state without the parts that the actor may not use.

        Parts that the list no longer has are left out, too.
        """
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
        """Raise 400 if the actor is not offered the filter, or not with this value."""
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
        except Refusal as error:
            message = next(iter(error.fields.values()), Word("errors.field.choice"))
            raise invalid({path: message}) from None
        if declared.choices and not set(values) <= self._chosen(declared):
            raise invalid_field(path, "choice")

    def _chosen(self, declared: Filter) -> set[str]:
        if declared.key not in self._choices:
            offered = declared.choices(self.actor) if declared.choices else []
            self._choices[declared.key] = {str(each["key"]) for each in offered}
        return self._choices[declared.key]


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
