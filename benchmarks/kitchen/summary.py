"""Formats figures as a table."""

from collections.abc import Mapping, Sequence
from statistics import median


def p99(figures: Sequence[float]) -> float:
    """Return the 99th percentile."""
    return sorted(figures)[min(len(figures) - 1, int(0.99 * len(figures)))]


def table(figures: Mapping[str, Sequence[float]], unit: str) -> str:
    """Format minimum, median, 95th and 99th percentile and maximum; the minimum depends least on other load."""
    lines = [f"{'':24}{'best':>8}{'median':>8}{'p95':>8}{'p99':>8}{'most':>8}  {unit}"]
    for name, each in figures.items():
        ordered = sorted(each)
        late = p99(each)
        high = ordered[min(len(ordered) - 1, int(0.95 * len(ordered)))]
        lines.append(
            f"{name:24}{ordered[0]:8.1f}{median(ordered):8.1f}{high:8.1f}{late:8.1f}{ordered[-1]:8.1f}  x{len(each)}"
        )
    return "\n".join(lines)
