"""What a request is found by: its phone number with the shop's area, and keys for what its columns do not show."""

from typing import NamedTuple

from oottam import catalogue
from oottam.catalogue import Catalogue
from oottam.core import phone
from oottam.core.names import fold

MAX_LENGTH = 500  # characters; an index entry of PostgreSQL holds them in any script


class SearchKeys(NamedTuple):
    """The number to call, in the form +91..., and further words and digits; "" for what there is not."""

    phone_normalised: str
    search_key: str


def area(shop: Catalogue | None = None) -> str:
    """Return the shop's area code, which numbers without one have; "" where its own number is not a landline.

    `shop` defaults to today's catalogue.
    """
    return phone.area_of((shop or catalogue.current()).site.contact.phone)


def address_key(*texts: str) -> str:
    """Return the folded words of addresses and PIN codes, a line for each; "" without any."""
    return "\n".join(dict.fromkeys(filter(None, map(fold, texts))))


def search_keys(name: str, written: str, area_code: str | None = None) -> SearchKeys:
    """Return the keys of a customer's name and phone number; the area code defaults to the shop's.

    The key has the folded name if it differs from the name, and the digits of further numbers or of an unclear one.
    """
    found = phone.numbers(written, area() if area_code is None else area_code)
    folded = fold(name)
    words = [folded] if folded != name.lower() or not name.isascii() else []
    words += [number[1:] for number in found[1:]]
    if not found:
        words.append(phone.digits_of(written).replace(" ", ""))
    return SearchKeys(next(iter(found), ""), " ".join(filter(None, words))[:MAX_LENGTH])
