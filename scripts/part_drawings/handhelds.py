"""Instruments that one carries: spectrometers, pagers, meters, watches and backpacks."""

from .pen import (
    ACCENT,
    ACCENT_MID,
    ACCENT_SOFT,
    BROAD,
    DEEP,
    FINE,
    INK,
    MID,
    PAPER,
    SOFT,
    Pen,
    bezier,
    ring,
    rounded,
    wave,
)


def spectrometer(pen: Pen, *, nose: str = "round", handle: str = "arch", feet: bool = False) -> None:
    """A handheld identifier from the side, its detector to the left."""
    pen.shadow(262, 408, 180)
    if handle == "arch":
        pen.tube(
            [
                (168, 262),
                *bezier((176, 220), (186, 128), (200, 128), (236, 128))[1:],
                (352, 128),
                *bezier((352, 128), (404, 128), (398, 190), (408, 250))[1:],
            ],
            36,
            MID,
        )
    elif handle == "bar":
        pen.tube(
            [(398, 262), (398, 158), *bezier((398, 158), (398, 132), (392, 126), (366, 126))[1:], (188, 126)], 40, MID
        )
    else:
        pen.shape([(182, 240), (222, 118), (366, 118), (426, 240)], MID)
        pen.shape([(230, 206), (250, 160), (346, 160), (366, 206)], SOFT)
    if nose == "round":
        pen.box(52, 242, 110, 132, 24, SOFT)
        pen.box(52, 242, 40, 132, (24, 0, 0, 24), ACCENT_MID)
    elif nose == "square":
        pen.box(60, 228, 100, 156, 10, SOFT)
        for y in (262, 300, 338):
            pen.line([(84, y), (130, y)], DEEP, FINE)
        pen.box(60, 228, 18, 156, 6, ACCENT_MID)
    else:
        pen.shape([(150, 240), (66, 276), (66, 348), (150, 384)], SOFT)
        pen.box(46, 272, 30, 80, 10, ACCENT_MID)
    pen.box(142, 222, 320, 172, (28, 44, 30, 22), PAPER, shaded=0.12)
    pen.screen(184, 256, 148, 98)
    for y in (268, 305, 342):
        pen.lamp(374, y, 13, DEEP if y != 305 else ACCENT)
    if feet:
        for x in (190, 376):
            pen.box(x, 392, 44, 16, (0, 0, 8, 8), DEEP)


def pistol(pen: Pen) -> None:
    """An identifier with a pistol grip."""
    pen.shadow(280, 446, 120)
    with pen.turned(-14, 330, 330):
        pen.box(286, 268, 88, 176, (10, 10, 26, 26), MID, shaded=0.3)
        pen.line([(312, 400), (346, 400)], DEEP, FINE)
        pen.line([(312, 376), (346, 376)], DEEP, FINE)
    pen.tube(bezier((228, 284), (222, 344), (258, 356), (292, 346)), 18, PAPER, FINE)
    pen.shape(
        [(112, 158), (330, 158), (388, 112), (452, 150), (412, 286), (112, 286)],
        PAPER,
        shade=[(112, 244), (460, 244), (460, 300), (112, 300)],
    )
    pen.box(52, 146, 84, 152, (28, 8, 8, 28), SOFT)
    pen.box(52, 146, 32, 152, (28, 0, 0, 28), ACCENT_MID)
    with pen.turned(32, 408, 150):
        pen.screen(372, 116, 74, 66, 8)
    pen.line([(176, 200), (268, 200)], DEEP, FINE)
    pen.lamp(312, 200, 12, ACCENT)


