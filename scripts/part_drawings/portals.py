"""What stands beside a lane: pillars, panels, gantries and the boxes inside them."""

from .pen import ACCENT, ACCENT_MID, ACCENT_SOFT, DEEP, FINE, INK, MID, PAPER, SOFT, Pen, bezier, ring, rounded


def road(pen: Pen, y: float = 440) -> None:
    """The lane that runs through a portal."""
    pen.shape([(176, y + 30), (228, y - 70), (284, y - 70), (336, y + 30)], SOFT, None)
    for top, height in ((y - 60, 18), (y - 26, 26), (y + 12, 18)):
        pen.line([(256, top), (256, top + height)], PAPER, 9)


def pillars(pen: Pen, *, look: str) -> None:
    """Two pillars of a vehicle lane: `look` is wide, round or tall."""
    road(pen)
    for x in (70, 318):
        if look == "wide":
            pen.shadow(x + 62, 462, 84)
            pen.line([(x + 62, 100), (x + 62, 60)], INK, 12)
            pen.box(x + 42, 40, 40, 44, 14, ACCENT_MID)
            pen.box(x, 96, 124, 356, 12, PAPER, shaded=0.22)
            pen.box(x + 22, 128, 62, 250, 6, SOFT, width=FINE)
            for y in (190, 252, 316):
                pen.line([(x + 30, y), (x + 76, y)], MID, FINE)
            pen.box(x - 10, 424, 144, 32, 6, DEEP)
        elif look == "round":
            pen.shadow(x + 62, 462, 70)
            pen.box(x + 14, 58, 96, 396, 46, PAPER, shaded=0.26)
            pen.box(x + 30, 124, 40, 190, 20, ACCENT_SOFT, width=FINE)
            pen.line([(x + 14, 362), (x + 110, 362)], INK, FINE + 2)
            pen.lamp(x + 50, 96, 11, ACCENT)
            pen.box(x, 436, 124, 24, 8, DEEP)
        else:
            pen.shadow(x + 62, 466, 82)
            for y in (48, 254):
                pen.box(x + 4, y, 116, 206, 8, PAPER, shaded=0.2)
                for i in range(3):
                    pen.line([(x + 26, y + 52 + i * 34), (x + 76, y + 52 + i * 34)], MID, FINE + 2)
                pen.box(x + 24, y + 148, 54, 28, 6, ACCENT_MID, width=FINE)
            pen.box(x - 8, 444, 140, 20, 4, DEEP)


def open_panel(pen: Pen) -> None:
    """A detector panel with its door off: scintillator, two photomultipliers, lead around them."""
    pen.shadow(256, 470, 130)
    pen.box(138, 36, 236, 428, 12, MID, shaded=0.12)
    pen.box(166, 64, 172, 372, 6, PAPER)
    pen.box(192, 90, 120, 210, 4, ACCENT_SOFT)
    pen.line([(214, 120), (290, 120)], PAPER, FINE + 2)
    for x in (206, 264):
        pen.shape([(x, 302), (x + 34, 302), (x + 28, 330), (x + 6, 330)], SOFT, width=FINE + 2)
        pen.box(x + 4, 330, 26, 58, 4, ACCENT_MID, width=FINE + 2)
        pen.line(bezier((x + 17, 390), (x + 17, 416), (x + 30, 412), (x + 40, 422)), INK, FINE)
    for x, y in ((152, 50), (356, 50), (152, 450), (356, 450)):
        pen.lamp(x, y, 6, INK)


