"""What is deployed serves over https, keeps files in the bucket, writes nowhere else, and says that it lives."""

import http.client
import io
import os
import ssl
import time
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import pytest
from PIL import Image

from portal_backend.base.storage import storage_settings
from tests.production.conftest import Portal, until

BOUNDARY = "portal-boundary"


def uploaded(portal: Portal, name: str, content: bytes) -> str:
    """The id of a new upload of the client's."""
    head = f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\n\r\n'
    body = head.encode() + content + f"\r\n--{BOUNDARY}--\r\n".encode()
    kind = {"Content-Type": f"multipart/form-data; boundary={BOUNDARY}"}
    answer = portal.ask("POST", "/api/v1/files/upload", body, user="client", headers=kind)
    assert answer.status == 200, answer
    return str(answer.data["id"])


def in_bucket() -> set[str]:
    """The names of what lies in the bucket."""
    import boto3

    options = storage_settings(os.environ["STORAGE_URL"])["OPTIONS"]
    keys = {"aws_access_key_id": options["access_key"], "aws_secret_access_key": options["secret_key"]}
    store = boto3.resource("s3", endpoint_url=options["endpoint_url"], region_name=options["region_name"], **keys)
    return {each.key.rpartition("/")[2] for each in store.Bucket(options["bucket_name"]).objects.all()}


def test_the_certificate_is_looked_at(portal: Portal) -> None:
    """The control of every other call here: without the authority no line comes about."""
    place = urlsplit(portal.url)
    strict = ssl.create_default_context()
    line = http.client.HTTPSConnection(place.hostname or "", place.port, context=strict, timeout=10)
    with pytest.raises(ssl.SSLCertVerificationError):
        line.request("GET", "/")


def test_browsers_are_held_to_https(portal: Portal) -> None:
    answer = portal.ask("GET", "/")
    assert answer.status == 200
    assert answer.headers["strict-transport-security"].startswith("max-age=31536000")
    assert "unsafe-inline" not in answer.headers["content-security-policy"]


def test_an_address_that_a_browser_makes_up_is_not_believed(portal: Portal) -> None:
    """Else who guesses passwords would be a stranger at each guess."""
    made_up = {"X-Forwarded-For": "203.0.113.9", "X-Real-IP": "203.0.113.9", "X-Forwarded-Proto": "http"}
    answer = portal.ask("POST", "/api/v1/contacts/login", {"username": "x", "password": "y"}, headers=made_up)
    assert answer.status == 401, "and no redirect either, for the proxy says that it is https"
    with psycopg.connect(os.environ["DATABASE_URL"]) as line:
        rows = line.execute("SELECT address FROM audit_entry ORDER BY id DESC LIMIT 1").fetchone()
    assert rows is not None
    assert "203.0.113.9" not in str(rows[0])
    assert str(rows[0]).startswith("127.")


def test_files_lie_in_the_bucket_and_come_back(portal: Portal) -> None:
    content, picture = os.urandom(200_000), io.BytesIO()
    Image.new("RGB", (300, 200), "red").save(picture, "PNG")
    file, photo = uploaded(portal, "data.bin", content), uploaded(portal, "photo.png", picture.getvalue())
    assert {file, photo, f"{photo}-thumb.webp"} <= in_bucket()
    answer = portal.ask("GET", f"/api/v1/files/download/{file}", user="client")
    assert answer.body == content
    assert answer.headers["content-disposition"].startswith("attachment")
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert "sandbox" in answer.headers["content-security-policy"]
    assert not [path for path in Path(os.environ["PORTAL_DATA_DIR"]).rglob("uploads/**/*") if path.is_file()]


def test_pictures_of_parts_are_shown(portal: Portal) -> None:
    category = portal.get("/parts/fetch/all/enabled/categories", "client")[0]["key"]
    part = portal.get("/parts/fetch/by/category", "client", category=category, contactUsername="client")[0]
    shown = portal.ask("GET", part["imageUrl"])
    assert (shown.status, shown.headers["content-type"]) == (200, "image/webp")


def test_workers_and_clock_show_that_they_live() -> None:
    signs = Path(os.environ["TMPDIR"]).glob("*.alive")
    if not (places := {path.stem: path for path in signs}):
        pytest.skip("scripts/test production")
    assert set(places) == {"worker", "worker2", "mails", "jobs", "beat"}
    for path in places.values():
        path.unlink()
    until(lambda: all(path.exists() for path in places.values()))


def test_both_web_servers_answer_and_each_is_reached(portal: Portal) -> None:
    for port in os.environ["PORTAL_WEB_PORTS"].split():
        line = http.client.HTTPConnection("127.0.0.1", int(port), timeout=10)
        line.request("GET", "/readyz")
        assert line.getresponse().status == 200


def test_mails_are_sent(portal: Portal) -> None:
    """By a worker that only the broker and the clock wake."""
    mails = Path(os.environ["PORTAL_MAILS"])
    before = len(list(mails.glob("*.eml"))) if mails.is_dir() else 0
    body = {"title": "A word", "content": "of praise", "pageName": "Home", "pagePath": "/en"}
    began = time.monotonic()
    assert portal.ask("PUT", "/api/v1/support/request/feedback", body, user="client").status == 200
    until(lambda: mails.is_dir() and len(list(mails.glob("*.eml"))) > before)
    assert time.monotonic() - began < 30
