"""Two accounts request expensive operations while a third user works.

For a minute they export wrong rows, send a workbook and a spectrum file that are small and expensive, and queue many
imports. The control: during the same minute one of them runs into the limits.
"""

import io
import json
import threading
import time
import zipfile
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.drills.conftest import Server
from tests.drills.running import Run
from tests.figures import Figures

SECONDS = 60.0
SECONDS_TO_CALM_DOWN = 5.0
SECONDS_95_OF_100 = 1.0
MOST_MEGABYTES = 400
WRONG_ROWS = 20_000
QUEUED_ROWS = 150_000
V1 = "/api/v1"
WORK = (f"{V1}/repairing/fetch-by-criteria/active", "/api/rest/meta", f"{V1}/requests/fetch-number/action-required")
MANAGE = "http://schemas.openxmlformats.org"
Ask = Callable[..., tuple[int, bytes]]


@dataclass
class Met:
    """Response times and statuses of one user's requests."""

    seconds: list[float] = field(default_factory=list)
    statuses: Counter[int] = field(default_factory=Counter)

    def within(self, share: int) -> float:
        """Return a percentile of the response times."""
        return sorted(self.seconds)[len(self.seconds) * share // 100]


@pytest.fixture
def run(server: Server, tmp_path: Path) -> Iterator[Run]:
    """Start a portal of its own."""
    del server
    own = Run(tmp_path / "var", PORTAL_DEMO="1", PORTAL_LOGINS_PER_MINUTE="10000")
    try:
        own.start()
        yield own
    finally:
        own.kill()


def workbook_of_emoji() -> bytes:
    """Build a workbook of a few kilobytes: one long text in sixty rows of ten cells."""
    cells = "".join(
        "<row>" + "".join(f'<c r="{letter}{line}" t="s"><v>0</v></c>' for letter in "ABCDEFGHIJ") + "</row>"
        for line in range(1, 61)
    )
    main = f'xmlns="{MANAGE}/spreadsheetml/2006/main"'
    relations = f"{MANAGE}/officeDocument/2006/relationships"
    package = f"{MANAGE}/package/2006"
    parts = {
        "[Content_Types].xml": f'<Types xmlns="{package}/content-types"><Default Extension="rels" '
        'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        '<Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" '
        'ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>',
        "_rels/.rels": f'<Relationships xmlns="{package}/relationships"><Relationship Id="a" '
        f'Type="{relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
        "xl/workbook.xml": f'<workbook {main} xmlns:r="{relations}"><sheets>'
        '<sheet name="a" sheetId="1" r:id="a"/></sheets></workbook>',
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{package}/relationships">'
        f'<Relationship Id="a" Type="{relations}/worksheet" Target="worksheets/sheet1.xml"/>'
        f'<Relationship Id="b" Type="{relations}/sharedStrings" Target="sharedStrings.xml"/></Relationships>',
        "xl/sharedStrings.xml": f"<sst {main}><si><t>{chr(0x1F600) * 16_000}</t></si></sst>",
        "xl/worksheets/sheet1.xml": f"<worksheet {main}><sheetData>{cells}</sheetData></worksheet>",
    }
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as book:
        for name, text in parts.items():
            book.writestr(name, text)
    return target.getvalue()


def spectrum_of_names() -> bytes:
    """Build a spectrum file with a large calibration that is referenced repeatedly."""
    calibration = f'<EnergyCalibration id="c">{"<a/>" * 60_000}</EnergyCalibration>'
    data = "<LiveTimeDuration>PT1S</LiveTimeDuration><ChannelData>1 2 3 4</ChannelData>"
    names = " ".join(["c"] * 200)
    measured = f'<RadMeasurement><Spectrum energyCalibrationReference="{names}">{data}</Spectrum></RadMeasurement>'
    space = "http://physics.nist.gov/N42/2011/N42"
    return f'<RadInstrumentData xmlns="{space}">{calibration}{measured}</RadInstrumentData>'.encode()


def uploaded(server: Server, path: str, name: str, content: bytes, token: str) -> tuple[int, bytes]:
    """Upload a file as a form; return status and body."""
    part_header = f'--drill\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\n\r\n'.encode()
    form = "multipart/form-data; boundary=drill"
    raw = part_header + content + b"\r\n--drill--\r\n"
    status, _, response = server.ask("POST", V1 + path, raw, Authorization=token, Content_Type=form)
    return status, response


def import_of(server: Server, token: str, rows: int) -> int:
    """Start an import whose rows are all wrong; return its id."""
    lines = "".join(f"no such part\t{number}\n" for number in range(rows))
    text = f"Part\tSerial number\n{lines}".encode()
    status, answer = uploaded(server, "/imports?target=repair-units", "units.csv", text, token)
    assert status in (200, 429), answer
    return int(json.loads(answer).get("id", 0))


def checked(server: Server, token: str, run_id: int) -> None:
    """Wait until an import is ready for review."""
    give_up = time.monotonic() + 10 * SECONDS
    while json.loads(server.ask("GET", f"{V1}/imports/{run_id}", Authorization=token)[2])["state"] != "REVIEW":
        assert time.monotonic() < give_up
        time.sleep(0.5)


def repeat(met: Met, over: threading.Event, ask: Callable[[], int], pause: float) -> threading.Thread:
    """Start a thread that repeats a request and records the results."""

    def go_on() -> None:
        while not over.wait(pause):
            began = time.monotonic()
            try:
                met.statuses[ask()] += 1
            except OSError:
                met.statuses[0] += 1
            met.seconds.append(time.monotonic() - began)

    thread = threading.Thread(target=go_on)
    thread.start()
    return thread


def look(work: list[Callable[[], int]], met: Met) -> None:
    """Make each request five times and record the results."""
    for _ in range(5):
        for each in work:
            began = time.monotonic()
            met.statuses[each()] += 1
            met.seconds.append(time.monotonic() - began)


def test_response_time_during_resource_abuse(run: Run, figures: Figures) -> None:
    server = run.server
    tokens = [server.log_in(name) for name in ("client", "client2")]
    other = server.log_in("supervisor")
    wrong = import_of(server, tokens[0], WRONG_ROWS)
    checked(server, tokens[0], wrong)
    spectrum = json.loads(uploaded(server, "/files/upload", "a.n42", spectrum_of_names(), tokens[0])[1])["id"]
    heavy = {
        f"{V1}/imports/{wrong}/wrong/xlsx": tokens[0],
        f"{V1}/files/spectra/{spectrum}?kind=REPAIR": tokens[0],
        f"{V1}/files/export/active-repairs/xlsx": tokens[1],
    }

    def get(path: str, token: str) -> int:
        return server.ask("GET", path, seconds=30, Authorization=token)[0]

    def bomb(token: str) -> Callable[[], int]:
        _, answer = uploaded(server, "/imports?target=repair-units", "a.xlsx", workbook_of_emoji(), token)
        run_id = json.loads(answer)["id"]
        return lambda: get(f"{V1}/imports/{run_id}", token)

    server.forget_peak()
    before, calm, third, attackers, over = Met(), Met(), Met(), Met(), threading.Event()
    most = [server.most_megabytes()]
    attacks = [bomb(token) for token in tokens]
    for path, token in heavy.items():
        attacks += [lambda path=path, token=token: get(path, token)] * 8  # type: ignore[misc]
    work = [lambda path=path: get(path, other) for path in WORK]  # type: ignore[misc]
    work.append(lambda: server.ask("GET", "/healthz", seconds=30)[0])
    look(work, before)

    for token in tokens:
        for _ in range(4):
            import_of(server, token, QUEUED_ROWS)
    threads = [repeat(attackers, over, each, 0.05) for each in attacks]
    threads += [repeat(third, over, each, 0.25) for each in work]
    end = time.monotonic() + SECONDS
    try:
        while time.monotonic() < end:
            time.sleep(0.5)
            most.append(server.most_megabytes())
    finally:
        over.set()
    for thread in threads:
        thread.join()

    time.sleep(SECONDS_TO_CALM_DOWN)
    look(work, calm)

    figures(
        calls=len(third.seconds),
        answers=dict(third.statuses),
        slowest_before=max(before.seconds),
        p50=third.within(50),
        p95=third.within(95),
        slowest=max(third.seconds),
        after=max(calm.seconds),
        megabytes=max(most),
        attackers_calls=len(attackers.seconds),
        attackers_answers=dict(attackers.statuses),
        attackers_p95=attackers.within(95),
    )
    assert set(third.statuses) == set(calm.statuses) == {200}
    assert third.within(95) < SECONDS_95_OF_100
    assert max(calm.seconds) < SECONDS_95_OF_100
    assert max(most) < MOST_MEGABYTES
    # the control: the attackers' requests are slow or throttled, so the attack was a real one
    assert attackers.within(95) > third.within(95) or attackers.statuses[429]
