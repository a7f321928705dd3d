"""Previews: upright, without metadata, at expiring URLs (contract 5)."""

import io
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
import time_machine
from django.test import Client
from PIL import Image

from portal_backend.files.decoding import encode_preview
from portal_backend.files.models import StoredFile
from portal_backend.files.previews import get_image_url
from tests import factories, request_bodies
from tests.api_client import ApiClient, ClientResponse
from tests.files.conftest import ListStoredFiles
from tests.files.sample_images import ORIENTATION, build_image
from tests.files.upload_client import MultipartBody, upload

pytestmark = [pytest.mark.django_db, pytest.mark.split]
Sample = Callable[[str], Path]


@pytest.fixture
def world(stored: ListStoredFiles) -> factories.World:
    return factories.world()


def get_preview(caller: ApiClient, url: str | None) -> ClientResponse:
    assert url is not None
    parts = urlsplit(url)
    return caller.get(parts.path, **{name: values[0] for name, values in parse_qs(parts.query).items()})


def upload_image(world: factories.World, name: str, content: bytes) -> StoredFile:
    response = upload(world.client, MultipartBody(name.encode(), content))
    assert response.status == 200
    return StoredFile.objects.get(pk=response.data["id"])


@pytest.mark.parametrize("ending", ["png", "jpg", "jpeg", "webp", "ico", "PNG", "Jpg"])
def test_images_get_previews(caller: ApiClient, world: factories.World, stored: ListStoredFiles, ending: str) -> None:
    kind = {"jpg": "JPEG", "ico": "ICO"}.get(ending.lower(), ending.upper())
    file = upload_image(world, f"photo.{ending}", build_image(kind, (32, 32)))
    assert file.has_preview
    assert len(stored()) == 3
    for size, side in (("full", 32), ("thumb", 32)):
        response = get_preview(caller, f"{get_image_url(file.pk)}?size={size}")
        assert response.headers["Content-Type"] == "image/webp"
        assert response.headers["X-Content-Type-Options"] == "nosniff"
        assert response.headers["Content-Security-Policy"] == "default-src 'none'; sandbox"
        assert response.headers["Cache-Control"] == "private, max-age=43200, immutable"
        assert Image.open(io.BytesIO(response.data)).size == (side, side)


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("photo.gif", build_image("GIF")),
        ("photo.txt", build_image("PNG")),
        ("photo.png", build_image("GIF")),
        ("photo.png", build_image("TIFF")),
        ("photo.png", build_image("BMP")),
        ("photo.png", b"<svg xmlns='http://www.w3.org/2000/svg'/>"),
        ("photo.png", b"GIF89a/*<script>*/=1;alert(1)//"),
        ("photo.svg", b"<svg xmlns='http://www.w3.org/2000/svg'/>"),
        ("photo.png", build_image("PNG")[:60]),
        ("photo.jpg", build_image("JPEG")[:300]),
        ("photo.jpg", b"\xff\xd8" + b"\xff" * 500),
        ("photo.ico", b"\0\0\1\0\xff\xff" + b"\0" * 100),
        ("photo.webp", b"RIFF\x10\0\0\0WEBPVP8 " + b"\0" * 20),
    ],
)
def test_stores_invalid_images_without_preview(
    caller: ApiClient, world: factories.World, stored: ListStoredFiles, name: str, content: bytes
) -> None:
    file = upload_image(world, name, content)
    assert file.has_preview is False
    assert len(stored()) == 1
    get_preview(caller, get_image_url(file.pk)).assert_error(404, "NOT_FOUND")


def test_preview_has_no_metadata(caller: ApiClient, world: factories.World) -> None:
    exif = Image.Exif()
    exif[0x010F], exif[0x013B] = "SecretCamera", "SecretOwner"
    gps = exif.get_ifd(0x8825)
    gps[1], gps[2] = "N", (40.0, 26.0, 46.0)
    for kind in ("JPEG", "PNG", "WEBP"):
        options: dict[str, Any] = {"exif": exif, "icc_profile": b"SecretProfile" * 20}
        content = build_image(kind, (400, 300), **options)
        assert b"SecretOwner" in content
        file = upload_image(world, f"photo.{kind.lower()}", content)
        for size in ("full", "thumb"):
            data = get_preview(caller, f"{get_image_url(file.pk)}?size={size}").data
            assert b"Secret" not in data
            image = Image.open(io.BytesIO(data))
            assert dict(image.getexif()) == {}
            assert "icc_profile" not in image.info
            assert max(image.size) <= (400 if size == "full" else 96)


