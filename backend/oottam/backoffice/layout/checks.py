"""The system check that stops the start for a staff page without a permission."""

from collections.abc import Iterator
from typing import Any

from django.core.checks import CheckMessage, Error, register
from django.urls import URLPattern, URLResolver


@register
def check_page_permissions(app_configs: Any, **kwargs: Any) -> list[CheckMessage]:
    """Report oottam.E010 for each view that was not made by layout/decorators.py."""
    from oottam.backoffice.urls import urlpatterns  # noqa: PLC0415 - views are not loaded earlier

    return [
        Error(
            f"The staff page {pattern.pattern} asks for no permission.",
            hint="Put @staff_page(Permission...) on its view.",
            id="oottam.E010",
        )
        for pattern in patterns(urlpatterns)
        if not hasattr(pattern.callback, "permission")
    ]


def patterns(url_patterns: list[Any]) -> Iterator[URLPattern]:
    """Yield every pattern, those of included lists too."""
    for pattern in url_patterns:
        if isinstance(pattern, URLResolver):
            yield from patterns(pattern.url_patterns)
        else:
            yield pattern
