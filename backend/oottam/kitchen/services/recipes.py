"""Write the live menu's recipes and ingredients into the kitchen's tables.

Cooks may change both on the kitchen's own pages. So each row remembers what the menu last wrote, by part
(`from_menu`). A part that still holds that follows the next edition; one that a cook has changed since is the kitchen's
own, and stays until it holds the menu's value again. A dish's parts are its portion, and its grams with their mark;
an ingredient's are those of `_menu_ingredient`. A dish that an edition has renamed goes on under the name that its
orders and plans have, and follows the recipe of the new name; where another dish of the menu has that name, further
orders go under the new one. Of allergens, single codes are added and taken away, so that what the
menu adds reaches an ingredient whose allergens a cook has changed, too. Rows of releases without this memory are the
menu's while nobody has saved them (version 1).

This happens in the transaction that makes an edition live: of several servers once, after a kill not by half. It reads
the live edition of the database, as a server may show an earlier one still.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from decimal import Decimal
from typing import Any

from django.db import transaction
from django.utils import timezone

from oottam import catalogue
from oottam.audit.log import record
from oottam.catalogue import Kitchen
from oottam.catalogue.recipes import Ingredient as MenuIngredient
from oottam.catalogue.recipes import Recipe
from oottam.core.names import name_key
from oottam.kitchen.day.dishes import former_values
from oottam.kitchen.domain.dietary import Contents, contents_of
from oottam.kitchen.services.cutoff import lock_schedules
from oottam.kitchen.services.dish_editing import describe_grams
from oottam.kitchen.services.ingredients import OWN, audit_values
from oottam.menu.content import MENUS, Content, kitchen_of
from oottam.menu.models import Edition, EditionState
from oottam.menu.prices import dishes_of
from oottam.menu.weekly import CHOICE, MEALS, items_of
from oottam.plans.domain.calendar import ONE_DAY
from oottam.plans.models import (
    Alternative,
    FormerRecipe,
    Ingredient,
    ItemIngredient,
    KitchenAlias,
    KitchenItem,
)
from oottam.workflow.services.editing import differences

# A row's values by part, as `from_menu` stores them.
_Values = dict[str, Any]


@dataclass(frozen=True, slots=True)
class RecipePreview:
    """What the kitchen would have with a menu's recipes.

    `contents`: by `name_key`, of dishes whose contents would change. `own`: dishes of the menu that the kitchen cooks
    by a recipe of its own, with the names under which it does; ingredients, too, by key and name.
    """

    contents: Mapping[str, Contents]
    own: Mapping[str, str]
    own_ingredients: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class MenuRecipes:
    """A menu's recipes and ingredients; the names of its dishes by menu and id, and of those without an id."""

    kitchen: Kitchen
    names: Mapping[tuple[str, str], str] = field(default_factory=dict)
    names_alone: Collection[str] = ()


def load_recipes(now: datetime | None = None) -> int:
    """Take over the live menu's recipes and ingredients; return how many dishes got a recipe.

    Six queries where nothing changes.
    """
    if not _planned(live_menu(), _Tables.read()).is_needed:
        return 0
    with transaction.atomic():
        lock_schedules()
        tables = _Tables.read()
        planned, at = _planned(live_menu(), tables), now or timezone.now()
        _keep_former(planned, tables, timezone.localdate(at) - ONE_DAY)
        return _write(planned, at)


def live_menu() -> MenuRecipes:
    """Return the live edition's recipes, by the database; the contract folder's where none is live."""
    live = Edition.objects.filter(state=EditionState.LIVE).values_list("content", flat=True).first()
    return recipes_of(Content.from_text(live)) if live else MenuRecipes(catalogue.current().kitchen)


