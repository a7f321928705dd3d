"""Keys by which clients are rate limited."""

import pytest

from portal_backend.core.request_context import get_client_network


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("10.0.0.7", "10.0.0.7"),
        ("::ffff:10.0.0.7", "10.0.0.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::1", "::/64"),
        ("2001:db8:1:2:ffff::", "2001:db8:1:2::/64"),
        ("unix:", "unix:"),
        ("unknown", "unknown"),
        ("", ""),
    ],
)
def test_client_network_of_an_address(address: str, network: str) -> None:
    assert get_client_network(address) == network
