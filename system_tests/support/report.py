"""The result of a system test: figures, and faults that fail it."""

import math
import sys
from collections import defaultdict
from dataclasses import dataclass, field
from typing import NoReturn

MAX_FAULTS_OF_A_KIND = 3  # printed per kind
MAX_FAULT_LENGTH = 300  # characters


@dataclass(slots=True)
class Report:
    """`figures` by name in insertion order; `faults` as texts that start with `kind: `."""

    title: str
    figures: dict[str, object] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)

    def faults_by_kind(self) -> dict[str, list[str]]:
        """Faults by kind, such as "lost"."""
        found = defaultdict(list)
        for fault in self.faults:
            found[fault.partition(":")[0]].append(fault)
        return dict(found)

    def text(self) -> str:
        """The printed report, with a few faults of each kind."""
        lines = [self.title, *(f"  {name}: {value}" for name, value in self.figures.items())]
        for sort, faults in self.faults_by_kind().items():
            lines.append(f"  FAULTS, {sort}: {len(faults)}")
            lines += [f"    {fault[:MAX_FAULT_LENGTH]}" for fault in faults[:MAX_FAULTS_OF_A_KIND]]
        return "\n".join([*lines, "  FAILED" if self.faults else "  passed"])


def finish(*reports: Report, kind: str = "") -> NoReturn:
    """Print the reports, with the database's kind; exit with status 1 if any has a fault."""
    for report in reports:
        report.title += f" on {kind}" if kind else ""
        print(report.text(), flush=True)
    sys.exit(any(report.faults for report in reports))


def progress(line: str) -> None:
    """Print a progress line of a long system test."""
    print(f"  {line}", flush=True)


def percentile(seconds: list[float], share: float) -> float:
    """The percentile `share` (0 to 1) in milliseconds; infinity for an empty list."""
    if not seconds:
        return math.inf
    ordered = sorted(seconds)
    return round(1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))], 1)
