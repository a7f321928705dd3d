"""Cache headers of the interface's files; imported by settings, so without Django."""


def set_cache_headers(headers: dict[str, str], path: str, url: str) -> None:
    """Set cache headers for WhiteNoise: hashed assets forever, the page revalidated."""
    immutable = url.startswith("/assets/")
    headers["Cache-Control"] = "public, max-age=31536000, immutable" if immutable else "no-cache"
