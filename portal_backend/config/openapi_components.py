"""Command that prints the schemas of the OpenAPI document.

`npm run types` generates the TypeScript types of the interface from them.
"""

import json
import os
from typing import Any

import django


def build_components_document() -> dict[str, Any]:
    """Build an OpenAPI document with schemas only, sorted and without titles."""
    from portal_backend.config.api import api

    document = api.get_openapi_schema()
    schemas = document["components"]["schemas"]
    return {
        "openapi": document["openapi"],
        "info": {"title": document["info"]["title"], "version": document["info"]["version"]},
        "paths": {},
        "components": {"schemas": {name: _strip_titles(schemas[name]) for name in sorted(schemas)}},
    }


def _strip_titles(schema: dict[str, Any]) -> dict[str, Any]:
    """Return a schema without its title and the titles of its properties.

    They only repeat the names.
    """
    stripped = {key: value for key, value in schema.items() if key != "title"}
    if properties := stripped.get("properties"):
        stripped["properties"] = {
            name: {key: value for key, value in each.items() if key != "title"} for name, each in properties.items()
        }
    return stripped


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "portal_backend.config.settings")
    django.setup()
    print(json.dumps(build_components_document()))  # noqa: T201
