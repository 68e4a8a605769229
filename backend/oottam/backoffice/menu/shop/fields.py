"""The fields of the shop's page: site.json, without the doctors, who have a page of their own."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any
from urllib.parse import urlsplit

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import (
    MaxValueValidator,
    MinValueValidator,
    RegexValidator,
    URLValidator,
)

from oottam.backoffice.menu.draft_forms import TextField
from oottam.backoffice.menu.values.forms import ValueField, ValuesForm
from oottam.backoffice.menu.values.rows import Column, RowsField
from oottam.backoffice.shared.fields import Clock, PlainText
from oottam.catalogue.colours import SHIPPED as SHIPPED_COLOURS
from oottam.catalogue.colours import unreadable_pair
from oottam.catalogue.meals import MEALS
from oottam.catalogue.own_file import schema_of
from oottam.catalogue.site import is_personal_upi_id
from oottam.menu.content import SITE

# Whose maps may be embedded: what a host shows there, every page shows.
MAP_HOSTS = ("www.google.com", "maps.google.com", "www.openstreetmap.org")
MAX_ADDRESS_LENGTH = 1000  # characters
COLOUR_LABELS: Mapping[str, str] = {
    "accent": "Accent: buttons",
    "brand": "Brand: header, footer, links and ticks",
    "ink": "Ink: text",
    "ground": "Ground: behind the pages",
}


@dataclass(frozen=True, slots=True)
class Section:
    """Fields under a heading; `block` is the part of site.json that may still be the sample."""

    id: str
    title: str
    fields: Sequence[ValueField]
    block: str = ""
    hint: str = ""


class LineField(PlainText):
    """One line of text."""

    def __init__(self, max_length: int, **kwargs: Any) -> None:
        super().__init__(max_length=max_length, **kwargs)


def _is_web_address(text: str, *, is_origin: bool = False) -> bool:
    """Whether the text is an address with a host and no user; an origin ends with the host."""
    try:
        URLValidator(["http", "https"])(text)
        parts = urlsplit(text)
    except (ValidationError, ValueError):
        return False
    has_more = bool(parts.path or parts.query or parts.fragment or text.endswith(("?", "#")))
    return "@" not in parts.netloc and not (is_origin and has_more)


class AddressField(LineField):
    """The whole address of a page."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(MAX_ADDRESS_LENGTH, **kwargs)
        self.widget.attrs["inputmode"] = "url"

    def clean(self, value: Any) -> Any:
        """Raise ValidationError unless it is an address of the web."""
        text = super().clean(value)
        if text and not _is_web_address(text):
            raise ValidationError("Enter a whole address, such as https://www.example.com/.")
        return text


class OriginField(LineField):
    """The site's scheme and host."""

    def clean(self, value: Any) -> Any:
        """Raise ValidationError for a user, a path, a query or another scheme."""
        text = super().clean(value).rstrip("/")
        if text and not _is_web_address(text, is_origin=True):
            raise ValidationError("Enter it as https://order.example.com, without a path.")
        return text


class MapField(AddressField):
    """The address of an embedded map; hosts other than MAP_HOSTS are refused."""

    def clean(self, value: Any) -> Any:
        """Raise ValidationError for another host or scheme."""
        text = super().clean(value)
        parts = urlsplit(text)
        if parts.scheme != "https" or parts.netloc not in MAP_HOSTS:
            hosts = ", ".join(MAP_HOSTS)
            raise ValidationError(f"Enter the https:// address of a map of {hosts}.")
        return text


class ColourField(forms.CharField):
    """A colour; the shipped one is stored as None."""

    def __init__(self, shipped: str) -> None:
        self._shipped = shipped
        super().__init__(
            widget=forms.TextInput(attrs={"type": "color"}),
            validators=[RegexValidator(r"\A#[0-9a-f]{6}\Z", "Enter the colour as #1f5b36.")],
            help_text=f"As shipped: {shipped}",
        )

    def from_json(self, value: Any) -> str:
        """The shop's own colour, or the shipped one."""
        return value or self._shipped

    def to_json(self, value: str) -> str | None:
        """None for the shipped colour."""
        return None if value == self._shipped else value

    def to_python(self, value: Any) -> str:
        """Browsers send small letters; people may type capitals."""
        return str(super().to_python(value)).lower()


class ChoiceWithDefault(forms.ChoiceField):
    """A choice of several; the default is stored as None."""

    def __init__(self, default: str, **kwargs: Any) -> None:
        self._default = default
        super().__init__(**kwargs)

    def from_json(self, value: Any) -> str:
        """The shop's choice, or the default."""
        return value or self._default

    def to_json(self, value: str) -> str | None:
        """None for the default."""
        return None if value == self._default else value


_SCHEMA = json.loads(schema_of(SITE).read_text("utf-8"))


def _site(path: str, label: str, field: forms.Field) -> ValueField:
    return ValueField(SITE, tuple(path.split(".")), label, field)


