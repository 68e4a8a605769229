"""What an app gives to those below it, which may not import it: methods of its AppConfig, found by their names."""

from collections.abc import Callable
from functools import cache
from typing import Any

from django.apps import apps


@cache
def app_hooks(name: str) -> tuple[Callable[..., Any], ...]:
    """Each installed app's method of this name, in the order of INSTALLED_APPS."""
    return tuple(getattr(each, name) for each in apps.get_app_configs() if hasattr(each, name))
