"""`--help` of system tests and benchmarks is readable."""

from system_tests.support.command_line import argument_parser


def test_help_keeps_the_lines_of_the_description() -> None:
    described = "A test.\n\n    python -m system_tests.faults.kill --kills 3\n"
    text = argument_parser("system_tests.faults.kill", described).format_help()
    assert described in text
    assert "usage: python -m system_tests.faults.kill [-h]" in text
