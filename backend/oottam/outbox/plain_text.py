"""Renders a mail's content as plain text."""

import textwrap
from collections.abc import Iterator

from oottam.catalogue import Site
from oottam.core.direction import isolate
from oottam.outbox.mail_content import Fact, Line, MailContent, PaymentRequest
from oottam.outbox.sanitize import one_line, several_lines

WIDTH = 72  # characters
MAX_LINE_LENGTH = 400  # characters of an item's title or detail


def plain_text(content: MailContent, site: Site) -> str:
    """Render the whole mail; multi-line customer input is indented, so that it cannot imitate the shop's text."""
    return (
        "\n\n".join([*_paragraphs(content), _signature(site), *_wrapped(content.small_print)])
        + "\n"
    )


def _paragraphs(content: MailContent) -> Iterator[str]:
    if content.greeting:
        yield one_line(content.greeting, WIDTH)
    yield from _wrapped(content.opening)
    for paragraph in content.paragraphs:
        yield "\n".join(_fill(line) for line in several_lines(paragraph).split("\n"))
    if content.payment:
        yield _payment(content.payment)
    if content.facts:
        yield "\n".join(map(_fact, content.facts))
    if content.lines:
        yield "\n".join(map(_line, content.lines))
    if content.sums:
        yield "\n".join(map(_fact, content.sums))
    for note in content.notes:
        yield from _wrapped(note)
    if content.next_steps:
        yield "\n".join(["WHAT HAPPENS NEXT", *_wrapped(" ".join(content.next_steps))])
    for link in (content.first_link, content.link):
        if link:
            yield f"{link.text}:\n{link.url}"


def _fact(fact: Fact) -> str:
    text = several_lines(fact.text)
    if "\n" not in text and len(fact.label) + len(text) < WIDTH:
        return f"{fact.label}: {isolate(text)}"
    lines = (f"  | {isolate(line)}".rstrip() for line in text.split("\n"))
    return "\n".join([f"{fact.label}:", *lines])


def _line(line: Line) -> str:
    title = isolate(one_line(line.title, MAX_LINE_LENGTH))
    detail = f" ({isolate(one_line(line.detail, MAX_LINE_LENGTH))})" if line.detail else ""
    amount = f": {line.amount}" if line.amount else ""
    before = f", instead of {line.before}" if line.before else ""
    return _fill(f"- {title}{detail}{amount}{before}", subsequent_indent="  ")


def _payment(request: PaymentRequest) -> str:
    """UPI details as text, for readers who cannot scan the QR code."""
    upi = request.upi
    page = f" See the page for changes:\n{request.page_url}" if request.page_url else ""
    return (
        f"PAY BY UPI\nUPI ID: {upi.upi_id}\nAmount: {upi.amount}\nNote: {upi.reference}\n"
        f"Amount as of {request.as_of}.{page}"
    )


def _signature(site: Site) -> str:
    return f"{site.brand.name}\n{site.contact.phone}, {site.contact.email}"


def _wrapped(text: str) -> list[str]:
    return [_fill(text)] if text else []


def _fill(text: str, subsequent_indent: str = "") -> str:
    """Wrap to WIDTH, but not at hyphens: references such as OT-7K2M9QX stay whole."""
    return textwrap.fill(text, WIDTH, subsequent_indent=subsequent_indent, break_on_hyphens=False)
