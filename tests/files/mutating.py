"""Random mutations of images, reproducible by number."""

import io
import random
from collections.abc import Callable
from functools import cache

from PIL import Image

from portal_backend.files.decoding import NoImage, encoded
from portal_backend.files.receiving import sniffed_type
from tests.files.pictures import ORIENTATION, icon_of, picture, progressive, several

LONGEST_SIDE = 64
CUTS = (
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
def sound() -> list[bytes]:
    """Build valid images of every supported format."""
    exif = Image.Exif()
    exif[ORIENTATION] = 6
    palette, clear = io.BytesIO(), io.BytesIO()
    Image.open(io.BytesIO(picture())).convert("P").save(palette, "PNG", transparency=0)
    Image.open(io.BytesIO(picture())).convert("RGBA").save(clear, "WEBP", lossless=True)
    return [
        picture("PNG", exif=exif),
        palette.getvalue(),
        picture("JPEG", exif=exif, quality=90),
        picture("JPEG", progressive=True),
        progressive(),
        several(),
        picture("WEBP", exif=exif),
        clear.getvalue(),
        picture("ICO", (32, 32)),
        picture("ICO", (32, 32), bitmap_format="bmp"),
        icon_of(picture("PNG", (40, 40))),
    ]


def broken(number: int) -> bytes:
    """Build an image with one to four mutations."""
    rng = random.Random(number)
    content = bytearray(rng.choice(sound()))
    for _ in range(rng.choice((1, 1, 1, 2, 4))):
        rng.choice(WAYS)(content, rng)
    return bytes(content)


def _place(content: bytearray, rng: random.Random) -> int:
    """Choose a random position, preferably after a marker of the format."""
    marker_position = content.find(rng.choice(CUTS))
    position = (
        marker_position + rng.randint(0, 24)
        if marker_position >= 0 and rng.random() < 0.5
        else rng.randrange(max(1, len(content)))
    )
    return min(position, max(0, len(content) - 1))


def _flip(content: bytearray, rng: random.Random) -> None:
    if content:
        content[_place(content, rng)] ^= 1 << rng.randrange(8)


def _overwrite(content: bytearray, rng: random.Random) -> None:
    place = _place(content, rng)
    new = rng.choice([b"\0", b"\xff", b"\0\0", b"\xff\xff", b"\x7f\xff\xff\xff", b"\x80\0\0\0", rng.randbytes(4)])
    content[place : place + len(new)] = new


def _cut_off(content: bytearray, rng: random.Random) -> None:
    del content[_place(content, rng) :]


def _remove(content: bytearray, rng: random.Random) -> None:
    place = _place(content, rng)
    del content[place : place + rng.randint(1, 40)]


def _double(content: bytearray, rng: random.Random) -> None:
    place = _place(content, rng)
    content[place:place] = content[place : place + rng.randint(1, 200)]


def _splice(content: bytearray, rng: random.Random) -> None:
    other = rng.choice(sound())
    content[_place(content, rng) :] = other[rng.randrange(len(other)) :]


WAYS: list[Callable[[bytearray, random.Random], None]] = [_flip, _flip, _overwrite, _overwrite, _cut_off, _remove]
WAYS += [_double, _splice]


def check(number: int) -> bool:
    """Return whether a mutated image still gets a preview.

    Any exception other than InvalidImage fails the test.
    """
    content = broken(number)
    sniffed_type(io.BytesIO(content))
    try:
        preview = encoded(io.BytesIO(content), LONGEST_SIDE)
    except NoImage:
        return False
    image = Image.open(io.BytesIO(preview))
    image.load()
    assert image.format == "WEBP", number
    assert max(image.size) <= LONGEST_SIDE, number
    return True
