"""A hook is called where it is declared, and provided elsewhere."""

import os
import subprocess
import sys

import pytest

from oottam.core.hook import Hook

# In a process of its own, as the mail worker's: this one has loaded every view.
UNPROVIDED = """
import gc, django
django.setup()
from oottam.core.hook import Hook
hooks = [each for each in gc.get_objects() if isinstance(each, Hook)]
print(len(hooks), [each.__doc__ for each in hooks if each.provider is each.declaration])
"""


def test_every_hook_is_provided_once_django_has_started() -> None:
    environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "oottam.config.settings"}
    printed = subprocess.check_output(
        [sys.executable, "-c", UNPROVIDED], env=environment, text=True
    )
    number, unprovided = printed.strip().split(" ", 1)
    assert (int(number) > 8, unprovided) == (True, "[]")


def test_hook_calls_what_was_provided() -> None:
    @Hook
    def double(number: int) -> int:
        """Double it."""
        raise NotImplementedError

    with pytest.raises(NotImplementedError):
        double(2)
    double.provide(lambda number: number * 2)
    assert (double(2), double.__doc__) == (4, "Double it.")
