"""The result of a system test: figures, and faults that make it fail."""

import math
import sys
from collections import defaultdict
from dataclasses import dataclass, field
from typing import NoReturn

MAX_FAULTS_OF_A_KIND = 3  # faults of one sort
MAX_FAULT_LENGTH = 300  # characters of a fault


@dataclass(slots=True)
class Report:
    """`figures` by their names, as they were taken; `faults` as sentences that begin `sort: `."""

    title: str
    figures: dict[str, object] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)

    def faults_by_kind(self) -> dict[str, list[str]]:
        """The faults by their sort, such as "lost"."""
        found = defaultdict(list)
        for fault in self.faults:
            found[fault.partition(":")[0]].append(fault)
        return dict(found)

    def text(self) -> str:
        """The report as it is printed: a few faults of each sort."""
        lines = [self.title, *(f"  {name}: {value}" for name, value in self.figures.items())]
        for sort, faults in self.faults_by_kind().items():
            lines.append(f"  FAULTS, {sort}: {len(faults)}")
            lines += [f"    {fault[:MAX_FAULT_LENGTH]}" for fault in faults[:MAX_FAULTS_OF_A_KIND]]
        return "\n".join([*lines, "  FAILED" if self.faults else "  passed"])


def finish(*reports: Report) -> NoReturn:
    """Print the reports, and end with status 1 when one of them holds a fault."""
    for report in reports:
        print(report.text(), flush=True)
    sys.exit(any(report.faults for report in reports))


def progress(line: str) -> None:
    """A line while a system test that takes long is under way."""
    print(f"  {line}", flush=True)


def percentile(seconds: list[float], share: float) -> float:
    """The time that `share` (0 to 1) of them do not exceed, in milliseconds; endless for none."""
    if not seconds:
        return math.inf
    ordered = sorted(seconds)
    return round(1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))], 1)
