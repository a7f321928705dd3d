"""Install the packages and build the interface in the checkout.

Python packages, Node and its packages, and the built interface. Every step writes a stamp with a hash of its inputs,
and is skipped while the hash has not changed.
"""

import fcntl
import hashlib
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import processes
from processes import ROOT, CommandError

VENV = ROOT / ".venv"
VENV_PYTHON = VENV / "bin" / "python"
# exactly the packages of the image, so that the portal cannot use a package of the tests
RUNTIME_VENV = ROOT / ".venv-base"
NODE_MODULES = ROOT / "node_modules"
BUILD_STAMP = NODE_MODULES / ".portal-built"
BUILT_INDEX = ROOT / "portal_ui" / "dist" / "index.html"
PIP_WHEEL = ROOT / "scripts" / "pip-26.3-py3-none-any.whl" / "pip"
REQUIREMENTS_DIR = ROOT / "requirements"
RUN_REQUIREMENTS = ("base", "node")
TEST_REQUIREMENTS = ("dev", "bench")
AUDIT_REQUIREMENTS = ("dev", "audit")
MUTATION_REQUIREMENTS = ("dev", "mutants")
DEPLOYED_REQUIREMENTS = ("dev", "bench", "drills")
INCLUDED_REQUIREMENTS = {"dev": ("base", "node")}
# lines printed from each end of a long output; the reason of the failure is among them
MAX_FAILURE_LINES = 15


def get_tool_path(name: str) -> str:
    """Return the path of a program in the virtual environment."""
    return str(VENV / "bin" / name)


def with_venv(environment: dict[str, str], venv: Path = VENV) -> dict[str, str]:
    """Return the environment with our Python and Node first on the PATH.

    Node uses the system's certificates, as pip does: otherwise npm would fail behind a proxy with its own certificate
    authority.
    """
    path = os.pathsep.join([str(venv / "bin"), environment.get("PATH", os.defpath)])
    overrides = {
        "PATH": path,
        "VIRTUAL_ENV": str(venv),
        "PYTHONUNBUFFERED": "1",
        # otherwise it is left in the system's temporary directory
        "NODE_COMPILE_CACHE": str(VENV / "cache" / "node"),
    }
    return {"NODE_USE_SYSTEM_CA": "1", **environment, **overrides}


def install(environment: dict[str, str], needs: Sequence[str] = RUN_REQUIREMENTS) -> None:
    """Install the Python and Node packages; concurrent commands wait for each other."""
    with _lock_checkout():
        _install_python_packages(environment, needs, VENV)
        _install_node_packages(environment)


def install_runtime(environment: dict[str, str]) -> Path:
    """Install the deployed portal's environment from base.txt; return its folder."""
    with _lock_checkout():
        _install_python_packages(environment, ("base",), RUNTIME_VENV)
    return RUNTIME_VENV


def build_interface(environment: dict[str, str]) -> None:
    """Build the interface if its sources, translations or packages changed."""
    with _lock_checkout():
        sources = hash_interface_sources()

        def build() -> None:
            run_quietly(["npm", "run", "build"], environment, "mend what the build complains about above")
            record_build(sources)

        run_step(
            "Interface",
            "building",
            None if _read_text(BUILD_STAMP) == f"{sources} {_get_mtime(BUILT_INDEX)}" else build,
        )


def hash_interface_sources() -> str:
    """Return a hash of everything that the built interface is made from."""
    return _hash_files([ROOT / "package.json", ROOT / "package-lock.json", *_list_files("portal_ui", "locale")])


def record_build(sources: str) -> None:
    """Record that portal_ui/dist was built from sources with this hash."""
    BUILD_STAMP.write_text(f"{sources} {_get_mtime(BUILT_INDEX)}", encoding="utf-8")


def run_step(name: str, doing: str, work: Callable[[], None] | None) -> None:
    """Run a step and print its duration, or print that it is up to date."""
    label = f"  {name:<16}"
    if work is None:
        print(f"{label}up to date", flush=True)
        return
    print(f"{label}{doing} ...", flush=True)
    began = time.monotonic()
    work()
    print(f"{label}done in {time.monotonic() - began:.1f} s", flush=True)


