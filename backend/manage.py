#!/usr/bin/env python
"""Django's command line with this project's settings."""

import os
import sys

from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line

from oottam.config.database_faults import database_errors_explained
from oottam.core.db.sqlite_driver import FaultySqliteError


def main() -> None:
    """Run one command; a wrong setting or database ends in its sentence, not in a traceback."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "oottam.config.settings")
    try:
        with database_errors_explained():
            execute_from_command_line(sys.argv)
    except (ImproperlyConfigured, FaultySqliteError) as error:
        sys.exit(f"oottam: {error}")


if __name__ == "__main__":
    main()
