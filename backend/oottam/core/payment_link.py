"""How what is owed is paid by UPI: the link that opens an app, its QR code, and the same as text."""

from dataclasses import dataclass
from io import BytesIO
from urllib.parse import quote, urlencode

import segno
from django.utils.safestring import SafeString, mark_safe

from oottam.core.money import PAISE_PER_RUPEE, format_rupees

QUIET_ZONE = 4  # modules of white around the code, as readers want
POINTS_PER_MODULE = 10  # in the picture; twice what it is shown at, for fine screens
# What most banks allow in a day; what they allow beyond it is not for a kitchen's bills.
DAILY_LIMIT_PAISE = 1_00_000_00


@dataclass(frozen=True, slots=True)
class UpiPayment:
    """Whom to pay, how much and with which note. Of the customer it holds the reference alone."""

    upi_id: str
    payee: str
    paise: int
    reference: str

    @property
    def link(self) -> str:
        """Opens a UPI app with all of it filled in, where the browser and the app allow it."""
        return upi_link(
            upi_id=self.upi_id, name=self.payee, paise=self.paise, reference=self.reference
        )

    @property
    def qr_code(self) -> SafeString:
        """The link as an SVG element."""
        return qr_code(self.link)

    @property
    def amount(self) -> str:
        """As people read it: ₹1,638.00."""
        return format_rupees(self.paise)

    @property
    def amount_to_paste(self) -> str:
        """As an app's field takes it: without "₹" and commas, with a point only before paise, for some drop the point."""
        rupees, rest = divmod(self.paise, PAISE_PER_RUPEE)
        return f"{rupees}.{rest:02}" if rest else f"{rupees}"

    @property
    def is_above_daily_limit(self) -> bool:
        """Whether most banks let it go in parts only."""
        return self.paise > DAILY_LIMIT_PAISE


def upi_link(*, upi_id: str, name: str, paise: int, reference: str) -> str:
    """As UPI's linking specification spells it: payee, name, amount with paise, currency, note."""
    rupees, rest = divmod(paise, PAISE_PER_RUPEE)
    query = {"pa": upi_id, "pn": name, "am": f"{rupees}.{rest:02}", "cu": "INR", "tn": reference}
    return f"upi://pay?{urlencode(query, quote_via=quote, safe='@')}"


def qr_code(link: str) -> SafeString:
    """An SVG element, black on white by itself: whatever colours its reader prefers, cameras want these."""
    svg = _symbol(link).svg_inline(
        border=QUIET_ZONE,
        dark="#000",
        light="#fff",
        omitsize=True,
        svgclass="upi-code",
        lineclass=None,
    )
    return mark_safe(svg)  # noqa: S308 - paths that segno draws: nothing of the text is in it


def qr_picture(link: str) -> tuple[bytes, int]:
    """The same as a PNG file, for mails, and its width and height in points."""
    symbol, file = _symbol(link), BytesIO()
    symbol.save(file, kind="png", border=QUIET_ZONE, scale=POINTS_PER_MODULE)
    return file.getvalue(), int(symbol.symbol_size(POINTS_PER_MODULE, QUIET_ZONE)[0])


def _symbol(link: str) -> segno.QRCode:
    return segno.make(link, error="m", micro=False)
