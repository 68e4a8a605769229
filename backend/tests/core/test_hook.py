"""A hook is called where it is declared, and provided elsewhere."""

import pytest

from oottam.core.hook import Hook


def test_every_hook_is_provided_once_django_has_started() -> None:
    assert len(Hook.declared) > 8
    assert [hook.__doc__ for hook in Hook.declared if hook.provider is hook.declaration] == []


def test_hook_calls_what_was_provided(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Hook, "declared", [])

    @Hook
    def double(number: int) -> int:
        """Double it."""
        raise NotImplementedError

    with pytest.raises(NotImplementedError):
        double(2)
    double.provide(lambda number: number * 2)
    assert (double(2), double.__doc__) == (4, "Double it.")
