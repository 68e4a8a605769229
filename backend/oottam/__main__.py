"""`python -m oottam` runs the server in the foreground."""

import os
import sys

import django
from django.core.exceptions import ImproperlyConfigured

from oottam.common.sqlite_driver import FaultySqliteError


def main() -> None:
    """Start, or end with exit status 1 and one sentence that says what to do."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "oottam.config.settings")
    try:
        django.setup()
        from oottam.serving.serve import serve  # noqa: PLC0415 - needs Django to be set up

        serve()
    except (ImproperlyConfigured, FaultySqliteError) as error:
        sys.exit(f"oottam: {error}")


if __name__ == "__main__":
    main()