def _line(
    path: str, label: str, help_text: str = "", *, error: str = "", max_length: int = 40
) -> ValueField:
    """A line of text in the bounds of the schema; `error` is the sentence if its pattern does not match.

    `max_length` applies if the schema has none.
    """
    block, name = path.split(".")
    of_block = _SCHEMA["properties"][block]
    rule = of_block["properties"][name]
    field = LineField(
        rule.get("maxLength", max_length),
        required=rule["type"] == "string" and name in of_block.get("required", ()),
        help_text=help_text,
        validators=[RegexValidator(rule["pattern"], error)] if error else (),
    )
    return _site(path, label, field)


def _list(path: str, label: str, headings: Mapping[str, str], **kwargs: Any) -> ValueField:
    """A list of the schema; `headings` by the key of each property, "" if it holds texts."""
    block, name = path.split(".")
    rule = _SCHEMA["properties"][block]["properties"][name]
    properties = rule["items"].get("properties", {"": rule["items"]})
    columns = [
        Column(
            key,
            heading,
            LineField(properties[key]["maxLength"])
            if "type" in properties[key]
            else AddressField(),
        )
        for key, heading in headings.items()
    ]
    rows = RowsField(columns, min_rows=rule.get("minItems", 0), max_rows=rule["maxItems"], **kwargs)
    return _site(path, label, rows)


def _hours(meal: str, end: str, label: str) -> ValueField:
    field = Clock(required=False)
    return _site(f"hours.meals.{meal}.{end}", f"{meal.capitalize()} {label}", field)


# No shop opens without these; the others are folded.
NEEDED = ("name", "place", "contact", "hours", "legal", "payment")
SECTIONS: Sequence[Section] = (
    Section(
        "name",
        "Name",
        [
            _line("brand.name", "Name"),
            _line("brand.nativeName", "Name in its own script", "Such as the Tamil name."),
            _line("brand.tagline", "One line beneath the name"),
            _list(
                "brand.cuisines",
                "Kitchens, for search engines",
                {"": "Kitchen"},
                is_optional=True,
                row_label="kitchen",
                help_text="Empty: Indian, South Indian, Healthy.",
            ),
        ],
        "brand",
    ),
    Section(
        "place",
        "Town and delivery",
        [
            _line("place.town", "Town", "Empty: what stands before the colon of Where you are."),
            _site(
                "place.freeDeliveryKm",
                "Delivery is free up to, in km",
                forms.DecimalField(
                    required=False,
                    max_digits=6,
                    decimal_places=2,
                    validators=[
                        MinValueValidator(0.01, "Enter more than 0 km."),
                        MaxValueValidator(1000, "Enter 1000 km at most."),
                    ],
                    widget=forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"}),
                    error_messages={"invalid": "Enter the kilometres as a number, such as 7.5."},
                    help_text="Empty: 5 km.",
                ),
            ),
            _line(
                "place.pinPrefix",
                "First three digits of the PIN codes",
                "People write “Chennai - 90” for 600090. Empty: 600 in Chennai, elsewhere none.",
                error="Enter three digits, such as 641.",
                max_length=3,
            ),
            _line(
                "place.areaExample",
                "A quarter, as an example in forms",
                "Empty: the first one of Where you are.",
            ),
        ],
    ),
    Section(
        "contact",
        "Contact",
        [
            _line(
                "contact.phone",
                "Phone, as it is shown",
                "With the country code: +91 44 0000 0000.",
                error="Enter it with the country code, such as +91 44 0000 0000.",
            ),
            _site(
                "contact.email",
                "E-mail",
                forms.EmailField(
                    max_length=200, widget=forms.EmailInput(attrs={"autocomplete": "off"})
                ),
            ),
            _line(
                "contact.chatNumber",
                "Number for chats",
                "Digits only, with the country code.",
                error="Enter digits only, with the country code, such as 914400000000.",
            ),
            _line(
                "contact.location", "Where you are", "As the footer says it: town, colon, quarters."
            ),
        ],
        "contact",
    ),
    Section(
        "origin",
        "Public address",
        [
            _site(
                "origin.url",
                "Address of the site",
                OriginField(200, help_text="As https://order.example.com, without a path."),
            )
        ],
        "origin",
    ),
    Section(
        "map",
        "Map",
        [
            _line("map.query", "What the map shows"),
            _site(
                "map.embedUrl",
                "Address of the map",
                MapField(help_text=f"A map to embed, of {', '.join(MAP_HOSTS)}."),
            ),
        ],
        "map",
    ),
    Section(
        "social",
        "Social networks",
        [
            _list(
                "social.links",
                "Networks",
                {"network": "Network", "url": "Address"},
                row_label="network",
            )
        ],
        "social",
    ),
    Section(
        "links",
        "Links of the header",
        [
            _list(
                "externalLinks.links",
                "Links",
                {"label": "Label", "url": "Address"},
                row_label="link",
                unique="label",
            )
        ],
        "externalLinks",
    ),
    Section(
        "legal",
        "Licence and responsibility",
        [
            _line(
                "legal.fssaiLicence",
                "FSSAI number",
                "14 digits. Empty: not shown.",
                error="Enter the 14 digits of the number.",
            ),
            _site(
                "legal.fssaiKind",
                "It is a",
                forms.ChoiceField(
                    choices=[("licence", "Licence"), ("registration", "Registration")]
                ),
            ),
            _line("legal.legalName", "Registered name of the business", max_length=200),
            _line("legal.grievanceContact", "Whom to turn to with a complaint", max_length=200),
        ],
    ),
    Section(
        "trust",
        "Reviews",
        [
            _site(
                "trust.reviews",
                "What customers wrote",
                RowsField(
                    [
                        Column(
                            "quote",
                            "Review",
                            TextField(max_length=240, widget=forms.Textarea(attrs={"rows": 3})),
                        ),
                        Column("source", "Who wrote it, and where", LineField(60)),
                    ],
                    max_rows=3,
                    is_optional=True,
                    row_label="review",
                    unique="quote",
                    help_text="Word for word, each with its source, such as “Asha, Google review”.",
                ),
            )
        ],
        hint="Up to three, shown on the first page with your FSSAI number and your kitchen’s picture.",
    ),
    Section(
        "figures",
        "Energy and protein",
        [
            _site(
                "figures.shown",
                "Show them",
                ChoiceWithDefault(
                    "pages",
                    choices=[
                        ("pages", "On pages and in mails"),
                        ("pages-and-labels", "On pages, in mails and on labels"),
                        ("nowhere", "Nowhere"),
                    ],
                    help_text="They are computed from your recipes; the protein of the weekly menu is typed there. Allergens are always shown.",
                ),
            )
        ],
    ),
    Section(
        "hours",
        "Hours",
        [
            _line(
                "hours.calls",
                "When you call",
                "It ends “We will call you ...”. Empty: within working hours.",
            ),
            *chain.from_iterable(
                (_hours(meal, "from", "from"), _hours(meal, "to", "to")) for meal in MEALS
            ),
        ],
        "hours",
        "Delivery from when to when, by meal. Empty: 7:00 am to 10:30 am, 12:00 pm to 3:00 pm, 6:30 pm to 9:30 pm.",
    ),
    Section(
        "payment",
        "Payment",
        [
            _line(
                "payment.upiId",
                "UPI id",
                "Customers see it: a business id, not a phone number. Empty: no payments by UPI.",
                error="Enter it as name@bank.",
                max_length=320,
            )
        ],
    ),
    Section(
        "chat",
        "Chat greetings",
        [
            _line("chatGreetings.general", "From the header"),
            _line("chatGreetings.veg", "From the veg menu"),
            _line("chatGreetings.nonveg", "From the non-veg menu"),
            _line("chatGreetings.tray", "From the meal tray"),
            _line(
                "chatGreetings.about",
                "About anything else",
                "{matter} is replaced, such as by “my order OT-7K2M9QX”. Empty: Hi, your name, about {matter}:",
                error="Keep {matter} in it.",
            ),
        ],
        hint="What a chat opens with.",
    ),
    Section(
        "colours",
        "Colours",
        [
            _site(f"colours.{name}", label, ColourField(SHIPPED_COLOURS[name]))
            for name, label in COLOUR_LABELS.items()
        ],
        hint="Contrast is measured: what cannot be read is refused.",
    ),
)
FIELDS: Sequence[ValueField] = tuple(chain.from_iterable(section.fields for section in SECTIONS))


