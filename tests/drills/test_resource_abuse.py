"""Two accounts request expensive operations while a third user works.

For a minute they export wrong rows, send a workbook and a spectrum file that are small and expensive, and queue many
imports. The control: during the same minute one of them runs into the limits.
"""

import http.client
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
from tests.drills.portal_run import PortalRun
from tests.measurements import ReportMeasurements

ATTACK_SECONDS = 60.0
RECOVERY_SECONDS = 5.0
MAX_P95_SECONDS = 1.0
MAX_MEGABYTES = 400
WRONG_ROWS = 20_000
QUEUED_ROWS = 150_000
API_PREFIX = "/api/v1"
WORK_PATHS = (
    f"{API_PREFIX}/repairing/fetch-by-criteria/active",
    "/api/rest/meta",
    f"{API_PREFIX}/requests/fetch-number/action-required",
)
OPENXML_NAMESPACE = "http://schemas.openxmlformats.org"
SendRequest = Callable[..., tuple[int, bytes]]


@dataclass
class CallResults:
    """Response times and statuses of one user's requests."""

    seconds: list[float] = field(default_factory=list)
    statuses: Counter[int] = field(default_factory=Counter)

    def get_percentile(self, share: int) -> float:
        """Return a percentile of the response times."""
        return sorted(self.seconds)[len(self.seconds) * share // 100]


@pytest.fixture
def run(server: Server, tmp_path: Path) -> Iterator[PortalRun]:
    """Start a portal of its own."""
    del server
    own = PortalRun(tmp_path / "var", PORTAL_DEMO="1", PORTAL_LOGINS_PER_MINUTE="10000")
    try:
        own.start()
        yield own
    finally:
        own.kill()


def build_emoji_workbook() -> bytes:
    """Build a workbook of a few kilobytes: one long text in sixty rows of ten cells."""
    cells = "".join(
        "<row>" + "".join(f'<c r="{letter}{line}" t="s"><v>0</v></c>' for letter in "ABCDEFGHIJ") + "</row>"
        for line in range(1, 61)
    )
    main = f'xmlns="{OPENXML_NAMESPACE}/spreadsheetml/2006/main"'
    relations = f"{OPENXML_NAMESPACE}/officeDocument/2006/relationships"
    package = f"{OPENXML_NAMESPACE}/package/2006"
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


def build_reference_bomb() -> bytes:
    """Build a spectrum file with a large calibration that is referenced repeatedly."""
    calibration = f'<EnergyCalibration id="c">{"<a/>" * 60_000}</EnergyCalibration>'
    data = "<LiveTimeDuration>PT1S</LiveTimeDuration><ChannelData>1 2 3 4</ChannelData>"
    names = " ".join(["c"] * 200)
    measured = f'<RadMeasurement><Spectrum energyCalibrationReference="{names}">{data}</Spectrum></RadMeasurement>'
    space = "http://physics.nist.gov/N42/2011/N42"
    return f'<RadInstrumentData xmlns="{space}">{calibration}{measured}</RadInstrumentData>'.encode()


def upload_file(server: Server, path: str, name: str, content: bytes, token: str) -> tuple[int, bytes]:
    """Upload a file as a form; return status and body."""
    part_header = f'--drill\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\n\r\n'.encode()
    form = "multipart/form-data; boundary=drill"
    raw = part_header + content + b"\r\n--drill--\r\n"
    status, _, response = server.send_request("POST", API_PREFIX + path, raw, Authorization=token, Content_Type=form)
    return status, response


def start_import(server: Server, token: str, rows: int) -> int:
    """Start an import whose rows are all wrong; return its id."""
    lines = "".join(f"no such part\t{number}\n" for number in range(rows))
    text = f"Part\tSerial number\n{lines}".encode()
    status, response = upload_file(server, "/imports?target=repair-units", "units.csv", text, token)
    assert status in (200, 429), response
    return int(json.loads(response).get("id", 0))


def wait_for_review(server: Server, token: str, run_id: int) -> None:
    """Wait until an import is ready for review."""
    give_up = time.monotonic() + 10 * ATTACK_SECONDS
    while (
        json.loads(server.send_request("GET", f"{API_PREFIX}/imports/{run_id}", Authorization=token)[2])["state"]
        != "REVIEW"
    ):
        assert time.monotonic() < give_up
        time.sleep(0.5)


def repeat_call(met: CallResults, over: threading.Event, send: Callable[[], int], pause: float) -> threading.Thread:
    """Start a thread that repeats a request and records the results."""

    def go_on() -> None:
        while not over.wait(pause):
            began = time.monotonic()
            try:
                met.statuses[send()] += 1
            except (OSError, http.client.HTTPException):  # it would end this thread
                met.statuses[0] += 1
            met.seconds.append(time.monotonic() - began)

    thread = threading.Thread(target=go_on)
    thread.start()
    return thread


def measure_calls(work: list[Callable[[], int]], met: CallResults) -> None:
    """Make each request five times and record the results."""
    for _ in range(5):
        for each in work:
            began = time.monotonic()
            met.statuses[each()] += 1
            met.seconds.append(time.monotonic() - began)


def test_response_time_during_resource_abuse(run: PortalRun, figures: ReportMeasurements) -> None:
    server = run.server
    tokens = [server.log_in(name) for name in ("client", "client2")]
    other = server.log_in("supervisor")
    wrong = start_import(server, tokens[0], WRONG_ROWS)
    wait_for_review(server, tokens[0], wrong)
    spectrum = json.loads(upload_file(server, "/files/upload", "a.n42", build_reference_bomb(), tokens[0])[1])["id"]
    heavy = {
        f"{API_PREFIX}/imports/{wrong}/wrong/xlsx": tokens[0],
        f"{API_PREFIX}/files/spectra/{spectrum}?kind=REPAIR": tokens[0],
        f"{API_PREFIX}/files/export/active-repairs/xlsx": tokens[1],
    }

    def get(path: str, token: str) -> int:
        return server.send_request("GET", path, timeout=30, Authorization=token)[0]

    def bomb(token: str) -> Callable[[], int]:
        _, response = upload_file(server, "/imports?target=repair-units", "a.xlsx", build_emoji_workbook(), token)
        run_id = json.loads(response)["id"]
        return lambda: get(f"{API_PREFIX}/imports/{run_id}", token)

    server.reset_peak_memory()
    before, calm, third, attackers, over = CallResults(), CallResults(), CallResults(), CallResults(), threading.Event()
    most = [server.get_peak_megabytes()]
    attacks = [bomb(token) for token in tokens]
    for path, token in heavy.items():
        attacks += [lambda path=path, token=token: get(path, token)] * 8  # type: ignore[misc]
    work = [lambda path=path: get(path, other) for path in WORK_PATHS]  # type: ignore[misc]
    work.append(lambda: server.send_request("GET", "/healthz", timeout=30)[0])
    measure_calls(work, before)

    queued = [start_import(server, token, QUEUED_ROWS) for token in tokens for _ in range(4)]
    threads = [repeat_call(attackers, over, each, 0.05) for each in attacks]
    threads += [repeat_call(third, over, each, 0.25) for each in work]
    end = time.monotonic() + ATTACK_SECONDS
    try:
        while time.monotonic() < end:
            time.sleep(0.5)
            most.append(server.get_peak_megabytes())
    finally:
        over.set()
    for thread in threads:
        thread.join()

    time.sleep(RECOVERY_SECONDS)
    measure_calls(work, calm)

    figures(
        calls=len(third.seconds),
        responses=dict(third.statuses),
        slowest_before=max(before.seconds),
        p50=third.get_percentile(50),
        p95=third.get_percentile(95),
        slowest=max(third.seconds),
        after=max(calm.seconds),
        megabytes=max(most),
        attackers_calls=len(attackers.seconds),
        attackers_statuses=dict(attackers.statuses),
        attackers_p95=attackers.get_percentile(95),
    )
    assert set(third.statuses) == set(calm.statuses) == {200}
    assert len(third.seconds) > len(work) * ATTACK_SECONDS / 4, "a user who waits makes few calls"
    assert third.get_percentile(95) < MAX_P95_SECONDS
    assert max(calm.seconds) < MAX_P95_SECONDS
    assert max(most) < MAX_MEGABYTES
    # the control: the attackers' requests are slow or throttled and reach their endpoints, so the attack was a real one
    assert all(queued), "an import was refused"
    assert attackers.statuses[200]
    assert not {401, 403, 404, 405} & set(attackers.statuses)
    assert attackers.get_percentile(95) > third.get_percentile(95) or attackers.statuses[429]
