"""Loads contract/site.json: the shop's name, contact, hours and links."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from datetime import time
from decimal import Decimal
from pathlib import Path
from typing import Annotated, Any, Literal
from urllib.parse import urlsplit

from pydantic import Field

from oottam.catalogue import files
from oottam.catalogue.colours import colour_error, with_shipped


@dataclass(frozen=True, slots=True)
class Town:
    """The shop's town; `pin_prefix` is the first half of its PIN codes, None if the file has none."""

    name: str
    pin_prefix: str | None


@dataclass(frozen=True, slots=True)
class Brand:
    """The shop's name."""

    name: str


@dataclass(frozen=True, slots=True)
class Contact:
    """How customers reach the shop."""

    phone: str
    email: str
    chat_number: str  # digits only, with the country code
    location: str


# An address of India's Unified Payments Interface: a name, @, and the handle of a bank or app.
UpiId = Annotated[
    str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]{1,255}@[A-Za-z][A-Za-z0-9]{1,63}$")
]


# An Indian phone number before the @, optionally with an app's suffix (-2).
_PERSONAL_UPI_ID = re.compile(r"(?:\+?91|0)?[6-9][0-9]{9}(?![0-9])")


def is_personal_upi_id(upi_id: str) -> bool:
    """Whether the id looks like a personal phone number."""
    return _PERSONAL_UPI_ID.match(upi_id) is not None


# A time of day in the shop, IST, as 07:30.
Clock = Annotated[str, Field(pattern=r"^([01][0-9]|2[0-3]):[0-5][0-9]$")]


@dataclass(frozen=True, slots=True)
class MealHours:
    """When one meal is delivered."""

    start: Annotated[Clock, Field(alias="from")]
    end: Annotated[Clock, Field(alias="to")]


@dataclass(frozen=True, slots=True)
class Meals:
    """The delivery hours of each meal."""

    breakfast: MealHours = MealHours("07:00", "10:30")
    lunch: MealHours = MealHours("12:00", "15:00")
    dinner: MealHours = MealHours("18:30", "21:30")

    def meal_at(self, at: time, meals: Sequence[str]) -> str:
        """Return which of `meals` (such as "lunch") a delivery time belongs to: the only one, or the one whose hours contain it.

        "" if none or several match.
        """
        hours = {meal: getattr(self, meal) for meal in meals}
        matching = [
            meal for meal, times in hours.items() if times.start <= f"{at:%H:%M}" <= times.end
        ]
        matches = matching if len(meals) > 1 else meals
        return matches[0] if len(matches) == 1 else ""


@dataclass(frozen=True, slots=True)
class Hours:
    """Calling hours (completes "We will call you ...") and delivery hours per meal."""

    calls: str = "within working hours"
    meals: Meals = Meals()


@dataclass(frozen=True, slots=True)
class Legal:
    """Legally required details of a food business; None if not set."""

    fssai_licence: str | None
    legal_name: str | None
    grievance_contact: str | None
    fssai_kind: Literal["licence", "registration"] = "licence"


@dataclass(frozen=True, slots=True)
class _Place:
    """Where the shop cooks, and how far it delivers free of charge."""

    town: str | None = None
    free_delivery_km: Decimal | None = None
    pin_prefix: str | None = None
    area_example: str | None = None


# Where energy and protein of dishes are shown; allergens are shown everywhere.
FiguresShown = Literal["pages", "pages-and-labels", "nowhere"]


@dataclass(frozen=True, slots=True)
class _Figures:
    shown: FiguresShown = "pages"


Colour = Annotated[str, Field(pattern=r"^#[0-9a-f]{6}$")]
Greeting = Annotated[str, Field(pattern=r"\{matter\}")]


@dataclass(frozen=True, slots=True)
class _Colours:
    accent: Colour | None = None
    brand: Colour | None = None
    ink: Colour | None = None
    ground: Colour | None = None


@dataclass(frozen=True, slots=True)
class _Doctor:
    """A doctor with more than a name; only the pages read the rest."""

    name: str