@pytest.mark.parametrize(
    ("name", "size"),
    [
        ("awkward_exif_orientation6.jpg", None),
        ("awkward_cmyk.jpg", None),
        ("inv_4x2.webp", None),
        ("inv_hex-head.png", None),
        ("inv_pcb.jpeg", None),
        ("inv_torx.jpg", None),
        ("inv_wire.jpg", None),
        ("awkward_truncated.jpg", "none"),
        ("awkward_bomb_header_80bytes.png", "none"),
        ("awkward_tree.heic", "none"),
        ("awkward_animated_small.gif", "none"),
    ],
)
def test_previews_of_sample_images(world: factories.World, sample: Sample, name: str, size: str | None) -> None:
    content = sample(f"images/{name}").read_bytes()
    for ending in (Path(name).suffix, ".png"):
        file = upload_image(world, f"photo{ending}", content)
        assert file.has_preview == (size is None)
        assert file.size == len(content)
    if size is None:
        image = Image.open(io.BytesIO(encode_preview(io.BytesIO(content), 1280)))
        original = Image.open(io.BytesIO(content))
        turned = original.getexif().get(ORIENTATION, 1) >= 5
        assert (image.width < image.height) == ((original.width < original.height) != turned)
    if name == "awkward_exif_orientation6.jpg":
        assert turned


@pytest.mark.parametrize("name", ["Symetrica_SN33N_template.n42", "2011_kromek_d3s_SGM200615_search.xml"])
def test_sample_spectra_have_no_preview(caller: ApiClient, world: factories.World, sample: Sample, name: str) -> None:
    content = sample(f"n42/{name}").read_bytes()
    file = upload_image(world, name, content)
    assert (file.name, file.has_preview) == (name, False)
    assert file.type in ("application/xml", "text/plain")
    response = caller.get(f"/files/download/{file.pk}", actor=world.client)
    assert response.data == content
    assert "xml" not in response.headers["Content-Type"]


def test_preview_url_is_stable_for_an_hour_and_expires_after_twelve(caller: ApiClient) -> None:
    start = datetime(2026, 6, 1, 12, 59, 59, tzinfo=UTC)
    with time_machine.travel(start, tick=False) as travel:
        world = factories.world()
        file = upload_image(world, "photo.png", build_image())
        url = get_image_url(file.pk)
        travel.move_to(datetime(2026, 6, 1, 12, 0, tzinfo=UTC))
        assert get_image_url(file.pk) == url
        travel.move_to(start + timedelta(seconds=1))
        assert get_image_url(file.pk) != url
        travel.move_to(start + timedelta(hours=12))
        assert get_preview(caller, url).status == 200
        travel.move_to(start + timedelta(hours=13, seconds=1))
        get_preview(caller, url).assert_error(404, "NOT_FOUND")
    assert get_image_url(None) is None


def test_rejects_invalid_preview_keys(caller: ApiClient, world: factories.World) -> None:
    file, other = upload_image(world, "a.png", build_image()), upload_image(world, "b.png", build_image())
    url = str(get_image_url(file.pk))
    key = url.rsplit("/", 1)[1]
    other_file_key = key.replace(file.pk, other.pk)
    for wrong in (
        file.pk,
        key[:-1],
        key + "x",
        key.upper(),
        other_file_key,
        f"{file.pk}:{key.split(':')[1]}",
        "x",
        ":",
        "::",
    ):
        get_preview(caller, f"/api/v1/files/image/{wrong}").assert_error(404, "NOT_FOUND")
    for size in ("huge", "../full", ""):
        assert get_preview(caller, url + f"?size={size}").status in ((400,) if size else (200, 400))
    # an <img> element sends no authorization header
    assert Client().get(url).status_code == 200


def test_attachments_have_preview_urls(caller: ApiClient, world: factories.World) -> None:
    file = upload_image(world, "a.png", build_image())
    body = [request_bodies.unit(world.part.pk, attachments=[{"id": file.pk}])]
    created = caller.post("/repairing/create", body, actor=world.client).ok
    parts = caller.get("/repairing/fetch/repair", actor=world.service, repairId=created["id"]).ok["repairParts"]
    assert get_preview(caller, parts[0]["attachments"][0]["previewUrl"]).status == 200
