"""Sample images, valid ones and decompression bombs."""

import io
import struct
import zlib
from typing import Any

from PIL import Image

ORIENTATION = 0x0112
RED, BLUE = (255, 0, 0), (0, 0, 255)


def build_image(kind: str = "PNG", size: tuple[int, int] = (60, 40), **options: Any) -> bytes:
    """Build an image that is red on the left and blue on the right."""
    image = Image.new("RGB", size, RED)
    image.paste(BLUE, (size[0] // 2, 0, *size))
    target = io.BytesIO()
    image.save(target, kind, **options)
    return target.getvalue()


def build_png_header(width: int, height: int) -> bytes:
    """Build a PNG whose header declares a size."""
    return build_image("PNG")[:16] + struct.pack(">II", width, height) + build_image("PNG")[24:]


def build_icon(content: bytes, size: int = 16) -> bytes:
    """Build an icon of one image, with a small size in its directory."""
    entry = struct.pack("<BBBBHHII", size, size, 0, 0, 1, 32, len(content), 22)
    return struct.pack("<HHH", 0, 1, 1) + entry + content


def build_progressive_jpeg() -> bytes:
    """Build a progressive JPEG whose header declares too many pixels."""
    content = bytearray(build_image("JPEG", (200, 200), progressive=True))
    place = content.index(b"\xff\xc2") + 5
    content[place : place + 4] = struct.pack(">HH", 9000, 9000)
    return bytes(content)


def build_large_jpeg(width: int, height: int) -> bytes:
    """Build a gray JPEG of any size in a single scan.

    It has 32 bits for each 16 by 16 pixels.
    """
    target = io.BytesIO()
    Image.new("YCbCr", (16, 16), (128, 128, 128)).save(target, "JPEG", subsampling=2)
    small = target.getvalue()
    scan = small.index(b"\xff\xda")
    head = bytearray(small[: scan + 2 + struct.unpack(">H", small[scan + 2 : scan + 4])[0]])
    place = small.index(b"\xff\xc0") + 5
    head[place : place + 4] = struct.pack(">HH", height, width)
    blocks = -(-width // 16) * -(-height // 16)
    return bytes(head) + b"\x28\xa2\x8a\x00" * blocks + b"\xff\xd9"


def build_mpo() -> bytes:
    """Build a JPEG with a second image after its end (MPO).

    Many phones and cameras write such files.
    """
    second = Image.new("RGB", (60, 40), BLUE)
    return build_image("MPO", save_all=True, append_images=[second])


def build_jpeg_without_components() -> bytes:
    """Build a JPEG whose scan has no components."""
    content = build_image("JPEG")
    place = content.index(b"\xff\xda")
    return content[:place] + b"\xff\xda\0\2" + content[place + 14 :]


def build_jpeg_with_scans(more: int) -> bytes:
    """Build a progressive JPEG whose last scan is repeated.

    Each scan takes a few bytes and reads all coefficients again.
    """
    content = build_image("JPEG", (4000, 4000), progressive=True)
    start, end = content.rfind(b"\xff\xda"), content.rfind(b"\xff\xd9")
    return content[:end] + content[start:end] * more + content[end:]


def build_png_with_chunks(number: int) -> bytes:
    """Build a PNG with many empty chunks."""
    content = build_image("PNG")
    chunk = struct.pack(">I", 0) + b"prVt" + struct.pack(">I", zlib.crc32(b"prVt"))
    return content[:33] + chunk * number + content[33:]
