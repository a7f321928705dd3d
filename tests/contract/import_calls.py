"""API calls of imports, whose arguments depend on the state of the import."""

IMPORT_CALLS = {
    ("POST", "/imports"),
    ("POST", "/imports/text"),
    ("GET", "/imports/templates/{target}/xlsx"),
    ("GET", "/imports/{id}"),
    ("PUT", "/imports/{id}/columns"),
    ("GET", "/imports/{id}/rows"),
    ("PUT", "/imports/{id}/rows/{number}"),
    ("GET", "/imports/{id}/wrong/xlsx"),
    ("POST", "/imports/{id}/write"),
    ("POST", "/imports/{id}/cancel"),
    ("POST", "/imports/{id}/undo"),
}
