"""Where a caller's text reaches the server's questions to the database, and what sqlmap makes of that."""

import csv
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

SQLMAP = Path(sys.executable).with_name("sqlmap")
HERE = "*"  # where sqlmap puts what it tries
ANSWERS = re.compile(r"(\d{3}) \([^)]*\) - (\d+) times")
# what lets a call get as far as its question, where that is not any text
VALUES = {
    "sort": "id",
    "status": "COMPLETED",
    "requestId": "1",
    "columns": "status",
    "resource": "active-repairs",
    "username": "client",
    "identification": "client",
    "contactUsername": "client",
}
DIALECT = {"sort": f'["id{HERE}","ASC"]', "filter": f'{{"keyword":"meter{HERE}"}}'}
SAFE = "/:[]{}" + HERE


@dataclass(frozen=True)
class Found:
    """What a run of sqlmap told: parameters that can be injected, and how often it got which answer."""

    injectable: list[str]
    answers: dict[int, int]


def addresses(document: Mapping[str, Any]) -> Iterator[str]:
    """Path and query for each text that a call reads by, with the place to try; of exports those of one list alone."""
    exports = [path for path in document["paths"] if "/files/export/" in path]
    for path, calls in document["paths"].items():
        if "get" not in calls or "{" in path or path in exports[1:]:
            continue
        parameters = [each for each in calls["get"].get("parameters", []) if each["in"] == "query"]
        needed = {each["name"]: VALUES.get(each["name"], "1") for each in parameters if each.get("required")}
        if path.startswith("/api/rest/"):
            tried = DIALECT
        else:
            tried = {each["name"]: VALUES.get(each["name"], "meter") + HERE for each in parameters if _is_text(each)}
        for name, value in tried.items():
            yield f"{path}?{urlencode({**needed, name: value}, safe=SAFE, quote_via=quote)}"


def _is_text(parameter: Mapping[str, Any]) -> bool:
    schema = parameter["schema"]
    kinds = [schema, *schema.get("anyOf", [])]
    kinds += [each["items"] for each in kinds if "items" in each]
    return any(each.get("type") == "string" and "enum" not in each for each in kinds)


def inject(targets: Sequence[str], folder: Path, *options: str) -> Found:
    """Let sqlmap try each address, at level 2; what it keeps lies in `folder`."""
    results, listed = folder / "results.csv", folder / "targets.txt"
    listed.write_text("\n".join(targets) + "\n", encoding="utf-8")
    fixed = ["--batch", "--level=2", "--threads=4", "--flush-session", "--disable-coloring", "--ignore-code=*"]
    places = [f"--output-dir={folder / 'output'}", f"--results-file={results}", "-m", str(listed)]
    own = {**os.environ, "HOME": str(folder), "XDG_DATA_HOME": str(folder), "TMPDIR": str(folder)}
    ran = subprocess.run([SQLMAP, *fixed, *places, *options], env=own, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout[-2000:] + ran.stderr[-2000:]
    assert f"{len(targets)} targets" in ran.stdout or len(targets) == 1, ran.stdout[-2000:]
    with results.open(newline="", encoding="utf-8") as rows:
        injectable = [f"{row['Target URL']} {row['Parameter']}" for row in csv.DictReader(rows) if row["Technique(s)"]]
    answers: dict[int, int] = {}
    for status, times in ANSWERS.findall(ran.stdout):
        answers[int(status)] = answers.get(int(status), 0) + int(times)
    return Found(injectable, answers)
