"""Checks the pages of a build: `python -m oottam.rendering FOLDER`. Exits with the first faulty page's faults."""

import sys
from pathlib import Path

from oottam.rendering.page_check import PageError, check_pages


def main(folder: Path) -> None:
    site = {
        str(file.relative_to(folder)): file.read_text("utf-8")
        for file in sorted(folder.rglob("*.html"))
    }
    try:
        check_pages(site, lambda name: (folder / name).exists())
    except PageError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
