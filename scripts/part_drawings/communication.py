"""What a site needs beside its detectors: network, power, cameras and the operator's place."""

from collections.abc import Callable

from .pen import ACCENT, ACCENT_MID, ACCENT_SOFT, DEEP, FINE, INK, MID, PAPER, SOFT, Pen, bezier, ring, rounded


def socket(pen: Pen, x: float, y: float, size: float = 46) -> None:
    """A network socket, x and y its top left corner."""
    pen.box(x, y, size, size, 5, INK, outline=None)
    pen.shape(
        [
            (x + 8, y + 8),
            (x + size - 8, y + 8),
            (x + size - 8, y + size * 0.6),
            (x + size * 0.68, y + size * 0.6),
            (x + size * 0.68, y + size - 7),
            (x + size * 0.32, y + size - 7),
            (x + size * 0.32, y + size * 0.6),
            (x + 8, y + size * 0.6),
        ],
        SOFT,
        None,
    )


def rail_module(pen: Pen, *, face: Callable[[Pen, float, float], None], width: float = 190) -> None:
    """A module on its rail; `face` draws what one sees on its front, given the left edge and the width."""
    pen.box(28, 236, 456, 48, 4, SOFT, width=FINE + 2)
    for x in (56, 98, 392, 434):
        pen.box(x, 254, 24, 12, 6, MID, outline=None)
    pen.shadow(262, 462, width * 0.6)
    left = 256 - width / 2 - 14
    pen.block(left, 92, width, 354, 34, 30)
    face(pen, left, width)


def ports(pen: Pen, x: float, width: float) -> None:
    """One column of network sockets."""
    for row in range(5):
        socket(pen, x + 26, 118 + row * 62)
        pen.lamp(x + width - 36, 132 + row * 62, 8, ACCENT)
        pen.lamp(x + width - 36, 152 + row * 62, 8, MID)


def managed(pen: Pen, x: float, width: float) -> None:
    """Two columns of network sockets and two for fibre."""
    for row in range(4):
        socket(pen, x + 22, 122 + row * 60)
        socket(pen, x + 82, 122 + row * 60)
    for row in range(2):
        pen.box(x + 152, 126 + row * 78, 54, 54, 6, ACCENT_SOFT, width=FINE)
        pen.lamp(x + 170, 153 + row * 78, 7, ACCENT)
        pen.lamp(x + 190, 153 + row * 78, 7, ACCENT)
    pen.line([(x + 28, 396), (x + width - 28, 396)], MID, FINE + 2)


def power(pen: Pen, x: float, width: float) -> None:
    """Vents between two rows of terminals."""
    terminals(pen, x + 24, 112, width - 48)
    for row in range(5):
        pen.line([(x + 34, 194 + row * 32), (x + width - 34, 194 + row * 32)], MID, FINE + 4)
    pen.lamp(x + 40, 356, 10, ACCENT)
    terminals(pen, x + 24, 384, width - 48)


def serial(pen: Pen, x: float, width: float) -> None:
    """A serial plug above a network socket."""
    middle = x + width / 2
    pen.shape([(middle - 66, 130), (middle + 66, 130), (middle + 52, 202), (middle - 52, 202)], SOFT)
    for i in range(5):
        pen.lamp(middle - 40 + i * 20, 154, 6, INK)
    for i in range(4):
        pen.lamp(middle - 30 + i * 20, 178, 6, INK)
    pen.tube([(middle, 236), (middle, 300)], 14, ACCENT_MID, FINE)
    socket(pen, middle - 42, 330, 84)


def fibre(pen: Pen, x: float, width: float) -> None:
    """Four fibre sockets, two of them in use."""
    for row in range(4):
        pen.disc(x + 54, 146 + row * 70, 24, SOFT, width=FINE + 2)
        pen.lamp(x + 54, 146 + row * 70, 9, ACCENT)
        pen.lamp(x + width - 38, 146 + row * 70, 8, MID if row % 2 else ACCENT)
    pen.line(bezier((x + 30, 146), (x - 70, 140), (x - 60, 250), (x - 84, 330)), ACCENT_MID, FINE + 4)
    pen.line(bezier((x + 30, 216), (x - 40, 214), (x - 30, 330), (x - 52, 400)), ACCENT_MID, FINE + 4)


def relay(pen: Pen, x: float, width: float) -> None:
    """A dial between two rows of terminals."""
    middle = x + width / 2
    terminals(pen, x + 24, 112, width - 48)
    pen.disc(middle, 264, 62, SOFT)
    pen.line(ring(middle, 264, 42, 42, 150, 390), ACCENT_MID, FINE + 2)
    pen.line([(middle, 264), (middle + 26, 238)], INK, FINE + 4)
    terminals(pen, x + 24, 384, width - 48)


def terminals(pen: Pen, x: float, y: float, width: float) -> None:
    """A row of screw terminals."""
    pen.box(x, y, width, 44, 6, SOFT, width=FINE + 2)
    count = round(width / 38)
    for i in range(count):
        cx = x + width * (i + 0.5) / count
        pen.lamp(cx, y + 22, 9, DEEP)


