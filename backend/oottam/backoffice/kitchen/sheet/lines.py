"""A meal's dishes as lines of HTML, not by the template: a sheet has hundreds, and each look of a template at one costs."""

from collections.abc import Callable, Iterable, Sequence
from datetime import date

from django.urls import reverse
from django.utils.safestring import SafeString

from oottam.backoffice.templatetags.staff import indian_time
from oottam.common.direction import escape, isolate
from oottam.schedule.day_view import Alternatives, DishTotal, Option, Share
from oottam.schedule.days import EVENT
from oottam.schedule.models.choices import Mark

_NONVEG = ' <span class="mark">non-veg</span>'


def dish_lines(day: date, meal: int, totals: Iterable[DishTotal], *, may_tick: bool) -> SafeString:
    """What to cook, in how many boxes, and a button that ticks it as cooked, or takes the tick back."""
    tick = _button(day, meal) if may_tick else _mark
    return SafeString("".join([_line(meal, total, tick) for total in totals]))


def _line(meal: int, total: DishTotal, tick: Callable[[DishTotal, str], str]) -> str:
    name = escape(total.name)
    return f"""<li class="dish{" cooked" if total.cooked else ""}">
  {tick(total, name)}
  <p class="what"><strong>{name}</strong>{_NONVEG if total.mark == Mark.NONVEG else ""}
    <span class="hint">{escape(_hint(meal, total))}{_remarks(total)}</span>{_clash(meal, total)}</p>
  <p class="figure">{total.quantity:d}</p>
</li>
"""


def _clash(meal: int, total: DishTotal) -> str:
    """In red; whose boxes they are stands above the dishes."""
    if not total.clashes:
        return ""
    agreed = "" if not total.agreed else ", as was agreed"
    if 0 < total.agreed < total.clashes:
        agreed = f", {total.agreed} of them as was agreed"
    return f' <strong class="clashing">Clashes in {_boxes(meal, total.clashes)}{agreed}</strong>'


def _boxes(meal: int, count: int) -> str:
    """As "1 box"; of an event they are orders."""
    box, boxes = ("order", "orders") if meal == EVENT else ("box", "boxes")
    return f"{count:d} {box if count == 1 else boxes}"


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


def choosing_lines(meal: int, found: Iterable[Alternatives], choose: str) -> SafeString:
    """Alternatives to choose among: who ordered them, what they get till then, and a button for each at `choose`, if any.

    Where one would clash for somebody, or might, it leads to a page that says for whom.
    """
    return SafeString("".join([_choosing(meal, each, choose) for each in found]))


def _choosing(meal: int, of: Alternatives, choose: str) -> str:
    vegetarians = f", {of.veg:d} by vegetarians" if of.veg else ""
    ways = "".join([_way(meal, of, way, choose) for way in of.options]) if choose else ""
    return f"""<li>
  <p><strong>{escape(of.name)}</strong><br><span class="figure">{of.quantity:d}</span> ordered{vegetarians}.
    Until you choose: {escape(shares(of.split))}.</p>
  {f'<div class="row ways">{ways}</div>' if ways else ""}
</li>
"""


def _way(meal: int, of: Alternatives, way: Option, choose: str) -> str:
    gives = f'{escape(way.name)} <span class="gives">{escape(_gives(way.split))}</span>'
    if way.harmed:
        return (
            f'<a class="button secondary" href="{choose}/{meal:d}/{of.item:d}/?option={way.item:d}">{gives}'
            f' <strong class="clashing">Look at {_boxes(meal, way.harmed)} first</strong></a>'
        )
    return (
        f'<button class="secondary" form="taps" id="choose-{meal:d}-{of.item:d}-{way.item:d}" formaction="{choose}"'
        f' name="dish" value="{meal:d}:{of.item:d}:{way.item:d}">{gives}</button>'
    )


def _gives(split: Sequence[Share]) -> str:
    return shares(split) if len(split) > 1 else f"for all {split[0].quantity}"


def shares(found: Sequence[Share]) -> str:
    """As "25 Boiled Eggs + 9 Sprouts Salad"."""
    return " + ".join(f"{share.quantity} {isolate(share.name)}" for share in found)


def _hint(meal: int, total: DishTotal) -> str:
    words = [_boxes(meal, total.boxes)]
    if total.portion:
        words.append(f"{isolate(total.portion)} each")
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
        found.append(("by", f"{isolate(total.cooked.by)}, {indian_time(total.cooked.at)}"))
    return "".join(f' · <span class="{kind}">{escape(words)}</span>' for kind, words in found)
