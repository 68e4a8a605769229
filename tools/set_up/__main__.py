"""`python -m tools.set_up PART...`: set up the given parts, holding the checkout's lock."""

import sys

from tools.set_up.checkout import first_on_path, lock, run
from tools.set_up.python_packages import PYTHON, VENV, python, python_dev
from tools.set_up.storefront import lighthouse_packages, markup_packages, node, node_dev, storefront

INTERRUPTED = 130  # exit status, as in shells


def tables() -> None:
    """Migrate the database that the environment's settings select."""
    python()
    run(PYTHON, "backend/manage.py", "migrate", "--verbosity", "0", "--skip-checks")


PARTS = {
    "python": python,
    "python-dev": python_dev,
    "node": node,
    "node-dev": node_dev,
    "lighthouse-packages": lighthouse_packages,
    "markup-packages": markup_packages,
    "storefront": storefront,
    "tables": tables,
}


def main() -> None:
    """Set up the parts given as arguments, one call at a time."""
    lock()
    first_on_path(VENV / "bin")
    for part in sys.argv[1:]:
        PARTS[part]()


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
