"""A meal's dishes as lines of HTML, not by the template: a sheet has hundreds, and each look of a template at one costs."""

from collections.abc import Iterable, Sequence
from datetime import date

from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from oottam.backoffice.templatetags.staff import indian_time
from oottam.core.direction import isolate, isolated_html
from oottam.kitchen.day import Alternatives, DishTotal, Option, Share
from oottam.plans.domain.calendar import EVENT
from oottam.plans.models.choices import Mark

_NOTHING = SafeString("")
_NONVEG = SafeString(' <span class="mark">non-veg</span>')


# Filled once a meal, but for what differs from dish to dish.
_TICK = """<button class="tick-dish" form="taps" id="cook-{meal}-{{item}}" formaction="{action}" name="dish"\
 value="{meal}:{{item}}" aria-pressed="{pressed}">\
<span aria-hidden="true" class="tick-mark{ticked}"></span><span class="visually-hidden">Cooked: {{name}}</span></button>"""
_MARK = '<span class="tick-mark{ticked}" aria-hidden="true"></span>'
_LINE = """<li class="dish{cooked}">
  {tick}
  <p class="what"><strong>{{name}}</strong>{{mark}}
    <span class="hint">{{hint}}{{remarks}}</span>{{clash}}</p>
  <a class="figure" href="{recipe}{{item}}/">{{quantity}}<span class="recipe"><span class="visually-hidden"> portions, </span>recipe<span class="visually-hidden"> of {{name}}</span></span></a>
</li>
"""


def dish_lines(day: date, meal: int, totals: Iterable[DishTotal], *, may_tick: bool) -> SafeString:
    """What to cook, in how many boxes, and a button that ticks it as cooked, or takes the tick back."""
    cooked = _line_template(day, meal, may_tick=may_tick, is_cooked=True)
    to_cook = _line_template(day, meal, may_tick=may_tick, is_cooked=False)
    return SafeString(
        "".join([_line(cooked if total.cooked else to_cook, meal, total) for total in totals])
    )


def _line_template(day: date, meal: int, *, may_tick: bool, is_cooked: bool) -> SafeString:
    tick = format_html(
        _TICK if may_tick else _MARK,
        meal=meal,
        action=reverse(f"backoffice:kitchen-{'uncook' if is_cooked else 'cook'}", args=[day]),
        pressed="true" if is_cooked else "false",
        ticked=" checked" if is_cooked else "",
    )
    return format_html(
        _LINE,
        cooked=" cooked" if is_cooked else "",
        tick=tick,
        recipe=f"{reverse('backoffice:kitchen-day', args=[day])}recipe/{meal}/",
    )


def _line(template: str, meal: int, total: DishTotal) -> SafeString:
    return format_html(
        template,
        item=total.item,
        name=isolated_html(total.name),
        mark=_NONVEG if total.mark == Mark.NONVEG else _NOTHING,
        hint=isolated_html(_hint(meal, total)),
        remarks=_remarks(total),
        clash=_clash(meal, total),
        quantity=total.quantity,
    )


def _clash(meal: int, total: DishTotal) -> str:
    """In red; whose boxes they are stands above the dishes."""
    if not total.clashes:
        return _NOTHING
    agreed = "" if not total.agreed else ", as was agreed"
    if 0 < total.agreed < total.clashes:
        agreed = f", {total.agreed} of them as was agreed"
    return format_html(
        ' <strong class="clashing">Clashes in {}{}</strong>', _boxes(meal, total.clashes), agreed
    )


def _boxes(meal: int, count: int) -> str:
    """As "1 box"; of an event they are orders."""
    box, boxes = ("order", "orders") if meal == EVENT else ("box", "boxes")
    return f"{count:d} {box if count == 1 else boxes}"


def choosing_lines(meal: int, found: Iterable[Alternatives], choose: str) -> SafeString:
    """Alternatives to choose among: who ordered them, what they get till then, and a button for each at `choose`, if any.

    Where one would clash for somebody, or might, it leads to a page that says for whom.
    """
    return SafeString("".join([_choosing(meal, each, choose) for each in found]))


def _choosing(meal: int, of: Alternatives, choose: str) -> SafeString:
    ways = SafeString("".join([_way(meal, of, way, choose) for way in of.options if choose]))
    return format_html(
        """<li>
  <p><strong>{}</strong><br><span class="figure">{}</span> ordered{}.
    Until you choose: {}.</p>
  {}
</li>
""",
        isolated_html(of.name),
        of.quantity,
        f", {of.veg} by vegetarians" if of.veg else "",
        isolated_html(shares(of.split)),
        format_html('<div class="row ways">{}</div>', ways) if ways else "",
    )


def _way(meal: int, of: Alternatives, way: Option, choose: str) -> SafeString:
    shown = format_html(
        '{} <span class="gives">{}</span>',
        isolated_html(way.name),
        isolated_html(_gives(way.split)),
    )
    if way.harmed:
        return format_html(
            '<a class="button secondary" href="{}/{}/{}/?option={}">{}'
            ' <strong class="clashing">Check {} first</strong></a>',
            *(choose, meal, of.item, way.item, shown, _boxes(meal, way.harmed)),
        )
    return format_html(
        '<button class="secondary" form="taps" id="choose-{meal}-{of}-{way}" formaction="{choose}"'
        ' name="dish" value="{meal}:{of}:{way}">{shown}</button>',
        meal=meal,
        of=of.item,
        way=way.item,
        choose=choose,
        shown=shown,
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


def _remarks(total: DishTotal) -> SafeString:
    """What few dishes have."""
    found = []
    if total.by_default:
        found.append(("open", f"{total.by_default} still to choose"))
    if total.instead_of:
        found.append(("instead", f"instead of {shares(total.instead_of)}"))
    if total.cooked:
        found.append(("by", f"{isolate(total.cooked.by)}, {indian_time(total.cooked.at)}"))
    lines = ((kind, isolated_html(words)) for kind, words in found)
    return format_html_join("", ' · <span class="{}">{}</span>', lines) if found else _NOTHING
