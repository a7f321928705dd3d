"""Pictures of strangers decoded in bounded memory, whatever their few bytes claim (security.md 18)."""

import io
import re
import struct
import warnings
from collections.abc import Iterable, Iterator
from typing import IO

from PIL import Image, ImageOps
from PIL.Image import Image as Picture

FORMATS = ("PNG", "JPEG", "WEBP", "ICO")
# What a pixel costs while it is decoded differs: a sequential JPEG is decoded at a fraction of its size, a PNG takes
# 4 bytes a pixel, a WebP about 16. Every limit keeps a picture below 100 MB.
MOST_PIXELS = {"JPEG": 170_000_000, "PNG": 18_000_000, "WEBP": 5_000_000, "ICO": 1_000_000}
MAX_COEFFICIENT_BYTES = 60_000_000
# every scan goes through all coefficients again: sixteen of the largest picture, more of a smaller one
MAX_SCAN_BYTES = 1_000_000_000
MAX_CHUNKS = 50_000
MOST_ICONS = 100
BAND_PIXELS = 1_000_000
ICON_START = b"\0\0\1\0"
PNG_START = b"\x89PNG\r\n\x1a\n"
# between the bytes of a scan: neither a byte that is meant itself nor a restart
MARKER = re.compile(rb"\xff[^\x00\xd0-\xd7\xff]")
START_OF_SCAN, END_OF_IMAGE, WITHOUT_LENGTH = 0xDA, 0xD9, 0x01
BLOCK = 65_536
Image.MAX_IMAGE_PIXELS = MOST_PIXELS["JPEG"]
warnings.filterwarnings("error", category=Image.DecompressionBombWarning)
# one for each of thousands of broken tags would fill the log
warnings.filterwarnings("ignore", module=r"PIL\.")


class NoImage(Exception):
    """The content is no image that can be shown."""


def encoded(stream: IO[bytes], longest_side: int) -> bytes:
    """The image as WebP, upright, without metadata, no side longer than given. Raises NoImage."""
    try:
        small = _decoded(stream, longest_side)
        small.thumbnail((longest_side, longest_side))
        upright = ImageOps.exif_transpose(small)
        clean = upright.convert("RGBA" if upright.has_transparency_data else "RGB")
        target = io.BytesIO()
        clean.save(target, "WEBP", quality=82, method=3)
        return target.getvalue()
    except Exception as error:  # what decoders raise over a broken picture has no common root, and none is our fault
        raise NoImage(str(error)) from error


def _decoded(stream: IO[bytes], longest_side: int) -> Picture:
    """The image, reduced; the memory of the whole one is given back."""
    stream.seek(0)
    start = stream.read(8)
    # Pillow decodes an icon when it is opened, and goes through the chunks of a PNG, so they are looked at before
    if start.startswith(ICON_START):
        _check("ICO", _icon_sizes(stream))
    elif start == PNG_START:
        _check_chunks(stream)
    stream.seek(0)
    with Image.open(stream, formats=FORMATS) as image:
        # what Pillow calls an MPO is a JPEG behind whose end further pictures lie; the first is the one that is shown
        kind = "JPEG" if image.format == "MPO" else image.format or ""
        _check(kind, [image.size])
        if kind == "JPEG":
            _check_scans(stream)
            image.draft("RGB", (longest_side, longest_side))
        return _reduced(image, longest_side)


def _check(kind: str, sizes: Iterable[tuple[int, int]]) -> None:
    """Raise NoImage where decoding would cost too much."""
    if not all(0 < width * height <= MOST_PIXELS[kind] for width, height in sizes):
        raise NoImage("too many pixels")


def _icon_sizes(stream: IO[bytes]) -> Iterator[tuple[int, int]]:
    """The true sizes of the pictures inside an icon; those in its directory may be made up."""
    stream.seek(0)
    count = struct.unpack("<4xH", stream.read(6))[0]
    if count > MOST_ICONS:
        raise NoImage("too many icons")
    for place in [struct.unpack("<12xI", stream.read(16))[0] for _ in range(count)]:
        stream.seek(place)
        start = stream.read(24)
        width, height = struct.unpack(">16xII" if start.startswith(PNG_START) else "<4xii12x", start)
        yield abs(width), abs(height)


def _check_chunks(stream: IO[bytes]) -> None:
    """Raise NoImage where a PNG has more chunks than any program writes: each costs Python a moment, and memory."""
    chunks = 0
    while len(head := stream.read(8)) == 8:
        chunks += 1
        if chunks > MAX_CHUNKS:
            raise NoImage("too many chunks")
        stream.seek(struct.unpack(">I4x", head)[0] + 4, io.SEEK_CUR)


def _check_scans(stream: IO[bytes]) -> None:
    """Raise NoImage where a JPEG in several scans would take too much memory or time."""
    coefficient_bytes = _coefficient_bytes(stream)
    if coefficient_bytes > MAX_COEFFICIENT_BYTES:
        raise NoImage("too many pixels for a picture in several scans")
    if coefficient_bytes and _has_more_scans(stream, MAX_SCAN_BYTES // coefficient_bytes):
        raise NoImage("too many scans")


def _has_more_scans(stream: IO[bytes], most: int) -> bool:
    """Whether a JPEG, read as far as the head of its first scan, has more scans than that.

    What lies behind the picture (a film, with some telephones) is none of it.
    """
    scans, place = 1, stream.tell()
    while scans <= most:
        stream.seek(place)
        block = stream.read(BLOCK)
        if (found := MARKER.search(block)) is None:
            if len(block) < BLOCK:
                return False
            place += BLOCK - 1
            continue
        marker = block[found.start() + 1]
        if marker == END_OF_IMAGE:
            return False
        scans += marker == START_OF_SCAN
        place += found.start() + 2
        if marker != WITHOUT_LENGTH:
            stream.seek(place)
            length = stream.read(2)
            if len(length) < 2:
                return False
            place += max(2, struct.unpack(">H", length)[0])
    return True


def _coefficient_bytes(stream: IO[bytes]) -> int:
    """What a JPEG in several scans (a progressive one) keeps in memory until its end; 0 for one of a single scan."""
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
    raise NoImage("no scan")


def _reduced(image: Picture, longest_side: int) -> Picture:
    """The image at a whole fraction of its size, band by band, so that no second copy of all of it is made."""
    image.load()
    factor = max(1, max(image.size) // longest_side)
    plain = image.mode in ("RGB", "RGBA", "L", "LA", "CMYK")
    height = max(1, BAND_PIXELS // (image.width * factor)) * factor
    small: Picture | None = None
    for top in range(0, image.height, height):
        band = _plain(image.crop((0, top, image.width, min(top + height, image.height)))).reduce(factor)
        if small is None:
            small = Image.new(band.mode, (band.width, -(-image.height // factor)))
        small.paste(band, (0, top // factor))
    if small is None:
        raise NoImage("no rows")
    small.info = {name: value for name, value in image.info.items() if plain or name != "transparency"}
    return small


def _plain(band: Picture) -> Picture:
    """The same with 8 bits a colour and no palette, which is what can be averaged."""
    if band.mode.startswith("I"):
        return band.convert("I").point(lambda value: value * (1 / 256)).convert("L")
    if band.mode in ("P", "1"):
        return band.convert("RGBA" if band.has_transparency_data else "RGB")
    return band
