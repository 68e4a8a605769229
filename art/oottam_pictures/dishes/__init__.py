"""One description per dish: every module here holds a DISHES dictionary by picture key."""

import importlib
import pkgutil


def all_dishes():
    """{picture key: description} of every dish; a key described twice is a mistake."""
    found = {}
    for module in pkgutil.iter_modules(__path__):
        for key, description in getattr(
            importlib.import_module(f"{__name__}.{module.name}"), "DISHES", {}
        ).items():
            if key in found:
                raise ValueError(f"picture {key!r} is described twice; remove one of the descriptions")
            found[key] = description
    return found
