"""Parsers of the back office's pages: sheets, labels, runs and balances."""

import re
from datetime import date, time
from html import unescape

from oottam.core.clock import clock_time
from system_tests.day.recount import TIMES, Recount
from system_tests.day.staff_clients import StaffClient
from tests.backoffice.kitchen.labels.pdf_text import Document

ONE_LABEL_PER_PAGE = "100x50"
MEAL_NAMES = {1: "Breakfast", 2: "Lunch", 3: "Dinner", 4: "Event"}
Stops = dict[str, list[tuple[tuple[str, ...], str]]]


def text_of(html: str) -> str:
    """The text of an HTML page."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


def sheet(cook: StaffClient, day: date) -> dict[int, tuple[int, dict[str, int]]]:
    """Boxes and portions by lower-case dish name, by meal."""
    board = str(cook.data(f"kitchen/{day}/")["board"])
    result = {}
    for meal, section in re.findall(
        r'<section class="meal[^"]*" id="meal-(\d)"(.*?)(?=<section class="meal[ "]|$)',
        board,
        re.DOTALL,
    ):
        boxes = re.search(r'class="boxes">(\d+)<', section)
        dishes = re.findall(
            r'class="what"><strong>(.*?)</strong>.*?<a class="figure"[^>]*>(\d+)<',
            section,
            re.DOTALL,
        )
        portions = {unescape(name).casefold(): int(count) for name, count in dishes}
        result[int(meal)] = (int(boxes[1]) if boxes else -1, portions)
    return result


def is_past_cutoff(cook: StaffClient, day: date) -> bool:
    """Whether all meals of the day are past their cut-off."""
    return "Not final" not in str(cook.data(f"kitchen/{day}/")["board"])


def labels(cook: StaffClient, day: date) -> list[str]:
    """The label text of each box, including its extra labels; empty without labels."""
    content = cook.file(f"kitchen/{day}/labels.pdf?stock={ONE_LABEL_PER_PAGE}")
    if not content.startswith(b"%PDF"):
        return []
    boxes: list[str] = []
    for label in Document(content).labels:
        number = re.search(r"Label (\d+) of \d+", label)
        if number and number[1] != "1":
            boxes[-1] += f" {label}"
        else:
            boxes.append(label)
    return boxes


def runs(desk: StaffClient, day: date, meal: int) -> Stops:
    """The stops by route ("" for none), each with its references and delivery state."""
    html = desk.page(f"runs/{day}/{MEAL_NAMES[meal].lower()}/paper/")
    result: Stops = {}
    for section in re.findall(r'<section class="card run.*?</section>', html, re.DOTALL):
        name = re.search(r'id="route-\d+-name">(.*?)<', section)
        stops = []
        for state, stop in re.findall(
            r'<li class="stop (\w+)" id="stop-\d+">(.*?)(?=<li class="stop |</section>)',
            section,
            re.DOTALL,
        ):
            boxes = re.search(r'<div class="stop-boxes">(.*?)</div>', stop, re.DOTALL)
            named = re.findall(r"/plans/([^/]+)/", boxes[1] if boxes else "")
            stops.append((tuple(sorted(named)), state))
        if stops:
            result[unescape(name[1]) if name else ""] = sorted(stops)
    return result


def owed(desk: StaffClient, reference: str) -> int | None:
    """The balance on the request's page in paise; None if not shown."""
    html = desk.page(f"requests/{reference}/")
    result = re.search(
        r"<tfoot>\s*<tr><th[^>]*>(Due|Overpaid|Paid in full)</th><td[^>]*>(.*?)</td>", html
    )
    if result and result[1] == "Paid in full":
        return 0
    if result is None or not re.search(r"\d", result[2]):
        return None
    paise = _paise(result[2])
    return paise if result[1] == "Due" else -paise


def refunds_due(desk: StaffClient) -> tuple[int, int]:
    """The refunds due in paise: of cancelled requests, and of overpayments."""
    text = text_of(desk.page("money/?list=refunds"))
    result = [re.search(rf"{name}: ₹([\d,.]+)", text) for name in ("Cancelled", "Overpaid")]
    cancelled, overpaid = (_paise(each[1]) if each else 0 for each in result)
    return cancelled, overpaid


