"""How the interface's files are cached. Imported by the settings, so it imports nothing of Django."""


def page_cache(headers: dict[str, str], path: str, url: str) -> None:
    """WhiteNoise: files named by their hash are kept for good, the page itself is asked for each time."""
    immutable = url.startswith("/assets/")
    headers["Cache-Control"] = "public, max-age=31536000, immutable" if immutable else "no-cache"