def router(pen: Pen, *, tower: bool) -> None:
    """A router: a tower with two antennas for the mobile network, or a flat one with three."""
    if tower:
        pen.shadow(256, 456, 120)
        for x, tip in ((178, 128), (334, 384)):
            pen.line([(x, 190), (tip, 48)], INK, 30)
            pen.line([(x, 190), (tip, 48)], MID, 14)
        pen.box(154, 152, 204, 296, 30, PAPER, shaded=0.18)
        for i, height in enumerate((20, 36, 52, 68)):
            pen.line([(200 + i * 30, 280), (200 + i * 30, 280 - height)], ACCENT if i < 3 else MID, 13)
        for i in range(4):
            pen.lamp(198 + i * 32, 336, 9, DEEP)
        pen.line([(196, 394), (296, 394)], MID, FINE + 2)
        return
    pen.shadow(256, 404, 210)
    for x in (118, 256, 394):
        pen.line([(x, 250), (x, 86)], INK, 30)
        pen.line([(x, 250), (x, 86)], MID, 14)
    pen.block(40, 258, 392, 126, 40, 36)
    for i in range(4):
        socket(pen, 66 + i * 58, 298)
    pen.line([(318, 306), (400, 306)], MID, FINE + 2)
    for i in range(4):
        pen.lamp(324 + i * 25, 340, 8, ACCENT if i < 2 else DEEP)


def bullet_camera(pen: Pen) -> None:
    """An outdoor camera with its sunshield on a wall bracket."""
    pen.box(402, 220, 44, 190, 10, MID)
    pen.tube([(402, 340), (310, 340), (286, 262)], 34, SOFT)
    with pen.turned(-8, 250, 200):
        pen.box(96, 154, 300, 124, (40, 24, 24, 40), PAPER, shaded=0.16)
        pen.shape(rounded(64, 120, 326, 50, (14, 40, 6, 6)), MID)
        pen.disc(124, 216, 54, INK)
        pen.disc(124, 216, 34, ACCENT_MID, width=FINE)
        pen.lamp(113, 205, 9, PAPER)
        pen.line([(232, 234), (330, 234)], MID, FINE + 2)


def box_camera(pen: Pen) -> None:
    """A fixed camera from the front, on its ball joint."""
    pen.shadow(256, 464, 110)
    pen.box(176, 432, 160, 30, 10, MID)
    pen.tube([(256, 356), (256, 430)], 36, SOFT)
    pen.disc(256, 366, 34, MID)
    pen.box(104, 92, 304, 250, 44, PAPER, shaded=0.13)
    pen.disc(242, 216, 92, SOFT)
    pen.disc(242, 216, 60, INK)
    pen.disc(242, 216, 36, ACCENT_MID, width=FINE)
    pen.lamp(230, 203, 10, PAPER)
    for x, y in ((132, 122), (352, 122), (132, 312), (352, 312)):
        pen.lamp(x, y, 8, DEEP)


def door_sensor(pen: Pen) -> None:
    """A wireless contact in two pieces."""
    pen.box(96, 66, 176, 380, 34, PAPER, shaded=0.18)
    pen.box(308, 150, 96, 212, 24, PAPER, shaded=0.24)
    for r in (30, 62, 94):
        pen.line(ring(172, 220, r, r, 220, 320), ACCENT if r < 80 else ACCENT_MID, FINE + 4)
    pen.lamp(172, 220, 13, ACCENT)
    pen.line([(132, 372), (206, 372)], MID, FINE + 4)
    pen.line([(340, 214), (340, 298)], MID, FINE + 4)


def battery(pen: Pen) -> None:
    """A sealed lead battery."""
    pen.shadow(256, 446, 200)
    pen.block(64, 190, 326, 240, 60, 54)
    for x, sign in ((118, "plus"), (334, "minus")):
        pen.box(x + 10, 128, 46, 40, 8, MID)
        pen.line([(x - 14, 244), (x + 26, 244)], ACCENT if sign == "plus" else INK, 12)
        if sign == "plus":
            pen.line([(x + 6, 224), (x + 6, 264)], ACCENT, 12)
    pen.box(96, 300, 262, 96, 10, ACCENT_SOFT, width=FINE + 2)
    pen.line([(124, 332), (260, 332)], ACCENT, FINE + 2)
    pen.line([(124, 362), (210, 362)], ACCENT_MID, FINE + 2)


def workstation(pen: Pen) -> None:
    """The operator's screen with two lanes on it, keyboard and mouse."""
    pen.shadow(256, 452, 200)
    pen.shape([(220, 330), (292, 330), (306, 384), (206, 384)], MID)
    pen.box(60, 66, 392, 270, 18, PAPER)
    pen.box(84, 90, 344, 200, 6, ACCENT_SOFT, width=FINE + 2)
    for x in (116, 276):
        pen.line([(x, 264), (x, 160), (x + 36, 160)], ACCENT, FINE + 2)
        pen.line([(x + 96, 264), (x + 96, 160), (x + 60, 160)], ACCENT, FINE + 2)
        pen.box(x + 24, 206, 48, 50, 8, ACCENT_MID, outline=None)
    pen.line([(108, 118), (236, 118)], ACCENT_MID, FINE + 2)
    pen.lamp(256, 314, 6, DEEP)
    pen.shape([(98, 396), (366, 396), (386, 442), (78, 442)], SOFT)
    for y in (412, 427):
        pen.line([(116, y), (348, y)], DEEP, FINE - 1)
    pen.shape(ring(424, 420, 24, 28), SOFT)


def charger(pen: Pen) -> None:
    """A plug-in supply with its lead."""
    pen.line(bezier((270, 300), (300, 470), (110, 470), (150, 380)), INK, 14)
    pen.line(bezier((150, 380), (166, 340), (120, 320), (104, 360)), INK, 14)
    pen.box(78, 342, 52, 96, 12, MID)
    pen.box(92, 436, 24, 38, 5, SOFT, width=FINE + 2)
    for y in (152, 236):
        pen.box(378, y, 78, 28, 8, MID)
    pen.box(170, 72, 214, 272, 34, PAPER, shaded=0.2)
    pen.line([(218, 132), (292, 132)], MID, FINE + 2)
    pen.shape([(262, 164), (212, 236), (250, 236), (236, 296), (292, 216), (252, 216)], ACCENT_MID, width=FINE)
    pen.lamp(320, 308, 9, ACCENT)