def recipes_of(content: Content) -> MenuRecipes:
    """Return a content's recipes. Raises ImproperlyConfigured where they contradict its ingredients."""
    names = {
        (kind, dish["id"]): dish["name"]
        for kind, file in MENUS.items()
        for dish in dishes_of(content.file(file))
    }
    choice = content.file(CHOICE)
    custom = {("custom", each["id"]): each["title"] for meal in MEALS for each in choice[meal]}
    return MenuRecipes(
        kitchen_of(content), {**names, **custom}, [each["name"] for each in items_of(content)]
    )


def preview(menu: MenuRecipes) -> RecipePreview:
    """Return what publishing these recipes would lead to; five queries."""
    tables = _Tables.read()
    planned = _planned(menu, tables)
    contents = {
        key: after for key, (before, after) in _changed(planned, tables).items() if before != after
    }
    return RecipePreview(contents, planned.own_dishes, planned.own_ingredients)


def apply_recipe(item: KitchenItem) -> None:
    """Fill a new dish from the catalogue's recipe of its name, if any."""
    recipe = catalogue.current().kitchen.recipe(item.name)
    if recipe is None:
        return
    values = _menu_dish(recipe)
    _assign_dish(item, values)
    item.from_menu = values
    item.save()
    if recipe.is_known:
        parts = [part.ingredient for part in recipe.parts]
        Ingredient.objects.bulk_create(map(_new_ingredient, parts), ignore_conflicts=True)
        _write_grams([(item.pk, values["recipe"]["grams"])])


@dataclass(frozen=True, slots=True)
class _Tables:
    """The kitchen's rows by key; grams by dish and ingredient key; dishes' numbers by menu and id."""

    ingredients: Mapping[str, Ingredient]
    items: Mapping[str, KitchenItem]
    grams: Mapping[int, Mapping[str, Decimal]]
    with_alternatives: frozenset[int]
    aliases: Mapping[tuple[str, str], int]

    @classmethod
    def read(cls) -> "_Tables":
        """Read them; five queries."""
        grams: dict[int, dict[str, Decimal]] = {}
        rows = ItemIngredient.objects.order_by().values_list("item_id", "ingredient__key", "grams")
        for item, key, amount in rows:
            grams.setdefault(item, {})[key] = amount
        return cls(
            {each.key: each for each in Ingredient.objects.order_by("pk")},
            {each.key: each for each in KitchenItem.objects.order_by("pk")},
            grams,
            frozenset(Alternative.objects.values_list("item_id", flat=True)),
            {
                (source, dish): item
                for source, dish, item in KitchenAlias.objects.order_by().values_list(
                    "source", "dish", "item_id"
                )
            },
        )

    def dish_values(self, item: KitchenItem) -> _Values:
        """The dish as it is."""
        return {
            "portion": item.portion,
            "recipe": {
                "mark": item.mark,
                "known": item.allergens_known,
                "grams": _stored(self.grams.get(item.pk, {}).items()),
            },
        }


@dataclass(frozen=True, slots=True)
class _IngredientChange:
    """An ingredient with the values that it is to have, and the menu's; `before` is None for a new one."""

    row: Ingredient
    key: str
    values: _Values
    of_menu: _Values
    before: _Values | None


@dataclass(frozen=True, slots=True)
class _DishChange:
    """A dish, likewise."""

    row: KitchenItem
    values: _Values
    of_menu: _Values
    before: _Values | None

    @property
    def has_other_recipe(self) -> bool:
        """Whether its grams or its mark change."""
        return self.before is None or self.before["recipe"] != self.values["recipe"]


@dataclass(slots=True)
class _Planned:
    ingredients: list[_IngredientChange] = field(default_factory=list)
    dishes: list[_DishChange] = field(default_factory=list)
    own_ingredients: dict[str, str] = field(default_factory=dict)
    own_dishes: dict[str, str] = field(default_factory=dict)
    # Of renamed dishes whose former name is another dish's now: the key of the new name, by menu and id.
    moved: dict[tuple[str, str], str] = field(default_factory=dict)

    @property
    def is_needed(self) -> bool:
        return bool(self.ingredients or self.dishes or self.moved)


