"""Made-up spectrum files, as small as what a test says of them."""

DRAFT = "http://physics.nist.gov/N42/2011/N42"
INSTRUMENT = (
    "<RadInstrumentManufacturerName>{maker}</RadInstrumentManufacturerName>"
    "<RadInstrumentModelName>{model}</RadInstrumentModelName>"
    "<RadInstrumentIdentifier>{serial}</RadInstrumentIdentifier>"
)


def n42(
    body: str = "",
    *,
    maker: str = "Maker",
    model: str = "Model 1",
    serial: str = "SN-1",
    declared: bool = True,
) -> bytes:
    """A document of 2012 around a body."""
    told = INSTRUMENT.format(maker=maker, model=model, serial=serial)
    info = f"<RadInstrumentInformation>{told}</RadInstrumentInformation>"
    head = '<?xml version="1.0"?>' if declared else ""
    return f'{head}<RadInstrumentData xmlns="{DRAFT}">{info}{body}</RadInstrumentData>'.encode()


def spectrum(data: str, calibration: str = "", *, compression: str = "None", measured: str = "") -> str:
    """A measurement of one spectrum, and its calibration."""
    return (
        f'<EnergyCalibration id="cal">{calibration}</EnergyCalibration>'
        f"<RadMeasurement>{measured}"
        '<Spectrum energyCalibrationReference="cal"><LiveTimeDuration>PT1M2.5S</LiveTimeDuration>'
        f'<ChannelData compressionCode="{compression}">{data}</ChannelData></Spectrum></RadMeasurement>'
    )