def germanium(pen: Pen) -> None:
    """A portable germanium identifier: box, cooler and handle."""
    pen.shadow(256, 428, 190)
    pen.tube(
        [
            (150, 214),
            (150, 120),
            *bezier((150, 120), (150, 98), (162, 92), (182, 92))[1:],
            (330, 92),
            *bezier((330, 92), (352, 92), (362, 98), (362, 120))[1:],
            (362, 214),
        ],
        34,
        MID,
    )
    pen.box(44, 222, 90, 156, (26, 4, 4, 26), SOFT)
    pen.box(44, 222, 30, 156, (26, 0, 0, 26), ACCENT_MID)
    pen.box(118, 190, 350, 220, 20, PAPER, shaded=0.3)
    pen.screen(154, 224, 172, 120)
    for i in range(6):
        pen.line([(386, 232 + i * 28), (444, 232 + i * 28)], DEEP, FINE + 2)
    for x in (176, 240, 304):
        pen.lamp(x, 378, 12, DEEP)
    for x in (158, 384):
        pen.box(x, 408, 46, 18, (0, 0, 8, 8), DEEP)


def pager(pen: Pen, *, look: str) -> None:
    """A detector for the belt, from the front: `look` is clip, ribs or meter."""
    pen.shadow(256, 452, 108)
    if look == "clip":
        pen.box(214, 52, 84, 60, (18, 18, 0, 0), MID)
        pen.box(142, 84, 228, 360, (52, 52, 40, 40), PAPER, shaded=0.14)
        pen.digits(178, 132, 140, 96, (0.62, 0.4))
        pen.disc(200, 290, 24, SOFT)
        pen.disc(286, 290, 24, SOFT)
        for i, y in enumerate((352, 376, 400)):
            pen.line([(208 + i * 10, y), (278 - i * 10, y)], DEEP, FINE)
        pen.lamp(248, 108, 8, ACCENT)
    elif look == "ribs":
        pen.box(154, 52, 204, 396, 34, PAPER, shaded=0.14)
        pen.shape(rounded(154, 52, 204, 112, (34, 34, 0, 0)), DEEP)
        pen.digits(182, 76, 148, 66, (0.66,))
        pen.disc(220, 212, 22, ACCENT_MID)
        pen.disc(292, 212, 22, SOFT)
        for y in (276, 312, 348, 384):
            pen.line([(190, y), (300, y)], MID, BROAD)
        pen.box(344, 190, 30, 170, (0, 12, 12, 0), MID)
    else:
        pen.box(136, 70, 240, 376, 22, PAPER, shaded=0.14)
        pen.digits(168, 104, 156, 112, (0.6, 0.4, 0.5))
        for row in range(3):
            for column in range(3):
                pen.lamp(190 + column * 56, 268 + row * 50, 15, ACCENT if (row, column) == (2, 2) else MID)
        pen.line([(214, 416), (278, 416)], DEEP, FINE)


def search_rod(pen: Pen) -> None:
    """A search device on its extension rod."""
    with pen.turned(38):
        pen.tube([(256, 330), (256, 500)], 24, MID)
        pen.box(238, 424, 36, 84, 12, DEEP)
        pen.box(190, 96, 132, 250, (60, 60, 28, 28), PAPER, shaded=0.2)
        pen.shape(rounded(190, 30, 132, 110, (66, 66, 0, 0)), ACCENT_MID)
        pen.digits(214, 172, 80, 62, (0.6,))
        pen.lamp(236, 276, 13, DEEP)
        pen.lamp(276, 276, 13, ACCENT)


def watch(pen: Pen) -> None:
    """A wrist watch with a gamma indicator."""
    pen.shape([(196, 160), (210, 34), (302, 34), (316, 160)], MID)
    pen.shape([(196, 352), (210, 478), (302, 478), (316, 352)], MID)
    for y in (64, 92):
        pen.line([(232, y), (280, y)], DEEP, FINE)
    for y in (418, 446):
        pen.lamp(256, y, 7, INK)
    pen.box(374, 226, 32, 60, 8, SOFT)
    pen.disc(256, 256, 128, PAPER)
    pen.disc(256, 256, 94, ACCENT_SOFT, width=FINE)
    for i in range(12):
        mark = ring(256, 256, 112, 112, i * 30, i * 30 + 8)[0]
        pen.lamp(*mark, 5, DEEP)
    pen.line([(256, 200), (256, 256), (300, 278)], INK, BROAD)
    pen.line([(222, 312), (290, 312)], ACCENT, FINE)