def _planned(menu: MenuRecipes, tables: _Tables) -> _Planned:
    """Return what differs from the tables. Nothing is written, no row is changed."""
    planned = _Planned()
    by_name = {
        name_key(row.name): row for key, row in tables.ingredients.items() if key.startswith(OWN)
    }
    for each in menu.kitchen.ingredients.values():
        _plan_ingredient(planned, each, tables.ingredients.get(each.id), by_name)
    recipes = {name_key(recipe.name): recipe for recipe in menu.kitchen.recipes}
    for key, recipe in {**recipes, **_plan_renamed(planned, menu, tables)}.items():
        _plan_dish(planned, key, recipe, tables)
    return planned


def _plan_renamed(planned: _Planned, menu: MenuRecipes, tables: _Tables) -> dict[str, Recipe]:
    """Return the recipes of dishes that are cooked under a former name, by its key.

    A dish that a cook has merged into another one has another's recipe, not a former name.
    """
    items = {item.pk: item for item in tables.items.values()}
    current = {name_key(name) for name in (*menu.names.values(), *menu.names_alone)}
    found: dict[str, Recipe] = {}
    for place, name in menu.names.items():
        key, recipe = name_key(name), menu.kitchen.recipe(name)
        item, of_name = items.get(tables.aliases.get(place, 0)), tables.items.get(key)
        if item is None or recipe is None or item.key == key:
            continue
        if of_name is not None and of_name.merged_into_id == item.pk:
            continue
        if item.key in current:
            planned.moved[place] = key
        else:
            found.setdefault(item.key, recipe)
    return found


def _plan_ingredient(
    planned: _Planned,
    each: MenuIngredient,
    row: Ingredient | None,
    by_name: Mapping[str, Ingredient],
) -> None:
    new, adopted = _menu_ingredient(each), None if row else by_name.get(name_key(each.name))
    row = row or adopted
    if row is None:
        made = _new_ingredient(each)
        planned.ingredients.append(_IngredientChange(made, each.id, new, new, None))
        return
    before = _ingredient_values(row)
    # A cook's ingredient of this name becomes the menu's, and keeps what it warns of.
    values = _joined(before, new) if adopted else _merge(before, _remembered(row, before, new), new)
    if values != before or row.from_menu != new or adopted:
        planned.ingredients.append(_IngredientChange(row, each.id, values, new, before))
    if values != new:
        planned.own_ingredients[each.id] = row.name


def _plan_dish(planned: _Planned, key: str, recipe: Recipe, tables: _Tables) -> None:
    menu, item = _menu_dish(recipe), tables.items.get(key)
    if item is None:
        made = KitchenItem(key=key, name=recipe.name, from_menu=menu)
        planned.dishes.append(_DishChange(made, menu, menu, None))
        return
    before = tables.dish_values(item)
    # A release without memory never wrote "not known" over a recipe.
    is_kept = not recipe.is_known and bool(before["recipe"]["grams"])
    values = _merge(before, _remembered(item, before, menu, is_kept=is_kept), menu)
    if item.pk in tables.with_alternatives:  # each of them has its own recipe
        values["recipe"] = before["recipe"]
    if values != before or item.from_menu != menu:
        planned.dishes.append(_DishChange(item, values, menu, before))
    if item.merged_into_id:
        instead = (each.name for each in tables.items.values() if each.pk == item.merged_into_id)
        planned.own_dishes[key] = next(instead)
    elif values["recipe"] != menu["recipe"]:
        planned.own_dishes[key] = item.name


def _changed(planned: _Planned, tables: _Tables) -> dict[str, tuple[Contents, Contents]]:
    """Return the contents of every dish that is there, by key: as they are, and as they are to be."""
    known = {key: _ingredient_values(row) for key, row in tables.ingredients.items()}
    changed = {key: each.values for each in planned.ingredients for key in (each.row.key, each.key)}
    dishes: dict[str, _Values] = {each.row.key: each.values["recipe"] for each in planned.dishes}
    found = {}
    for key, item in tables.items.items():
        recipe: _Values = tables.dish_values(item)["recipe"]
        after = _contents(dishes.get(key, recipe), {**known, **changed})
        found[key] = _contents(recipe, known), after
    return found


