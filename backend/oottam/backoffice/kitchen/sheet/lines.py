"""A meal's dishes as lines of HTML, not by the template: a sheet has hundreds, and each look of a template at one costs."""

from collections.abc import Callable, Iterable, Sequence
from datetime import date

from django.urls import reverse
from django.utils.html import escape
from django.utils.safestring import SafeString

from oottam.backoffice.templatetags.staff import indian_time
from oottam.schedule.day_view import DishTotal, Share
from oottam.schedule.days import EVENT
from oottam.schedule.models.choices import Mark

_NONVEG = ' <span class="mark">non-veg</span>'


def dish_lines(
    day: date, meal: int, totals: Iterable[DishTotal], *, may_tick: bool
) -> list[SafeString]:
    """What to cook, in how many boxes, and a button that ticks it as cooked, or takes the tick back."""
    tick = _button(day, meal) if may_tick else _mark
    return [_line(meal, total, tick) for total in totals]


def _line(meal: int, total: DishTotal, tick: Callable[[DishTotal, str], str]) -> SafeString:
    name = escape(total.name)
    return SafeString(
        f"""<li class="dish{" cooked" if total.cooked else ""}">
  {tick(total, name)}
  <p class="what"><strong>{name}</strong>{_NONVEG if total.mark == Mark.NONVEG else ""}
    <span class="hint">{escape(_hint(meal, total))}{_remarks(total)}</span></p>
  <p class="figure">{total.quantity:d}</p>
</li>
"""
    )


def _button(day: date, meal: int) -> Callable[[DishTotal, str], str]:
    cook = escape(reverse("backoffice:kitchen-cook", args=[day]))
    uncook = escape(reverse("backoffice:kitchen-uncook", args=[day]))

    def button(total: DishTotal, name: str) -> str:
        action, pressed, ticked = (
            (uncook, "true", " ticked") if total.cooked else (cook, "false", "")
        )
        return (
            f'<button class="tick-dish" form="taps" id="cook-{meal:d}-{total.item:d}" formaction="{action}" name="dish"'
            f' value="{meal:d}:{total.item:d}" aria-pressed="{pressed}">'
            f'<span aria-hidden="true" class="tick-mark{ticked}"></span><span class="spoken">Cooked: {name}</span></button>'
        )

    return button


def _mark(total: DishTotal, _name: str) -> str:
    return f'<span class="tick-mark{" ticked" if total.cooked else ""}" aria-hidden="true"></span>'


def shares(found: Sequence[Share]) -> str:
    """As "25 Boiled Eggs + 9 Sprouts Salad"."""
    return " + ".join(f"{share.quantity} {share.name}" for share in found)


def _hint(meal: int, total: DishTotal) -> str:
    box, boxes = ("order", "orders") if meal == EVENT else ("box", "boxes")
    words = [f"{total.boxes} {box if total.boxes == 1 else boxes}"]
    if total.portion:
        words.append(f"{total.portion} each")
    if total.veg and total.veg != total.quantity:
        words.append(f"{total.veg} vegetarian")
    return " · ".join(words)


def _remarks(total: DishTotal) -> str:
    """What few dishes have."""
    found = []
    if total.by_default:
        found.append(("open", f"{total.by_default} still to choose"))
    if total.instead_of:
        found.append(("instead", f"instead of {shares(total.instead_of)}"))
    if total.cooked:
        found.append(("by", f"{total.cooked.by}, {indian_time(total.cooked.at)}"))
    return "".join(f' · <span class="{kind}">{escape(words)}</span>' for kind, words in found)
