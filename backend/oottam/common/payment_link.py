"""The link by which a UPI app pays what is owed, and its QR code."""

from urllib.parse import quote, urlencode

import segno
from django.utils.safestring import SafeString, mark_safe

from oottam.common.money import PAISE_PER_RUPEE


def upi_link(*, upi_id: str, name: str, paise: int, reference: str) -> str:
    """As UPI's linking specification spells it: payee, name, amount with paise, currency, note."""
    rupees, rest = divmod(paise, PAISE_PER_RUPEE)
    asked = {"pa": upi_id, "pn": name, "am": f"{rupees}.{rest:02}", "cu": "INR", "tn": reference}
    return f"upi://pay?{urlencode(asked, quote_via=quote, safe='@')}"


def qr_code(link: str) -> SafeString:
    """An SVG element; its looks come from the style sheet, for the policy allows no inline style."""
    drawn = segno.make(link, error="m", micro=False)
    svg = drawn.svg_inline(border=4, omitsize=True, svgclass="qr", lineclass=None)
    return mark_safe(svg)  # noqa: S308 - paths that segno draws: nothing of the text is in it
