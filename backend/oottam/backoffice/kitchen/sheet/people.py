"""Those of whom a kitchen has to know, as lines of HTML: each look of a template at one of them costs."""

from collections.abc import Iterable, Sequence
from functools import lru_cache

from django.utils.safestring import SafeString

from oottam.backoffice.request.words import label
from oottam.common.direction import escape, isolate
from oottam.handling.models import Allergen
from oottam.schedule.day_view import Allergy, Answer, DishAnswer, KitchenNote, Person


def whose(person: Person, plans: str) -> SafeString:
    """Reference and name; with a link for those who may see `plans`, the address of their list."""
    reference = escape(person.reference)
    shown = f'<a href="{plans}{reference}/">{reference}</a>' if plans else reference
    return SafeString(f"{shown} {escape(person.name)}")


def tagged_lines(found: Iterable[Allergy], plans: str) -> SafeString:
    """Somebody with allergies: in words, what clashes, what is not known, and what nothing was found in."""
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
    clashes = [dish for dish in of.dishes if dish.answer is Answer.CLASH]
    unknown = _names(dish for dish in of.dishes if dish.answer is Answer.NOT_KNOWN)
    others = _names(dish for dish in of.dishes if dish.answer is Answer.NONE_FOUND)
    parts = [f"{whose(of.person, plans)}: <strong>{escape(_labels(of.allergens))}</strong>"]
    if clashes:
        parts.append(f'<strong class="clashing">{escape(_has(clashes))}</strong>')
    if unknown:
        parts.append(f"Not known: {escape(unknown)}")
    if others:
        parts.append(f'<span class="hint">None found in the recipe of {escape(others)}</span>')
    marked = ' class="clash"' if clashes else ""
    return f"<li{marked}>{'<br>'.join(parts)}</li>\n"


def _has(clashes: Sequence[DishAnswer]) -> str:
    """As "Dal has milk; Paneer Tikka has milk"."""
    return "; ".join(
        f"{isolate(dish.name)} has {_labels(dish.clashes).lower()}" for dish in clashes
    )


def _names(dishes: Iterable[DishAnswer]) -> str:
    return ", ".join(isolate(dish.name) for dish in dishes)


@lru_cache(maxsize=1024)
def _labels(codes: tuple[str, ...]) -> str:
    return ", ".join(label(Allergen, code) for code in codes)
