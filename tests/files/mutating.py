"""Pictures broken at random, each the same for the same number, so that what fails can be tried again."""

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
    """Pictures of every kind that is taken."""
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
    """A picture with one to four faults."""
    dice = random.Random(number)
    content = bytearray(dice.choice(sound()))
    for _ in range(dice.choice((1, 1, 1, 2, 4))):
        dice.choice(WAYS)(content, dice)
    return bytes(content)


def _place(content: bytearray, dice: random.Random) -> int:
    """Anywhere, but rather where the format says what follows."""
    found = content.find(dice.choice(CUTS))
    near = found + dice.randint(0, 24) if found >= 0 and dice.random() < 0.5 else dice.randrange(max(1, len(content)))
    return min(near, max(0, len(content) - 1))


def _flip(content: bytearray, dice: random.Random) -> None:
    if content:
        content[_place(content, dice)] ^= 1 << dice.randrange(8)


def _overwrite(content: bytearray, dice: random.Random) -> None:
    place = _place(content, dice)
    new = dice.choice([b"\0", b"\xff", b"\0\0", b"\xff\xff", b"\x7f\xff\xff\xff", b"\x80\0\0\0", dice.randbytes(4)])
    content[place : place + len(new)] = new


def _cut_off(content: bytearray, dice: random.Random) -> None:
    del content[_place(content, dice) :]


def _remove(content: bytearray, dice: random.Random) -> None:
    place = _place(content, dice)
    del content[place : place + dice.randint(1, 40)]


def _double(content: bytearray, dice: random.Random) -> None:
    place = _place(content, dice)
    content[place:place] = content[place : place + dice.randint(1, 200)]


def _splice(content: bytearray, dice: random.Random) -> None:
    other = dice.choice(sound())
    content[_place(content, dice) :] = other[dice.randrange(len(other)) :]


WAYS: list[Callable[[bytearray, random.Random], None]] = [_flip, _flip, _overwrite, _overwrite, _cut_off, _remove]
WAYS += [_double, _splice]


def check(number: int) -> bool:
    """Whether a broken picture still gets a preview; anything but that or NoImage is a fault."""
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
