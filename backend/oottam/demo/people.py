"""People who do not exist, at addresses that may."""

from dataclasses import dataclass
from random import Random

_FIRST = (
    "Asha",
    "Ravi",
    "Meena",
    "Farida",
    "Joseph",
    "Kavitha",
    "Suresh",
    "Anjali",
    "Imran",
    "Lakshmi",
    "Prakash",
    "Deepa",
    "கவிதா",
    "Naveen",
    "Shanthi",
    "Arjun",
    "Revathi",
    "Thomas",
    "Nandhini",
    "Vikram",
)
_LAST = (
    "Raman",
    "Kumar",
    "Sundaram",
    "Begum",
    "D’Souza",
    "Iyer",
    "Rajan",
    "Pillai",
    "Khan",
    "Narayanan",
    "Chandran",
    "Mathew",
    "Selvam",
    "Balan",
)
_PLACES = (
    ("Besant Nagar", "600090"),
    ("Alwarpet", "600018"),
    ("Adyar", "600020"),
    ("Mylapore", "600004"),
    ("Thiruvanmiyur", "600041"),
    ("T. Nagar", "600017"),
    ("Kotturpuram", "600085"),
    ("R.A. Puram", "600028"),
)
_STREETS = ("1st Main Road", "4th Cross Street", "Temple Street", "Beach Road", "Lake View Road")
_HOUSES = ("Flat 3B, Sai Apartments", "No. {}", "{}/2", "Old No. {}, new No. 7", "Plot {}")


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who orders; the address holds a PIN most of the time, as people write them."""

    first: str
    last: str
    phone: str
    email: str
    address: str

    @property
    def name(self) -> str:
        """As one field."""
        return f"{self.first} {self.last}"


def invented(random: Random, number: int) -> Person:
    """The person of this number; nobody has the phone number, for mobile ones begin with 6 to 9."""
    first, last = random.choice(_FIRST), random.choice(_LAST)
    place, pin = random.choice(_PLACES)
    house = random.choice(_HOUSES).format(random.randint(2, 90))
    written = random.choice((f"{place}, Chennai {pin}", f"{place} - {pin}", place))
    return Person(
        first=first,
        last=last,
        phone=f"+91 55555 {number:05}",
        email=f"guest{number}@example.com",
        address=f"{house}, {random.choice(_STREETS)}, {written}",
    )