def _keep_former(planned: _Planned, tables: _Tables, until: date) -> None:
    """Keep what dishes were for the sheets and labels of days up to `until`."""
    portions = {each.row.key: each.values["portion"] for each in planned.dishes}
    FormerRecipe.objects.bulk_create(
        (
            FormerRecipe(item=item, until=until, values=former_values(item.portion, before))
            for key, (before, after) in _changed(planned, tables).items()
            if (item := tables.items[key])
            and (before, item.portion) != (after, portions.get(key, item.portion))
        ),
        ignore_conflicts=True,  # of two changes on a day the first one's
    )


def _remembered(
    row: Ingredient | KitchenItem, before: _Values, new: _Values, *, is_kept: bool = False
) -> _Values:
    """Return what the menu last wrote into the row, as far as it is known."""
    if row.from_menu is not None:
        stored: _Values = row.from_menu
        return stored
    return before if row.version == 1 and not is_kept else new


def _merge(before: _Values, was: _Values, new: _Values) -> _Values:
    """Return `new`, except for parts that the kitchen has changed since the menu wrote `was`."""
    merged = {
        part: value if before[part] == was.get(part) else before[part]
        for part, value in new.items()
    }
    if "allergens" in new:
        held, earlier, later = (set(each["allergens"]) for each in (before, was, new))
        merged["allergens"] = sorted((held | (later - earlier)) - (earlier - later))
    return merged


def _joined(own: _Values, new: _Values) -> _Values:
    is_vegetarian, tags = new["diet"]
    own_is_vegetarian, own_tags = own["diet"]
    return {
        **new,
        "allergens": sorted({*own["allergens"], *new["allergens"]}),
        "diet": [
            is_vegetarian and own_is_vegetarian,
            None if tags is None or own_tags is None else sorted({*tags, *own_tags}),
        ],
    }


def _menu_ingredient(each: MenuIngredient) -> _Values:
    return {
        "name": each.name,
        "allergens": sorted(each.allergens),
        "diet": [each.diet == "veg", None if each.tags is None else sorted(each.tags)],
        "group": each.group,
        "bought": [each.unit, _number(each.step), each.step_grams],
    }


def _ingredient_values(row: Ingredient) -> _Values:
    return {
        "name": row.name,
        "allergens": sorted(row.allergens),
        "diet": [row.is_vegetarian, None if row.tags is None else sorted(row.tags)],
        "group": row.group,
        "bought": [row.unit, _number(row.step), row.step_grams],
    }


def _menu_dish(recipe: Recipe) -> _Values:
    return {
        "portion": recipe.portion[:100],
        "recipe": {
            "mark": recipe.mark,
            "known": recipe.is_known,
            "grams": _stored((part.ingredient.id, part.grams) for part in recipe.parts),
        },
    }


def _stored(grams: Iterable[tuple[str, Decimal]]) -> dict[str, str]:
    return {key: _number(amount) for key, amount in sorted(grams)}


def _number(value: Decimal) -> str:
    return f"{Decimal(value).normalize():f}"


def _contents(recipe: _Values, ingredients: Mapping[str, _Values]) -> Contents:
    parts = [ingredients[key] for key in recipe["grams"]]
    return contents_of(
        recipe["mark"],
        [
            (
                tuple(each["allergens"]),
                each["diet"][0],
                None if each["diet"][1] is None else tuple(each["diet"][1]),
            )
            for each in parts
        ],
        is_complete=recipe["known"],
    )


