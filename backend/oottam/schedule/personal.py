"""Retention and personal columns of the plans' tables."""

from datetime import datetime

from django.db.models import QuerySet
from django.utils import timezone

from oottam.core.personal import (
    BOOKS,
    BY_THE_DESK,
    FIXED,
    PER_BOX,
    PER_PLAN,
    WITH_MENUS,
    Personal,
    RetentionPolicy,
    Rule,
    Table,
)
from oottam.schedule.choices import OVER
from oottam.schedule.models import (
    AcceptedDish,
    Alternative,
    BoxContents,
    BoxLine,
    ChangeNotice,
    Choice,
    ClosedDay,
    CookedDish,
    CustomerRules,
    CutoffLine,
    CutoffSnapshot,
    FormerRecipe,
    Ingredient,
    ItemIngredient,
    KitchenAlias,
    KitchenItem,
    MealPlan,
    MealRating,
    PausePeriod,
    PlanChange,
    PlanReminder,
    ScheduleState,
    Serving,
    ServingChange,
    Substitution,
    Track,
    UnpublishedRecipes,
)


def _steps(before: datetime) -> "QuerySet[ServingChange]":
    """Serving changes of ended plans. Ids grow with time, so that recent changes are excluded by id."""
    recent_changes = (
        PlanChange.objects.filter(at__gte=before).order_by("at").values_list("pk", flat=True)
    )
    newest_excluded = recent_changes.first()
    past = ServingChange.objects.filter(change__at__lt=before, serving__plan__state__in=OVER)
    return past if newest_excluded is None else past.filter(change_id__lt=newest_excluded)


def _cutoff_lines(before: datetime) -> "QuerySet[CutoffLine]":
    return CutoffLine.objects.filter(snapshot__date__lt=timezone.localdate(before))


def _cooked(before: datetime) -> "QuerySet[CookedDish]":
    return CookedDish.objects.filter(date__lt=timezone.localdate(before))


TABLES = (
    Table(MealPlan, "Plan", PER_PLAN, request="request", plain="id request start_date free_days state version is_desk_only"),
    Table(Track, "Meals of the plan", PER_PLAN, request="plan__request",
        plain="id plan meal servings weekdays"),
    Table(BoxContents, "Boxes", PER_PLAN, request="plan__request", plain="id plan"),
    Table(BoxLine, "Dishes of the boxes", PER_PLAN, request="box_contents__plan__request",
        plain="id box_contents position item quantity ordered_name chosen_from veg_only"),
    Table(Serving, "Servings", PER_BOX, request="plan__request",
        plain="id plan meal seq date box_contents state replacement_for is_exception"),
    Table(MealRating, "Ratings of meals", PER_BOX, request="serving__plan__request",
        plain="serving score at", personal={"words": Personal()}),
    Table(PlanChange, "Changes of the schedule", BY_THE_DESK, request="plan__request",
        plain="id plan action by at data undone_at undone_by by_customer seen_at told_at", personal={"reason": Personal()}),
    Table(ChangeNotice, "Closed-day notices", BY_THE_DESK, request="plan__request",
        plain="id change plan channel message"),
    Table(PlanReminder, "Reminders", RetentionPolicy("reminder of the customer", BOOKS), request="plan__request",
        plain="id plan kind at message"),
    Table(AcceptedDish, "Accepted clashes", BY_THE_DESK, request="plan__request",
        plain="id plan item by at", personal={"clashes": Personal(health=True)}),
    Table(ServingChange, "Changes of servings",
        RetentionPolicy("change of a box", "CLICKS_RETENTION_MONTHS, once the plan has ended"),
        request="serving__plan__request",
        plain="id change serving date_before date_after state_before state_after box_contents_before box_contents_after exception_before",
        rules=(Rule("serving changes", "CLICKS_RETENTION_MONTHS", _steps),)),
    Table(PausePeriod, "Days without meals", BY_THE_DESK, request="plan__request",
        plain="id plan change meals from_date to_date undone_at"),
    Table(Ingredient, "Ingredients", WITH_MENUS,
        plain="id key name allergens is_vegetarian tags group unit step step_grams note from_menu version"
        " allergen_list edible protein carbohydrate fat fibre packet_kcal source source_code confidence values_as_of"),
    Table(KitchenItem, "Dishes of the kitchen", WITH_MENUS,
        plain="id key name mark portion allergens_known station method merged_into from_menu version"),
    Table(FormerRecipe, "Former recipes", WITH_MENUS, plain="id item until values by at"),
    Table(UnpublishedRecipes, "Recipes of an unpublished menu", WITH_MENUS, plain="id edition recipes ingredients"),
    Table(Alternative, "Alternatives", WITH_MENUS, plain="id item position option"),
    Table(ItemIngredient, "Recipes", WITH_MENUS, plain="id item ingredient grams eaten"),
    Table(KitchenAlias, "Names of dishes", WITH_MENUS, plain="id source dish item"),
    Table(ClosedDay, "Closed days", RetentionPolicy("closed day", "when it is reopened"),
        plain="id date meal reason by at"),
    Table(Choice, "Chosen alternatives", RetentionPolicy("meal with alternatives", BOOKS),
        plain="id date meal item chosen by at"),
    Table(Substitution, "Substitutes", RetentionPolicy("substitution", BOOKS),
        plain="id date meal item instead reason by at"),
    Table(CutoffSnapshot, "Cut-offs that have passed", RetentionPolicy("meal of a day", BOOKS),
        plain="id date meal at last_change has_begun"),
    Table(CutoffLine, "Quantities at the cut-off", RetentionPolicy("dish of a meal of a day", "KITCHEN_RETENTION_MONTHS"),
        plain="id snapshot item quantity boxes",
        rules=(Rule("cut-off quantities", "KITCHEN_RETENTION_MONTHS", _cutoff_lines),)),
    Table(CookedDish, "Cooked dishes", RetentionPolicy("dish of a meal of a day", "KITCHEN_RETENTION_MONTHS"),
        plain="id date meal item by at",
        rules=(Rule("cooked dishes", "KITCHEN_RETENTION_MONTHS", _cooked),)),
    Table(CustomerRules, "Rules of customers' changes", FIXED,
        plain="id changes max_skips max_pauses max_pause_days extra_days"
        " mails_renewal mails_start mails_desk_change mails_failed_box"),
    Table(ScheduleState, "Schedule lock", FIXED, plain="id settled_until counts_as_delivered recipes_checked_at recipes_folder"
        " renewals_sent_on starts_sent_on"),
)  # fmt: skip
