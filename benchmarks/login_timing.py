"""Timing of refused logins: python -m benchmarks.login_timing [logins].

A refused login must not reveal whether the user exists. Compares the medians of processor time for a known and an
unknown user (security.md 12: they differ by less than 5 %). The control is the same without the decoy hash for unknown
users, which must differ clearly.
"""

import statistics
import sys
import time
from unittest import mock

from django.core.cache import cache
from django.test.utils import override_settings

from benchmarks.databases import temporary_database
from portal_backend.accounts import login
from tests import factories
from tests.api_client import ApiClient

caller = ApiClient()


def measure_refused_login(username: str) -> float:
    """Return the processor seconds of one refused login."""
    cache.clear()
    began = time.process_time()
    response = caller.post("/contacts/login", {"username": username, "password": "wrong"})
    spent = time.process_time() - began
    response.assert_error(401, "BAD_CREDENTIALS")
    return spent


def compare(name: str, logins: int) -> None:
    """Measure known and unknown users alternately, so that other load affects both."""
    measure_refused_login("client"), measure_refused_login("nobody")
    pairs = [(measure_refused_login("client"), measure_refused_login("nobody")) for _ in range(logins)]
    known, unknown = (1000 * statistics.median(column) for column in zip(*pairs, strict=True))
    print(f"{name:24}{known:9.2f} ms known{unknown:9.2f} ms unknown{100 * (unknown / known - 1):8.1f} %")


def main(logins: int) -> None:
    """Measure the portal and the control, and print both."""
    with override_settings(PASSWORD_HASHERS=["portal_backend.accounts.passwords.Argon2id"], LOGINS_PER_MINUTE=10**9):
        factories.person("client", factories.Role.CLIENT)
        compare("as it is", logins)
        with (
            mock.patch.object(login, "_get_dummy_hash", return_value="!"),
            mock.patch.object(
                login,
                "check_password",
                lambda password, encoded: False if encoded == "!" else real_check_password(password, encoded),
            ),
        ):
            compare("control: no decoy", logins)


real_check_password = login.check_password
if __name__ == "__main__":
    with temporary_database():
        main(int(sys.argv[1]) if len(sys.argv) > 1 else 200)
