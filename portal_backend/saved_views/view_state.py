"""Validation of view states against the declaration of the list.

Invalid parts are rejected on write and left out on read.
"""

from typing import Any

from portal_backend.core.actor import Actor
from portal_backend.core.errors import ApiError, invalid, invalid_field
from portal_backend.core.translations import LazyMessage
from portal_backend.resources.query import parse_keyword
from portal_backend.resources.resource import Filter, Resource
from portal_backend.saved_views.schemas import StateIn

StateDict = dict[str, Any]
KEYWORD_FILTER = "keyword"
#: Numbers of months that a date filter with a default may store: the period moves with the day it is opened on.
RELATIVE_MONTHS = range(1, 13)


class ViewStateValidator:
    """Validates view states of a list for an actor.

    The choices of a filter are loaded once, and only if a view uses the filter.
    """

    def __init__(self, resource: Resource, actor: Actor) -> None:
        self.resource, self.actor = resource, actor
        self._filters = {each.key: each for each in resource.get_filters(actor) if each.kind != "hidden"}
        self._columns = [column.key for column in resource.get_columns(actor) if column.in_interface]
        self._sortable_columns = resource.get_sortable_columns(actor)
        self._choices: dict[str, set[str]] = {}

    def validate(self, state: StateIn) -> StateDict:
        """Return a state to store, or raise 400 on the field that the actor may not use."""
        valid = self._filter_state({**state.model_dump(), "filter": {}})
        for key in ("sort", "columns", "per_page"):
            name = "perPage" if key == "per_page" else key
            if getattr(state, key) and valid[name] != getattr(state, key):
                raise invalid_field(f"state.{name}", "sort" if key == "sort" else "choice")
        for key, value in state.filter.items():
            self._check_filter(key, value)
        return {**valid, "filter": state.filter}

    def filter_readable(self, state: StateDict) -> StateDict:
        """Return a stored state without the parts that the actor may not use.

        Parts that the list no longer has are left out, too.
        """
        return self._filter_state({**state, "per_page": state.get("perPage")})

    def _filter_state(self, state: StateDict) -> StateDict:
        sort = state.get("sort")
        columns = [key for key in dict.fromkeys(state.get("columns") or ()) if key in self._columns]
        per_page = state.get("per_page")
        return {
            "filter": {
                key: value for key, value in (state.get("filter") or {}).items() if self._is_allowed(key, value)
            },
            "sort": sort if sort in self._sortable_columns else None,
            "order": "DESC" if state.get("order") == "DESC" else "ASC",
            "columns": columns or None,
            "perPage": per_page if per_page in self.resource.page_sizes else None,
        }

    def _is_allowed(self, key: str, value: object) -> bool:
        try:
            self._check_filter(key, value)
        except ApiError:
            return False
        return True

    def _check_filter(self, key: str, value: object) -> None:
        """Raise 400 if the actor is not offered the filter, or not with this value."""
        path = f"state.filter.{key}"
        if key == KEYWORD_FILTER and self.resource.search:
            parse_keyword(value)
            return
        declared = self._filters.get(key)
        if declared is None:
            raise invalid_field(path, "extra")
        if declared.kind == "date" and declared.get_default and type(value) is int and value in RELATIVE_MONTHS:
            return
        values = [_to_text(each) for each in (value if isinstance(value, list) else [value])]
        if len(values) > 1 and not declared.multiple:
            raise invalid_field(path, "choice")
        try:
            declared.parse(values)
        except ApiError as error:
            message = next(iter(error.fields.values()), LazyMessage("errors.field.choice"))
            raise invalid({path: message}) from None
        if declared.choices and not set(values) <= self._get_choice_keys(declared):
            raise invalid_field(path, "choice")

    def _get_choice_keys(self, declared: Filter) -> set[str]:
        if declared.key not in self._choices:
            offered = declared.choices(self.actor) if declared.choices else []
            self._choices[declared.key] = {str(each["key"]) for each in offered}
        return self._choices[declared.key]


def _to_text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
