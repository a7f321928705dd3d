"""Entry point of the sandbox process for spectrum files.

It is run as `python -m portal_backend.spectra.sandbox` and writes the contents of one file as a JSON line.
"""

import sys
from datetime import datetime
from pathlib import Path
from typing import Any

from portal_backend.sandbox.child import FileRejectedError, LineWriter, ParseRequest, serve
from portal_backend.spectra.n42 import SpectrumFile, parse_spectrum_file
from portal_backend.spectra.spectrum import Spectrum
from portal_backend.spectra.xml_reader import UnreadableFileError


def parse(request: ParseRequest, writer: LineWriter) -> None:
    """Parse a spectrum file and write its contents.

    Raises FileRejectedError.
    """
    try:
        reading = parse_spectrum_file(Path(request["path"]).read_bytes())
    except UnreadableFileError as error:
        raise FileRejectedError(error.reason) from error
    writer.write("reading", serialize_spectrum_file(reading))


def serialize_spectrum_file(reading: SpectrumFile) -> dict[str, Any]:
    """Serialize the contents of a spectrum file for the response."""
    instrument = reading.instrument
    return {
        "instrument": {
            "manufacturer": instrument.manufacturer,
            "model": instrument.model,
            "serialNumber": instrument.serial_number,
            "firmware": instrument.firmware,
        },
        "measuredAt": reading.measured_at and _format_time(reading.measured_at),
        "doseRate": reading.dose_rate,
        "spectra": [serialize_spectrum(each) for each in reading.spectra],
        "spectraInFile": reading.spectra_in_file,
        "isCutOff": reading.is_cut_off,
    }


def serialize_spectrum(spectrum: Spectrum) -> dict[str, Any]:
    """Serialize a spectrum for the response."""
    return {
        "detector": spectrum.detector,
        "kind": spectrum.kind,
        "liveTime": spectrum.live_time,
        "realTime": spectrum.real_time,
        "counts": [int(count) if count.is_integer() else count for count in spectrum.counts],
        "edges": spectrum.edges and [round(edge, 3) for edge in spectrum.edges],
        "width": spectrum.width,
    }


def _format_time(time: datetime) -> str:
    return time.replace(microsecond=0).isoformat().replace("+00:00", "Z")


if __name__ == "__main__":
    sys.exit(serve(parse))
