"""Django system checks of the shop's configuration."""

from collections.abc import Sequence
from typing import Any

from django.apps import AppConfig
from django.core.checks import CheckMessage, Info, Warning, register  # noqa: A004 - Django's word

from oottam import catalogue
from oottam.catalogue.report import PERSONAL_UPI_ID
from oottam.catalogue.site import is_personal_upi_id


@register
def sample_blocks(app_configs: Sequence[AppConfig] | None, **kwargs: Any) -> list[CheckMessage]:
    """Report the blocks of site.json that still contain the shipped sample."""
    blocks = catalogue.current().site.sample_blocks
    if not blocks:
        return []
    return [
        Info(
            f"site.json still holds the shipped sample of: {', '.join(blocks)}.",
            hint='Enter the shop\'s data in each block, then set its "sample" to false.',
            id="oottam.I001",
        )
    ]


@register
def sample_texts(app_configs: Sequence[AppConfig] | None, **kwargs: Any) -> list[CheckMessage]:
    """Report the terms and privacy texts that are still the shipped sample."""
    names = [f"{name}.txt" for name, text in catalogue.current().texts.items() if text.is_sample]
    if not names:
        return []
    return [
        Info(
            f"contract/shop still holds the shipped sample of: {', '.join(names)}.",
            hint='Adapt them to the shop, then delete their first line, "sample: true".',
            id="oottam.I006",
        )
    ]


@register
def personal_upi_id(app_configs: Sequence[AppConfig] | None, **kwargs: Any) -> list[CheckMessage]:
    """Warn if the UPI id is a phone number; the message omits the number, since logs are retained."""
    if not is_personal_upi_id(catalogue.current().site.upi_id):
        return []
    return [
        Warning(
            PERSONAL_UPI_ID,
            hint="Ask your bank or UPI app for a business UPI id, and enter it in site.json.",
            id="oottam.W005",
        )
    ]
