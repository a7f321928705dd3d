"""Shapes of what is read of a spectrum file."""

from portal_backend.base.fields import Wire


class InstrumentAnswer(Wire):
    """What the file says of the instrument; "" for what it does not say."""

    manufacturer: str
    model: str
    serial_number: str
    firmware: str


class LikePart(Wire):
    """A part of the catalogue that the instrument may be; `category` is a key."""

    id: int
    part_name: str
    manufacturer: str
    number: str
    category: str
    image_url: str | None


class SpectrumAnswer(Wire):
    """Counts by channel, or by `width` channels together. `edges` are their bounds in keV, one more than there are
    counts; null where the spectrum has no calibration. Times in seconds.
    """

    detector: str
    kind: str
    live_time: float | None
    real_time: float | None
    counts: list[float]
    edges: list[float] | None
    width: int


class SpectraAnswer(Wire):
    """What a spectrum file tells. `measuredAt` has a Z, or no zone where it is the instrument's own clock; the dose
    rate is in microsievert an hour. `spectraInFile` counts those too that are not answered. `isCutOff`: the file ends
    early.
    """

    instrument: InstrumentAnswer
    parts: list[LikePart]
    measured_at: str | None
    dose_rate: float | None
    spectra: list[SpectrumAnswer]
    spectra_in_file: int
    is_cut_off: bool
