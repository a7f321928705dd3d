"""Targets of SQL injection in the API, and sqlmap runs against them."""

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

SQLMAP_PATH = Path(sys.executable).with_name("sqlmap")
INJECTION_MARK = "*"  # the place where sqlmap inserts its payload
RESPONSES_PATTERN = re.compile(r"(\d{3}) \([^)]*\) - (\d+) times")
# valid values of parameters without which a request is refused before its query
REQUIRED_VALUES = {
    "sort": "id",
    "status": "COMPLETED",
    "requestId": "1",
    "columns": "status",
    "resource": "active-repairs",
    "username": "client",
    "identification": "client",
    "contactUsername": "client",
}
REST_PARAMETERS = {"sort": f'["id{INJECTION_MARK}","ASC"]', "filter": f'{{"keyword":"meter{INJECTION_MARK}"}}'}
SAFE_CHARACTERS = "/:[]{}" + INJECTION_MARK


@dataclass(frozen=True)
class SqlmapResult:
    """Result of a sqlmap run: injectable parameters, and responses by status."""

    injectable: list[str]
    responses: dict[int, int]


def iter_targets(document: Mapping[str, Any]) -> Iterator[str]:
    """Yield path and query for each text parameter of a GET request.

    INJECTION_MARK is at the place to try. Of the exports only the first list is used.
    """
    exports = [path for path in document["paths"] if "/files/export/" in path]
    for path, calls in document["paths"].items():
        if "get" not in calls or "{" in path or path in exports[1:]:
            continue
        parameters = [each for each in calls["get"].get("parameters", []) if each["in"] == "query"]
        required_values = {
            each["name"]: REQUIRED_VALUES.get(each["name"], "1") for each in parameters if each.get("required")
        }
        if path.startswith("/api/rest/"):
            tried_values = REST_PARAMETERS
        else:
            tried_values = {
                each["name"]: REQUIRED_VALUES.get(each["name"], "meter") + INJECTION_MARK
                for each in parameters
                if _is_text(each)
            }
        for name, value in tried_values.items():
            yield f"{path}?{urlencode({**required_values, name: value}, safe=SAFE_CHARACTERS, quote_via=quote)}"


def _is_text(parameter: Mapping[str, Any]) -> bool:
    schema = parameter["schema"]
    kinds = [schema, *schema.get("anyOf", [])]
    kinds += [each["items"] for each in kinds if "items" in each]
    return any(each.get("type") == "string" and "enum" not in each for each in kinds)


def run_sqlmap(targets: Sequence[str], folder: Path, *options: str) -> SqlmapResult:
    """Run sqlmap on each address at level 2, with its files in `folder`."""
    results, targets_file = folder / "results.csv", folder / "targets.txt"
    targets_file.write_text("\n".join(targets) + "\n", encoding="utf-8")
    fixed_options = ["--batch", "--level=2", "--threads=4", "--flush-session", "--disable-coloring", "--ignore-code=*"]
    file_options = [f"--output-dir={folder / 'output'}", f"--results-file={results}", "-m", str(targets_file)]
    environment = {**os.environ, "HOME": str(folder), "XDG_DATA_HOME": str(folder), "TMPDIR": str(folder)}
    process = subprocess.run(
        [SQLMAP_PATH, *fixed_options, *file_options, *options],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert process.returncode == 0, process.stdout[-2000:] + process.stderr[-2000:]
    assert f"{len(targets)} targets" in process.stdout or len(targets) == 1, process.stdout[-2000:]
    with results.open(newline="", encoding="utf-8") as rows:
        injectable = [f"{row['Target URL']} {row['Parameter']}" for row in csv.DictReader(rows) if row["Technique(s)"]]
    responses: dict[int, int] = {}
    for status, times in RESPONSES_PATTERN.findall(process.stdout):
        responses[int(status)] = responses.get(int(status), 0) + int(times)
    return SqlmapResult(injectable, responses)
