"""Schemas of the spectrum endpoint."""

from portal_backend.core.types import ResponseModel


class InstrumentAnswer(ResponseModel):
    """Instrument of a spectrum file; "" for missing values."""

    manufacturer: str
    model: str
    serial_number: str
    firmware: str


class MatchingPart(ResponseModel):
    """Part of the catalog that matches the instrument; `category` is a key."""

    id: int
    part_name: str
    manufacturer: str
    number: str
    category: str
    image_url: str | None


class SpectrumAnswer(ResponseModel):
    """Counts of a spectrum by channel, or by groups of `width` channels.

    - `liveTime`, `realTime`: seconds.
    - `edges`: bounds of the channels in keV, one more than counts; null without a calibration.
    """

    detector: str
    kind: str
    live_time: float | None
    real_time: float | None
    counts: list[float]
    edges: list[float] | None
    width: int


class SpectraAnswer(ResponseModel):
    """Contents of a spectrum file.

    - `measuredAt`: with a Z, or without a zone for the clock of the instrument.
    - `doseRate`: microsieverts per hour.
    - `spectraInFile`: number of spectra in the file, including those that are not returned.
    - `isCutOff`: the file is truncated.
    """

    instrument: InstrumentAnswer
    parts: list[MatchingPart]
    measured_at: str | None
    dose_rate: float | None
    spectra: list[SpectrumAnswer]
    spectra_in_file: int
    is_cut_off: bool