def badge(pen: Pen) -> None:
    """An electronic dosimeter with its clip."""
    pen.shadow(256, 456, 100)
    pen.tube([(256, 44), (256, 104)], 44, MID)
    pen.box(206, 36, 100, 44, 18, MID)
    pen.box(148, 100, 216, 348, 30, PAPER, shaded=0.16)
    pen.digits(180, 136, 134, 74, (0.66,))
    pen.disc(256, 306, 60, ACCENT_SOFT)
    pen.disc(256, 306, 30, ACCENT_MID, width=FINE)
    pen.line([(206, 410), (306, 410)], DEEP, FINE)


def survey_meter(pen: Pen) -> None:
    """An analogue survey meter with a probe on its cord."""
    pen.shadow(246, 440, 180)
    pen.tube([(138, 222), (138, 118), (332, 118), (332, 222)], 30, MID)
    pen.line(bezier((410, 300), (470, 300), (470, 180), (430, 168)), INK, BROAD)
    pen.box(382, 60, 56, 150, (12, 12, 26, 26), SOFT)
    pen.box(382, 60, 56, 40, (12, 12, 0, 0), ACCENT_MID)
    pen.box(62, 206, 346, 220, 18, PAPER, shaded=0.1)
    pen.box(96, 234, 190, 128, 12, ACCENT_SOFT, width=FINE + 2)
    pen.line(ring(191, 356, 82, 82, 210, 330), DEEP, FINE)
    pen.line([(191, 348), (236, 282)], ACCENT, FINE + 3)
    pen.lamp(191, 350, 9, INK)
    pen.disc(334, 286, 30, MID)
    pen.line([(334, 286), (350, 268)], INK, FINE + 2)
    for x in (112, 152, 334):
        pen.lamp(x, 394, 11, DEEP)


def backpack(pen: Pen, *, antenna: bool) -> None:
    """A search system to be worn; with an antenna and a tablet, or plain."""
    pen.shadow(256, 466, 150)
    pen.tube(bezier((206, 96), (206, 34), (306, 34), (306, 96)), 22, MID)
    if antenna:
        pen.line([(352, 130), (392, 30)], INK, BROAD)
        pen.lamp(392, 30, 11, ACCENT)
    for x in (96, 364):
        pen.box(x, 250, 52, 160, 20, MID)
    pen.box(126, 80, 260, 376, (90, 90, 34, 34), PAPER, shaded=0.16)
    pen.line(bezier((130, 214), (180, 238), (332, 238), (382, 214)), INK, FINE + 2)
    if antenna:
        pen.box(168, 272, 176, 140, 16, SOFT)
        pen.screen(192, 296, 128, 92)
    else:
        pen.box(168, 268, 176, 144, 22, SOFT)
        pen.line([(190, 302), (322, 302)], INK, FINE + 2)
        pen.box(308, 296, 18, 38, 6, ACCENT)
    for x in (196, 316):
        pen.box(x - 12, 190, 24, 70, 6, DEEP, width=FINE)
    pen.line([(222, 140), (290, 140)], DEEP, FINE)


def paired_phone(pen: Pen) -> None:
    """A pocket spectrometer and the phone that shows its spectrum."""
    pen.shadow(256, 452, 180)
    pen.box(246, 62, 196, 378, 30, INK)
    pen.screen(266, 96, 156, 296, 6)
    pen.lamp(344, 418, 9, MID)
    pen.box(70, 178, 178, 262, 28, PAPER, shaded=0.16)
    pen.shape(rounded(70, 178, 178, 70, (28, 28, 0, 0)), ACCENT_MID)
    for y in (300, 330, 360):
        pen.line([(104, y), (190, y)], MID, FINE + 2)
    pen.lamp(112, 404, 10, ACCENT)
    pen.line(wave(150, 404, 58, 5, 3), DEEP, FINE - 1)
