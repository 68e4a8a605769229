"""Parsers of the back office's pages: sheets, labels, runs and balances."""

import re
from datetime import date, time
from html import unescape

from oottam.core.clock import clock_time
from system_tests.day.people import Person
from system_tests.day.recount import TIMES, Recount
from tests.backoffice.kitchen.labels.pdf_text import Document

ONE_A_PAGE = "100x50"
MEAL_NAMES = {1: "Breakfast", 2: "Lunch", 3: "Dinner", 4: "Event"}
Doors = dict[str, list[tuple[tuple[str, ...], str]]]


def plain(html: str) -> str:
    """The text of an HTML page."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


def sheet(cook: Person, day: date) -> dict[int, tuple[int, dict[str, int]]]:
    """Boxes and portions by lower-case dish name, by meal."""
    board = str(cook.data(f"kitchen/{day}/")["board"])
    found = {}
    for meal, section in re.findall(
        r'<section class="meal[^"]*" id="meal-(\d)"(.*?)(?=<section class="meal[ "]|$)',
        board,
        re.DOTALL,
    ):
        boxes = re.search(r'class="boxes">(\d+)<', section)
        dishes = re.findall(
            r'<p class="what"><strong>(.*?)</strong>.*?<a class="figure"[^>]*>(\d+)<',
            section,
            re.DOTALL,
        )
        portions = {unescape(name).casefold(): int(count) for name, count in dishes}
        found[int(meal)] = (int(boxes[1]) if boxes else -1, portions)
    return found


def locked(cook: Person, day: date) -> bool:
    """Whether all meals of the day are past their cut-off."""
    return "Not final" not in str(cook.data(f"kitchen/{day}/")["board"])


def labels(cook: Person, day: date) -> list[str]:
    """The label text of each box, including its extra labels; empty without labels."""
    content = cook.file(f"kitchen/{day}/labels.pdf?stock={ONE_A_PAGE}")
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


def runs(desk: Person, day: date, meal: int) -> Doors:
    """The stops by route ("" for none), each with its references and delivery state."""
    html = desk.page(f"runs/{day}/{MEAL_NAMES[meal].lower()}/paper/")
    found: Doors = {}
    for section in re.findall(r'<section class="card run.*?</section>', html, re.DOTALL):
        name = re.search(r'id="route-\d+-name">(.*?)<', section)
        doors = []
        for state, stop in re.findall(
            r'<li class="stop (\w+)" id="stop-\d+">(.*?)(?=<li class="stop |</section>)',
            section,
            re.DOTALL,
        ):
            boxes = re.search(r'<div class="stop-boxes">(.*?)</div>', stop, re.DOTALL)
            named = re.findall(r"/plans/([^/]+)/", boxes[1] if boxes else "")
            doors.append((tuple(sorted(named)), state))
        if doors:
            found[unescape(name[1]) if name else ""] = sorted(doors)
    return found


def owed(desk: Person, reference: str) -> int | None:
    """The balance on the request's page in paise; None if not shown."""
    html = desk.page(f"requests/{reference}/")
    found = re.search(
        r"<tfoot>\s*<tr><th[^>]*>(Due|Overpaid|Paid in full)</th><td[^>]*>(.*?)</td>", html
    )
    if found and found[1] == "Paid in full":
        return 0
    if found is None or not re.search(r"\d", found[2]):
        return None
    paise = _paise(found[2])
    return paise if found[1] == "Due" else -paise


def refunds_due(desk: Person) -> tuple[int, int]:
    """The refunds due in paise: of cancelled requests, and of overpayments."""
    words = plain(desk.page("money/?list=refunds"))
    found = [re.search(rf"{name}: ₹([\d,.]+)", words) for name in ("Cancelled", "Overpaid")]
    cancelled, overpaid = (_paise(each[1]) if each else 0 for each in found)
    return cancelled, overpaid


def cash(desk: Person, day: date) -> dict[str, tuple[int, int]]:
    """The cash of the day by rider in paise: collected, handed over."""
    found = {}
    html = desk.page(f"money/cash/{day}/")
    for name, section in re.findall(
        r'<h2 id="rider-\d+">(.*?)</h2>(.*?)</section>', html, re.DOTALL
    ):
        collected, *_, handed_over = re.findall(
            r"<dt>(?:Cash collected|Handed over)</dt><dd[^>]*>(.*?)</dd>", section
        )
        if _paise(collected):
            found[unescape(name)] = (_paise(collected), _paise(handed_over))
    return found


def _paise(amount: str) -> int:
    """Parse a displayed amount."""
    return round(float(re.sub(r"[^\d.]", "", unescape(amount))) * 100)


def differences(expected: Recount, days: list[date], cook: Person, desk: Person) -> list[str]:
    """The differences between pages and recount, as sentences.

    Runs are read for meals with boxes on the sheet or in the recount, and for all meals of the first day.
    """
    wrong = []
    for day in days:
        seen = sheet(cook, day)
        for meal, name in MEAL_NAMES.items():
            counted = len(expected.on_sheet(day, meal)), expected.sheet(day, meal)
            if seen.get(meal, (0, {})) != counted:
                wrong.append(f"sheet: {name} of {day} says {seen.get(meal)}, counted {counted}")
            if day > days[0] and not counted[0] and meal not in seen:
                continue
            doors = runs(desk, day, meal)
            if doors != expected.doors(day, meal):
                wrong.append(
                    f"runs: {name} of {day} says {doors}, counted {expected.doors(day, meal)}"
                )
        wrong += _label_differences(expected, day, labels(cook, day))
        seen_cash, counted_cash = cash(desk, day), expected.cash(day)
        if seen_cash != counted_cash:
            wrong.append(f"cash: {day} says {seen_cash}, counted {counted_cash}")
    for reference in expected.calls:
        seen_owed, counted_owed = owed(desk, reference), expected.owed(reference)
        if seen_owed != counted_owed:
            wrong.append(f"money: {reference} owes {seen_owed} paise, counted {counted_owed}")
    seen_credits = refunds_due(desk)
    counted_credits = (expected.refunds_due(), expected.overpaid())
    if seen_credits != counted_credits:
        wrong.append(f"money: to give back is {seen_credits}, counted {counted_credits}")
    return wrong


def _label_differences(expected: Recount, day: date, seen: list[str]) -> list[str]:
    """Compare labels with boxes by customer, meal, time and dishes."""
    wrong, left = [], list(seen)
    for meal, name in MEAL_NAMES.items():
        for box in expected.on_sheet(day, meal):
            at = TIMES.get(meal)
            wanted = [box.reference, name.upper(), clock_time(time.fromisoformat(at)) if at else ""]
            for (ordered, quantity), (cooked, _) in zip(
                box.dishes, expected.cooked(box), strict=True
            ):
                is_choice = cooked in ordered.split(" / ")  # an alternative, or the dish itself
                wanted.append(
                    f"{quantity} × {cooked if is_choice else f'{cooked}, instead of {ordered}'}"
                )
            found = next((each for each in left if all(part in each for part in wanted)), None)
            if found is None:
                wrong.append(f"labels: none of {day} says {wanted}; there are {left}")
            elif found.count("×") != len(box.dishes):
                wrong.append(f"labels: {found!r} has other dishes than {wanted}")
            if found is not None:
                left.remove(found)
    wrong += [f"labels: {each!r} of {day} is of no box" for each in left]
    return wrong
