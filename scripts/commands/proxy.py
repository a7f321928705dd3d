"""The proxy of the deployed portal, with a certificate of an authority that lives as long as a test run."""

import base64
import os
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import children
from children import ROOT, Problem
from environment import free_port
from services import answers, find_program, wait_for

CONFIGURATION = ROOT / "Caddyfile"
NAME = "localhost"


@dataclass(frozen=True)
class Certificate:
    """Files of an authority, of the proxy's certificate and its key, and the hash that a browser knows the key by."""

    authority: Path
    chain: Path
    key: Path
    pin: str


def make_certificate(folder: Path) -> Certificate:
    """A certificate for this machine, signed by an authority of its own."""
    made = [folder / name for name in ("authority.pem", "authority.key", "portal.pem", "portal.key")]
    authority, its_key, chain, key = map(str, made)
    new = ("req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2")
    _openssl(*new, "-subj", "/CN=Authority of a test run", "-keyout", its_key, "-out", authority)
    signed = ("-CA", authority, "-CAkey", its_key, "-addext", f"subjectAltName=DNS:{NAME}")
    usage = ("-addext", "basicConstraints=critical,CA:FALSE", "-addext", "extendedKeyUsage=serverAuth")
    _openssl(*new, "-subj", f"/CN={NAME}", *signed, *usage, "-keyout", key, "-out", chain)
    public = _openssl("pkey", "-in", key, "-pubout", "-outform", "der")
    pin = base64.b64encode(_openssl("dgst", "-sha256", "-binary", given=public)).decode()
    return Certificate(*(made[0], made[2], made[3]), pin)


def _openssl(*words: str, given: bytes = b"") -> bytes:
    done = subprocess.run(["openssl", *words], input=given, capture_output=True, check=False)
    if done.returncode:
        raise Problem(f"openssl {words[0]} failed: {done.stderr.decode(errors='replace').strip()[-200:]}")
    return done.stdout


@contextmanager
def proxied(folder: Path, url: str, web: Sequence[int], certificate: Certificate) -> Iterator[None]:
    """Serve `url` from the web servers at these ports, configured by the very file that compose.yml mounts."""
    caddy = find_program("caddy")
    if not caddy:
        raise Problem("Caddy is missing: install it (Debian: caddy).")
    port = int(url.rpartition(":")[2])
    own = {
        "PATH": os.defpath,
        "HOME": str(folder),
        "XDG_DATA_HOME": str(folder / "caddy"),
        "PORTAL_PUBLIC_URL": url,
        "PORTAL_TLS": f"{certificate.chain} {certificate.key}",
        "PORTAL_WEB": " ".join(f"127.0.0.1:{each}" for each in web),
        "PROXY_HOST": "127.0.0.1",
        "PROXY_HTTP_PORT": str(free_port()),
    }
    with (folder / "proxy.log").open("w+b") as log:
        server = children.start([caddy, "run", "--config", CONFIGURATION, "--adapter", "caddyfile"], own, log)
        try:
            wait_for(server, "The proxy", log, lambda: answers(port))
            yield
        finally:
            children.stop(server)
