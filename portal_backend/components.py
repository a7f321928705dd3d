"""The shapes of the OpenAPI document, for the types of the interface: `npm run types` writes them from this."""

import json
import os
from typing import Any

import django


def components() -> dict[str, Any]:
    """A document of the shapes alone, in the order of their names and without titles that only repeat a name."""
    from portal_backend.api import api

    document = api.get_openapi_schema()
    shapes = document["components"]["schemas"]
    return {
        "openapi": document["openapi"],
        "info": {"title": document["info"]["title"], "version": document["info"]["version"]},
        "paths": {},
        "components": {"schemas": {name: _untitled(shapes[name]) for name in sorted(shapes)}},
    }


def _untitled(schema: dict[str, Any]) -> dict[str, Any]:
    """A shape without its title and those of its properties."""
    told = {key: value for key, value in schema.items() if key != "title"}
    if properties := told.get("properties"):
        told["properties"] = {
            name: {key: value for key, value in each.items() if key != "title"} for name, each in properties.items()
        }
    return told


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "portal_backend.settings")
    django.setup()
    print(json.dumps(components()))  # noqa: T201
