"""Senders are grouped by IPv4 address or IPv6 /64."""

import pytest

from oottam.core.senders import sender_network


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("203.0.113.9", "203.0.113.9"),
        ("100.64.1.2", "100.64.1.2"),  # shared by a mobile network's customers
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:DB8:1:2::", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("::ffff:203.0.113.9", "203.0.113.9"),
    ],
)
def test_public_address_is_ipv4_or_a_64(address: str, network: str) -> None:
    assert sender_network(address) == network


@pytest.mark.parametrize(
    "address",
    ["127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1", "10.0.0.7", "172.17.0.1", "192.168.1.4",
     "169.254.1.1", "fd00::1", "fe80::1%eth0", "", "unknown", "203.0.113.9:4711", "300.1.1.1"],
)  # fmt: skip
def test_local_or_invalid_address_is_empty(address: str) -> None:
    assert sender_network(address) == ""
