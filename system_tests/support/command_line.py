"""Command lines of system tests and benchmarks."""

import sys
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Sequence

KINDS = ("sqlite", "postgresql")


def argument_parser() -> ArgumentParser:
    """Return a parser for the module that `python -m` runs, whose help keeps the lines of the module's docstring."""
    module = sys.modules["__main__"]
    name = module.__spec__.name if module.__spec__ else ""
    return ArgumentParser(
        prog=f"python -m {name.removesuffix('.__main__')}",
        description=module.__doc__,
        formatter_class=RawDescriptionHelpFormatter,
    )


def parse(
    *, kinds: Sequence[str] = KINDS, without: Sequence[str] = (), **sizes: bool | float | str
) -> Namespace:
    """Parse the command line of a module that runs on `kinds` of database, with `without` to disable a protection.

    Each of `sizes` becomes an option with this default, of its type, False a switch; the result's `sizes` has them all.
    """
    parser = argument_parser()
    parser.add_argument("--database", choices=kinds, default=kinds[0])
    parser.add_argument("--without", choices=without, default="")
    for name, default in sizes.items():
        option = f"--{name.replace('_', '-')}"
        if default is False:
            parser.add_argument(option, action="store_true")
        else:
            parser.add_argument(option, type=type(default), default=default)
    found = parser.parse_args()
    found.sizes = {name: getattr(found, name) for name in sizes}
    return found
