"""Renders a mail's content as HTML: tables and inline styles, which every mail program shows. A template takes five times as
long.

It loads nothing: pictures are parts of the mail. The contrast of a shop's colours was checked when they were read
(`catalogue/colours.py`); a mail declares the light scheme only, since programs that darken mails do so by themselves.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from html import escape

from oottam.catalogue.colours import ON_BRAND, SOFT_INK, WHITE, mix
from oottam.catalogue.site import Site
from oottam.core import direction
from oottam.outbox.mail_content import Fact, Line, Link, MailContent, PaymentRequest
from oottam.outbox.sanitize import one_line, several_lines

MAX_LINE_LENGTH = 400  # characters of a greeting, or of an item's title or detail
LOGO_WIDTH = 44  # pixels
TABLE = 'table role="presentation" cellpadding="0" cellspacing="0" border="0"'
WRAP = "overflow-wrap:anywhere;word-break:break-word;"


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture of the mail, by its Content-ID without brackets, shown `width` pixels wide."""

    content_id: str
    width: int


class _Look:
    """Parts of styles in a shop's colours."""

    def __init__(self, accent: str, brand: str, ink: str, ground: str) -> None:
        self.accent, self.brand, self.ink, self.ground = accent, brand, ink, ground
        self.small = f"font-size:14px;color:{mix(ink, ground, SOFT_INK)};"
        self.panel = f'{TABLE} width="100%" bgcolor="{ground}" style="background-color:{ground};border-radius:8px;"'
        self.rule = f"border-bottom:1px solid {mix(ink, WHITE, 0.15)};"


_look = lru_cache(maxsize=4)(_Look)


def render(
    content: MailContent, site: Site, logo: Picture | None = None, qr_code: Picture | None = None
) -> str:
    """Return the whole page. All text is escaped here, and customers' input sanitized."""
    look = _look(**site.colours)
    rows = "\n".join(_rows(content, site, look, qr_code))
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<meta name="supported-color-schemes" content="light">
<title>{escape(direction.isolated_text(one_line(content.subject, MAX_LINE_LENGTH)))}</title>
</head>
<body style="margin:0;padding:0;background-color:{look.ground};">
<{TABLE} width="100%" bgcolor="{look.ground}" style="background-color:{look.ground};">
<tr><td align="center" style="padding:16px 8px;">
<{TABLE} width="600" bgcolor="{WHITE}" style="width:100%;max-width:600px;background-color:{WHITE};border-radius:12px;\
font-family:-apple-system,'Segoe UI',Roboto,'Noto Sans',Arial,sans-serif;font-size:16px;line-height:1.5;color:{look.ink};">
<tr><td bgcolor="{look.brand}" style="padding:14px 24px;background-color:{look.brand};border-radius:12px 12px 0 0;">
<{TABLE}><tr>{_logo(logo)}<td style="color:{ON_BRAND};font-size:20px;font-weight:700;{WRAP}">{_text(site.brand.name)}</td></tr></table>
</td></tr>
{rows}
</table>
</td></tr>
</table>
</body>
</html>
"""


def _rows(content: MailContent, site: Site, look: _Look, qr_code: Picture | None) -> Iterator[str]:
    """Yield the rows of the mail's table, in the order of the plain text."""
    if content.greeting:
        yield _row(_line_of(content.greeting), "24px 24px 0", "font-size:18px;font-weight:600;")
    if content.opening:
        yield _row(_text(content.opening), "8px 24px 0")
    for paragraph in content.paragraphs:
        yield _row(_lines_of(paragraph), "12px 24px 0")
    if content.payment and qr_code:
        yield _row(_payment(content.payment, look, qr_code))
    if content.facts:
        yield _row(_table(look.panel, [_fact(fact, look) for fact in content.facts]))
    if content.lines:
        yield _row(_table(f'{TABLE} width="100%"', [_line(line, look) for line in content.lines]))
    if content.sums:
        *parts, total = content.sums
        sums = [*(_sum(each) for each in parts), _sum(total, "font-size:18px;font-weight:700;")]
        yield _row(_table(f'{TABLE} width="100%"', sums), "8px 24px 0")
    for note in content.notes:
        yield _row(_text(several_lines(note)), "12px 24px 0", look.small)
    if content.next_steps:
        heading = '<td style="padding:14px 16px 0;font-weight:700;">What happens next</td>'
        steps = f'<td style="padding:4px 16px 14px;">{_text(" ".join(content.next_steps))}</td>'
        yield _row(_table(look.panel, [heading, steps]), "24px 24px 0")
    if content.first_link:
        yield _row(_button(content.first_link, WHITE, look.accent, look.accent), "24px 24px 0")
    if link := content.link:
        is_second = content.first_link is not None
        text, ground = (look.brand, WHITE) if is_second else (WHITE, look.accent)
        yield _row(
            _button(link, text, ground, look.brand if is_second else look.accent), "24px 24px 0"
        )
        url = escape(link.url)
        yield _row(
            f'<a href="{url}" style="color:{look.brand};">{url}</a>', "8px 24px 0", look.small
        )
    small_print = f"<br><br>{_text(content.small_print)}" if content.small_print else ""
    contact = " · ".join(map(_text, (site.brand.name, site.contact.phone, site.contact.email)))
    yield _row(f"{contact}{small_print}", "24px", look.small)


