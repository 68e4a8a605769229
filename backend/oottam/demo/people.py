"""Random invented customers."""

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
    """A customer; the address usually includes a PIN code."""

    first: str
    last: str
    phone: str
    email: str
    address: str

    @property
    def name(self) -> str:
        """First and last name."""
        return f"{self.first} {self.last}"


def create_person(random: Random, number: int) -> Person:
    """Create customer `number`; the phone number is not assignable, as mobile numbers start with 6 to 9."""
    first, last = random.choice(_FIRST), random.choice(_LAST)
    place, pin = random.choice(_PLACES)
    house = random.choice(_HOUSES).format(random.randint(2, 90))
    locality = random.choice((f"{place}, Chennai {pin}", f"{place} - {pin}", place))
    return Person(
        first=first,
        last=last,
        phone=f"+91 55555 {number:05}",
        email=f"guest{number}@example.com",
        address=f"{house}, {random.choice(_STREETS)}, {locality}",
    )
