"""`python -m oottam.catalogue [FOLDER]` checks a contract folder; it needs no settings and no database."""

import sys
from argparse import ArgumentParser
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

from oottam.catalogue.folder import SHIPPED
from oottam.catalogue.report import describe_folder


def main() -> None:
    """Print the report, or exit with status 1 and the error."""
    parser = ArgumentParser(prog="python -m oottam.catalogue", description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=SHIPPED)
    parser.add_argument("--quiet", action="store_true", help="print errors only")
    args = parser.parse_args()
    folder = args.folder.expanduser().resolve()
    try:
        lines = describe_folder(folder)
    except ImproperlyConfigured as error:
        sys.exit(f"oottam: {error}")
    if not args.quiet:
        sys.stdout.writelines(f"{line}\n" for line in lines)


if __name__ == "__main__":
    main()