def _row(content: str, padding: str = "20px 24px 0", style: str = "") -> str:
    return f'<tr><td dir="auto" style="padding:{padding};{style}{WRAP}">{content}</td></tr>'


def _table(tag: str, rows: list[str]) -> str:
    inner = "\n".join(f"<tr>{cells}</tr>" for cells in rows)
    return f"<{tag}>\n{inner}\n</table>"


def _logo(logo: Picture | None) -> str:
    if logo is None:
        return ""
    return f'<td width="{logo.width + 12}">{_picture(logo, "", f"width:{logo.width}px;")}</td>'


def _picture(picture: Picture, alt: str, style: str) -> str:
    width = picture.width
    return (
        f'<img src="cid:{escape(picture.content_id)}" width="{width}" height="{width}" alt="{escape(alt)}" '
        f'style="display:block;{style}height:auto;border:0;">'
    )


def _payment(request: PaymentRequest, look: _Look, qr_code: Picture) -> str:
    upi, page = request.upi, ""
    if request.page_url:
        page = f' <a href="{escape(request.page_url)}" style="color:{look.brand};">See the page for changes</a>.'
    style = f"width:100%;max-width:{qr_code.width}px;background-color:{WHITE};"
    code = _picture(qr_code, f"QR code that pays {upi.amount} by UPI", style)
    facts = [Fact("UPI ID", upi.upi_id), Fact("Amount", upi.amount), Fact("Note", upi.reference)]
    return _table(
        look.panel,
        [
            '<td colspan="2" style="padding:14px 16px 8px;font-weight:700;">Pay by UPI</td>',
            f'<td colspan="2" style="padding:0 16px 8px;">{code}</td>',
            *(_fact(fact, look) for fact in facts),
            f'<td colspan="2" style="padding:8px 16px 14px;{look.small}">Amount as of {_text(request.as_of)}.{page}</td>',
        ],
    )


def _fact(fact: Fact, look: _Look) -> str:
    return (
        f'<td valign="top" width="38%" style="padding:8px 8px 8px 16px;{look.small}">{_text(fact.label)}</td>'
        f'<td valign="top" dir="auto" style="padding:8px 16px 8px 8px;{WRAP}">{_lines_of(fact.text)}</td>'
    )


def _line(line: Line, look: _Look) -> str:
    detail = f'<br><span style="{look.small}">{_line_of(line.detail)}</span>' if line.detail else ""
    before = f'<br><s style="{look.small}">{_text(line.before)}</s>' if line.before else ""
    amount = (
        f'<td valign="top" align="right" style="padding:8px 0;{look.rule}white-space:nowrap;">{_text(line.amount)}{before}</td>'
        if line.amount
        else ""
    )
    return (
        f'<td valign="top" style="padding:8px 8px 8px 0;{look.rule}{WRAP}"><span dir="auto">{_line_of(line.title)}</span>'
        f"{detail}</td>{amount}"
    )


def _sum(fact: Fact, style: str = "") -> str:
    return (
        f'<td style="padding:4px 8px 4px 0;{style}">{_text(fact.label)}</td>'
        f'<td align="right" style="padding:4px 0;white-space:nowrap;{style}">{_text(fact.text)}</td>'
    )


def _button(link: Link, text: str, ground: str, border: str) -> str:
    """A cell has the colours, and space for programs of Microsoft's, which ignore a link's padding."""
    return (
        f'<{TABLE}><tr><td bgcolor="{ground}" style="background-color:{ground};border:1px solid {border};border-radius:8px;'
        f'mso-padding-alt:12px 20px;"><a href="{escape(link.url)}" style="display:inline-block;padding:12px 20px;'
        f'color:{text};font-weight:600;text-decoration:none;">{_text(link.text)}</a></td></tr></table>'
    )


def _line_of(text: str) -> str:
    return _text(one_line(text, MAX_LINE_LENGTH))


def _lines_of(text: str) -> str:
    return _text(several_lines(text)).replace("\n", "<br>")


def _text(text: str) -> str:
    return escape(text) if text.isascii() else direction.escape(text)
