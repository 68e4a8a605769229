"""A meal's dishes as lines of HTML: a sheet has hundreds, and a template for each is slower."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date

from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from oottam.backoffice.menu.sold_out import describe_until, mark_buttons, take_back_button
from oottam.backoffice.templatetags.staff import indian_time
from oottam.core.direction import isolate, isolated_html
from oottam.kitchen.day import Alternatives, DishTotal, Option, Share
from oottam.kitchen.services.sold_out import SoldOutDishes
from oottam.schedule.choices import Mark
from oottam.schedule.domain.calendar import EVENT

_NOTHING = SafeString("")
_NONVEG = SafeString(' <span class="mark">non-veg</span>')


# Templates are filled in two steps: once per meal, then per dish.
_TICK = """<button class="tick-dish" form="taps" id="cook-{meal}-{{item}}" formaction="{action}" name="dish"\
 value="{meal}:{{item}}" aria-pressed="{pressed}">\
<span aria-hidden="true" class="tick-mark{ticked}"></span><span class="visually-hidden">Cooked: {{name}}</span></button>"""
_MARK = '<span class="tick-mark{ticked}" aria-hidden="true"></span>'
_LINE = """<li class="dish{cooked}">
  {tick}
  <div class="what"><strong>{{name}}</strong>{{mark}}
    <div class="about"><span class="hint">{{hint}}{{remarks}}</span>{{clash}}{{sold_out}}</div></div>
  <a class="figure" href="{recipe}{{item}}/">{{quantity}}<span class="recipe"><span class="visually-hidden"> portions, </span>recipe<span class="visually-hidden"> of {{name}}</span></span></a>
</li>
"""
_SELL_OUT = """<details class="sell-out" id="sold-out-{meal}-{item}"><summary>Sold out…<span class="visually-hidden"> {name}</span></summary>{ways}</details>"""


@dataclass(frozen=True, slots=True)
class Sales:
    """Which dishes are sold out on the sheet's day, and the names by which menus sell an item, by its id.

    A sheet of the past has no names: nothing can be marked there. `today` is IST.
    """

    today: date
    sold_out: SoldOutDishes = field(default_factory=SoldOutDishes)
    names: Mapping[int, Sequence[str]] = field(default_factory=dict)


def dish_lines(
    day: date, meal: int, totals: Iterable[DishTotal], sales: Sales, *, may_tick: bool
) -> SafeString:
    """Render the dishes to cook with their numbers of boxes, and a button that marks a dish as cooked or undoes it.

    What a menu sells can be marked as sold out, and taken back.
    """
    sheet = f"{reverse('backoffice:kitchen-day', args=[day])}?meal={meal}"
    cooked = _line_template(day, meal, may_tick=may_tick, is_cooked=True)
    to_cook = _line_template(day, meal, may_tick=may_tick, is_cooked=False)
    return SafeString(
        "".join(
            [
                _line(
                    cooked if total.cooked else to_cook,
                    meal,
                    total,
                    _sale(sales, meal, total, sheet, day),
                )
                for total in totals
            ]
        )
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


def _line(template: str, meal: int, total: DishTotal, sold_out: SafeString) -> SafeString:
    return format_html(
        template,
        item=total.item,
        name=isolated_html(total.name),
        mark=_NONVEG if total.mark == Mark.NONVEG else _NOTHING,
        hint=isolated_html(_hint(meal, total)),
        remarks=_remarks(total),
        clash=_clash(meal, total),
        sold_out=sold_out,
        quantity=total.quantity,
    )


def _sale(sales: Sales, meal: int, total: DishTotal, sheet: str, day: date) -> SafeString:
    """Render whether the dish is sold out, with a button that takes it back, or the buttons that mark it."""
    names = sales.names.get(total.item)
    if not names:
        return _NOTHING
    marked, ways = [], []
    for name in names:
        label = _NOTHING if name == total.name else format_html("{} ", isolated_html(name))
        dish = sales.sold_out.named(name)
        if dish:
            until = describe_until(dish.until, sales.today)
            marked.append((label, until, take_back_button(name)))
        else:
            ways.append((label, mark_buttons(name, sheet, day if day > sales.today else None)))
    shown = format_html_join(
        "", '<div class="out">{}<strong class="clashing">Sold out {}</strong> {}</div>', marked
    )
    if ways:
        shown += format_html(
            _SELL_OUT, meal=meal, item=total.item, name=isolated_html(total.name),
            ways=format_html_join("", "{}{}", ways),
        )  # fmt: skip
    return shown


def _clash(meal: int, total: DishTotal) -> str:
    """The boxes concerned are listed above the dishes."""
    if not total.clashes:
        return _NOTHING
    agreed = "" if not total.agreed else ", as was agreed"
    if 0 < total.agreed < total.clashes:
        agreed = f", {total.agreed} of them as was agreed"
    return format_html(
        ' <strong class="clashing">Clashes in {}{}</strong>', _boxes(meal, total.clashes), agreed
    )


def _boxes(meal: int, count: int) -> str:
    """Format as "1 box"; for an event, "1 order"."""
    box, boxes = ("order", "orders") if meal == EVENT else ("box", "boxes")
    return f"{count:d} {box if count == 1 else boxes}"


def choosing_lines(meal: int, alternatives: Iterable[Alternatives], choose: str) -> SafeString:
    """Render the alternatives with their orders, the dish cooked by default, and a button for each at `choose`, if
    any.

    An alternative that clashes for a customer, or might, links to a page that lists these customers.
    """
    return SafeString(
        "".join([_alternatives_line(meal, alternative, choose) for alternative in alternatives])
    )


def _alternatives_line(meal: int, dish: Alternatives, choose: str) -> SafeString:
    buttons = SafeString(
        "".join([_option_button(meal, dish, option, choose) for option in dish.options if choose])
    )
    return format_html(
        """<li>
  <p><strong>{}</strong><br><span class="figure">{}</span> ordered{}.
    Until you choose: {}.</p>
  {}
