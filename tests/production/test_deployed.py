"""The deployed portal uses HTTPS, the bucket, several processes and heartbeats."""

import http.client
import io
import os
import ssl
import tempfile
import time
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import pytest
from PIL import Image

from portal_backend.core.storage import build_storage_settings
from tests.production.conftest import PortalClient, wait_until

BOUNDARY = "portal-boundary"


def upload_file(portal: PortalClient, name: str, content: bytes) -> str:
    """Upload a file as the client and return its id."""
    part_header = f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\n\r\n'
    body = part_header.encode() + content + f"\r\n--{BOUNDARY}--\r\n".encode()
    headers = {"Content-Type": f"multipart/form-data; boundary={BOUNDARY}"}
    response = portal.send_request("POST", "/api/v1/files/upload", body, user="client", headers=headers)
    assert response.status == 200, response
    return str(response.data["id"])


def list_bucket_keys() -> set[str]:
    """Return the names of the objects in the bucket."""
    import boto3

    options = build_storage_settings(os.environ["STORAGE_URL"])["OPTIONS"]
    keys = {"aws_access_key_id": options["access_key"], "aws_secret_access_key": options["secret_key"]}
    store = boto3.resource("s3", endpoint_url=options["endpoint_url"], region_name=options["region_name"], **keys)
    return {each.key.rpartition("/")[2] for each in store.Bucket(options["bucket_name"]).objects.all()}


def test_certificate_is_verified(portal: PortalClient) -> None:
    """The control of all other tests: without the authority no connection is made."""
    url = urlsplit(portal.url)
    strict = ssl.create_default_context()
    connection = http.client.HTTPSConnection(url.hostname or "", url.port, context=strict, timeout=10)
    with pytest.raises(ssl.SSLCertVerificationError):
        connection.request("GET", "/")


def test_sends_hsts_and_content_security_policy(portal: PortalClient) -> None:
    response = portal.send_request("GET", "/")
    assert response.status == 200
    assert response.headers["strict-transport-security"].startswith("max-age=31536000")
    assert "unsafe-inline" not in response.headers["content-security-policy"]


def test_ignores_forged_client_address(portal: PortalClient) -> None:
    """Otherwise each password guess could avoid the rate limit with a new address."""
    forged_headers = {"X-Forwarded-For": "203.0.113.9", "X-Real-IP": "203.0.113.9", "X-Forwarded-Proto": "http"}
    response = portal.send_request(
        "POST", "/api/v1/contacts/login", {"username": "x", "password": "y"}, headers=forged_headers
    )
    assert response.status == 401, "and no redirect either, for the proxy says that it is https"
    with psycopg.connect(os.environ["DATABASE_URL"]) as connection:
        rows = connection.execute("SELECT ip_address FROM audit_auditentry ORDER BY id DESC LIMIT 1").fetchone()
    assert rows is not None
    assert "203.0.113.9" not in str(rows[0])
    assert str(rows[0]).startswith("127.")


def test_stores_and_serves_files_from_bucket(portal: PortalClient) -> None:
    content, image = os.urandom(200_000), io.BytesIO()
    Image.new("RGB", (300, 200), "red").save(image, "PNG")
    file, photo = upload_file(portal, "data.bin", content), upload_file(portal, "photo.png", image.getvalue())
    assert {file, photo, f"{photo}-thumb.webp"} <= list_bucket_keys()
    response = portal.send_request("GET", f"/api/v1/files/download/{file}", user="client")
    assert response.body == content
    assert response.headers["content-disposition"].startswith("attachment")
    assert response.headers["x-content-type-options"] == "nosniff"
    assert "sandbox" in response.headers["content-security-policy"]
    assert not [path for path in Path(os.environ["PORTAL_DATA_DIR"]).rglob("uploads/**/*") if path.is_file()]


def test_serves_part_images(portal: PortalClient) -> None:
    category = portal.get("/parts/fetch/all/enabled/categories", "client")[0]["key"]
    part = portal.get("/parts/fetch/by/category", "client", category=category, contactUsername="client")[0]
    shown = portal.send_request("GET", part["imageUrl"])
    assert (shown.status, shown.headers["content-type"]) == (200, "image/webp")


def test_workers_and_scheduler_write_heartbeats() -> None:
    heartbeat_files = Path(tempfile.gettempdir()).glob("*.alive")
    if not (files_by_name := {path.stem: path for path in heartbeat_files}):
        pytest.skip("scripts/test production")
    assert set(files_by_name) == {"worker", "worker2", "mails", "jobs", "beat"}
    for path in files_by_name.values():
        path.unlink()
    wait_until(lambda: all(path.exists() for path in files_by_name.values()))


def test_both_web_servers_are_ready(portal: PortalClient) -> None:
    for port in os.environ["PORTAL_WEB_PORTS"].split():
        connection = http.client.HTTPConnection("127.0.0.1", int(port), timeout=10)
        connection.request("GET", "/readyz")
        assert connection.getresponse().status == 200


def test_sends_emails(portal: PortalClient) -> None:
    """By a worker that is woken only by the broker and the scheduler."""
    mail_folder = Path(os.environ["PORTAL_MAIL_DIR"])
    before = len(list(mail_folder.glob("*.eml"))) if mail_folder.is_dir() else 0
    body = {"title": "A word", "content": "of praise", "pageName": "Home", "pagePath": "/en"}
    began = time.monotonic()
    assert portal.send_request("PUT", "/api/v1/support/request/feedback", body, user="client").status == 200
    wait_until(lambda: mail_folder.is_dir() and len(list(mail_folder.glob("*.eml"))) > before)
    assert time.monotonic() - began < 30
