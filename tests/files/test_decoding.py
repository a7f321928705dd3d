"""Image decoding: orientation, color modes, decompression bombs, bounded memory.

See security.md 17 and 18.
"""

import io
import struct
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from PIL import Image

from portal_backend.files import decoding
from portal_backend.files.decoding import InvalidImage, encode_preview
from tests import factories
from tests.files.conftest import ListStoredFiles
from tests.files.sample_images import (
    ORIENTATION,
    build_icon,
    build_image,
    build_jpeg_with_scans,
    build_large_jpeg,
    build_png_header,
    build_png_with_chunks,
    build_progressive_jpeg,
)
from tests.files.upload_client import MultipartBody, upload


def test_preview_is_resized_and_upright() -> None:
    exif = Image.Exif()
    exif[ORIENTATION] = 6
    for size in ((3000, 1000), (60, 20)):
        content = build_image("JPEG", size, exif=exif, quality=95)
        image = Image.open(io.BytesIO(encode_preview(io.BytesIO(content), 1280)))
        # rotated by 90 degrees: the left side is on top
        assert image.size == ((427, 1280) if size[0] > 1280 else (20, 60))
        top, bottom = image.getpixel((5, 2)), image.getpixel((5, image.height - 3))
        assert top[0] > 200 > bottom[0]  # type: ignore[index]
        assert bottom[2] > 200 > top[2]  # type: ignore[index]


@pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "RGB", "RGBA", "I;16", "CMYK"])
def test_supports_every_color_mode(mode: str) -> None:
    image = Image.new("RGB", (3000, 2000), (255, 255, 255))
    image.paste((0, 0, 0), (1500, 0, 3000, 2000))
    source = (
        image.convert("L").convert("I").point(lambda value: value * 257).convert("I;16") if mode == "I;16" else None
    )
    target = io.BytesIO()
    (source or image.convert(mode)).save(target, "JPEG" if mode == "CMYK" else "PNG")
    preview = Image.open(io.BytesIO(encode_preview(target, 1280)))
    assert preview.size == (1280, 853)
    left, right = (preview.convert("RGB").getpixel((x, 400)) for x in (100, 1180))
    assert min(left) > 240  # type: ignore[type-var, arg-type]
    assert max(right) < 15  # type: ignore[type-var, arg-type]


def test_preview_preserves_transparency() -> None:
    image = Image.new("RGBA", (2600, 100), (255, 0, 0, 0))
    for source in (image, image.convert("P")):
        target = io.BytesIO()
        source.save(target, "PNG", transparency=0) if source.mode == "P" else source.save(target, "PNG")
        preview = Image.open(io.BytesIO(encode_preview(target, 1280)))
        assert preview.mode == "RGBA"
        assert preview.getpixel((600, 20))[3] == 0  # type: ignore[index]


@pytest.mark.parametrize(
    "content",
    [
        build_png_header(20_000, 20_000),
        build_png_header(2**31 - 1, 1),
        build_png_header(6000, 4000),
        build_png_header(0, 10),
        build_image("WEBP", (2600, 2000)),
        build_icon(build_image("PNG", (1500, 1000))),
        build_icon(build_png_header(2**31 - 1, 2**31 - 1)),
        build_icon(struct.pack("<Iii", 40, 5000, 10_000) + b"\1\0\x20\0" + b"\0" * 100),
        build_progressive_jpeg(),
    ],
    ids=["png", "wide", "24 MP", "nothing", "webp", "icon", "vast icon", "bitmap icon", "progressive"],
)
def test_rejects_decompression_bombs(content: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    def decoded(*_: object) -> None:
        raise AssertionError("it was decoded")

    for place in ("PngImagePlugin.PngImageFile", "JpegImagePlugin.JpegImageFile", "WebPImagePlugin.WebPImageFile"):
        monkeypatch.setattr(f"PIL.{place}.load", decoded)
    with pytest.raises(InvalidImage):
        encode_preview(io.BytesIO(content), 1280)


MEGABYTE = 1_000_000


@contextmanager
def limit_memory(most: int) -> Iterator[None]:
    """Assert that the peak memory grows by less than `most` bytes.

    Linux reports the peak memory of a process and resets it on request.
    """
    if not Path("/proc/self/clear_refs").exists():
        pytest.skip("only Linux reports the peak memory")
    Path("/proc/self/clear_refs").write_text("5")
    before = get_peak_memory()
    yield
    assert get_peak_memory() - before < most


def get_peak_memory() -> int:
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("VmHWM"))


@pytest.mark.parametrize("name", ["jpeg", "png", "png with transparency", "webp", "progressive"])
def test_largest_allowed_images_use_less_than_100_megabytes(name: str, tmp_path: Path) -> None:
    path = tmp_path / "picture"
    if name == "jpeg":
        path.write_bytes(build_large_jpeg(15_200, 11_180))
    elif name == "webp":
        Image.new("RGB", (2500, 2000), (1, 2, 3)).save(path, "WEBP", lossless=True)
    elif name == "progressive":
        Image.new("RGB", (5000, 3990), (1, 2, 3)).save(path, "JPEG", progressive=True, subsampling=2)
    else:
        Image.new("RGBA" if name != "png" else "RGB", (5180, 3470), (1, 2, 3)).save(path, "PNG")
    encode_preview(io.BytesIO(build_image()), 1280)
    with path.open("rb") as stream, limit_memory(100 * MEGABYTE):
        assert Image.open(io.BytesIO(encode_preview(stream, 1280))).width == 1280


@pytest.mark.django_db
def test_large_upload_uses_little_memory(stored: ListStoredFiles) -> None:
    world = factories.world()
    upload(world.client, MultipartBody(b"small.bin", b"x"))
    with limit_memory(30 * MEGABYTE):
        assert upload(world.client, MultipartBody(b"large.bin", 49 * MEGABYTE)).status == 200
    assert len(stored()) == 2


@pytest.mark.parametrize("content", [build_jpeg_with_scans(40), build_png_with_chunks(50_001)], ids=["scans", "chunks"])
def test_rejects_too_many_scans_or_chunks(content: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    def decode(*args: object) -> None:
        raise AssertionError

    monkeypatch.setattr(decoding, "_reduce", decode)
    with pytest.raises(InvalidImage, match=r"too many (scans|chunks)"):
        encode_preview(io.BytesIO(content), 96)


def test_ignores_data_after_end_of_image() -> None:
    content = build_image("JPEG", (4000, 4000), progressive=True) + b"\xff\xda\x00\x02" * 1000
    assert encode_preview(io.BytesIO(content), 96)


def test_scan_limit_allows_largest_progressive_jpeg() -> None:
    assert decoding.MAX_SCAN_BYTES // decoding.MAX_COEFFICIENT_BYTES >= 12


def test_finds_scan_markers_across_block_boundaries(monkeypatch: pytest.MonkeyPatch) -> None:
    content = build_jpeg_with_scans(40)
    for block in (2, 7, 64, 65_536):
        monkeypatch.setattr(decoding, "BLOCK_SIZE", block)
        with pytest.raises(InvalidImage, match="too many scans"):
            encode_preview(io.BytesIO(content), 96)