def spectroscopic_panel(pen: Pen, *, columns: int) -> None:
    """A tall panel with stacked crystals: one wide column or two."""
    width = 150 * columns - 30 * (columns - 1)
    x = 256 - width / 2 - 10
    pen.shadow(266, 468, width * 0.62)
    pen.block(x, 74, width, 376, 34, 30)
    each = (width - 24 * (columns + 1)) / columns
    for column in range(columns):
        left = x + 24 + column * (each + 24)
        for row in range(4):
            top = 100 + row * 74
            pen.box(left, top, each, 52, 8, ACCENT_SOFT if (row + column) % 2 == 0 else SOFT, width=FINE + 2)
            pen.line([(left + 16, top + 26), (left + each - 16, top + 26)], ACCENT_MID, FINE)
    pen.line([(x + 24, 420), (x + width - 24, 420)], DEEP, FINE + 2)
    pen.box(x - 14, 444, width + 28, 22, 6, DEEP)


def gantry(pen: Pen) -> None:
    """Panels at both sides and above the lane."""
    road(pen)
    for x in (66, 366):
        pen.shadow(x + 40, 462, 64)
        pen.box(x, 150, 80, 304, 8, PAPER, shaded=0.25)
        pen.box(x + 18, 210, 34, 180, 6, ACCENT_SOFT, width=FINE)
    pen.box(48, 66, 416, 90, 12, PAPER)
    pen.box(96, 90, 320, 42, 8, ACCENT_SOFT, width=FINE)
    pen.line([(202, 90), (202, 132)], INK, FINE)
    pen.line([(310, 90), (310, 132)], INK, FINE)
    pen.lamp(72, 111, 9, ACCENT)
    pen.lamp(440, 111, 9, ACCENT)


def walk_through(pen: Pen) -> None:
    """A portable frame that people walk through."""
    pen.shadow(256, 464, 180)
    pen.shape(
        [(76, 456), (76, 52), (436, 52), (436, 456), (372, 456), (372, 136), (140, 136), (140, 456)],
        PAPER,
        shade=[(412, 40), (440, 40), (440, 470), (412, 470)],
    )
    for x in (94, 390):
        pen.box(x, 190, 28, 210, 12, ACCENT_SOFT, width=FINE)
    pen.digits(206, 70, 100, 48, (0.66,))
    pen.disc(256, 222, 34, MID)
    pen.shape([*ring(256, 340, 58, 70, 180, 360), (314, 450), (198, 450)], MID)
    pen.box(52, 442, 112, 22, 8, DEEP)
    pen.box(348, 442, 112, 22, 8, DEEP)


def passenger_pillar(pen: Pen) -> None:
    """A slim pillar with a lamp and a camera above."""
    pen.shadow(256, 470, 96)
    pen.tube([(256, 120), (256, 74), (330, 74)], 18, MID)
    pen.box(318, 48, 84, 52, 12, PAPER)
    pen.disc(398, 74, 18, ACCENT_MID, width=FINE)
    pen.box(188, 116, 136, 340, (64, 64, 10, 10), PAPER, shaded=0.26)
    pen.box(214, 184, 52, 186, 20, ACCENT_SOFT, width=FINE + 2)
    pen.lamp(240, 152, 12, ACCENT)
    pen.line([(188, 404), (324, 404)], INK, FINE + 2)
    pen.box(168, 444, 176, 24, 8, DEEP)


def detector_box(pen: Pen) -> None:
    """A long detector box with grips and its own electronics."""
    pen.shadow(256, 392, 210)
    pen.block(46, 218, 364, 150, 52, 62)
    pen.box(76, 250, 128, 86, 8, ACCENT_SOFT, width=FINE + 2)
    pen.line([(100, 312), (122, 284), (140, 304), (160, 268), (180, 316)], ACCENT, FINE)
    for x in (254, 302, 350):
        pen.disc(x, 276, 17, SOFT, width=FINE + 2)
        pen.lamp(x, 276, 6, INK)
    pen.line([(248, 328), (360, 328)], MID, FINE + 2)
    pen.tube([(160, 186), (172, 128), (304, 128), (318, 186)], 22, MID)
    for x in (70, 340):
        pen.shape(rounded(x, 364, 50, 20, (0, 0, 8, 8)), DEEP)
