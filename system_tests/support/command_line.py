"""Command lines of system tests and benchmarks."""

from argparse import ArgumentParser, RawDescriptionHelpFormatter


def argument_parser(module: str, description: str | None) -> ArgumentParser:
    """Return a parser for `python -m module`, whose help keeps the description's lines: the module's docstring."""
    return ArgumentParser(
        prog=f"python -m {module}",
        description=description,
        formatter_class=RawDescriptionHelpFormatter,
    )