def _new_ingredient(each: MenuIngredient) -> Ingredient:
    values = _menu_ingredient(each)
    made = Ingredient(key=each.id, from_menu=values)
    _assign_ingredient(made, values)
    return made


def _assign_ingredient(row: Ingredient, values: _Values) -> None:
    row.name, row.allergens, row.group = values["name"], values["allergens"], values["group"]
    row.is_vegetarian, row.tags = values["diet"]
    row.unit, step, row.step_grams = values["bought"]
    row.step = Decimal(step)


def _assign_dish(item: KitchenItem, values: _Values) -> None:
    item.portion, recipe = values["portion"], values["recipe"]
    item.mark, item.allergens_known = recipe["mark"], recipe["known"]


def _write(planned: _Planned, now: datetime) -> int:
    """Store the changes, in the caller's transaction; return how many dishes got a recipe."""
    _write_ingredients(planned.ingredients, now)
    names = dict(Ingredient.objects.values_list("key", "name"))
    for each in planned.dishes:
        _assign_dish(each.row, each.values)
        each.row.from_menu = each.of_menu
        if each.before is not None and each.values != each.before:
            each.row.version += 1  # a form that a cook has opened is stale now
            was, then = (_audited(values, names) for values in (each.before, each.values))
            data = {"dish": each.row.name, **differences(was, then)}
            record(action="dish.describe", actor=None, at=now, data=data)
    KitchenItem.objects.bulk_create(
        (each.row for each in planned.dishes if each.before is None), ignore_conflicts=True
    )
    KitchenItem.objects.bulk_update(
        [each.row for each in planned.dishes if each.before is not None],
        ("portion", "mark", "allergens_known", "from_menu", "version"),
        batch_size=100,
    )
    filled = [each for each in planned.dishes if each.has_other_recipe]
    ItemIngredient.objects.filter(
        item__in=[each.row.pk for each in filled if each.before is not None]
    ).delete()
    numbers = dict(KitchenItem.objects.values_list("key", "pk"))
    _write_grams([(numbers[each.row.key], each.values["recipe"]["grams"]) for each in filled])
    for (source, dish), key in planned.moved.items():
        KitchenAlias.objects.filter(source=source, dish=dish).update(item=numbers[key])
    return sum(each.values["recipe"]["known"] for each in filled)


def _write_ingredients(changes: Iterable[_IngredientChange], now: datetime) -> None:
    known = []
    for each in changes:
        if each.before is None:
            continue
        was = audit_values(each.row)
        _assign_ingredient(each.row, each.values)
        each.row.key, each.row.from_menu = each.key, each.of_menu
        if each.values != each.before:
            each.row.version += 1
            data = {"ingredient": each.row.name, **differences(was, audit_values(each.row))}
            record(action="ingredient.change", actor=None, at=now, data=data)
        known.append(each.row)
    columns = "key name allergens is_vegetarian tags group unit step step_grams from_menu version"
    Ingredient.objects.bulk_update(known, columns.split(), batch_size=50)
    Ingredient.objects.bulk_create(
        (each.row for each in changes if each.before is None), ignore_conflicts=True
    )


def _audited(values: _Values, names: Mapping[str, str]) -> dict[str, Any]:
    recipe = values["recipe"]
    return {
        "portion": values["portion"],
        "mark": recipe["mark"],
        "allergens_known": recipe["known"],
        "grams": describe_grams(
            (names.get(key, key), Decimal(amount)) for key, amount in recipe["grams"].items()
        ),
    }


def _write_grams(recipes: Iterable[tuple[int, Mapping[str, str]]]) -> None:
    """Store these grams by dish id and ingredient key."""
    numbers = dict(Ingredient.objects.values_list("key", "pk"))
    ItemIngredient.objects.bulk_create(
        (
            ItemIngredient(item_id=item, ingredient_id=numbers[key], grams=Decimal(amount))
            for item, grams in recipes
            for key, amount in grams.items()
        ),
        batch_size=500,
        ignore_conflicts=True,
    )
