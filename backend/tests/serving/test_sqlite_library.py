"""A server whose SQLite library can lose committed orders does not start."""

from pathlib import Path

import pytest

from tests.serving.live import rest, start

pytestmark = pytest.mark.enable_socket  # a free port is looked for

FAULTY = """
from types import SimpleNamespace
sqlite_version = "3.51.2"
sqlite_version_info = (3, 51, 2)
dbapi2 = SimpleNamespace()
"""


def test_faulty_library_is_a_one_line_startup_error(
    environment: dict[str, str], tmp_path: Path
) -> None:
    package = tmp_path / "libraries" / "sqlcipher3"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text(FAULTY, "utf-8")
    path = f"{package.parent}:{environment['PYTHONPATH']}"
    with start({**environment, "PYTHONPATH": path}) as process:
        code, out, err = rest(process)
    assert (code, out) == (1, "")
    assert err.startswith("oottam: SQLite 3.51.2 can lose committed orders. Install the locked")
    assert err.count("\n") == 1
