"""What the server declared, cut to the caller's role, as JSON: the interface draws its lists from it."""

from typing import Any

from portal_backend.base.actor import Actor
from portal_backend.base.words import word
from portal_backend.resources.resource import Resource


def described(resource: Resource, actor: Actor) -> dict[str, Any]:
    """One resource for the interface, labels in the reader's language."""
    columns = [
        {"key": column.key, "label": column.label(), "type": column.kind, "sort": column.sort_name}
        for column in resource.columns_for(actor)
        if column.shown
    ]
    filters = [
        {
            "key": each.key,
            "label": word(f"filters.{each.key}"),
            "type": each.kind,
            "choices": each.choices(actor) if each.choices else [],
            "other": each.other or None,
            "bound": each.bound or None,
        }
        for each in resource.filters_for(actor)
        if each.kind != "hidden"
    ]
    return {
        "name": resource.name,
        "title": resource.title,
        "path": resource.route,
        "record": dict(resource.records),
        "create": resource.create if resource.create and _writes(resource, actor) else None,
        "group": resource.group,
        "newInGroup": resource.new_in_group,
        "titles": _titles(resource) if resource.create else None,
        "columns": columns,
        "filters": filters,
        "filterRequired": resource.filter_required,
        "opensApart": resource.opens_apart,
        "search": resource.search is not None,
        "defaultSort": list(resource.default_sort),
        "pageSizes": list(resource.page_sizes),
        "pageSize": 10,
        "parent": resource.parent or None,
        "form": resource.form.described(actor) if resource.form else None,
        "export": f"/api/v1/files/export/{resource.export}/xlsx" if resource.export else None,
    }


def _writes(resource: Resource, actor: Actor) -> bool:
    return resource.form is None or actor.role in resource.form.writers


def _titles(resource: Resource) -> dict[str, str]:
    """What the pages of a new row and of an edited one are called."""
    return {each: word(f"titles.{each}", record=resource.record_word) for each in ("add", "edit")}
