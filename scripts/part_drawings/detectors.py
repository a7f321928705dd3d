"""Probes, tubes, crystals, analysers, boards and what they are checked with."""

from .pen import ACCENT, ACCENT_MID, ACCENT_SOFT, DEEP, FINE, INK, MID, PAPER, SOFT, Pen, bezier, ring, rounded


def pancake_probe(pen: Pen) -> None:
    """A flat probe on its handle."""
    with pen.turned(40):
        pen.line(bezier((256, 466), (256, 500), (250, 510), (244, 520)), INK, 14)
        pen.box(234, 262, 44, 210, 18, MID, shaded=0.3)
        for y in (330, 356, 382, 408):
            pen.line([(246, y), (266, y)], DEEP, FINE)
        pen.box(222, 240, 68, 44, 8, DEEP)
        pen.disc(256, 134, 120, PAPER)
        pen.disc(256, 134, 88, ACCENT_SOFT, width=FINE + 2)
        for offset in (-45, -15, 15, 45):
            half = (82**2 - offset**2) ** 0.5
            pen.line([(256 - half, 134 + offset), (256 + half, 134 + offset)], ACCENT_MID, FINE - 1)
            pen.line([(256 + offset, 134 - half), (256 + offset, 134 + half)], ACCENT_MID, FINE - 1)


def floor_detector(pen: Pen) -> None:
    """A large flat detector with gas fittings and two grips."""
    pen.shadow(256, 402, 214)
    pen.shape([(40, 372), (118, 196), (394, 196), (472, 372)], PAPER)
    pen.shape([(40, 372), (472, 372), (472, 396), (40, 396)], MID)
    pen.shape([(104, 346), (156, 226), (356, 226), (408, 346)], ACCENT_SOFT, width=FINE + 2)
    for share in (0.25, 0.5, 0.75):
        y = 226 + 120 * share
        pen.line([(156 - 52 * share, y), (356 + 52 * share, y)], ACCENT_MID, FINE)
    for share in (0.2, 0.4, 0.6, 0.8):
        pen.line([(156 + 200 * share, 226), (104 + 304 * share, 346)], ACCENT_MID, FINE)
    pen.tube(bezier((150, 196), (150, 112), (240, 112), (240, 196)), 20, MID)
    pen.tube(bezier((272, 196), (272, 112), (362, 112), (362, 196)), 20, MID)
    pen.line(bezier((394, 210), (450, 190), (430, 120), (470, 92)), INK, 14)


def pancake_tube(pen: Pen) -> None:
    """A flat tube with a mica window and its pins."""
    for x in (226, 286):
        pen.box(x - 8, 384, 16, 84, 5, MID, width=FINE)
    pen.box(196, 352, 120, 54, 10, DEEP)
    pen.disc(256, 220, 168, SOFT)
    pen.disc(256, 220, 132, ACCENT_SOFT)
    pen.disc(256, 220, 132, ACCENT_SOFT, width=FINE)
    pen.line(ring(256, 220, 100, 100, 195, 265), PAPER, 16)
    pen.disc(256, 220, 20, ACCENT_MID, width=FINE)


def geiger_tube(pen: Pen) -> None:
    """A cylindrical tube with an end window."""
    with pen.turned(-32):
        pen.line([(420, 256), (496, 256)], INK, 14)
        pen.box(370, 216, 60, 80, 10, DEEP)
        pen.box(80, 182, 300, 148, 14, PAPER)
        pen.box(86, 282, 288, 42, 6, SOFT, outline=None)
        pen.shape(ring(80, 256, 34, 74), ACCENT_SOFT)
        pen.shape(ring(80, 256, 17, 42), ACCENT_MID, width=FINE)
        for x in (300, 330):
            pen.line([(x, 188), (x, 324)], DEEP, FINE)


def tube_base(pen: Pen) -> None:
    """A photomultiplier on its base with a built-in analyser."""
    pen.shadow(256, 462, 110)
    pen.box(172, 40, 168, 120, (30, 30, 0, 0), ACCENT_SOFT)
    pen.line([(208, 70), (208, 130)], PAPER, 14)
    pen.shape([(172, 160), (340, 160), (318, 232), (194, 232)], SOFT)
    for y in (178, 206):
        pen.line([(206, y), (306, y)], DEEP, FINE)
    pen.box(164, 232, 184, 216, (10, 10, 22, 22), PAPER, shaded=0.26)
    pen.line([(164, 276), (348, 276)], INK, FINE + 2)
    pen.screen(190, 308, 92, 74, 8)
    pen.lamp(200, 418, 9, ACCENT)
    pen.line(bezier((350, 410), (430, 410), (400, 330), (456, 326)), INK, 14)


def germanium_detector(pen: Pen) -> None:
    """A germanium detector on its dewar."""
    pen.shadow(286, 472, 120)
    pen.shape(rounded(176, 210, 228, 256, (70, 70, 34, 34)), PAPER, shade=rounded(344, 200, 80, 280, 0))
    pen.box(240, 168, 100, 50, 10, MID)
    pen.box(264, 104, 52, 70, 6, SOFT)
    pen.box(110, 78, 208, 58, 10, MID)
    pen.box(48, 58, 106, 98, (14, 4, 4, 14), PAPER)
    pen.box(48, 58, 32, 98, (14, 0, 0, 14), ACCENT_MID)
    pen.line([(176, 300), (404, 300)], INK, FINE + 2)
    pen.shape([(274, 338), (304, 392), (290, 420), (258, 420), (244, 392)], ACCENT_MID, width=FINE)
    pen.tube(bezier((376, 232), (430, 200), (440, 260), (402, 282)), 16, MID, FINE)


