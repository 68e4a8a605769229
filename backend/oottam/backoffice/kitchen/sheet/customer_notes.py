"""Those of whom a kitchen has to know, as lines of HTML: each look of a template at one of them costs."""

from collections.abc import Iterable

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from oottam.backoffice.food import describe_clashes, describe_needs
from oottam.core.direction import isolate, isolated_html
from oottam.kitchen.day import Allergy, Answer, DishAnswer, KitchenNote, Person

_CLASH = SafeString(' class="clash"')


def whose(person: Person, plans: str) -> SafeString:
    """Reference and name; with a link for those who may see `plans`, the address of their list."""
    shown = (
        '<a href="{plans}{reference}/">{reference}</a> {name}' if plans else "{reference} {name}"
    )
    name = isolated_html(person.name)
    return format_html(shown, plans=plans, reference=person.reference, name=name)


def tagged_lines(found: Iterable[Allergy], plans: str) -> SafeString:
    """Somebody with allergies or a diet: in words, what clashes, what is not known, and what nothing was found in."""
    return SafeString("".join([_tagged(each, plans) for each in found]))


def note_lines(found: Iterable[KitchenNote], plans: str) -> SafeString:
    """What is asked for somebody."""
    rows = ((whose(each.person, plans), isolated_html(each.text)) for each in found)
    return format_html_join("", "<li>{}: <strong>{}</strong></li>\n", rows)


def _tagged(of: Allergy, plans: str) -> SafeString:
    needs = describe_needs(of.needs, with_plain_diet=not of.needs.is_for_kitchen)
    clashes = describe_clashes(of.dishes)
    unknown = _names(dish for dish in of.dishes if dish.answer is Answer.NOT_KNOWN)
    others = _names(dish for dish in of.dishes if dish.answer is Answer.NONE_FOUND)
    return format_html(
        "<li{}>{}: <strong>{}</strong>{}{}{}</li>\n",
        _CLASH if clashes else "",
        whose(of.person, plans),
        isolated_html(needs),
        _if(clashes, '<br><strong class="clashing">{}</strong>'),
        _if(unknown, "<br>Not known: {}"),
        _if(others, '<br><span class="hint">None found in the recipe of {}</span>'),
    )


def _if(words: str, shown: str) -> str:
    return format_html(shown, isolated_html(words)) if words else ""


def _names(dishes: Iterable[DishAnswer]) -> str:
    return ", ".join(isolate(dish.name) for dish in dishes)
