"""What the pages of publishing show."""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from django.db.models import Count, Q
from django.urls import NoReverseMatch, reverse
from django.utils import timezone

from oottam.backoffice.shared.queries import first_page
from oottam.catalogue.recipes import alternatives_of
from oottam.core.names import name_key
from oottam.kitchen.services.dishes import find_items
from oottam.kitchen.services.recipe_files import KitchenRows, dishes_of_menu
from oottam.menu import live
from oottam.menu.checks import ContentError, errors_of
from oottam.menu.content import INGREDIENTS, MENUS, RECIPES, Content
from oottam.menu.differences import Difference, compare
from oottam.menu.drafts import DraftView
from oottam.menu.editions import changed_figures, content_facts
from oottam.menu.models import Edition, EditionState, Server
from oottam.menu.named_dishes import lacking
from oottam.menu.weekly import items_of
from oottam.schedule.choices import ONGOING, TO_COME
from oottam.schedule.domain.dish_names import OrderedDish
from oottam.schedule.models import Serving

MAX_EDITIONS = 50  # on a page
MAX_UNFOLDED = 15  # sentences of a group
SILENT_AFTER = timedelta(minutes=2)  # servers write twice a minute
PROTECTED = "The shop’s name, contacts, payments and legal words"
GROUPS = {
    "added": "New",
    "gone": "Off the menu",
    "dearer": "Dearer",
    "cheaper": "Cheaper",
    "changed": "Other changes",
}


@dataclass(frozen=True, slots=True)
class Group:
    """Differences of a kind, under a heading."""

    title: str
    sentences: Sequence[str]
    is_protected: bool = False

    @property
    def first(self) -> Sequence[str]:
        """The sentences that are not folded: all, if only the owner changes these."""
        return self.sentences if self.is_protected else self.sentences[:MAX_UNFOLDED]

    @property
    def folded(self) -> Sequence[str]:
        """The folded sentences."""
        return self.sentences[len(self.first) :]


def review(draft: DraftView, now: datetime) -> dict[str, Any]:
    """Return what publishing the draft would change; 25 queries at most.

    `errors` have the address of the page where they are mended, `leaving` are dishes that go, with the number of running
    plans that hold them, `lacking` are new ones without a recipe. `has_other_figures`: the recipes' figures differ from the
    live pages.
    """
    today = timezone.localdate(now)
    differences = compare(draft.base, draft.content)
    figures = changed_figures(draft.live_number, content_facts(draft.content))
    kitchen = KitchenRows.read()
    checked = kitchen.into(draft.content)
    errors = errors_of(checked, live.folder_of(checked))
    leaving, count = _leaving(draft.base, draft.content, today)
    return {
        "groups": [*groups_of(differences), *_group_of_figures(figures)],
        "errors": [(error.message, _address_of(error, draft.content)) for error in errors],
        "leaving": leaving,
        "plans_affected": count,
        "lacking": _lacking(draft, kitchen),
        "has_other_figures": bool(figures),
    }


def _group_of_figures(dishes: Sequence[str]) -> list[Group]:
    """Return the group of dishes whose figures changed, if any."""
    if not dishes:
        return []
    count = "One dish’s figures" if len(dishes) == 1 else f"{len(dishes)} dishes’ figures"
    return [Group("Energy and protein", [f"{count} changed: {', '.join(dishes)}"])]


def _lacking(draft: DraftView, kitchen: KitchenRows) -> list[tuple[str, str]]:
    """Return new dishes without a recipe, each with the dish of the weekly menu that it replaces, or ""."""
    before, after = (lacking(kitchen.into(content)) for content in (draft.base, draft.content))
    former = {
        new["name"]: old["name"]
        for old, new in zip(items_of(draft.base), items_of(draft.content), strict=False)
        if len(alternatives_of(old["name"])) == 1
    }
    return [(name, former.get(name, "")) for name in after if name not in before]


def groups_of(differences: Iterable[Difference]) -> list[Group]:
    """Group the differences, first those that only the owner makes."""
    found = list(differences)
    protected = [difference.sentence for difference in found if difference.is_protected]
    by_kind: dict[str, list[str]] = {kind: [] for kind in GROUPS}
    for difference in found:
        if not difference.is_protected:
            # Else a line of a recipe would be a new dish.
            is_of_menu = difference.file in MENUS.values()
            by_kind[difference.kind if is_of_menu else "changed"].append(difference.sentence)
    groups = [Group(PROTECTED, protected, is_protected=True)] if protected else []
    return groups + [
        Group(GROUPS[kind], sentences) for kind, sentences in by_kind.items() if sentences
    ]


