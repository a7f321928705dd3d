"""Minimal spectrum files for tests."""

NAMESPACE = "http://physics.nist.gov/N42/2011/N42"
INSTRUMENT = (
    "<RadInstrumentManufacturerName>{maker}</RadInstrumentManufacturerName>"
    "<RadInstrumentModelName>{model}</RadInstrumentModelName>"
    "<RadInstrumentIdentifier>{serial}</RadInstrumentIdentifier>"
)


def build_n42(
    body: str = "",
    *,
    maker: str = "Maker",
    model: str = "Model 1",
    serial: str = "SN-1",
    declared: bool = True,
) -> bytes:
    """Build an ANSI N42.42-2012 document around a body."""
    elements = INSTRUMENT.format(maker=maker, model=model, serial=serial)
    info = f"<RadInstrumentInformation>{elements}</RadInstrumentInformation>"
    head = '<?xml version="1.0"?>' if declared else ""
    return f'{head}<RadInstrumentData xmlns="{NAMESPACE}">{info}{body}</RadInstrumentData>'.encode()


def build_spectrum(data: str, calibration: str = "", *, compression: str = "None", measured: str = "") -> str:
    """Build a measurement of one spectrum and its calibration."""
    return (
        f'<EnergyCalibration id="cal">{calibration}</EnergyCalibration>'
        f"<RadMeasurement>{measured}"
        '<Spectrum energyCalibrationReference="cal"><LiveTimeDuration>PT1M2.5S</LiveTimeDuration>'
        f'<ChannelData compressionCode="{compression}">{data}</ChannelData></Spectrum></RadMeasurement>'
    )
