"""A hook is called where it is declared, and provided elsewhere."""

from types import ModuleType

import pytest

from oottam.api import endpoints
from oottam.api import mails as request_mails
from oottam.billing import refunds
from oottam.core.hook import Hook
from oottam.outbox import mail_content
from oottam.plans.services import day_closing
from oottam.workflow import signals

ASKING = (endpoints, request_mails, refunds, mail_content, day_closing, signals)


@Hook
def _double(number: int) -> int:
    """Double it."""
    raise NotImplementedError


def test_hook_calls_what_was_provided() -> None:
    with pytest.raises(NotImplementedError):
        _double(2)
    _double.provide(lambda number: number * 2)
    assert (_double(2), _double.__doc__) == (4, "Double it.")


@pytest.mark.parametrize("module", ASKING)
def test_every_hook_is_provided_once_django_has_started(module: ModuleType) -> None:
    hooks = [named for named in vars(module).values() if isinstance(named, Hook)]
    assert hooks
    assert [hook.__doc__ for hook in hooks if hook.provider is hook.declaration] == []