# The page where errors of a file are mended, unless the place says more.
_PAGES = {
    "site.json": "menu-shop",
    "rules.json": "menu-combos",
    "catalogue/weekly-menu.json": "menu-combos",
    "catalogue/custom-choice.json": "menu-choices",
    "catalogue/health-plans.json": "menu-plans",
    RECIPES: "kitchen-items",
    INGREDIENTS: "kitchen-ingredients",
    **dict.fromkeys(MENUS.values(), "menu"),
}


def _address_of(error: ContentError, content: Content) -> str:
    """The page where an error is mended, as near as it is known; "" if it is not."""
    with suppress(NoReverseMatch, LookupError, TypeError):
        match error.file, error.path:
            case "texts.json", (str(screen), *_):
                return reverse("backoffice:menu-words-screen", args=[screen])
            case "site.json", ("doctors", *_):
                return reverse("backoffice:menu-plans")
            case "catalogue/weekly-menu.json", (str(week), *_) if week[-1:].isdigit():
                return f"{reverse('backoffice:menu-weekly')}?week={week[-1]}"
            case file, ("categories", int(category), "items", int(item), *_):
                kind = next(kind for kind, name in MENUS.items() if name == file)
                dish = content.file(file)["categories"][category]["items"][item]["id"]
                photo = "#photo" if error.path[-1] == "image" else ""
                return f"{reverse('backoffice:menu-dish', args=[kind, dish])}{photo}"
    page = _PAGES.get(error.file)
    return reverse(f"backoffice:{page}") if page else ""


def _leaving(before: Content, after: Content, today: date) -> tuple[list[tuple[str, int]], int]:
    """Dishes that leave a menu while running plans hold them, each with the number of plans; and the number of all these plans.

    A dish of the weekly menu or of the custom choice does not leave while anything else has its name.
    """
    kept, names = set[tuple[str, str]](), set[str]()
    for dish in dishes_of_menu(after):
        kept.add(_key(dish))
        names.add(name_key(dish.name))
    gone = {
        _key(dish): dish
        for dish in dishes_of_menu(before)
        if _key(dish) not in kept and (dish.source in MENUS or name_key(dish.name) not in names)
    }
    if not gone:
        return [], 0
    items = find_items(gone.values())
    boxes = Serving.objects.order_by().filter(
        Q(date__isnull=True) | Q(date__gte=today),
        state__in=TO_COME,
        plan__state__in=ONGOING,
        box_contents__lines__item__in=set(items.values()),
    )
    rows = boxes.values_list("box_contents__lines__item")
    counts = dict(rows.annotate(plans=Count("plan", distinct=True)))
    found = [
        (dish.name, counts[item])
        for dish in gone.values()
        if (item := items.get((dish.source, dish.id or dish.name))) in counts
    ]
    return found, boxes.values("plan").distinct().count() if found else 0


def _key(dish: OrderedDish) -> tuple[str, str]:
    return dish.source, dish.id or name_key(dish.name)


def scheduled() -> Edition | None:
    """The edition that waits for its time."""
    return (
        Edition.objects.filter(state=EditionState.SCHEDULED)
        .select_related("made_by")
        .defer("content")
        .first()
    )


def live_edition() -> Edition | None:
    """The live edition; None while the shop's own files are live."""
    return Edition.objects.filter(state=EditionState.LIVE).defer("content").first()


def editions(before: int | None) -> tuple[list[Edition], int | None]:
    """A page of editions, newest first, and the number before which the next page begins."""
    found = Edition.objects.select_related("made_by").defer("content")
    if before:
        found = found.filter(number__lt=before)
    rows, last = first_page(found, MAX_EDITIONS)
    return rows, last and last.number


def is_rendering_broken(now: datetime) -> bool:
    """Return whether a server still shows earlier pages because it could not render the new ones."""
    return Server.objects.filter(seen_at__gte=now - SILENT_AFTER).exclude(error="").exists()


def servers(live_number: int, now: datetime) -> dict[str, Any]:
    """Return how many servers show the live edition, and sentences about those that do not; one query."""
    count, problems = 0, []
    for server in Server.objects.order_by("name"):
        if server.seen_at < now - SILENT_AFTER:
            continue  # stopped: after an update or a restart it has another name or writes again
        if server.edition == live_number and not server.error:
            count += 1
        else:
            why = f" {server.error}" if server.error else " It changes over within seconds."
            problems.append(f"{server.name} still shows version {server.edition}.{why}")
    return {"up_to_date": count, "problems": problems}
