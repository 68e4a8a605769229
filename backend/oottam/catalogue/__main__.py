"""`python -m oottam.catalogue [FOLDER]` checks a contract folder; it needs no settings and no database."""

import sys
from argparse import ArgumentParser
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

from oottam.catalogue.folder import SHIPPED
from oottam.catalogue.report import checked


def main() -> None:
    """Say what was found, or end with exit status 1 and one sentence on what is wrong."""
    parser = ArgumentParser(prog="python -m oottam.catalogue", description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=SHIPPED)
    parser.add_argument("--quiet", action="store_true", help="say only what is wrong")
    given = parser.parse_args()
    folder = given.folder.expanduser().resolve()
    try:
        lines = checked(folder)
    except ImproperlyConfigured as error:
        sys.exit(f"oottam: {error}")
    if not given.quiet:
        sys.stdout.writelines(f"{line}\n" for line in lines)


if __name__ == "__main__":
    main()
