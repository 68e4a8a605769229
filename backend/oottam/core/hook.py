"""Functions that an app calls and an app above it provides, which it may not import."""

from collections.abc import Callable
from typing import Generic, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")


class Hook(Generic[P, R]):
    """Decorates a function without a body in the lower app; the higher app passes its own to `provide`.

    The higher app's `ready` imports the module that does so.
    """

    def __init__(self, declaration: Callable[P, R]) -> None:
        self.declaration = self.provider = declaration  # raises NotImplementedError
        self.__doc__ = declaration.__doc__

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        return self.provider(*args, **kwargs)

    def provide(self, function: Callable[P, R]) -> Callable[P, R]:
        self.provider = function
        return function
