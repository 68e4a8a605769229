"""UPI payments: the app link, its QR code and its text fields."""

from dataclasses import dataclass
from io import BytesIO
from urllib.parse import quote, urlencode

import segno
from django.utils.safestring import SafeString, mark_safe

from oottam.core.money import PAISE_PER_RUPEE, format_rupees

QUIET_ZONE = 4  # modules of white border, as scanners require
POINTS_PER_MODULE = 10  # twice the displayed size, for high-resolution screens
# Most banks' daily UPI limit; their higher limits do not cover restaurants.
DAILY_LIMIT_PAISE = 1_00_000_00


@dataclass(frozen=True, slots=True)
class UpiPayment:
    """Payee, amount and note; the reference is the only customer data."""

    upi_id: str
    payee: str
    paise: int
    reference: str

    @property
    def link(self) -> str:
        """A link that opens a UPI app with all fields filled in, if browser and app support it."""
        return upi_link(
            upi_id=self.upi_id, name=self.payee, paise=self.paise, reference=self.reference
        )

    @property
    def qr_code(self) -> SafeString:
        """The link as an SVG element."""
        return qr_code(self.link)

    @property
    def amount(self) -> str:
        """For display: ₹1,638.00."""
        return format_rupees(self.paise)

    @property
    def amount_to_paste(self) -> str:
        """For pasting: no "₹" or commas; a decimal point only before paise, because some apps drop it."""
        rupees, rest = divmod(self.paise, PAISE_PER_RUPEE)
        return f"{rupees}.{rest:02}" if rest else f"{rupees}"

    @property
    def is_above_daily_limit(self) -> bool:
        """Whether most banks require several payments."""
        return self.paise > DAILY_LIMIT_PAISE


def upi_link(*, upi_id: str, name: str, paise: int, reference: str) -> str:
    """Return a link by UPI's linking specification: payee, name, amount, currency, note."""
    rupees, rest = divmod(paise, PAISE_PER_RUPEE)
    query = {"pa": upi_id, "pn": name, "am": f"{rupees}.{rest:02}", "cu": "INR", "tn": reference}
    return f"upi://pay?{urlencode(query, quote_via=quote, safe='@')}"


def qr_code(link: str) -> SafeString:
    """Return an SVG element, always black on white for cameras, also in dark mode."""
    svg = _symbol(link).svg_inline(
        border=QUIET_ZONE,
        dark="#000",
        light="#fff",
        omitsize=True,
        svgclass="upi-code",
        lineclass=None,
    )
    return mark_safe(svg)  # noqa: S308 - segno draws paths only; no user text


def qr_picture(link: str) -> tuple[bytes, int]:
    """Return a PNG for mails, and its width and height in pixels."""
    symbol, file = _symbol(link), BytesIO()
    symbol.save(file, kind="png", border=QUIET_ZONE, scale=POINTS_PER_MODULE)
    return file.getvalue(), int(symbol.symbol_size(POINTS_PER_MODULE, QUIET_ZONE)[0])


def _symbol(link: str) -> segno.QRCode:
    return segno.make(link, error="m", micro=False)
