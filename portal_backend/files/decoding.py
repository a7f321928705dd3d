"""Decode and resize untrusted images in bounded memory (security.md 18)."""

import io
import re
import struct
import warnings
from collections.abc import Iterable, Iterator
from typing import IO

from PIL import Image, ImageOps
from PIL.Image import Image as Picture

IMAGE_FORMATS = ("PNG", "JPEG", "WEBP", "ICO")
# Limits that keep decoding below 100 MB: a sequential JPEG is decoded at a fraction of its size, a PNG takes 4 bytes
# per pixel, a WebP about 16.
MAX_PIXELS = {"JPEG": 170_000_000, "PNG": 18_000_000, "WEBP": 5_000_000, "ICO": 1_000_000}
MAX_COEFFICIENT_BYTES = 60_000_000
# each scan reads all coefficients again: this allows sixteen scans of the largest image, more of a smaller one
MAX_SCAN_BYTES = 1_000_000_000
MAX_CHUNKS = 50_000
MAX_ICONS = 100
BAND_PIXELS = 1_000_000
ICO_SIGNATURE = b"\0\0\1\0"
PNG_SIGNATURE = b"\x89PNG\r\n\x1a\n"
# a marker inside scan data: neither an escaped 0xFF byte nor a restart marker
MARKER_PATTERN = re.compile(rb"\xff[^\x00\xd0-\xd7\xff]")
START_OF_SCAN, END_OF_IMAGE, MARKER_WITHOUT_LENGTH = 0xDA, 0xD9, 0x01
BLOCK_SIZE = 65_536
Image.MAX_IMAGE_PIXELS = MAX_PIXELS["JPEG"]
warnings.filterwarnings("error", category=Image.DecompressionBombWarning)
# Pillow warns once per broken tag; thousands of them would fill the log
warnings.filterwarnings("ignore", module=r"PIL\.")


class InvalidImage(Exception):
    """The content is not an image that can be displayed."""


def encode_preview(stream: IO[bytes], longest_side: int) -> bytes:
    """Encode an image as WebP: upright, without metadata, no side longer than given.

    Raises InvalidImage.
    """
    try:
        image = _decode(stream, longest_side)
        image.thumbnail((longest_side, longest_side))
        upright = ImageOps.exif_transpose(image)
        clean = upright.convert("RGBA" if upright.has_transparency_data else "RGB")
        target = io.BytesIO()
        clean.save(target, "WEBP", quality=82, method=3)
        return target.getvalue()
    except Exception as error:  # decoders raise many unrelated types for broken images
        raise InvalidImage(str(error)) from error


def _decode(stream: IO[bytes], longest_side: int) -> Picture:
    """Decode and reduce an image, so that the memory of the full one is released."""
    stream.seek(0)
    start = stream.read(8)
    # Pillow decodes an icon and reads all chunks of a PNG on open, so both are checked first
    if start.startswith(ICO_SIGNATURE):
        _check_pixels("ICO", _read_icon_sizes(stream))
    elif start == PNG_SIGNATURE:
        _check_chunks(stream)
    stream.seek(0)
    with Image.open(stream, formats=IMAGE_FORMATS) as image:
        # an MPO is a JPEG with further images after its end; the first one is displayed
        kind = "JPEG" if image.format == "MPO" else image.format or ""
        _check_pixels(kind, [image.size])
        if kind == "JPEG":
            _check_scans(stream)
            image.draft("RGB", (longest_side, longest_side))
        return _reduce(image, longest_side)


def _check_pixels(kind: str, sizes: Iterable[tuple[int, int]]) -> None:
    """Raise InvalidImage if an image has too many pixels to decode."""
    if not all(0 < width * height <= MAX_PIXELS[kind] for width, height in sizes):
        raise InvalidImage("too many pixels")


def _read_icon_sizes(stream: IO[bytes]) -> Iterator[tuple[int, int]]:
    """Yield the true sizes of an icon's images; its directory may contain false ones."""
    stream.seek(0)
    count = struct.unpack("<4xH", stream.read(6))[0]
    if count > MAX_ICONS:
        raise InvalidImage("too many icons")
    for offset in [struct.unpack("<12xI", stream.read(16))[0] for _ in range(count)]:
        stream.seek(offset)
        start = stream.read(24)
        width, height = struct.unpack(">16xII" if start.startswith(PNG_SIGNATURE) else "<4xii12x", start)
        yield abs(width), abs(height)


