"""Customers whom the kitchen must know, as lines of HTML: faster than a template for each."""

from collections.abc import Iterable

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from oottam.backoffice.dietary import describe_clashes, describe_needs
from oottam.core.direction import isolate, isolated_html
from oottam.kitchen.day import Allergy, Answer, DishAnswer, KitchenNote, Person

_CLASH = SafeString(' class="clash"')


def render_person(person: Person, plans: str) -> SafeString:
    """Render reference and name; linked for users with `plans`, the address of the plans' list."""
    template = (
        '<a href="{plans}{reference}/">{reference}</a> {name}' if plans else "{reference} {name}"
    )
    name = isolated_html(person.name)
    return format_html(template, plans=plans, reference=person.reference, name=name)


def tagged_lines(allergies: Iterable[Allergy], plans: str) -> SafeString:
    """Render people with allergies or a diet: needs, clashes, unknown dishes, and dishes without a finding."""
    return SafeString("".join([_tagged(each, plans) for each in allergies]))


def note_lines(kitchen_notes: Iterable[KitchenNote], plans: str) -> SafeString:
    rows = ((render_person(each.person, plans), isolated_html(each.text)) for each in kitchen_notes)
    return format_html_join("", "<li>{}: <strong>{}</strong></li>\n", rows)


def _tagged(of: Allergy, plans: str) -> SafeString:
    needs = describe_needs(of.needs, with_plain_diet=not of.needs.is_for_kitchen)
    clashes = describe_clashes(of.dishes)
    unknown = _names(dish for dish in of.dishes if dish.answer is Answer.NOT_KNOWN)
    others = _names(dish for dish in of.dishes if dish.answer is Answer.NONE_FOUND)
    return format_html(
        "<li{}>{}: <strong>{}</strong>{}{}{}</li>\n",
        _CLASH if clashes else "",
        render_person(of.person, plans),
        isolated_html(needs),
        _format_if(clashes, '<br><strong class="clashing">{}</strong>'),
        _format_if(unknown, "<br>Not known: {}"),
        _format_if(others, '<br><span class="hint">None found in the recipe of {}</span>'),
    )


def _format_if(text: str, template: str) -> str:
    return format_html(template, isolated_html(text)) if text else ""


def _names(dishes: Iterable[DishAnswer]) -> str:
    return ", ".join(isolate(dish.name) for dish in dishes)