def cash(desk: StaffClient, day: date) -> dict[str, tuple[int, int]]:
    """The cash of the day by rider in paise: collected, handed over."""
    result = {}
    html = desk.page(f"money/cash/{day}/")
    for name, section in re.findall(
        r'<h2 id="rider-\d+">(.*?)</h2>(.*?)</section>', html, re.DOTALL
    ):
        collected, *_, handed_over = re.findall(
            r"<dt>(?:Cash collected|Handed over)</dt><dd[^>]*>(.*?)</dd>", section
        )
        if _paise(collected):
            result[unescape(name)] = (_paise(collected), _paise(handed_over))
    return result


def _paise(amount: str) -> int:
    """Parse a displayed amount."""
    return round(float(re.sub(r"[^\d.]", "", unescape(amount))) * 100)


def differences(
    expected: Recount, days: list[date], cook: StaffClient, desk: StaffClient
) -> list[str]:
    """The differences between pages and recount, as sentences.

    Runs are read for meals with boxes on the sheet or in the recount, and for all meals of the first day.
    """
    mismatches = []
    for day in days:
        displayed = sheet(cook, day)
        for meal, name in MEAL_NAMES.items():
            counted = len(expected.on_sheet(day, meal)), expected.sheet(day, meal)
            if displayed.get(meal, (0, {})) != counted:
                mismatches.append(
                    f"sheet: {name} of {day} says {displayed.get(meal)}, counted {counted}"
                )
            if day > days[0] and not counted[0] and meal not in displayed:
                continue
            stops = runs(desk, day, meal)
            if stops != expected.stops(day, meal):
                mismatches.append(
                    f"runs: {name} of {day} says {stops}, counted {expected.stops(day, meal)}"
                )
        mismatches += _label_differences(expected, day, labels(cook, day))
        displayed_cash, counted_cash = cash(desk, day), expected.cash(day)
        if displayed_cash != counted_cash:
            mismatches.append(f"cash: {day} says {displayed_cash}, counted {counted_cash}")
    for reference in expected.requests:
        displayed_owed, counted_owed = owed(desk, reference), expected.owed(reference)
        if displayed_owed != counted_owed:
            mismatches.append(
                f"money: {reference} owes {displayed_owed} paise, counted {counted_owed}"
            )
    displayed_credits = refunds_due(desk)
    counted_credits = (expected.refunds_due(), expected.overpaid())
    if displayed_credits != counted_credits:
        mismatches.append(f"money: refunds due are {displayed_credits}, counted {counted_credits}")
    return mismatches


def _label_differences(expected: Recount, day: date, displayed: list[str]) -> list[str]:
    """Compare labels with boxes by customer, meal, time and dishes."""
    mismatches, left = [], list(displayed)
    for meal, name in MEAL_NAMES.items():
        for box in expected.on_sheet(day, meal):
            at = TIMES.get(meal)
            expected_parts = [
                box.reference,
                name.upper(),
                clock_time(time.fromisoformat(at)) if at else "",
            ]
            for (ordered, quantity), (cooked, _) in zip(
                box.dishes, expected.cooked(box), strict=True
            ):
                is_choice = cooked in ordered.split(" / ")  # an alternative, or the dish itself
                expected_parts.append(
                    f"{quantity} × {cooked if is_choice else f'{cooked}, instead of {ordered}'}"
                )
            result = next(
                (each for each in left if all(part in each for part in expected_parts)), None
            )
            if result is None:
                mismatches.append(f"labels: none of {day} says {expected_parts}; there are {left}")
            elif result.count("×") != len(box.dishes):
                mismatches.append(f"labels: {result!r} has other dishes than {expected_parts}")
            if result is not None:
                left.remove(result)
    mismatches += [f"labels: {each!r} of {day} belongs to no box" for each in left]
    return mismatches