def _install_python_packages(environment: dict[str, str], needs: Sequence[str], venv: Path) -> None:
    label = "Python packages" if venv == VENV else "Base packages"
    stamp = venv / ".portal-installed"
    hashes = {
        name: _hash_files([REQUIREMENTS_DIR / f"{name}.txt"])
        for need in needs
        for name in (need, *INCLUDED_REQUIREMENTS.get(need, ()))
    }
    installed = json.loads(_read_text(stamp) or "{}")
    usable = _is_usable(venv) and not installed.get("interrupted") and installed.get("place", str(venv)) == str(venv)
    if usable and all(installed.get(name) == value for name, value in hashes.items()):
        return run_step(label, "", None)

    def install_them() -> None:
        if not usable:
            _create_venv(environment, venv)
        # if the process is killed from here on, the environment is incomplete: the next start recreates it
        stamp.write_text(json.dumps({"interrupted": True}))
        files = [part for need in needs for part in ("-r", REQUIREMENTS_DIR / f"{need}.txt")]
        run_quietly(
            [venv / "bin" / "python", PIP_WHEEL, "install", "--quiet", "--no-input", "--require-hashes", *files],
            {**environment, "PIP_USER": "0", "PIP_DISABLE_PIP_VERSION_CHECK": "1"},
            "make sure that pip reaches a package index (its own settings and variables hold), then start again",
        )
        previous = installed if usable else {}
        stamp.write_text(json.dumps({**previous, **hashes, "place": str(venv)}))

    run_step(label, "installing", install_them)
    return None


def _create_venv(environment: dict[str, str], venv: Path) -> None:
    _refuse_symlink(venv)
    # Debian's Python has no ensurepip, so pip is our own (scripts/pip-*.whl) and is not installed into the environment
    run_quietly(
        [sys.executable, "-m", "venv", "--clear", "--without-pip", venv],
        environment,
        f"install the venv module of {sys.executable}, or name another Python in PORTAL_PYTHON",
    )


def _refuse_symlink(folder: Path) -> None:
    if folder.is_symlink():
        raise CommandError(
            f"{folder.name} is a symbolic link, and its target would be emptied. Delete the link, then start again."
        )


def _is_usable(venv: Path) -> bool:
    python, new_enough = venv / "bin" / "python", "import sys; sys.exit(sys.version_info < (3, 11))"
    return python.exists() and subprocess.run([python, "-c", new_enough], check=False).returncode == 0


def _install_node_packages(environment: dict[str, str]) -> None:
    stamp = NODE_MODULES / ".portal-installed"
    locks = [ROOT / "package-lock.json", ROOT / ".npmrc", REQUIREMENTS_DIR / "node.txt"]
    inputs = f"{_hash_files(locks)} {NODE_MODULES}"

    def install_them() -> None:
        _refuse_symlink(NODE_MODULES)
        # with NODE_ENV=production npm would skip the packages of the build
        run_quietly(
            ["npm", "ci", "--include=dev", "--no-audit", "--no-fund", "--loglevel=error"],
            environment,
            "make sure that npm reaches a registry (its own settings hold), then start again",
        )
        stamp.write_text(inputs)

    run_step("Node packages", "installing", None if _read_text(stamp) == inputs else install_them)


def run_quietly(command: Sequence[str | Path], environment: dict[str, str], advice: str) -> None:
    """Run a program and print its output only if it fails.

    Raises CommandError with the advice.
    """
    with tempfile.TemporaryFile() as log:
        try:
            code = processes.wait_for_exit(processes.start(command, {**with_venv(environment), "NO_COLOR": "1"}, log))
        except OSError as error:
            raise CommandError(f"{command[0]} cannot be started ({error.strerror}): {advice}.") from error
        if code:
            log.seek(0)
            lines = log.read().decode(errors="replace").rstrip().splitlines()
            if len(lines) > 2 * MAX_FAILURE_LINES:
                lines = [*lines[:MAX_FAILURE_LINES], "...", *lines[-MAX_FAILURE_LINES:]]
            print("\n".join(f"    {line}" for line in lines), flush=True)
            raise CommandError(f"`{' '.join(str(part) for part in command[:3])}` failed: {advice}.")


@contextmanager
def _lock_checkout() -> Iterator[None]:
    descriptor = os.open(ROOT / "scripts", os.O_RDONLY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)


def _list_files(*names: str) -> list[Path]:
    return sorted(
        Path(folder) / file
        for name in names
        for folder, _, files in os.walk(ROOT / name)
        for file in files
        if not Path(folder).is_relative_to(BUILT_INDEX.parent)
    )


def _hash_files(paths: Sequence[Path]) -> str:
    digest = hashlib.sha256()
    for path in paths:
        if not path.is_file():
            raise CommandError(f"{path.relative_to(ROOT)} is missing: the checkout is incomplete, check it out again.")
        digest.update(f"{path.relative_to(ROOT)}\0{path.stat().st_size}\0".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _read_text(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.is_file() else ""


def _get_mtime(path: Path) -> int:
    return path.stat().st_mtime_ns if path.is_file() else 0
