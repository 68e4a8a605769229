"""Calls from lower apps to higher ones, which they may not import: AppConfig methods, found by name."""

from collections.abc import Callable
from functools import cache
from typing import Any

from django.apps import apps


@cache
def app_hooks(name: str) -> tuple[Callable[..., Any], ...]:
    """Return each installed app's method of this name, in the order of INSTALLED_APPS. Raises LookupError for none."""
    hooks = tuple(getattr(each, name) for each in apps.get_app_configs() if hasattr(each, name))
    if not hooks:
        raise LookupError(f"No app has a method {name}.")
    return hooks