class ShopForm(ValuesForm):
    """The shop's details; hours, colours and the UPI id are held against each other."""

    action = "menu-shop"

    def clean(self) -> dict[str, Any]:
        """Refuse hours that end before they begin, and colours that cannot be read."""
        cleaned = super().clean() or self.cleaned_data
        for meal in MEALS:
            self._check_hours(f"site-hours-meals-{meal}")
        if upi_id := cleaned.get("site-payment-upiId"):
            self._check_upi_id(upi_id)
        self._check_colours()
        return cleaned

    def _check_hours(self, name: str) -> None:
        start, end = (self.cleaned_data.get(f"{name}-{part}") for part in ("from", "to"))
        if f"{name}-from" in self.errors or f"{name}-to" in self.errors:
            return
        if (start is None) != (end is None):
            self.add_error(f"{name}-{'from' if start is None else 'to'}", "Enter both times.")
        elif start is not None and start >= end:
            self.add_error(f"{name}-to", "This must be later than the time before it.")

    def _check_upi_id(self, upi_id: str) -> None:
        if is_personal_upi_id(upi_id):
            self.add_error(
                "site-payment-upiId",
                "This is a phone number, which every customer would see. Use a business id.",
            )

    def _check_colours(self) -> None:
        names = {f"site-colours-{name}": name for name in COLOUR_LABELS}
        if any(name in self.errors for name in names):
            return
        chosen = {colour: self.cleaned_data[name] for name, colour in names.items()}
        if found := unreadable_pair(chosen):
            changed = {
                colour
                for name, colour in names.items()
                if self.data.get(f"initial-{name}") != chosen[colour]
            }
            at = next((colour for colour in found.colours if colour in changed), found.colours[0])
            sentence = f"{found.sentence[0].upper()}{found.sentence[1:]}"
            self.add_error(f"site-colours-{at}", sentence)