def analyser(pen: Pen) -> None:
    """A multichannel analyser with a touch display and sockets."""
    pen.shadow(256, 420, 206)
    pen.block(52, 158, 356, 240, 50, 44)
    pen.screen(82, 190, 214, 148)
    for y in (206, 266, 326):
        pen.disc(352, y, 21, SOFT, width=FINE + 2)
        pen.lamp(352, y, 8, INK)
    for i in range(4):
        pen.lamp(104 + i * 34, 368, 8, ACCENT if i == 0 else MID)
    for x in (84, 344):
        pen.box(x, 396, 44, 16, (0, 0, 8, 8), DEEP)


def board(pen: Pen, *, look: str) -> None:
    """A circuit board: one that reads a photomultiplier, or one with a high-voltage part."""
    pen.box(66, 104, 380, 304, 14, ACCENT_SOFT)
    for x, y in ((92, 130), (420, 130), (92, 382), (420, 382)):
        pen.disc(x, y, 10, PAPER, width=FINE - 1)
    if look == "digital":
        for y in (186, 216, 246):
            pen.line([(130, y), (190, y)], ACCENT_MID, FINE)
        for i in range(5):
            pen.line([(216 + i * 24, 164), (216 + i * 24, 336)], ACCENT_MID, FINE)
        pen.box(196, 186, 136, 128, 8, INK)
        pen.lamp(218, 208, 8, MID)
        pen.box(40, 222, 84, 62, 6, MID)
        pen.box(372, 160, 60, 84, 8, SOFT)
        pen.disc(402, 312, 24, SOFT)
        pen.lamp(402, 312, 9, INK)
    else:
        pen.line([(190, 190), (280, 190), (280, 250), (340, 250)], ACCENT_MID, FINE)
        pen.line([(170, 310), (250, 310), (250, 350), (330, 350)], ACCENT_MID, FINE)
        pen.box(112, 158, 104, 76, 8, INK)
        for x in (132, 164, 196):
            pen.line([(x, 240), (x, 262)], DEEP, FINE)
        pen.disc(380, 190, 40, MID)
        pen.disc(380, 190, 16, SOFT, width=FINE)
        pen.box(112, 286, 60, 92, 10, SOFT)
        pen.box(286, 286, 128, 84, 8, PAPER)
        pen.shape([(356, 296), (326, 334), (346, 334), (338, 362), (374, 322), (352, 322)], ACCENT, None)


def chip(pen: Pen) -> None:
    """A silicon photomultiplier, much enlarged: a field of tiny cells."""
    for offset in (126, 212, 300, 386):
        for x, y, w, h in ((58, offset - 18, 44, 36), (410, offset - 18, 44, 36)):
            pen.box(x, y, w, h, 5, MID, width=FINE + 2)
    pen.box(88, 72, 336, 368, 16, PAPER)
    pen.box(130, 130, 252, 252, 6, ACCENT_MID)
    for i in range(1, 7):
        pen.line([(130 + i * 36, 138), (130 + i * 36, 374)], ACCENT_SOFT, FINE - 1)
        pen.line([(138, 130 + i * 36), (374, 130 + i * 36)], ACCENT_SOFT, FINE - 1)
    pen.lamp(118, 102, 10, DEEP)


def collimator(pen: Pen) -> None:
    """A heavy ring of lead that lets through what comes straight from the front."""
    pen.shadow(256, 434, 180)
    pen.shape(
        [(70, 190), (442, 190), (420, 420), (92, 420)], MID, shade=[(356, 180), (460, 180), (460, 430), (356, 430)]
    )
    pen.shape(ring(256, 190, 186, 74), SOFT)
    pen.shape(ring(256, 190, 112, 44), MID)
    pen.shape(ring(256, 196, 62, 24), ACCENT_MID)
    pen.line([(256, 196), (256, 60)], ACCENT, FINE + 2)
    pen.line([(232, 84), (256, 58), (280, 84)], ACCENT, FINE + 2)


def coiled_cable(pen: Pen) -> None:
    """A coil of cable with a connector at each end."""
    for side in (-1, 1):
        pen.tube(
            bezier((256 + side * 60, 350), (256 + side * 72, 420), (256 + side * 104, 420), (256 + side * 130, 420)),
            20,
            MID,
        )
    pen.tube(ring(256, 226, 146, 146), 46, MID)
    pen.line(ring(256, 226, 146, 146), INK, FINE)
    for x in (111, 401):
        pen.box(x - 36, 196, 72, 60, 10, ACCENT_MID)
    for x in (44, 372):
        pen.box(x, 392, 96, 56, 12, PAPER, shaded=0.3)
    pen.box(28, 404, 22, 32, 4, DEEP, width=FINE)
    pen.box(462, 404, 22, 32, 4, DEEP, width=FINE)


def source_case(pen: Pen) -> None:
    """A transport case with a sealed source in its shield."""
    pen.shadow(256, 440, 200)
    pen.tube([(196, 132), (196, 82), (316, 82), (316, 132)], 24, MID)
    pen.box(56, 130, 400, 296, 26, PAPER, shaded=0.12)
    pen.line([(56, 226), (456, 226)], INK, FINE + 2)
    for x in (112, 368):
        pen.box(x - 22, 206, 44, 50, 6, DEEP)
    pen.disc(256, 310, 92, ACCENT_SOFT)
    for start in (90, 210, 330):
        pen.shape(
            [*ring(256, 310, 68, 68, start - 30, start + 30), *ring(256, 310, 26, 26, start + 30, start - 30)],
            ACCENT,
            None,
        )
    pen.lamp(256, 310, 14, ACCENT)