</li>
""",
        isolated_html(dish.name),
        dish.quantity,
        f", {dish.veg} by vegetarians" if dish.veg else "",
        isolated_html(format_shares(dish.split)),
        format_html('<div class="row ways">{}</div>', buttons) if buttons else "",
    )


def _option_button(meal: int, dish: Alternatives, option: Option, choose: str) -> SafeString:
    split = option.split
    gives = format_shares(split) if len(split) > 1 else f"for all {split[0].quantity}"
    label = format_html(
        '{} <span class="gives">{}</span>', isolated_html(option.name), isolated_html(gives)
    )
    if option.harmed:
        return format_html(
            '<a class="button secondary" href="{}/{}/{}/?option={}">{}'
            ' <strong class="clashing">Check {} first</strong></a>',
            *(choose, meal, dish.item, option.item, label, _boxes(meal, option.harmed)),
        )
    return format_html(
        '<button class="secondary" form="taps" id="choose-{meal}-{dish}-{option}" formaction="{choose}"'
        ' name="dish" value="{meal}:{dish}:{option}">{label}</button>',
        meal=meal,
        dish=dish.item,
        option=option.item,
        choose=choose,
        label=label,
    )


def format_shares(shares: Sequence[Share]) -> str:
    """Format as "25 Boiled Eggs + 9 Sprouts Salad"."""
    return " + ".join(f"{share.quantity} {isolate(share.name)}" for share in shares)


def _hint(meal: int, total: DishTotal) -> str:
    parts = [_boxes(meal, total.boxes)]
    if total.portion:
        parts.append(f"{isolate(total.portion)} each")
    if total.veg and total.veg != total.quantity:
        parts.append(f"{total.veg} vegetarian")
    return " · ".join(parts)


def _remarks(total: DishTotal) -> SafeString:
    """Render what few dishes have."""
    result = []
    if total.by_default:
        result.append(("open", f"{total.by_default} still to choose"))
    if total.instead_of:
        result.append(("instead", f"instead of {format_shares(total.instead_of)}"))
    if total.cooked:
        result.append(("by", f"{isolate(total.cooked.by)}, {indian_time(total.cooked.at)}"))
    lines = ((kind, isolated_html(text)) for kind, text in result)
    return format_html_join("", ' · <span class="{}">{}</span>', lines) if result else _NOTHING
