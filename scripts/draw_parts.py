#!/usr/bin/env python3
"""Draw the illustrations of the demo parts catalog into fixtures/images.

The output is deterministic: the same drawing code produces the same files.
"""

import argparse
from collections.abc import Callable
from functools import partial
from pathlib import Path

from part_drawings import communication, detectors, handhelds, portals
from part_drawings.pen import Pen

IMAGES = Path(__file__).resolve().parent.parent / "fixtures" / "images"

DRAWINGS: dict[str, Callable[[Pen], None]] = {
    "flir-identifinder-r400": partial(handhelds.spectrometer, nose="round", handle="arch"),
    "flir-identifinder-r425": partial(handhelds.spectrometer, nose="square", handle="bar"),
    "thermo-riideye-x-g": partial(handhelds.spectrometer, nose="cone", handle="solid", feet=True),
    "smiths-radseeker-cs": handhelds.pistol,
    "ortec-detective-ex100": handhelds.germanium,
    "polimaster-pm1703mo": partial(handhelds.pager, look="clip"),
    "polimaster-pm1401gna": handhelds.search_rod,
    "polimaster-pm1208m": handhelds.watch,
    "thermo-radeye-prd-er4": partial(handhelds.pager, look="ribs"),
    "thermo-epd-mk2": handhelds.badge,
    "ludlum-model-3": handhelds.survey_meter,
    "rsi-rs-350": partial(handhelds.backpack, antenna=True),
    "symetrica-sn33-n": partial(handhelds.backpack, antenna=False),
    "kromek-d3s-id": handhelds.paired_phone,
    "step-sm-5-d": partial(handhelds.pager, look="meter"),
    "tsa-vm-250": partial(portals.pillars, look="wide"),
    "rapiscan-vm250": portals.open_panel,
    "saic-rpm8": partial(portals.pillars, look="tall"),
    "leidos-srpm-210": partial(portals.spectroscopic_panel, columns=1),
    "radcomm-rc4000": portals.gantry,
    "ludlum-model-52": portals.walk_through,
    "mirion-pedestrian-g": portals.passenger_pillar,
    "rsi-rs-701": portals.detector_box,
    "aspect-yantar-2sn": partial(portals.pillars, look="round"),
    "canberra-asp-c": partial(portals.spectroscopic_panel, columns=2),
    "moxa-ethernet-switch": partial(communication.rail_module, face=communication.ports, width=140),
    "hirschmann-ethernet-switch": partial(communication.rail_module, face=communication.managed, width=228),
    "dlink-dwr-980": partial(communication.router, tower=True),
    "dlink-dsr-1000n": partial(communication.router, tower=False),
    "axis-p1455-le": communication.bullet_camera,
    "dlink-dcs-4701e": communication.box_camera,
    "murr-mps5-power-supply": partial(communication.rail_module, face=communication.power, width=190),
    "cewe-rs232-ethernet": partial(communication.rail_module, face=communication.serial, width=180),
    "phoenix-fo-converter": partial(communication.rail_module, face=communication.fibre, width=146),
    "homeseer-ds100": communication.door_sensor,
    "bender-agh-pv-3": partial(communication.rail_module, face=communication.relay, width=190),
    "generic-gl1255-battery": communication.battery,
    "aspect-arm-workstation": communication.workstation,
    "step-od-02-power-supply": communication.charger,
    "ludlum-44-9": detectors.pancake_probe,
    "ludlum-43-37": detectors.floor_detector,
    "lnd-7317": detectors.pancake_tube,
    "lnd-712": detectors.geiger_tube,
    "ortec-digibase": detectors.tube_base,
    "ortec-gem-10195": detectors.germanium_detector,
    "caen-hexagon": detectors.analyser,
    "bridgeport-emorpho": partial(detectors.board, look="digital"),
    "medcom-irover": partial(detectors.board, look="high-voltage"),
    "onsemi-microfc-60035": detectors.chip,
    "step-son-20-collimator": detectors.collimator,
    "step-od-02-cable": detectors.coiled_cable,
    "aspect-cs-137-source": detectors.source_case,
}


def main() -> None:
    """Draw all parts, or only those named on the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("slugs", nargs="*", metavar="SLUG", help="names of images; all, when none is given")
    parser.add_argument("--into", type=Path, default=IMAGES, help="folder to write to")
    options = parser.parse_args()
    unknown = sorted(set(options.slugs) - DRAWINGS.keys())
    if unknown:
        parser.error(f"no such drawing: {', '.join(unknown)}")
    options.into.mkdir(parents=True, exist_ok=True)
    for slug in options.slugs or DRAWINGS:
        pen = Pen()
        DRAWINGS[slug](pen)
        pen.picture().save(options.into / f"{slug}.png", optimize=True)


if __name__ == "__main__":
    main()
