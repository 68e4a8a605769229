"""`--help` of system tests and benchmarks is readable."""

import subprocess
import sys

from system_tests.faults import clock
from system_tests.support.shop import ROOT


def test_help_keeps_the_lines_of_the_description() -> None:
    command = [sys.executable, "-m", "system_tests.faults.clock", "--help"]
    text = subprocess.check_output(command, cwd=ROOT, text=True)
    assert clock.__doc__
    assert clock.__doc__ in text
    assert "usage: python -m system_tests.faults.clock [-h]" in text
