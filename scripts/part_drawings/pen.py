"""The pen: shapes, tones and line widths that all drawings share, so that they look like one set.

Coordinates are those of the finished picture, 0 to 512; the sheet is drawn four times as large and then reduced.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from itertools import pairwise
from math import cos, hypot, pi, radians, sin

from PIL import Image, ImageChops, ImageColor, ImageDraw

Point = tuple[float, float]
Path = Sequence[Point]

SIZE = 512
SCALE = 4

# The greys and the accent of the portal's light theme, and steps between them.
GROUND = "#F0F2F5"
SHADOW = "#DFE3EA"
PAPER = "#FFFFFF"
SOFT = "#DCE0E7"
MID = "#B4BBC8"
DEEP = "#7C8597"
INK = "#3F4756"
ACCENT = "#4B41B3"
ACCENT_MID = "#8F88DB"
ACCENT_SOFT = "#D6D3F5"
TONES = (GROUND, SHADOW, PAPER, SOFT, MID, DEEP, INK, ACCENT, ACCENT_MID, ACCENT_SOFT)
DARKER = {PAPER: SOFT, SOFT: MID, MID: DEEP, DEEP: INK, ACCENT_SOFT: ACCENT_MID, ACCENT_MID: ACCENT}

BROAD = 14.0
LINE = 10.0
FINE = 6.0


def ring(cx: float, cy: float, rx: float, ry: float, start: float = 0, end: float = 360) -> list[Point]:
    """Points of an ellipse or an arc of it; 0 degrees is to the right, 90 down."""
    steps = max(8, int(abs(end - start) / 4))
    angles = [radians(start + (end - start) * step / steps) for step in range(steps + 1)]
    return [(cx + rx * cos(angle), cy + ry * sin(angle)) for angle in angles]


def rounded(x: float, y: float, w: float, h: float, radius: float | tuple[float, float, float, float]) -> list[Point]:
    """A rectangle with round corners, given as one radius or as four from the top left one clockwise."""
    a, b, c, d = radius if isinstance(radius, tuple) else (radius, radius, radius, radius)
    return [
        *ring(x + a, y + a, a, a, 180, 270),
        *ring(x + w - b, y + b, b, b, 270, 360),
        *ring(x + w - c, y + h - c, c, c, 0, 90),
        *ring(x + d, y + h - d, d, d, 90, 180),
    ]


def bezier(a: Point, b: Point, c: Point, d: Point) -> list[Point]:
    """A cubic curve from a to d, drawn towards b and c."""
    points = []
    for step in range(33):
        t = step / 32
        u = 1 - t
        k = (u**3, 3 * u * u * t, 3 * u * t * t, t**3)
        points.append(tuple(sum(k[i] * p[axis] for i, p in enumerate((a, b, c, d))) for axis in (0, 1)))
    return [(x, y) for x, y in points]


def wave(x: float, y: float, length: float, height: float, turns: int) -> list[Point]:
    """A coiled cord seen from the side."""
    steps = turns * 24
    return [(x + length * s / steps, y + height * sin(2 * pi * turns * s / steps)) for s in range(steps + 1)]


class Pen:
    """Draws on one sheet; every shape is a path, so that a whole group can be turned."""

    def __init__(self) -> None:
        self.sheet = Image.new("RGB", (SIZE * SCALE, SIZE * SCALE), GROUND)
        self.draw = ImageDraw.Draw(self.sheet)
        self.turn: tuple[float, float, float] | None = None

    @contextmanager
    def turned(self, degrees: float, cx: float = 256, cy: float = 256) -> Iterator[None]:
        """Everything drawn inside is turned about a point."""
        outer, self.turn = self.turn, (radians(degrees), cx, cy)
        try:
            yield
        finally:
            self.turn = outer

    def placed(self, path: Path) -> list[Point]:
        """The path on the large sheet."""
        if self.turn:
            angle, cx, cy = self.turn
            path = [
                (cx + (x - cx) * cos(angle) - (y - cy) * sin(angle), cy + (x - cx) * sin(angle) + (y - cy) * cos(angle))
                for x, y in path
            ]
        return [(x * SCALE, y * SCALE) for x, y in path]

    def line(self, path: Path, color: str = INK, width: float = LINE) -> None:
        """A line with round joints and ends."""
        points, half = self.placed(path), width * SCALE / 2
        for (x, y), (to_x, to_y) in pairwise(points):
            length = hypot(to_x - x, to_y - y)
            if length:
                side_x, side_y = (y - to_y) / length * half, (to_x - x) / length * half
                ends = ((x + side_x, y + side_y), (to_x + side_x, to_y + side_y))
                self.draw.polygon([*ends, (to_x - side_x, to_y - side_y), (x - side_x, y - side_y)], color)
        for x, y in points:
            self.draw.polygon(ring(x, y, half, half), color)

    def shape(
        self, path: Path, fill: str = PAPER, outline: str | None = INK, width: float = LINE, shade: Path | None = None
    ) -> None:
        """A closed, filled shape; `shade` is a second path whose part inside the shape is a tone darker."""
        points = self.placed(path)
        self.draw.polygon(points, fill)
        if shade is not None:
            inside, dark = (Image.new("L", self.sheet.size, 0) for _ in range(2))
            ImageDraw.Draw(inside).polygon(points, 255)
            ImageDraw.Draw(dark).polygon(self.placed(shade), 255)
            self.sheet.paste(DARKER[fill], mask=ImageChops.multiply(inside, dark))
        if outline:
            self.line([*path, path[0]], outline, width)

    def box(
        self,
        x: float,
        y: float,
        w: float,
        h: float,
        radius: float | tuple[float, float, float, float] = 14,
        fill: str = PAPER,
        shaded: float = 0,
        outline: str | None = INK,
        width: float = LINE,
    ) -> None:
        """A rounded rectangle, a share of it at the right in shade."""
        dark = rounded(x + w * (1 - shaded), y, w * shaded, h, 0) if shaded else None
        self.shape(rounded(x, y, w, h, radius), fill, outline, width, dark)

    def disc(
        self, cx: float, cy: float, r: float, fill: str = PAPER, outline: str | None = INK, width: float = LINE
    ) -> None:
        """A circle."""
        self.shape(ring(cx, cy, r, r), fill, outline, width)

    def tube(self, path: Path, thickness: float, fill: str = PAPER, width: float = LINE) -> None:
        """A bent bar of even thickness: handles, brackets, cables."""
        self.line(path, INK, thickness + width)
        self.line(path, fill, thickness - width)

    def block(self, x: float, y: float, w: float, h: float, dx: float, dy: float, fill: str = PAPER) -> None:
        """A box seen from the front, a little from the right and above; the front face stays flat."""
        self.shape([(x, y), (x + dx, y - dy), (x + w + dx, y - dy), (x + w, y)], fill)
        self.shape([(x + w, y), (x + w + dx, y - dy), (x + w + dx, y + h - dy), (x + w, y + h)], DARKER[fill])
        self.shape([(x, y), (x + w, y), (x + w, y + h), (x, y + h)], fill)

    def shadow(self, cx: float, y: float, rx: float) -> None:
        """What the thing stands on."""
        self.shape(ring(cx, y, rx, max(9, rx * 0.07)), SHADOW, None)

    def screen(self, x: float, y: float, w: float, h: float, radius: float = 10) -> None:
        """A display with a spectrum on it."""
        self.box(x, y, w, h, radius, ACCENT_SOFT, width=FINE + 2)
        px, base = w * 0.12, y + h * 0.8
        heights = (0.18, 0.3, 0.24, 0.62, 0.2, 0.16, 0.4, 0.12, 0.1)
        step = (w - 2 * px) / (len(heights) - 1)
        self.line([(x + px + i * step, base - h * v) for i, v in enumerate(heights)], ACCENT, FINE)

    def digits(self, x: float, y: float, w: float, h: float, bars: Sequence[float] = (0.55, 0.35)) -> None:
        """A small display with lines of figures."""
        self.box(x, y, w, h, 8, ACCENT_SOFT, width=FINE + 2)
        gap = h / (len(bars) + 1)
        for row, share in enumerate(bars, 1):
            self.line([(x + w * 0.16, y + gap * row), (x + w * (0.16 + share), y + gap * row)], ACCENT, FINE + 1)

    def lamp(self, cx: float, cy: float, r: float = 8, fill: str = ACCENT) -> None:
        """A light, a button, a screw."""
        self.shape(ring(cx, cy, r, r), fill, None)

    def picture(self) -> Image.Image:
        """The finished picture, centred, in the palette that all pictures share."""
        box = ImageChops.difference(self.sheet, Image.new("RGB", self.sheet.size, GROUND)).getbbox() or (0, 0, 0, 0)
        centred = Image.new("RGB", self.sheet.size, GROUND)
        left, top = (
            (size - low - high) // 2 for size, low, high in zip(self.sheet.size, box[:2], box[2:], strict=True)
        )
        centred.paste(self.sheet, (left, top))
        small = centred.reduce(SCALE)
        return small.quantize(palette=shared_palette(), dither=Image.Dither.NONE)


@cache
def shared_palette() -> Image.Image:
    """The tones, and what lies between two of them where their edges are smoothed."""
    tones = [ImageColor.getrgb(tone)[:3] for tone in TONES]
    colours: list[tuple[int, ...]] = list(tones)
    for number, tone in enumerate(tones):
        for other in tones[number + 1 :]:
            shares = (1 / 3, 2 / 3) if ImageColor.getrgb(INK) in (tone, other) else (1 / 2,)
            colours += [tuple(round(a + (b - a) * share) for a, b in zip(tone, other, strict=True)) for share in shares]
    palette = Image.new("P", (1, 1))
    palette.putpalette([channel for colour in colours for channel in colour])
    return palette
