"""Those of whom a kitchen has to know, as lines of HTML: each look of a template at one of them costs."""

from collections.abc import Iterable

from django.utils.safestring import SafeString

from oottam.backoffice.food import clashes_in_words, needs_in_words
from oottam.common.direction import escape, isolate
from oottam.schedule.day_view import Allergy, Answer, DishAnswer, KitchenNote, Person


def whose(person: Person, plans: str) -> SafeString:
    """Reference and name; with a link for those who may see `plans`, the address of their list."""
    reference = escape(person.reference)
    shown = f'<a href="{plans}{reference}/">{reference}</a>' if plans else reference
    return SafeString(f"{shown} {escape(person.name)}")


def tagged_lines(found: Iterable[Allergy], plans: str) -> SafeString:
    """Somebody with allergies or a diet: in words, what clashes, what is not known, and what nothing was found in."""
    return SafeString("".join([_tagged(each, plans) for each in found]))


def note_lines(found: Iterable[KitchenNote], plans: str) -> SafeString:
    """What is asked for somebody."""
    return SafeString(
        "".join(
            f"<li>{whose(each.person, plans)}: <strong>{escape(each.text)}</strong></li>\n"
            for each in found
        )
    )


def _tagged(of: Allergy, plans: str) -> str:
    clashes = clashes_in_words(of.dishes)
    unknown = _names(dish for dish in of.dishes if dish.answer is Answer.NOT_KNOWN)
    others = _names(dish for dish in of.dishes if dish.answer is Answer.NONE_FOUND)
    parts = [
        f"{whose(of.person, plans)}: <strong>{escape(needs_in_words(of.needs, with_plain_diet=not of.needs.is_for_kitchen))}</strong>"
    ]
    if clashes:
        parts.append(f'<strong class="clashing">{escape(clashes)}</strong>')
    if unknown:
        parts.append(f"Not known: {escape(unknown)}")
    if others:
        parts.append(f'<span class="hint">None found in the recipe of {escape(others)}</span>')
    marked = ' class="clash"' if clashes else ""
    return f"<li{marked}>{'<br>'.join(parts)}</li>\n"


def _names(dishes: Iterable[DishAnswer]) -> str:
    return ", ".join(isolate(dish.name) for dish in dishes)