@dataclass(frozen=True, slots=True)
class _File:
    __pydantic_config__ = files.FILE_CONFIG

    brand: Brand
    contact: Contact
    origin: Annotated[str, files.at("origin", "url")]
    is_origin_sample: Annotated[bool, files.at("origin", "sample")]
    map_url: Annotated[str, files.at("map", "embedUrl")]
    doctors: Annotated[tuple[str | _Doctor, ...], files.at("doctors", "names")]
    legal: Legal
    hours: Hours = Hours()
    upi_id: Annotated[UpiId | None, files.at("payment", "upiId")] = None
    place: _Place = _Place()
    colours: _Colours = _Colours()
    figures: _Figures = _Figures()
    # How a chat about any matter opens; the storefront's other greetings are unknown to the server.
    greeting_about: Annotated[Greeting | None, files.at("chatGreetings", "about")] = None


@dataclass(frozen=True, slots=True)
class Site:
    """The parts of site.json that the server uses, and the names of blocks that are still the shipped sample."""

    brand: Brand
    contact: Contact
    doctors: tuple[str, ...]
    origin: str  # "" while it is a sample
    hours: Hours
    legal: Legal
    upi_id: str  # "" where the shop takes no payments by UPI
    map_origin: str
    town: Town
    area_example: str  # a district of the town, as an example in forms
    free_delivery_km: Decimal | None  # None: that of rules.json
    greeting_about: str  # what a chat opens with; has {matter}
    figures: FiguresShown
    colours: Mapping[str, str]  # accent, brand, ink, ground, as #rrggbb
    sample_blocks: tuple[str, ...]


def load_site(path: Path) -> Site:
    """Read site.json; raises ImproperlyConfigured when it is missing or invalid."""
    file = files.read(path, _File)
    if error := colour_error(asdict(file.colours)):
        raise files.contract_error(path, error)
    town, _, quarters = file.contact.location.partition(":")
    blocks: dict[str, Any] = files.read(path, dict[str, Any])
    return Site(
        brand=file.brand,
        contact=file.contact,
        doctors=_doctor_names(file.doctors, path),
        origin="" if file.is_origin_sample else file.origin.rstrip("/"),
        hours=_validate_hours(file.hours, path),
        legal=file.legal,
        upi_id=file.upi_id or "",
        map_origin=_https_origin(file.map_url, path),
        town=Town(file.place.town or town, file.place.pin_prefix),
        area_example=file.place.area_example or quarters.split(",")[0].strip() or town,
        free_delivery_km=file.place.free_delivery_km,
        figures=file.figures.shown,
        colours=with_shipped(asdict(file.colours)),
        greeting_about=file.greeting_about or f"Hi {file.brand.name}, about {{matter}}:",
        sample_blocks=tuple(
            name
            for name, block in blocks.items()
            if isinstance(block, dict) and block.get("sample") is True
        ),
    )


def _doctor_names(doctors: Sequence[str | _Doctor], path: Path) -> tuple[str, ...]:
    """Return the names; raises ImproperlyConfigured for one that is there twice."""
    names = tuple(each if isinstance(each, str) else each.name for each in doctors)
    for name in names:
        if names.count(name) > 1:
            raise files.contract_error(path, f"names {name} twice under doctors.names.")
    return names


def _validate_hours(hours: Hours, path: Path) -> Hours:
    """Return `hours`; raises ImproperlyConfigured for a meal that ends before it begins."""
    for meal, times in ((field.name, getattr(hours.meals, field.name)) for field in fields(Meals)):
        if times.start >= times.end:
            raise files.contract_error(
                path, f'needs an hours.meals.{meal} whose "to" is later than its "from".'
            )
    return hours


def _https_origin(url: str, path: Path) -> str:
    """Return the map's scheme and host, the only allowed frame source."""
    parts = urlsplit(url)
    if parts.scheme != "https" or not parts.hostname or not parts.netloc.isascii():
        raise files.contract_error(
            path, "needs a map.embedUrl that begins with https:// and a host name."
        )
    return f"https://{parts.netloc}"
