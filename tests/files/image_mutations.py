"""Random mutations of images, reproducible by number."""

import io
import random
from collections.abc import Callable
from functools import cache

from PIL import Image

from portal_backend.files.decoding import InvalidImage, encode_preview
from portal_backend.files.upload_handler import detect_media_type
from tests.files.sample_images import ORIENTATION, build_icon, build_image, build_mpo, build_progressive_jpeg

MAX_SIDE = 64
SPLIT_MARKERS = (
    b"\xff\xd8",
    b"\xff\xda",
    b"\xff\xc0",
    b"\xff\xc2",
    b"\xff\xe2",
    b"IHDR",
    b"IDAT",
    b"PLTE",
    b"VP8",
    b"ANIM",
    b"MPF",
)


@cache
def build_valid_images() -> list[bytes]:
    """Build valid images of every supported format."""
    exif = Image.Exif()
    exif[ORIENTATION] = 6
    palette, clear = io.BytesIO(), io.BytesIO()
    Image.open(io.BytesIO(build_image())).convert("P").save(palette, "PNG", transparency=0)
    Image.open(io.BytesIO(build_image())).convert("RGBA").save(clear, "WEBP", lossless=True)
    return [
        build_image("PNG", exif=exif),
        palette.getvalue(),
        build_image("JPEG", exif=exif, quality=90),
        build_image("JPEG", progressive=True),
        build_progressive_jpeg(),
        build_mpo(),
        build_image("WEBP", exif=exif),
        clear.getvalue(),
        build_image("ICO", (32, 32)),
        build_image("ICO", (32, 32), bitmap_format="bmp"),
        build_icon(build_image("PNG", (40, 40))),
    ]


def build_mutated_image(number: int) -> bytes:
    """Build an image with one to four mutations."""
    rng = random.Random(number)
    content = bytearray(rng.choice(build_valid_images()))
    for _ in range(rng.choice((1, 1, 1, 2, 4))):
        rng.choice(MUTATIONS)(content, rng)
    return bytes(content)


def _choose_position(content: bytearray, rng: random.Random) -> int:
    """Choose a random position, preferably after a marker of the format."""
    marker_position = content.find(rng.choice(SPLIT_MARKERS))
    position = (
        marker_position + rng.randint(0, 24)
        if marker_position >= 0 and rng.random() < 0.5
        else rng.randrange(max(1, len(content)))
    )
    return min(position, max(0, len(content) - 1))


def _flip_bit(content: bytearray, rng: random.Random) -> None:
    if content:
        content[_choose_position(content, rng)] ^= 1 << rng.randrange(8)


def _overwrite(content: bytearray, rng: random.Random) -> None:
    place = _choose_position(content, rng)
    new = rng.choice([b"\0", b"\xff", b"\0\0", b"\xff\xff", b"\x7f\xff\xff\xff", b"\x80\0\0\0", rng.randbytes(4)])
    content[place : place + len(new)] = new


def _truncate(content: bytearray, rng: random.Random) -> None:
    del content[_choose_position(content, rng) :]


def _delete_slice(content: bytearray, rng: random.Random) -> None:
    place = _choose_position(content, rng)
    del content[place : place + rng.randint(1, 40)]


def _duplicate_slice(content: bytearray, rng: random.Random) -> None:
    place = _choose_position(content, rng)
    content[place:place] = content[place : place + rng.randint(1, 200)]


def _splice(content: bytearray, rng: random.Random) -> None:
    other = rng.choice(build_valid_images())
    content[_choose_position(content, rng) :] = other[rng.randrange(len(other)) :]


MUTATIONS: list[Callable[[bytearray, random.Random], None]] = [
    _flip_bit,
    _flip_bit,
    _overwrite,
    _overwrite,
    _truncate,
    _delete_slice,
]
MUTATIONS += [_duplicate_slice, _splice]


def check_mutated_image(number: int) -> bool:
    """Return whether a mutated image still gets a preview.

    Any exception other than InvalidImage fails the test.
    """
    content = build_mutated_image(number)
    detect_media_type(io.BytesIO(content))
    try:
        preview = encode_preview(io.BytesIO(content), MAX_SIDE)
    except InvalidImage:
        return False
    image = Image.open(io.BytesIO(preview))
    image.load()
    assert image.format == "WEBP", number
    assert max(image.size) <= MAX_SIDE, number
    return True
