"""HTTPS proxy of the deployed portal, with a certificate for one test run."""

import base64
import os
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import processes
from backing_services import find_program, is_listening, wait_until_ready
from environment import find_free_port
from processes import ROOT, CommandError

CADDYFILE = ROOT / "Caddyfile"
HOST_NAME = "localhost"


@dataclass(frozen=True)
class Certificate:
    """Files of a certificate authority and of the proxy's certificate.

    `spki_hash` is the base64 SHA-256 hash of the public key, by which Chromium accepts the certificate.
    """

    #: Certificate of the authority.
    authority: Path
    #: Certificate of the proxy.
    chain: Path
    #: Private key of the proxy.
    key: Path
    spki_hash: str


def create_certificate(folder: Path) -> Certificate:
    """Create a certificate for this machine, signed by its own authority."""
    paths = [folder / name for name in ("authority.pem", "authority.key", "portal.pem", "portal.key")]
    authority, authority_key, chain, key = map(str, paths)
    new_certificate = (
        "req",
        "-x509",
        "-newkey",
        "ec",
        "-pkeyopt",
        "ec_paramgen_curve:prime256v1",
        "-nodes",
        "-days",
        "2",
    )
    _run_openssl(*new_certificate, "-subj", "/CN=Authority of a test run", "-keyout", authority_key, "-out", authority)
    signature = ("-CA", authority, "-CAkey", authority_key, "-addext", f"subjectAltName=DNS:{HOST_NAME}")
    usage = ("-addext", "basicConstraints=critical,CA:FALSE", "-addext", "extendedKeyUsage=serverAuth")
    _run_openssl(*new_certificate, "-subj", f"/CN={HOST_NAME}", *signature, *usage, "-keyout", key, "-out", chain)
    public_key = _run_openssl("pkey", "-in", key, "-pubout", "-outform", "der")
    pin = base64.b64encode(_run_openssl("dgst", "-sha256", "-binary", stdin=public_key)).decode()
    return Certificate(*(paths[0], paths[2], paths[3]), pin)


def _run_openssl(*words: str, stdin: bytes = b"") -> bytes:
    result = subprocess.run(["openssl", *words], input=stdin, capture_output=True, check=False)
    if result.returncode:
        raise CommandError(f"openssl {words[0]} failed: {result.stderr.decode(errors='replace').strip()[-200:]}")
    return result.stdout


@contextmanager
def run_proxy(folder: Path, url: str, web: Sequence[int], certificate: Certificate) -> Iterator[None]:
    """Serve `url` from the web servers at these ports.

    Caddy is configured by the file that compose.yml mounts.
    """
    caddy = find_program("caddy")
    if not caddy:
        raise CommandError("Caddy is missing: install it (Debian: caddy).")
    port = int(url.rpartition(":")[2])
    caddy_environment = {
        "PATH": os.defpath,
        "HOME": str(folder),
        "XDG_DATA_HOME": str(folder / "caddy"),
        "PORTAL_PUBLIC_URL": url,
        "PORTAL_TLS": f"{certificate.chain} {certificate.key}",
        "PORTAL_WEB": " ".join(f"127.0.0.1:{each}" for each in web),
        "PROXY_HOST": "127.0.0.1",
        "PROXY_HTTP_PORT": str(find_free_port()),
    }
    with (folder / "proxy.log").open("w+b") as log:
        server = processes.start(
            [caddy, "run", "--config", CADDYFILE, "--adapter", "caddyfile"], caddy_environment, log
        )
        try:
            wait_until_ready(server, "The proxy", log, lambda: is_listening(port))
            yield
        finally:
            processes.stop(server)
