"""contract/site.json: one shop's name, contact and links."""

from pathlib import Path
from typing import Annotated, Any
from urllib.parse import urlsplit

import msgspec

from oottam.catalogue import files


class Brand(msgspec.Struct, frozen=True):
    """The shop's name."""

    name: str


class Contact(msgspec.Struct, frozen=True):
    """How customers reach the shop."""

    phone: str
    email: str


class Origin(msgspec.Struct, frozen=True):
    """Where customers and staff find the shop on the web, as https://host."""

    sample: bool
    url: str


class Map(msgspec.Struct, frozen=True, rename="camel"):
    """The map in the storefront's footer."""

    embed_url: str


class Doctors(msgspec.Struct, frozen=True):
    """The doctors with whom an appointment can be asked for."""

    names: tuple[str, ...]


# An address of India's Unified Payments Interface: a name, @, and the handle of a bank or app.
UpiId = Annotated[
    str, msgspec.Meta(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]{1,255}@[A-Za-z][A-Za-z0-9]{1,63}$")
]


class Payment(msgspec.Struct, frozen=True, rename="camel"):
    """Where customers can send money; null until the shop says so."""

    upi_id: UpiId | None


class _File(msgspec.Struct, frozen=True):
    brand: Brand
    contact: Contact
    origin: Origin
    map: Map
    doctors: Doctors
    payment: Payment = Payment(None)


class Site(msgspec.Struct, frozen=True):
    """The parts of site.json that the server uses, and which blocks are still the shipped sample."""

    brand: Brand
    contact: Contact
    doctors: tuple[str, ...]
    origin: str  # "" while it is a sample
    upi_id: str  # "" where the shop takes no payments by UPI
    map_origin: str
    sample_blocks: tuple[str, ...]


def load_site(path: Path) -> Site:
    """Read site.json; raises ImproperlyConfigured when it is missing or wrong."""
    file = files.read(path, _File)
    blocks = files.read(path, dict[str, Any])
    return Site(
        brand=file.brand,
        contact=file.contact,
        doctors=file.doctors.names,
        origin="" if file.origin.sample else file.origin.url.rstrip("/"),
        upi_id=file.payment.upi_id or "",
        map_origin=_https_origin(file.map.embed_url, path),
        sample_blocks=tuple(
            name
            for name, block in blocks.items()
            if isinstance(block, dict) and block.get("sample") is True
        ),
    )


def _https_origin(url: str, path: Path) -> str:
    """Scheme and host of the map, the only place a frame may come from."""
    parts = urlsplit(url)
    if parts.scheme != "https" or not parts.hostname or not parts.netloc.isascii():
        raise files.wrong(path, "needs a map.embedUrl that begins with https:// and a host name.")
    return f"https://{parts.netloc}"