def _check_chunks(stream: IO[bytes]) -> None:
    """Raise InvalidImage for a PNG with too many chunks.

    Each chunk costs Pillow time and memory.
    """
    chunks = 0
    while len(head := stream.read(8)) == 8:
        chunks += 1
        if chunks > MAX_CHUNKS:
            raise InvalidImage("too many chunks")
        stream.seek(struct.unpack(">I4x", head)[0] + 4, io.SEEK_CUR)


def _check_scans(stream: IO[bytes]) -> None:
    """Raise InvalidImage if a JPEG in several scans costs too much memory or time."""
    coefficient_bytes = _compute_coefficient_bytes(stream)
    if coefficient_bytes > MAX_COEFFICIENT_BYTES:
        raise InvalidImage("too many pixels for a picture in several scans")
    if coefficient_bytes and _has_more_scans(stream, MAX_SCAN_BYTES // coefficient_bytes):
        raise InvalidImage("too many scans")


def _has_more_scans(stream: IO[bytes], most: int) -> bool:
    """Return whether a JPEG has more than `most` scans.

    The stream is positioned after the header of the first scan. Data after the end of the image, such as the video that
    some phones append, is ignored.
    """
    scans, offset = 1, stream.tell()
    while scans <= most:
        stream.seek(offset)
        block = stream.read(BLOCK_SIZE)
        if (match := MARKER_PATTERN.search(block)) is None:
            if len(block) < BLOCK_SIZE:
                return False
            offset += BLOCK_SIZE - 1
            continue
        marker = block[match.start() + 1]
        if marker == END_OF_IMAGE:
            return False
        scans += marker == START_OF_SCAN
        offset += match.start() + 2
        if marker != MARKER_WITHOUT_LENGTH:
            stream.seek(offset)
            length = stream.read(2)
            if len(length) < 2:
                return False
            offset += max(2, struct.unpack(">H", length)[0])
    return True


def _compute_coefficient_bytes(stream: IO[bytes]) -> int:
    """Return the memory that the coefficients of a JPEG in several scans take.

    Progressive files keep all coefficients until the end. Returns 0 for a file of a single scan.
    """
    stream.seek(2)
    blocks = components = 0
    progressive = False
    while marker := stream.read(2):
        if marker == b"\xff\xff":
            stream.seek(-1, io.SEEK_CUR)
            continue
        segment = stream.read(max(0, struct.unpack(">H", stream.read(2))[0] - 2))
        if marker[1] in (0xC0, 0xC1, 0xC2, 0xC9, 0xCA):
            progressive = marker[1] in (0xC2, 0xCA)
            height, width, components = struct.unpack(">xHHB", segment[:6])
            factors = [(each >> 4, each & 15) for each in segment[7 : 6 + 3 * components : 3]]
            most = max(across for across, _ in factors) * max(down for _, down in factors)
            blocks = width * height * sum(across * down for across, down in factors) // max(most, 1)
        elif marker[1] == 0xDA:
            return 2 * blocks if progressive or segment[0] < components else 0
    raise InvalidImage("no scan")


def _reduce(image: Picture, longest_side: int) -> Picture:
    """Reduce an image by an integer factor, band by band.

    Otherwise a second copy of the full image would be made.
    """
    image.load()
    factor = max(1, max(image.size) // longest_side)
    has_plain_mode = image.mode in ("RGB", "RGBA", "L", "LA", "CMYK")
    height = max(1, BAND_PIXELS // (image.width * factor)) * factor
    reduced: Picture | None = None
    for top in range(0, image.height, height):
        band = _convert_to_8_bit(image.crop((0, top, image.width, min(top + height, image.height)))).reduce(factor)
        if reduced is None:
            reduced = Image.new(band.mode, (band.width, -(-image.height // factor)))
        reduced.paste(band, (0, top // factor))
    if reduced is None:
        raise InvalidImage("no rows")
    reduced.info = {name: value for name, value in image.info.items() if has_plain_mode or name != "transparency"}
    return reduced


def _convert_to_8_bit(band: Picture) -> Picture:
    """Convert to 8 bits per channel without a palette, so that pixels can be averaged."""
    if band.mode.startswith("I"):
        return band.convert("I").point(lambda value: value * (1 / 256)).convert("L")
    if band.mode in ("P", "1"):
        return band.convert("RGBA" if band.has_transparency_data else "RGB")
    return band
